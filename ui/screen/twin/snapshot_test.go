package twin

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"regretscope/learners"
	"regretscope/model/audit"
	"regretscope/noise"
	"regretscope/ui/kit/uitest"
)

// outcome returns counts of n noises for an event with probabilities a and b in the two
// universes. Paired noises differ as rarely as possible; otherwise each universe has its own.
func outcome(s *noise.Stream, o *audit.Outcome, n int, a, b float64, paired bool) {
	for range n {
		x := s.Float64()
		y := x
		if !paired {
			y = s.Float64()
		}
		inA, inB := x < a, y < b
		for side, in := range []bool{inA, inB} {
			if in {
				o.Counts[side]++
			}
			if in && inA != inB {
				o.Alone[side]++
			}
		}
	}
}

// Equal universes must not be told apart with certainty, however often one looks: 500 pairs of
// counts, looked at 10 times each, with probability 5e-7 per look: a false alarm in at most one
// of 400 seeds. The certain loss must not exceed the true one, but come close.
func TestCertainIsMoreThanChance(t *testing.T) {
	s := noise.NewStream(11)
	for range 500 {
		var o audit.Outcome
		for look := 1; look <= 10; look++ {
			outcome(&s, &o, 50, .2, .2, false)
			if loss := certain(&o, 50*look); loss != 0 {
				t.Fatalf("%v of %d each are told apart by %v", o.Counts, 50*look, loss)
			}
		}
	}
	for _, c := range []struct {
		name        string
		a, b, least float64 // and how much of the truth is certain at least
		paired      bool
	}{
		{"noises of their own", .3, .2, .4, false},
		{"paired", .3, .2, .7, true},
		{"paired, hardly apart", .5, .49, .3, true},
	} {
		truth := math.Log(c.a / c.b)
		for range 50 {
			var o audit.Outcome
			outcome(&s, &o, 20_000, c.a, c.b, c.paired)
			if loss := certain(&o, 20_000); loss > truth || loss < c.least*truth {
				t.Errorf("%s: %v of 20,000 are certain by %v, the truth is %v", c.name, o, loss, truth)
			}
			slices.Reverse(o.Counts[:])
			slices.Reverse(o.Alone[:])
			if loss := certain(&o, 20_000); loss > 0 || loss < -truth {
				t.Errorf("%s: the other way round they are certain by %v", c.name, loss)
			}
		}
	}
	if loss := certain(&audit.Outcome{Counts: [2]int{400, 0}, Alone: [2]int{400, 0}}, 400); math.IsInf(loss, 0) || loss < 2 {
		t.Errorf("what was never seen in B is certain by %v", loss)
	}
	// 109 of 139 differing noises have probability 5·10⁻¹² in a sign test, while 640 and 719 of 1438 may be chance.
	if loss := certain(&audit.Outcome{Counts: [2]int{640, 719}, Alone: [2]int{30, 109}}, 1438); loss >= 0 || loss < math.Log(640./719) {
		t.Errorf("139 noises that differ are certain by %v", loss)
	}
}

func TestAtLeast(t *testing.T) {
	for ratio, want := range map[float64]string{1.0159: "1.015", 1.00099: "1.00099", 1.0999: "1.099", 1.54: "1.54"} {
		if got := atLeast(-math.Log(ratio + 1e-9)); got != want {
			t.Errorf("%v: %s, want %s", ratio, got, want)
		}
	}
}

func TestJudgments(t *testing.T) {
	s := &snapshot{TwinShot: &audit.TwinShot{}}
	cases := []struct {
		claimed, loss, sure float64
		want                judgment
	}{
		{1, .5, .5, within},
		{1, 1, 1, within},
		{1, -1, -1, within},
		{1, 1.2, .9, doubtful},
		{1, math.Inf(-1), -.9, doubtful},
		{1, 1.2, 1.1, beyond},
		{1, -3, -1.1, beyond},
		{0, 0, 0, within},
		{0, .1, .05, beyond},
		{math.Inf(1), 8, 7, within},
		{math.NaN(), 8, 7, noClaim},
	}
	for _, c := range cases {
		s.Verdict.Claimed = c.claimed
		if got := s.judge(&reading{loss: c.loss, sure: c.sure}); got != c.want {
			t.Errorf("claimed %v, loss %v, certain %v: %d, want %d", c.claimed, c.loss, c.sure, got, c.want)
		}
	}
}

// The screen's sentences about learners of every kind, with the outcome of the largest loss.
func TestInsights(t *testing.T) {
	cases := []struct {
		preset, choice string
		epsilon        float64
		noises         int
		want           []string
	}{
		{"ww-det", broken, 1, 0, []string{"times as likely in universe A", "ε = 1 allows a factor of at most 2.72: the claim is violated"}},
		{"ww-det", "rnm-ftnl,noise=laplace,scale=2", 1, 0, []string{"times as likely in universe A", "the claim holds here"}},
		{"hhmh-1", "random", 1, 300, []string{"uses no rewards"}},
		{"hhmh-1", "dp-se", 1, 47, []string{"DP-SE plays the same with any noise", "its first decision comes after round 11,210"}},
		{"hhmh-1", "ucb1", 1, 300, []string{"at least", "times as likely in universe A", "claims no privacy"}},
		{"hhmh-1", "anytime-lazy-ucb", 1, 40, []string{"than chance explains"}},
		{"hhmh-1", "anytime-lazy-ucb", 1, 4000, []string{"is at least", "the claim holds here"}},
		{"hhmh-1", "ts-ldp-b", 1, 0, []string{"is 2.72 times as likely", "the claim holds here"}},
		{"ww-det", "rnm-ftnl", math.Inf(1), 0, []string{"never happens in universe B", "ε = ∞ allows any factor"}},
	}
	for _, c := range cases {
		t.Run(c.preset, func(t *testing.T) {
			d := start(t, 80, 24, uitest.OnPreset(t, c.preset, c.epsilon, c.choice))
			d.sample(c.noises)
			inference := d.shot.inference()
			uitest.Contains(t, inference, c.want...)
		})
	}
}

