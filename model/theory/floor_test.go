package theory

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"regretscope/learners"
	"regretscope/noise/channel"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/scenarios/arm"
	"regretscope/scenarios/matroid"
	"regretscope/scenarios/scenariotest"
)

// floors returns the floors of a learner behind channels, at an audited ε.
func floors(t *testing.T, s *scenarios.Scenario, id string, epsilon float64, channels ...channel.Channel) []Curve {
	t.Helper()
	if len(channels) == 1 {
		channels = slices.Repeat(channels, s.Arms())
	}
	all, missing := Floors(s, declaration(id), learners.Setting{Channels: channels}, epsilon)
	if (missing == "") != (len(all) > 0) {
		t.Errorf("%s on %s: %d floors and the reason %q", id, s.Name, len(all), missing)
	}
	return all
}

func bandit(arms string) *scenarios.Scenario { return scenariotest.Arms(arms, scenarios.Bandit) }

// bernoulliKL is kl(p, q) by its definition, for p and q inside (0, 1).
func bernoulliKL(p, q float64) float64 {
	return p*math.Log(p/q) + (1-p)*math.Log((1-p)/(1-q))
}

// The constants of Azize et al. 2025's bound and Lai and Robbins' on HHMH's first setting.
func TestSlopesOnHHMH1(t *testing.T) {
	s := preset("hhmh-1")
	for epsilon, want := range map[float64]float64{.25: 17.89, .5: 10.41, 1: 7.708} {
		curves := floors(t, s, "lazy-dp-ts", epsilon)
		if len(curves) != 2 {
			t.Fatalf("%d lower bounds", len(curves))
		}
		for i, want := range []float64{7.128278, want} {
			if got := curves[i].At(1000) / math.Log(1000); math.Abs(got-want) > .006 || got != curves[i].Height(1000) {
				t.Errorf("ε %v: %v and height %v, want %v", epsilon, got, curves[i].Height(1000), want)
			}
		}
		if highest, ok := Highest(curves, 1000); !ok || highest.Coefficient != curves[1].Coefficient {
			t.Errorf("the highest is %+v", highest)
		}
	}
	if n := len(floors(t, s, "ucb1", math.NaN())); n != 1 {
		t.Errorf("a learner without privacy has %d lower bounds, want Lai–Robbins alone", n)
	}
}

// With d_ε = kl, a small gap has floors of μ(1−μ)·2/gap. They are equal and the private one has all
// digits, which a difference of logarithms loses.
func TestSlopesOfSmallGaps(t *testing.T) {
	for _, c := range []struct{ best, gap float64 }{{.5, 1e-7}, {.5, 3e-8}, {.5, 1e-9}, {.3, 1e-7}, {.01, 1e-11}, {1e-9, 5e-13}} {
		s := bandit(fmt.Sprintf("%v %v", c.best+c.gap, c.best))
		for _, epsilon := range []float64{1e-4, 1, 1e5} {
			if epsilon < c.gap/(c.best*(1-c.best)) {
				continue
			}
			all := floors(t, s, "lazy-dp-ts", epsilon)
			for _, got := range all {
				want := 2 * c.best * (1 - c.best) / (s.Phases[0].Means[0] - c.best)
				if math.Abs(got.Coefficient/want-1) > 2*c.gap/c.best {
					t.Errorf("ε %v, gap %v below %v: %v by %s, want %v", epsilon, c.gap, c.best, got.Coefficient, got.Label, want)
				}
			}
			if len(all) != 2 || math.Abs(all[0].Coefficient/all[1].Coefficient-1) > 1e-12 {
				t.Errorf("ε %v, gap %v: %+v", epsilon, c.gap, all)
			}
		}
	}
}

