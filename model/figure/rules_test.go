package figure

import (
	"fmt"
	"math"
	"testing"

	"regretscope/model"
	"regretscope/noise"
)

// measured makes up a run's regret; the rest of a unit follows from it.
type measured func(point, learner int, t float64, noise float64) float64

// madeUp is a sample of a panel whose runs are made up: regrets with normal
// noise of standard deviation 1, the same for all learners of a run and round
// where shared is true, as paired rewards would make it.
func madeUp(t *testing.T, p Panel, runs int, regret measured) *Sample {
	t.Helper()
	if p.X.Shows == "" {
		p.X.Shows = Rounds
	}
	e, err := p.Experiment("", runs)
	if err != nil {
		t.Fatal(err)
	}
	d := e.Design(t.Context())
	e.Written = d
	units := map[model.Unit]*model.Finished{}
	for i := range d.Series {
		s := &d.Series[i]
		best := e.Points[s.Point].Scenario.Phases[0].BestMean
		for run := range runs {
			stream := noise.NewStream(noise.KeyOf(fmt.Sprintf("made up %d %d", i, run)))
			f := &model.Finished{Unit: model.Unit{Series: i, Run: run}}
			z := stream.Normal(0, 1)
			for _, at := range s.At {
				r := regret(s.Point, i%len(d.Config.Learners), float64(at), z)
				f.Regret = append(f.Regret, model.Number(r))
				f.Return = append(f.Return, model.Number(best-r/float64(at)))
				f.Pulls = append(f.Pulls, make([]int, s.Arms))
			}
			units[f.Unit] = f
		}
	}
	return newSample(&p, e, units)
}

// decide judges a claim with the panel of a sample as Parse would have it.
func decide(t *testing.T, c Claim, s *Sample) Verdict {
	t.Helper()
	if err := c.suits(rules[c.Rule], s.Panel); err != nil {
		t.Fatal(err)
	}
	return c.Decide(s, .99)
}

var (
	twoLearners = Panel{Scenarios: []string{"hhmh-1"}, Learners: []string{"ucb1", "thompson"}, Horizon: []int{100_000}, At: []int{1000, 10_000}, X: Axis{Shows: Rounds, Log: true}}
	bases       = Panel{Scenarios: []string{"chh-synthetic"}, Learners: []string{"omm", "cts"}, Horizon: []int{10_000}}
	horizons    = Panel{Scenarios: []string{"gaj-switch,length=1000|2000|4000|8000"}, Learners: []string{"kl-ucb-cf", "sw-ucb"}, X: Axis{Shows: HorizonAxis}}
	privacy     = Panel{Scenarios: []string{"hhmh-1"}, Learners: []string{"lazy-dp-ts"}, Epsilon: []float64{.25, .5, 1, 2, 4}, Horizon: []int{1000}, X: Axis{Shows: InverseAxis}}
	gaps        = Panel{Arms: []string{"0.501 0.5", "0.504 0.5", "0.516 0.5", "0.564 0.5", "0.9 0.5"}, Learners: []string{"ucb1"}, Horizon: []int{1_000_000}, X: Axis{Shows: GapAxis}}
	channels    = Panel{Scenarios: []string{"jzl-20"}, Channels: []string{"linear", "exponential"}, Learners: []string{"ts-ldp-b"}, Epsilon: []float64{1, 2}, Horizon: []int{1000}}
	windows     = Panel{Scenarios: []string{"gaj-switch"}, Learners: []string{"sw-klucb-cf,w=50|100"}, X: Axis{Shows: WindowAxis}}
)

// constant regrets by learner, with noise.
func constant(values ...float64) measured {
	return func(_, learner int, _, z float64) float64 { return values[learner] + z }
}

