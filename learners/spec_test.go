package learners_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"regretscope/learners"
	"regretscope/noise/channel"
	"regretscope/noise/param"
)

func TestParseSpec(t *testing.T) {
	cases := []struct {
		text, again, label, values string
		epsilon                    float64 // at a run's ε of 3
	}{
		{"ucb1", "ucb1", "UCB1", "", 3},
		{"ucb1,epsilon=.5", "ucb1,epsilon=0.5", "UCB1 ε=0.5", "", .5},
		{"lazy-dp-ts,epsilon=inf", "lazy-dp-ts,epsilon=inf", "Lazy-DP-TS ε=inf", "", math.Inf(1)},
		{"ucb1,epsilon=0.965529162067", "ucb1,epsilon=0.965529162067", "UCB1 ε=0.966", "", .965529162067},
		{"kl-ucb", "kl-ucb", "KL-UCB", "c=0", 3},
		{"kl-ucb,c=3", "kl-ucb,c=3", "KL-UCB c=3", "c=3", 3},
		{"ucb1,seed=007", "ucb1,seed=7", "UCB1 seed=7", "seed=7", 3},
		{"kl-ucb,c=2.5,seed=18446744073709551615,epsilon=1", "kl-ucb,epsilon=1,seed=18446744073709551615,c=2.5", "KL-UCB ε=1 seed=18446744073709551615 c=2.5", "c=2.5;seed=18446744073709551615", 1},
		{"kl-ucb,epsilon=1e0,c=2.5", "kl-ucb,epsilon=1,c=2.5", "KL-UCB ε=1 c=2.5", "c=2.5", 1},
	}
	for _, c := range cases {
		spec := choose(c.text)
		if spec.String() != c.again || spec.Label() != c.label || spec.Epsilon(3) != c.epsilon {
			t.Errorf("%s: %q, labeled %q, at ε = %v", c.text, spec.String(), spec.Label(), spec.Epsilon(3))
		}
		if values := spec.Described(learners.Setting{Arms: 2}); values != c.values {
			t.Errorf("%s: values %q, want %q", c.text, values, c.values)
		}
		if again := choose(spec.String()); again.String() != spec.String() {
			t.Errorf("%s: %s comes back as %s", c.text, spec, again)
		}
	}
}

func TestParseSpecRefuses(t *testing.T) {
	cases := map[string]string{
		"lazy-ts":             "lazy-ts: no such learner; did you mean lazy-dp-ts?",
		"UCB-1":               "UCB-1: no such learner; did you mean ucb1?",
		"":                    ": no such learner",
		"kl-ucb,c=1,c=1":      "kl-ucb,c=1,c=1: c: given twice",
		"kl-ucb,c=-1":         "kl-ucb: c=-1: must be a number from 0 to 100",
		"kl-ucb,c=101":        "kl-ucb: c=101: must be a number from 0 to 100",
		"kl-ucb,c=many":       "kl-ucb: c=many: must be a number from 0 to 100",
		"kl-ucb,c=nan":        "kl-ucb: c=nan: must be a number from 0 to 100",
		"kl-ucb,d=1":          "kl-ucb: d: no such parameter (known: epsilon, seed, c)",
		"sw-ucb,alpha=1":      "sw-ucb: alpha: no such parameter (known: epsilon, seed, w, window, xi)",
		"ucb1,c=1":            "ucb1: c: no such parameter (known: epsilon, seed)",
		"ucb1,epsilon=0":      "ucb1: epsilon=0: must be a positive number or inf",
		"ucb1,seed=-1":        "ucb1: seed=-1: must be a whole number from 0 to 2^64 − 1",
		"ucb1,seed=1,seed=1":  "ucb1,seed=1,seed=1: seed: given twice",
		"kl-ucb,c":            `kl-ucb,c: "c": parameters are written key=value`,
		"kl-ucb,Epsilon=1":    "kl-ucb: Epsilon: no such parameter; did you mean epsilon? (known: epsilon, seed, c)",
		"kl-ucb,c=1;epsilon=": "kl-ucb: c=1;epsilon=: must be a number from 0 to 100",
	}
	for text, want := range cases {
		if _, err := learners.ParseSpec(text); err == nil || err.Error() != want {
			t.Errorf("%s: %v\nwant %s", text, err, want)
		}
	}
}

// With does not change its receiver.
func TestWithCopies(t *testing.T) {
	plain := choose("kl-ucb,c=1")
	changed, err := plain.With("c", "2")
	if err != nil || changed.String() != "kl-ucb,c=2" || plain.String() != "kl-ucb,c=1" {
		t.Errorf("%s and %s, %v", plain, changed, err)
	}
	if _, err := plain.With("c", "x"); err == nil || plain.String() != "kl-ucb,c=1" {
		t.Errorf("%v left %s", err, plain)
	}
}

// The declaration derives defaults from the setting; set values override them.
func TestDerivedDefaults(t *testing.T) {
	rr, err := channel.Parse("rr", 1) // B = 1/(2e/(1+e) − 1) = 2.163953
	if err != nil {
		t.Fatal(err)
	}
	behind := []channel.Channel{rr, rr}
	for _, c := range []struct {
		text     string
		channels []channel.Channel
		name     string
		want     float64
	}{
		{"d-ucb", nil, "gamma", 1 - math.Sqrt(4/20_000.)/4},
		{"d-ucb", behind, "gamma", 1 - math.Sqrt(4/20_000.)/(4*2.163953413738653)},
		{"d-ucb,gamma=.9", nil, "gamma", .9},
		{"sw-ucb", nil, "w", 445}, // 2√(T ln T/4) = 445.05
		{"sw-ucb", behind, "w", 963},
		{"sw-ucb,window=gaj", behind, "w", 156}, // √(4eT/9) = 155.44
		{"sw-ucb,w=50", nil, "w", 50},
	} {
		setting := learners.Setting{Arms: 2, Horizon: 20_000, Phases: 5, Channels: c.channels}
		if got := choose(c.text).Values(setting).Number(c.name); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%s: %s is %v, want %v", c.text, c.name, got, c.want)
		}
	}
}