// Lai and Robbins' constant of the reports of randomized response on hhmh-1; each channel's map is
// taken from its own matrix. By the data processing inequality it is above that of the rewards.
func TestSlopesBehindChannels(t *testing.T) {
	s := preset("hhmh-1")
	for epsilon, want := range map[float64]float64{
		.25: 537.730370, .5: 137.754608, 1: 37.848530, 2: 13.179707, math.Inf(1): 7.128278,
	} {
		truth := 1 / (1 + math.Exp(-epsilon))
		g := func(mean float64) float64 { return mean*truth + (1-mean)*(1-truth) }
		second := 0.0
		for _, mean := range []float64{.625, .5, .375, .25} {
			second += (.75 - mean) / bernoulliKL(g(mean), g(.75))
		}
		for _, text := range []string{"rr", "linear", "quadratic", "exponential", fmt.Sprintf("curve(0:%v/0.4:0.5/1:%v)", 1-truth, truth)} { // the same for Bernoulli arms
			if text == "exponential" && math.IsInf(epsilon, 1) {
				continue // there is none
			}
			all := floors(t, s, "kl-ucb-cf", math.NaN(), param.Must(channel.Parse(text, epsilon)))
			got := all[len(all)-1].Coefficient
			if math.Abs(got-want) > 1e-6 || math.Abs(got/second-1) > 1e-9 || got < all[0].Coefficient-1e-9 {
				t.Errorf("%s at ε = %v: %.6f, want %.6f and %.6f", text, epsilon, got, want, second)
			}
		}
	}
	// Different channels: each arm through its own, one of them decreasing.
	channels := []channel.Channel{}
	want, best := 0.0, .75
	for j, mean := range []float64{.75, .625, .5, .375, .25} {
		p := []float64{.9, .8, .2, .7, .6}[j]
		channels = append(channels, param.Must(channel.Parse("rr("+[]string{"0.9,0.9", "0.8,0.8", "0.2,0.2", "0.7,0.7", "0.6,0.6"}[j]+")", 1)))
		if j > 0 {
			want += (best - mean) / bernoulliKL(mean*p+(1-mean)*(1-p), best*p+(1-best)*(1-p))
		}
	}
	all := floors(t, s, "ts-cf", math.NaN(), channels...)
	if got := all[1].Coefficient; math.Abs(got/want-1) > 1e-12 {
		t.Errorf("channels of their own: %v, want %v", got, want)
	}
}

// A floor is missing exactly if a condition fails, which the sentence names.
func TestFloorsNeedTheirConditions(t *testing.T) {
	rr, down := param.Must(channel.Parse("rr", 1)), param.Must(channel.Parse("rr(0.2,0.2)", 1))
	quadratic, laplace := param.Must(channel.Parse("quadratic", 1)), param.Must(channel.Parse("laplace", 1))
	for _, c := range []struct {
		name     string
		scenario *scenarios.Scenario
		id       string
		epsilon  float64
		channel  channel.Channel
		floors   int
		missing  string
	}{
		{"no rewards", preset("hhmh-1"), "random", math.NaN(), nil, 0, "does not use rewards"},
		{"is told", preset("hhmh-1"), "optimal", math.NaN(), nil, 0, "does not use rewards"},
		{"changing", preset("gaj-switch"), "sw-klucb-cf", math.NaN(), rr, 0, "changing means"},
		{"best is 1", bandit("1 .5"), "lazy-dp-ts", .5, nil, 0, "the best mean is 1"},
		{"best is 1 behind rr", bandit("1 .5"), "kl-ucb-cf", math.NaN(), rr, 0, "the best mean is 1"},
		{"not Bernoulli", bandit("beta(2,2) .5"), "ucb1", math.NaN(), nil, 0, "not Bernoulli"},
		{"not Bernoulli behind rr", bandit("beta(2,2) .4"), "kl-ucb-cf", math.NaN(), rr, 1, ""},
		{"not Bernoulli behind a curve", bandit("beta(2,2) .4"), "ts-ldp-b", math.NaN(), quadratic, 0, "linear in the reward"},
		{"Bernoulli behind a curve", bandit(".5 .4"), "ts-ldp-b", math.NaN(), quadratic, 2, ""},
		{"reports are not bits", bandit(".5 .4"), "ucb-ldp-l", math.NaN(), laplace, 1, ""},
		{"trusts falling reports", bandit(".5 .4"), "ts-ldp-b", math.NaN(), down, 0, "change the order"},
		{"inverts falling reports", bandit(".5 .4"), "ts-cf", math.NaN(), down, 2, ""},
		{"full information", preset("doubling-gap"), "rnm-ftnl", .5, nil, 0, "all others 1"},
		{"not private", preset("ww-det"), "ftl", math.NaN(), nil, 0, "only learners of central"},
		{"shared draws", preset("movies"), "omm", math.NaN(), nil, 0, "not independent"},
	} {
		var setting learners.Setting
		if c.channel != nil {
			setting.Channels = slices.Repeat([]channel.Channel{c.channel}, c.scenario.Arms())
		}
		all, missing := Floors(c.scenario, declaration(c.id), setting, c.epsilon)
		if len(all) != c.floors || !strings.Contains(missing, c.missing) || (missing == "") != (c.floors > 0) {
			t.Errorf("%s: %d floors, %q", c.name, len(all), missing)
		}
	}
	s := bandit(".5 .4")
	s.Channels = nil
	mixed := []channel.Channel{rr, param.Must(channel.Parse("rr", 2))}
	if all, missing := Floors(s, declaration("ts-ldp-b"), learners.Setting{Channels: mixed}, math.NaN()); len(all) > 0 {
		t.Errorf("%d floors for a learner that trusts reports of two channels; %q", len(all), missing)
	}
	if _, ok := Highest(floors(t, bandit(".5 .5"), "ucb1", math.NaN()), 1000); ok {
		t.Error("equal arms have a floor above 0")
	}
}