// Each rule must say so where the answer is known, must say the opposite where it
// is the opposite, and must not decide where it is on the edge. A case is decided
// wrongly with probability at most .01: that is the confidence it is given.
func TestRules(t *testing.T) {
	for _, c := range []struct {
		name   string
		claim  Claim
		panel  Panel
		regret measured
		want   Outcome
	}{
		{"less", Claim{Rule: "less-regret", Learners: []string{"ucb1"}, Than: []string{"thompson"}}, twoLearners, constant(10, 12), Seen},
		{"more", Claim{Rule: "less-regret", Learners: []string{"ucb1"}, Than: []string{"thompson"}}, twoLearners, constant(12, 10), NotSeen},
		{"equal", Claim{Rule: "less-regret", Learners: []string{"ucb1"}, Than: []string{"thompson"}}, twoLearners, constant(10, 10), Undecided},
		{
			"less at the end, more before",
			Claim{Rule: "less-regret", Learners: []string{"ucb1"}, Than: []string{"thompson"}, From: 1000},
			twoLearners,
			func(_, l int, t, z float64) float64 { return 100 - float64(l)*(t-10_000)/1000 + z }, NotSeen,
		},
		{"rises", Claim{Rule: "rises", Learners: []string{"ucb1", "thompson"}}, twoLearners, constant(10, 12), Seen},
		{"falls", Claim{Rule: "rises", Learners: []string{"ucb1", "thompson"}}, twoLearners, constant(12, 10), NotSeen},
		{"ratio near 1", Claim{Rule: "ratio-within", Learner: "ucb1", Than: []string{"thompson"}, Low: .8, High: 1.25}, twoLearners, constant(20, 19), Seen},
		{"ratio of 2", Claim{Rule: "ratio-within", Learner: "ucb1", Than: []string{"thompson"}, Low: .8, High: 1.25}, twoLearners, constant(20, 10), NotSeen},
		{"ratio on the edge", Claim{Rule: "ratio-within", Learner: "ucb1", Than: []string{"thompson"}, Low: .8, High: 1.25}, twoLearners, constant(20, 16), Undecided},
		{
			"ratio to what varies much",
			Claim{Rule: "ratio-within", Learner: "ucb1", Than: []string{"thompson"}, Low: .8, High: 1.25},
			twoLearners,
			func(_, l int, _, z float64) float64 { return []float64{1, 1}[l] * (1 + 2*z) }, Undecided,
		},
		{
			"logarithmic",
			Claim{Rule: "growth-within", Learners: []string{"ucb1"}, From: 10_000, Low: .95, High: 1.05, PerLog: true},
			twoLearners,
			func(_, _ int, t, z float64) float64 { return 20*math.Log(t) + z }, Seen,
		},
		{
			"logarithm squared",
			Claim{Rule: "growth-within", Learners: []string{"ucb1"}, From: 10_000, Low: .95, High: 1.05, PerLog: true},
			twoLearners,
			func(_, _ int, t, z float64) float64 { return math.Log(t)*math.Log(t) + z }, NotSeen,
		},
		{"bounded", Claim{Rule: "growth-within", Learners: []string{"ucb1"}, From: 1000, High: 1.05}, twoLearners, constant(20, 20), Seen},
		{
			"growing",
			Claim{Rule: "growth-within", Learners: []string{"ucb1"}, From: 1000, High: 1.05},
			twoLearners,
			func(_, _ int, t, z float64) float64 { return 10*math.Log(t) + z }, NotSeen,
		},
		{"return enough", Claim{Rule: "ratio-within", Returns: true, Learner: "omm", Than: []string{"cts"}, Low: .95}, bases, constant(200, 100), Seen},
		{"return too little", Claim{Rule: "ratio-within", Returns: true, Learner: "omm", Than: []string{"cts"}, Low: .95}, bases, constant(5000, 100), NotSeen},
		{"returns near", Claim{Rule: "returns-near", Learner: "omm", Of: "cts", Within: .05}, bases, constant(200, 100), Seen},
		{"returns far", Claim{Rule: "returns-near", Learner: "omm", Of: "cts", Within: .05}, bases, constant(5000, 100), NotSeen},
		{"straight in 1/ε", Claim{Rule: "straight", Learners: []string{"lazy-dp-ts"}, R2: .95}, privacy, func(p, _ int, _, z float64) float64 { return 100/privacy.Epsilon[p] + z }, Seen},
		{"bent in 1/ε", Claim{Rule: "straight", Learners: []string{"lazy-dp-ts"}, R2: .95}, privacy, func(p, _ int, _, z float64) float64 { return 100/(privacy.Epsilon[p]*privacy.Epsilon[p]) + z }, NotSeen},
		{"square root", Claim{Rule: "slope", Learner: "kl-ucb-cf", Is: .5, Within: .1}, horizons, func(_, _ int, t, z float64) float64 { return 10*math.Sqrt(t) + z }, Seen},
		{"linear", Claim{Rule: "slope", Learner: "kl-ucb-cf", Is: .5, Within: .1}, horizons, func(_, _ int, t, z float64) float64 { return t + z }, NotSeen},
		{"slope on the edge", Claim{Rule: "slope", Learner: "kl-ucb-cf", Is: .5, Within: .1}, horizons, func(_, _ int, t, z float64) float64 { return 100 * math.Pow(t, .6) * (1 + .05*z) }, Undecided},
		{"excess", Claim{Rule: "slope", Learner: "kl-ucb-cf", Minus: "sw-ucb", Is: 1, Within: .1}, horizons, func(_, l int, t, z float64) float64 { return 5000 + t*float64(1-l) + z }, Seen},
		{"no excess", Claim{Rule: "slope", Learner: "kl-ucb-cf", Minus: "sw-ucb", Is: 1, Within: .1}, horizons, func(_, l int, t, z float64) float64 { return 5000 + math.Sqrt(t)*float64(1-l) + .01*z }, NotSeen},
		{"worst gap inside", Claim{Rule: "worst-gap", Learner: "ucb1", Times: 4}, gaps, func(p, _ int, _, z float64) float64 { return []float64{10, 20, 30, 20, 5}[p] + z }, Seen},
		{"worst gap outside", Claim{Rule: "worst-gap", Learner: "ucb1", Times: 4}, gaps, func(p, _ int, _, z float64) float64 { return []float64{10, 15, 20, 25, 40}[p] + z }, NotSeen},
		{"best window", Claim{Rule: "ratio-within", Learner: "sw-klucb-cf,w=50", High: 1.25}, windows, constant(20, 20), Seen},
		{"worse window", Claim{Rule: "ratio-within", Learner: "sw-klucb-cf,w=50", High: 1.25}, windows, constant(40, 20), NotSeen},
		{"less through", Claim{Rule: "less-through", Learners: []string{"ts-ldp-b"}, Channels: []string{"exponential"}, ThanChannels: []string{"linear"}}, channels, func(p, _ int, _, z float64) float64 { return []float64{20, 20, 10, 10}[p] + z }, Seen},
		{"more through", Claim{Rule: "less-through", Learners: []string{"ts-ldp-b"}, Channels: []string{"exponential"}, ThanChannels: []string{"linear"}}, channels, func(p, _ int, _, z float64) float64 { return []float64{20, 20, 30, 30}[p] + z }, NotSeen},
	} {
		t.Run(c.name, func(t *testing.T) {
			if v := decide(t, c.claim, madeUp(t, c.panel, 40, c.regret)); v.Outcome != c.want {
				t.Errorf("%s, want %s: %s", v.Outcome, c.want, v.Text(10))
			}
		})
	}
}