func TestParseEpsilon(t *testing.T) {
	for text, want := range map[string]float64{
		"1": 1, ".25": .25, "1e-3": 1e-3, "1_000": 1000, "inf": math.Inf(1), "+Inf": math.Inf(1), "INF": math.Inf(1),
	} {
		if got, err := learners.ParseEpsilon(text); err != nil || got != want {
			t.Errorf("%s: %v, %v; want %v", text, got, err, want)
		}
	}
	for want, texts := range map[string][]string{
		"must be a positive number or inf": {"", "0", "-0", "-1", "-inf", "nan", "one", "1e999", "1,5", "infinity"},
		"must be at least 1e-09, or inf":   {"1e-10", "1e-310"},
	} {
		for _, text := range texts {
			if got, err := learners.ParseEpsilon(text); err == nil || err.Error() != want {
				t.Errorf("%q: %v, %v", text, got, err)
			}
		}
	}
}

func TestParseTyped(t *testing.T) {
	cases := []struct {
		text, again, name, described string
		words                        []string
	}{
		{"./mine", "./mine", "mine", "", []string{"./mine"}},
		{"mine.py", "mine.py", "mine.py", "", []string{"python3", "mine.py"}},
		{"python3 my/dp.py --fast,alpha=2", "python3 my/dp.py --fast,alpha=2", "dp.py", "alpha=2", []string{"python3", "my/dp.py", "--fast"}},
		{"'my dir/a,b' x,seed=3,k=v", "'my dir/a,b' x,seed=3,k=v", "a,b", "k=v;seed=3", []string{"my dir/a,b", "x"}},
		{"./mine,epsilon=2", "./mine,epsilon=2", "mine", "", []string{"./mine"}},
	}
	for _, c := range cases {
		spec := param.Must(learners.ParseTyped(c.text))
		if spec.String() != c.again || spec.Name != c.name || !slices.Equal(spec.Plays().Process(), c.words) {
			t.Errorf("%s: %s, %s, %q", c.text, spec, spec.Name, spec.Plays().Process())
		}
		if got := spec.Described(learners.Setting{}); got != c.described {
			t.Errorf("%s: described %q, want %q", c.text, got, c.described)
		}
		if _, err := learners.ParseSpec(c.text); !errors.Is(err, learners.ErrProgram) {
			t.Errorf("%s: a file may start it: %v", c.text, err)
		}
	}
	for text, want := range map[string]string{
		"./a 'b":     "./a 'b: a quotation mark is not closed",
		"mine.exe":   "mine.exe: no such learner; a program in this folder is written ./mine.exe",
		"'' x":       "'' x: the name of the program is missing",
		"hedge 2":    "hedge 2: no such learner; did you mean hedge?",
		"hegde 2":    "hegde 2: no such learner",
		"“x” 2":      `“x” 2: “ (U+201C) is typographic, type "`,
		"./a,b":      `./a,b: "b": parameters are written key=value`,
		"./a,seed=x": "./a: seed=x: must be a whole number from 0 to 2^64 − 1",
	} {
		if _, err := learners.ParseTyped(text); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	if spec, err := learners.ParseTyped(" ucb1\u00a0"); err != nil || spec.Plays().Process() != nil {
		t.Error(spec, err)
	}
}

// The person plays the game's arms, and a clone plays the same game.
func TestYou(t *testing.T) {
	g := &learners.Game{}
	spec := learners.You(g, false)
	l := spec.Start(learners.Setting{Arms: 3, Horizon: 9})
	for _, arm := range []int{2, 0, 2} {
		g.Pull(arm)
	}
	rewards := []float64{.25, 1, .75}
	for i, want := range []int{2, 0, 2} {
		c := l.Clone()
		if got := c.Choose(i + 1)[0]; got != want {
			t.Errorf("round %d: a copy plays arm %d, want %d", i+1, got, want)
		}
		if got := l.Choose(i + 1)[0]; got != want {
			t.Errorf("round %d: arm %d, want %d", i+1, got, want)
		}
		l.Observe(i+1, rewards[i:i+1])
	}
	if e := l.(learners.Estimator); e.Estimate(2) != .5 || e.Estimate(0) != 1 {
		t.Errorf("estimates %v and %v", e.Estimate(2), e.Estimate(0))
	}
	if _, err := learners.Find(learners.YouID); err == nil {
		t.Error("the person is in the catalog")
	}
}

func TestThePersonsReasons(t *testing.T) {
	g := &learners.Game{}
	l := learners.You(g, false).Start(learners.Setting{Arms: 3, Horizon: 9})
	for i, c := range []struct {
		arm    int
		reward float64
		note   string
	}{
		{0, .5, "your choice, not pulled before"},
		{0, 1, "your choice, with the largest mean so far: 0.5000"},
		{1, 0, "your choice, not pulled before"},
		{1, 0, "your choice, with a mean so far of 0; the largest was 0.7500"},
	} {
		g.Pull(c.arm)
		l.Choose(i + 1)
		if got := l.(learners.Explainer).Explain().Note; got != c.note {
			t.Errorf("round %d: %q, want %q", i+1, got, c.note)
		}
		l.Observe(i+1, []float64{c.reward})
	}
}