// CHH's matroid: the constant of the spec, and by trying every exchange of an arm of A*.
func TestSlopeOfMatroids(t *testing.T) {
	for _, name := range []string{"chh-synthetic", "chh-uniform"} {
		reference := preset(name)
		p, want := &reference.Phases[0], 0.0
		for e, mean := range p.Means {
			if slices.Contains(p.Best, e) || reference.Matroid.Loop(e) {
				continue
			}
			cheapest := 2.0
			for i := range p.Best {
				swapped := slices.Clone(p.Best)
				swapped[i] = e
				if matroid.Independent(reference.Matroid, swapped) {
					cheapest = min(cheapest, p.Means[p.Best[i]])
				}
			}
			if cheapest > mean {
				want += (cheapest - mean) / bernoulliKL(mean, cheapest)
			}
		}
		got := floors(t, reference, "omm", math.NaN())[0]
		if math.Abs(got.Coefficient/want-1) > 1e-9 || name == "chh-synthetic" && math.Abs(got.Coefficient-3.874457) > 1e-6 {
			t.Errorf("%s: %v, by exchanges %v", name, got.Coefficient, want)
		}
	}
}

// On a uniform matroid, every arm outside A* competes with the cheapest of A*; arms of equal mean
// and arms that compete with a mean of 1 are free.
func TestSlopeOfUniformMatroids(t *testing.T) {
	for _, c := range []struct {
		means []float64
		want  float64
	}{
		{[]float64{.9, .8, .5, .4}, .3/bernoulliKL(.5, .8) + .4/bernoulliKL(.4, .8)},
		{[]float64{.9, .8, .8, .4}, .4 / bernoulliKL(.4, .8)},
		{[]float64{1, 1, .5}, 0},
	} {
		s := &scenarios.Scenario{
			Name: "uniform", Kind: scenarios.MatroidKind, Feedback: scenarios.SemiBandit, Horizon: 100, Epsilon: 1,
			Matroid: param.Must(matroid.NewUniform(len(c.means), 2)), Phases: []scenarios.Phase{{From: 1}},
		}
		for _, mean := range c.means {
			s.Phases[0].Arms = append(s.Phases[0].Arms, param.Must(arm.NewBernoulli(mean)))
		}
		s = param.Must(s.Finish())
		got := floors(t, s, "omm", math.NaN())[0]
		if math.Abs(got.Coefficient-c.want) > 1e-12 || got.Source != "Anantharam et al. 1987" {
			t.Errorf("%v: %v (%s), want %v", c.means, got.Coefficient, got.Source, c.want)
		}
	}
}

// A distance is regret over a value, or growth since ⌈√t⌉ over the slope's.
func TestTimes(t *testing.T) {
	for round, want := range map[int]int{1: 1, 2: 2, 3: 2, 4: 2, 5: 3, 100: 10, 101: 11, 1_000_000: 1000} {
		if got := Root(round); got != want {
			t.Errorf("⌈√%d⌉ = %d", round, got)
		}
	}
	if got := Times(Lower, 40, 1000, 100, 7); got != 2.5 {
		t.Errorf("100 is %v times 40", got)
	}
	// A regret of 3·(5 ln t) + 8 grows 3 times as fast as 5 ln t.
	regret := func(round int) float64 { return 15*math.Log(float64(round)) + 8 }
	if got := Times(Slope, 5, 10_000, regret(10_000), regret(100)); math.Abs(got-3) > 1e-12 {
		t.Errorf("%v times the slope, want 3", got)
	}
	if got := Times(Slope, 5, 1, 1, 1); !math.IsNaN(got) {
		t.Errorf("%v times the slope without growth", got)
	}
}

// Orders without a height are told for the setting that they are about, and conjectures as such.
func TestRemarksAreOfTheSetting(t *testing.T) {
	for _, c := range []struct {
		scenario, id string
		private      bool
		want         string
	}{
		{"hhmh-1", "lazy-dp-ts", true, "max(√(K T), K/ε)"},
		{"hhmh-1", "ucb1", false, ""},
		{"hhmh-1", "optimal", true, ""},
		{"ww-det", "rnm-ftnl", true, "√(T ln K) + ln K/ε"},
		{"ww-det,K=3", "rnm-ftnl", true, ""},
		{"chh-synthetic", "dpucb-mat", true, "conjectured optimal for ε-private learners: L ln n/Δ + L K ln n/ε"},
		{"chh-synthetic", "omm", false, "on some matroids: L ln n/Δ"},
		{"gaj-switch", "sw-klucb-cf", false, "Ω(√T)"},
	} {
		text := ""
		for _, r := range Remarks(preset(c.scenario), declaration(c.id), c.private) {
			text += r.Label
			if r.Kind != Words || r.Source == "" {
				t.Errorf("%+v", r)
			}
		}
		if !strings.Contains(text, c.want) || (c.want == "") != (text == "") {
			t.Errorf("%s on %s: %q, want %q", c.id, c.scenario, text, c.want)
		}
	}
}