// Of 1 000 samples whose means are equal, a rule of confidence .95 must decide
// about 50, in either direction: more than 75 would come by chance with
// probability below .001. Half of the confidence, which this must notice, decides
// far more.
func TestFalseAlarms(t *testing.T) {
	alarms := func(confidence float64) int {
		n := 0
		for i := range 1000 {
			stream := noise.NewStream(noise.KeyOf(fmt.Sprint("alarm ", i)))
			a, b := make([]float64, 20), make([]float64, 20)
			for k := range a {
				both := stream.Normal(0, 1) // the same rewards
				a[k], b[k] = both+stream.Normal(0, 1), both+stream.Normal(0, 1)
			}
			if d, interval := difference(a, b, confidence); within("", d, interval, math.Inf(-1), 0).Outcome != Undecided {
				n++
			}
		}
		return n
	}
	if n := alarms(.95); n > 75 || n < 25 {
		t.Errorf("%d of 1000 equal samples are decided", n)
	}
	if n := alarms(.5); n < 400 {
		t.Errorf("at confidence .5 only %d of 1000 are", n)
	}
}

// The jackknife's interval for the mean is Student's, and for the slope of a
// power law it holds the slope in about as many samples as it says.
func TestJackknife(t *testing.T) {
	xs := []float64{0, 1, 2, 3}
	missed := 0
	for i := range 400 {
		stream := noise.NewStream(noise.KeyOf(fmt.Sprint("jackknife ", i)))
		runs := make([][]float64, 30)
		for r := range runs {
			for _, x := range xs {
				runs[r] = append(runs[r], math.Exp(.5*x)*(10+stream.Normal(0, 1)))
			}
		}
		if _, interval := jackknife(runs, .95, func(m []float64) float64 { return logSlope(xs, m) }); !interval.Contains(.5) {
			missed++
		}
	}
	if missed > 40 || missed < 5 { // 20 are expected, with standard deviation 4.4
		t.Errorf("400 intervals of confidence .95 miss the slope %d times", missed)
	}
}