// An event that is not seen in n noises has, with 99% confidence, probability at most 1 − .01^(1/n).
func TestNoDifferenceSoFar(t *testing.T) {
	for noises, want := range map[int]string{
		47: "With 99% confidence at most 9.4% of noises make a difference in the play of round 2: none of 47 did.",
		1:  "With 99% confidence at most 99% of noises make a difference in the play of round 2: none of 1 did.",
	} {
		shot := &snapshot{TwinShot: &audit.TwinShot{Samples: noises, Agreed: noises, Watched: "the play of round 2"}}
		if got := shot.nothing(); got != want {
			t.Errorf("after %d noises: %q, want %q", noises, got, want)
		}
	}
}

// The odds on screen are between the claimed and the true loss, which for noise of scale 1/ε is 2ε.
func TestOddsOfAViolatedClaim(t *testing.T) {
	for _, kind := range []string{"laplace", "exponential", "gumbel"} {
		for scale, limits := range map[int][2]float64{1: {1, 2}, 2: {.5, 1}} {
			d := start(t, 80, 24, uitest.OnPreset(t, "ww-det", 1, fmt.Sprintf("rnm-ftnl,noise=%s,scale=%d", kind, scale)))
			r := &d.shot.readings[d.shot.telling]
			if loss := math.Abs(r.loss); !r.exact || loss <= limits[0] || loss > limits[1]*(1+1e-12) {
				t.Errorf("%s, scale %d: the most telling play loses %v, exact %v", kind, scale, loss, r.exact)
			}
			if got, want := d.shot.judge(r) == beyond, scale == 1; got != want {
				t.Errorf("%s, scale %d: beyond the line is %v", kind, scale, got)
			}
		}
	}
}

// With local privacy an observer sees the reports, which may differ where plays do not.
func TestReportsAreSeen(t *testing.T) {
	s := &snapshot{TwinShot: &audit.TwinShot{Rounds: []audit.TwinRound{
		{Round: 1, Plays: [2][]int{{0}, {0}}, Seen: [2][]float64{{1}, {1}}},
		{Round: 2, Plays: [2][]int{{0}, {0}}, Seen: [2][]float64{{1}, {0}}, Differs: true},
		{Round: 3, Plays: [2][]int{{0}, {1}}, Seen: [2][]float64{{1}, {1}}, Apart: true},
	}}}
	s.Verdict.Spec.Declaration = &learners.Declaration{
		Guarantee: learners.Guarantee{Privacy: learners.Central},
	}
	if got := s.parted(3); got != 3 {
		t.Errorf("plays part in round %d", got)
	}
	if got := s.parted(2); got != 0 {
		t.Errorf("plays have parted in round %d of two", got)
	}
	s.Verdict.Spec.Declaration = &learners.Declaration{
		Guarantee: learners.Guarantee{Privacy: learners.Local},
	}
	if got := s.parted(3); got != 2 {
		t.Errorf("reports part in round %d", got)
	}
}

// The line is equally far from the middle on both sides, bars for A are left of it and bars for B
// right, and a bar beyond the line is visible.
func TestBarsOfOdds(t *testing.T) {
	theme := uitest.Theme(termenv.Ascii)
	sc := scale{cells: 21, reach: 2, line: 1}
	cases := []struct {
		loss, sure float64
		want       string
	}{
		{0, 0, "     ┊    │    ┊     "},
		{.4, .4, "     ┊  ██│    ┊     "},
		{-.4, -.4, "     ┊    │██  ┊     "},
		{-1.6, -1.6, "     ┊    │████┊███  "},
		{1.6, .4, "  ░░░┊░░██│    ┊     "},
		{math.Inf(-1), -2, "     ┊    │████┊█████"},
		{math.Inf(1), .2, "░░░░░┊░░░█│    ┊     "},
		{-.4, .2, "     ┊    │░░  ┊     "}, // chance turned round what was certain
	}
	for _, c := range cases {
		if got := sc.bar(theme, &reading{loss: c.loss, sure: c.sure}, within); got != c.want {
			t.Errorf("loss %v, certain %v: %q, want %q", c.loss, c.sure, got, c.want)
		}
	}
	sc.line = math.NaN()
	if got := sc.bar(theme, &reading{}, noClaim); got != "          │          " {
		t.Errorf("without a line: %q", got)
	}
	for _, cells := range []int{5, 7, 21} {
		for _, line := range []float64{1e-9, .3, 1, 2, 40, math.NaN()} {
			sc := scale{cells: cells, reach: 2, line: line}
			if w := ansi.StringWidth(sc.labels(theme)); w != cells {
				t.Errorf("labels of %d cells, line at %v: %d cells", cells, line, w)
			}
		}
	}
}

func TestOdds(t *testing.T) {
	for loss, want := range map[float64]string{
		0: "1", 1: "2.72", -1: "2.72", 2.5: "12.2", 5: "148", 20: "490M", math.Inf(1): "∞",
	} {
		if got := odds(loss); got != want {
			t.Errorf("odds of %v: %q, want %q", loss, got, want)
		}
	}
}