func TestFigureConfidence(t *testing.T) {
	f := &Figure{Runs: 20, Most: 1280, Claims: make([]Claim, 3)}
	if got := fmt.Sprint(f.looks()); got != "[20 40 80 160 320 640 1280]" {
		t.Errorf("looks at %s runs", got)
	}
	if got, want := f.confidence(), 1-.01/21; math.Abs(got-want) > 1e-12 {
		t.Errorf("confidence %v, want %v", got, want)
	}
}

// Exact rules, against what is known in closed form or must fail.
func TestExactRules(t *testing.T) {
	experts := Panel{
		Scenarios: []string{"ww-det,K=4|16|64|256"}, Learners: []string{"rnm-ftnl,noise=exponential,scale=2", "rnm-ftnl,noise=gumbel,scale=2", "ftnl"},
		Epsilon: []float64{.5}, Horizon: []int{1_000_000}, At: []int{4, 100_000}, X: Axis{Shows: ArmsAxis},
	}
	byEpsilon := experts
	byEpsilon.Scenarios, byEpsilon.Epsilon, byEpsilon.X.Shows = []string{"ww-det,K=16"}, []float64{1, .01, .001}, PrivacyAxis
	doubling := experts
	doubling.Scenarios, doubling.Learners, doubling.Epsilon = []string{"doubling-gap,K=2|4|6,gap=0.015625"}, []string{"rnm-ftnl,scale=1"}, []float64{.004}
	exponential, gumbel := experts.Learners[0], experts.Learners[1]
	for _, c := range []struct {
		name  string
		claim Claim
		panel Panel
		want  Outcome
	}{
		{"settled", Claim{Rule: "exact-settles", From: 100_000, Within: 1e-6}, experts, Seen},
		{"not yet settled", Claim{Rule: "exact-settles", From: 4, Within: 1e-6}, experts, NotSeen},
		{"below", Claim{Rule: "exact-below", Learner: exponential, Of: gumbel}, experts, Seen},
		{"above", Claim{Rule: "exact-below", Learner: gumbel, Of: exponential}, experts, NotSeen},
		{"constant over ε", Claim{Rule: "exact-times-epsilon", Within: .02}, byEpsilon, Seen},
		{"not so constant", Claim{Rule: "exact-times-epsilon", Within: 1e-6}, byEpsilon, NotSeen},
		{"like K", Claim{Rule: "exact-slope", Learner: "ftnl", Of: gumbel, Is: 1, Within: .25}, experts, Seen},
		{"not like √K", Claim{Rule: "exact-slope", Learner: "ftnl", Of: gumbel, Is: .5, Within: .25}, experts, NotSeen},
		{"straight in ln K", Claim{Rule: "exact-straight", Learners: []string{gumbel}}, experts, Seen},
		{"linear in K", Claim{Rule: "exact-straight", Learners: []string{"ftnl"}}, experts, NotSeen},
		{"the conjecture", Claim{Rule: "follows", Learner: "rnm-ftnl,scale=1"}, doubling, Seen},
		{"the theorem", Claim{Rule: "follows", Learner: "rnm-ftnl,scale=1", Bracket: true}, doubling, NotSeen},
		{"resampled", Claim{Rule: "picks-fall", Resampled: true}, byEpsilon, Seen},
		{"as they are", Claim{Rule: "picks-fall"}, byEpsilon, NotSeen},
		{"channels alike", Claim{Rule: "channels-coincide", Channels: []string{"linear", "quadratic", "exponential"}}, experts, Seen},
		{"channels unlike", Claim{Rule: "channels-coincide", Channels: []string{"linear", "rr(0.6,0.9)"}}, experts, NotSeen},
	} {
		t.Run(c.name, func(t *testing.T) {
			if v := decide(t, c.claim, madeUp(t, c.panel, 2, constant(1, 1, 1))); v.Outcome != c.want {
				t.Errorf("%s, want %s: %s", v.Outcome, c.want, v.Text(10))
			}
		})
	}
}

// The bounds are those of the papers, computed by hand here: WW App. E's integral
// at K = 16 and ε = .1, and JZL Eq. (4) through the linear channel.
func TestBounds(t *testing.T) {
	lower := Panel{Scenarios: []string{"ww-det,K=16"}, Learners: []string{"rnm-ftnl,scale=2"}, Epsilon: []float64{.1}, Horizon: []int{1000}}
	integral := 0.
	for x := 1.; x < 1001; x += .001 {
		integral += .001 * 15 / (math.Exp((x+.0005)*.1) + 15)
	}
	upper := Panel{Scenarios: []string{"hhmh-2"}, Channels: []string{"linear"}, Learners: []string{"ucb-ldp-b"}, Epsilon: []float64{1}, Horizon: []int{1000}}
	gap := .1 * (math.E - 1) / (math.E + 1)
	bound := 4 * .1 * (8*math.Log(1000)/(gap*gap) + 1 + math.Pi*math.Pi/3)
	for _, c := range []struct {
		claim  Claim
		panel  Panel
		regret float64
		want   Outcome
	}{
		{Claim{Rule: "above-lower-bound"}, lower, integral + 2, Seen},
		{Claim{Rule: "above-lower-bound"}, lower, integral - 2, NotSeen},
		{Claim{Rule: "below-bound", Learners: []string{"ucb-ldp-b"}}, upper, bound - 2, Seen},
		{Claim{Rule: "below-bound", Learners: []string{"ucb-ldp-b"}}, upper, bound + 2, NotSeen},
	} {
		if v := decide(t, c.claim, madeUp(t, c.panel, 40, constant(c.regret))); v.Outcome != c.want {
			t.Errorf("%s with regret %v: %s, want %s: %s", c.claim.Rule, c.regret, v.Outcome, c.want, v.Text(3))
		}
	}
	slope := Panel{Scenarios: []string{"hhmh-2"}, Learners: []string{"dp-klucb", "dp-se"}, Epsilon: []float64{1}, Horizon: []int{1000}}
	for near, want := range map[bool]Outcome{true: Seen, false: NotSeen} {
		regrets := constant(500, 1000)
		if !near {
			regrets = constant(1000, 500)
		}
		if v := decide(t, Claim{Rule: "closest-to-slope", Learners: []string{"dp-klucb"}, Than: []string{"dp-se"}}, madeUp(t, slope, 40, regrets)); v.Outcome != want {
			t.Errorf("closest to the slope: %s, want %s: %s", v.Outcome, want, v.Text(3))
		}
	}
}

func TestOverlapCountsTheLastBasis(t *testing.T) {
	p := Panel{Scenarios: []string{"chh-synthetic"}, Learners: []string{"omm"}, Horizon: []int{100}, At: []int{99}, Points: 1}
	s := madeUp(t, p, 20, constant(1))
	best := s.Points[0].Scenario.Phases[0].Best
	for run := range s.Runs {
		f := s.unit(0, 0, run)
		f.Pulls[1][best[0]], f.Pulls[1][best[1]] = 1, 1 // two of three in the last round
	}
	for arms, want := range map[int]Outcome{2: Seen, 3: NotSeen, 1: NotSeen} {
		if v := decide(t, Claim{Rule: "overlap", Learner: "omm", Arms: arms}, s); v.Outcome != want {
			t.Errorf("%d arms: %s, want %s: %s", arms, v.Outcome, want, v.Text(3))
		}
	}
}
