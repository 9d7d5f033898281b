package figure

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"regretscope/model"
	"regretscope/model/trials"
	"regretscope/noise"
	"regretscope/noise/number"
	"regretscope/noise/param"
)

// measured makes up a run's regret; the rest of a unit follows from it.
type measured func(point, learner int, t float64, noise float64) float64

// madeUp returns a sample with made-up regrets: with normal noise of standard deviation 1,
// independent between series.
func madeUp(t *testing.T, p Panel, runs int, regret measured) *Sample {
	t.Helper()
	if p.X.Shows == "" {
		p.X.Shows = Rounds
	}
	e := param.Must(p.Experiment("", runs))
	d := e.Design(t.Context())
	e.Stored = d
	units := map[trials.Unit]*trials.Finished{}
	for i := range d.Series {
		s := &d.Series[i]
		best := e.Points[s.Point].Scenario.Phases[0].BestMean
		for run := range runs {
			stream := noise.NewStream(noise.KeyOf(fmt.Sprintf("made up %d %d", i, run)))
			f := &trials.Finished{Unit: trials.Unit{Series: i, Run: run}, Seed: uint64(run)}
			z := stream.Normal(0, 1)
			for k, at := range s.At {
				r := regret(s.Point, i%len(d.Setup.Learners), float64(at), z)
				f.Regret = append(f.Regret, number.Float(r))
				f.Return = append(f.Return, number.Float(best-r/float64(at)))
				f.Pulls = append(f.Pulls, make([]int, s.Arms))
				for _, arm := range e.Points[s.Point].Scenario.Phases[0].Best {
					f.Pulls[k][arm] = at
				}
			}
			units[f.Unit] = f
		}
	}
	return newSample(&p, e, units)
}

// decide judges a claim with the panel of a sample that suits its rule.
func decide(t *testing.T, c Claim, s *Sample) Verdict {
	t.Helper()
	if err := c.suits(s.Panel); err != nil {
		t.Fatal(err)
	}
	return c.Decide(s, .99)
}

var (
	twoLearners = Panel{
		Scenarios: []string{"hhmh-1"}, Learners: []string{"ucb1", "thompson"}, Horizon: []int{100_000},
		At: []int{1000, 10_000}, X: Axis{Shows: Rounds, Log: true},
	}
	bases    = Panel{Scenarios: []string{"chh-synthetic"}, Learners: []string{"omm", "cts"}, Horizon: []int{10_000}}
	horizons = Panel{
		Scenarios: []string{"gaj-switch,length=1000|2000|4000|8000"}, Learners: []string{"kl-ucb-cf", "sw-ucb"},
		X: Axis{Shows: HorizonAxis},
	}
	worst = Panel{
		Arms: []string{".51 .5", ".6 .5"}, Learners: []string{"ucb1"}, Horizon: []int{1000, 10_000, 100_000},
		X: Axis{Shows: HorizonAxis},
	}
	privacy = Panel{
		Scenarios: []string{"hhmh-1"}, Learners: []string{"lazy-dp-ts"}, Epsilon: []float64{.25, .5, 1, 2, 4},
		Horizon: []int{1000}, X: Axis{Shows: InverseAxis},
	}
	matrices = Panel{
		Scenarios: []string{"gaj-switch"}, Channels: []string{"rr(.9,.9)", "rr(.8,.8)", "rr(.7,.7)", "rr(.6,.6)"},
		Learners: []string{"sw-ucb"}, Horizon: []int{1000}, X: Axis{Shows: SlopeAxis},
	}
	gaps = Panel{
		Arms: []string{"0.501 0.5", "0.504 0.5", "0.516 0.5", "0.564 0.5", "0.9 0.5"}, Learners: []string{"ucb1"},
		Horizon: []int{1_000_000}, X: Axis{Shows: GapAxis},
	}
	channels = Panel{
		Scenarios: []string{"jzl-20"}, Channels: []string{"linear", "exponential"}, Learners: []string{"ts-ldp-b"},
		Epsilon: []float64{1, 2}, Horizon: []int{1000},
	}
	windows = Panel{
		Scenarios: []string{"gaj-switch"}, Learners: []string{"sw-klucb-cf,w=50|100"}, X: Axis{Shows: WindowAxis},
	}
	experts = Panel{
		Scenarios: []string{"ww-det,K=4|16|64|256"}, Learners: []string{exponential, gumbel, "ftnl"},
		Epsilon: []float64{.5}, Horizon: []int{1_000_000}, At: []int{4, 100_000}, X: Axis{Shows: ArmsAxis},
		Y: Axis{Shows: ExpectedExact},
	}
	instance = Panel{
		Scenarios: []string{"ww-det,K=16"}, Learners: []string{"anytime-lazy-ucb"}, Epsilon: []float64{.1},
		Horizon: []int{1000},
	}
	packing = Panel{
		Scenarios: []string{"equal-gap,K=16,gap=0.01"}, Learners: []string{"rnm-ftnl", "rnm-ftnl,scale=1"}, Epsilon: []float64{.05},
		Horizon: []int{2000},
	}
	alphas = Panel{
		Scenarios: []string{"hhmh-1"}, Learners: []string{"adap-klucb", "lazy-dp-ts", "adap-klucb,alpha=2"},
		Epsilon: []float64{1}, Horizon: []int{1000},
	}
	reports = Panel{
		Scenarios: []string{"hhmh-2"}, Channels: []string{"linear"}, Learners: []string{"ucb-ldp-b", "ts-ldp-b"},
		Epsilon: []float64{1}, Horizon: []int{1000},
	}
	lastRound = Panel{
		Scenarios: []string{"chh-synthetic"}, Learners: []string{"optimal", "omm"}, Horizon: []int{100},
		At: []int{99}, Points: 1,
	}
)

const exponential, gumbel = "rnm-ftnl,noise=exponential,scale=2", "rnm-ftnl,noise=gumbel,scale=2"

// constant regrets by learner, with noise.
func constant(values ...float64) measured {
	return func(_, learner int, _, z float64) float64 { return values[learner] + z }
}

// equal regrets by learner, the same in all runs.
func equal(values ...float64) measured {
	return func(_, learner int, _, _ float64) float64 { return values[learner] }
}

// byPoint are regrets by grid point, with noise.
func byPoint(values ...float64) measured {
	return func(point, _ int, _, z float64) float64 { return values[point] + z }
}

// grows is regret as a function of rounds, with noise.
func grows(f func(t float64) float64) measured {
	return func(_, _ int, t, z float64) float64 { return f(t) + z }
}

// powerOf is regret that grows as a power of rounds, with noise.
func powerOf(factor, power float64) measured {
	return grows(func(t float64) float64 { return factor * math.Pow(t, power) })
}

// Regrets whose multiple of ln t falls threefold, and falls and rises again, from 10³ to 10⁵ rounds.
func falling(t float64) float64 { return math.Log(t) * (400 - 100*math.Log10(t/100)) }
func bowl(t float64) float64    { return math.Log(t) * (100 + 100*math.Abs(math.Log10(t/10_000))) }

// A ruleCase is a claim on made-up runs with the wanted outcome.
type ruleCase struct {
	name   string
	claim  Claim
	panel  Panel
	regret measured
	want   Outcome
}

// The bounds of TestRules, by hand: WW App. E's integral at K = 16 and ε = .1, and JZL
// through the linear channel, four gaps of .1.
var (
	integral = func() (sum float64) {
		for x := 1.; x < 1001; x += .001 {
			sum += .001 * 15 / (math.Exp((x+.0005)*.1) + 15)
		}
		return sum
	}()
	channelGap = .1 * (math.E - 1) / (math.E + 1)
	equation   = 4 * .1 * (8*math.Log(1000)/(channelGap*channelGap) + 1 + math.Pi*math.Pi/3)
	theorem    = 4 * .1 * 2 * (math.Log(1000) + 1) / (channelGap * channelGap)
)

// Claims of more than one case.
var (
	below          = Claim{Rule: "less-regret", Learners: []string{"ucb1"}, Than: []string{"thompson"}}
	belowElsewhere = Claim{Rule: "less-regret", Learners: []string{"ucb1"}, Than: []string{"thompson"}, Elsewhere: true}

	rising       = Claim{Rule: "less-regret", Learners: []string{"ucb1", "thompson"}}
	belowThrough = Claim{
		Rule: "less-regret", Learners: []string{"ts-ldp-b"},
		Channels: []string{"exponential"}, ThanChannels: []string{"linear"},
	}
	ratioNear1 = Claim{Rule: "ratio-within", Learner: "ucb1", Than: []string{"thompson"}, Low: .8, High: 1.25}
	dependent  = Claim{
		Rule: "ratio-within", Learner: "adap-klucb", Than: []string{"lazy-dp-ts"}, Low: .8, High: 1.25,
		Beside: []string{"adap-klucb,alpha=2"},
	}
	sameReturn      = Claim{Rule: "ratio-within", Returns: true, Learner: "omm", Than: []string{"cts"}, Low: .95}
	bestWindow      = Claim{Rule: "ratio-within", Learner: "sw-klucb-cf,w=50", High: 1.25}
	constantRegret  = Claim{Rule: "growth-within", Learners: []string{"ucb1"}, From: 1000, High: 1.05}
	settling        = Claim{Rule: "settles", Learners: []string{"ucb1"}, High: 1.6}
	slowly          = Claim{Rule: "settles", Learners: []string{"ucb1"}, High: 1.6, Upper: true}
	fittedLine      = Claim{Rule: "fitted-power", Learners: []string{"lazy-dp-ts"}, Low: .8, High: 1.2}
	likeRoot        = Claim{Rule: "power", Learners: []string{"kl-ucb-cf"}, Low: .4, High: .6}
	atMostRoot      = Claim{Rule: "power", Learners: []string{"kl-ucb-cf"}, High: .5}
	atLeastRoot     = Claim{Rule: "power", Learners: []string{"kl-ucb-cf"}, Low: .5}
	linearExcess    = Claim{Rule: "power", Learners: []string{"kl-ucb-cf"}, Minus: "sw-ucb", Low: .9, High: 1.1}
	likeInverse     = Claim{Rule: "growth-within", Learners: []string{"ucb1"}, Over: "1/x", Low: .8}
	allBounds       = Claim{Rule: "explicit-bounds"}
	boundOfUCB      = Claim{Rule: "explicit-bounds", Learners: []string{"ucb-ldp-b"}}
	boundOfThompson = Claim{Rule: "explicit-bounds", Learners: []string{"ts-ldp-b"}}
)

var ruleCases = []ruleCase{
	{name: "less", claim: below, panel: twoLearners, regret: constant(10, 12), want: Seen},
	{name: "more", claim: below, panel: twoLearners, regret: constant(12, 10), want: Contradicted},
	{name: "more, elsewhere", claim: belowElsewhere, panel: twoLearners, regret: constant(12, 10), want: Elsewhere},
	{name: "less, elsewhere", claim: belowElsewhere, panel: twoLearners, regret: constant(10, 12), want: Seen},
	{name: "not less", claim: below, panel: twoLearners, regret: constant(10, 10), want: Undecided},
	{name: "less in all of many runs alike", claim: below, panel: twoLearners, regret: equal(10, 12), want: Seen},
	{name: "never less in all of many runs", claim: below, panel: twoLearners, want: Contradicted, regret: equal(10, 10)},
	{
		name: "less at the end, more before", panel: twoLearners, want: Contradicted,
		claim:  Claim{Rule: "less-regret", Learners: []string{"ucb1"}, Than: []string{"thompson"}, From: 1000},
		regret: func(_, l int, t, z float64) float64 { return 100 - float64(l)*(t-10_000)/1000 + z },
	},
	{name: "rises", claim: rising, panel: twoLearners, regret: constant(10, 12), want: Seen},
	{name: "less through", claim: belowThrough, panel: channels, regret: byPoint(20, 20, 10, 10), want: Seen},
	{name: "ratio near 1", claim: ratioNear1, panel: twoLearners, regret: constant(20, 19), want: Seen},
	{name: "ratio of 2", claim: ratioNear1, panel: twoLearners, regret: constant(20, 10), want: Contradicted},
	{name: "ratio on the edge", claim: ratioNear1, panel: twoLearners, regret: constant(20.08, 16), want: Undecided},
	{
		name: "ratio to what varies much", claim: ratioNear1, panel: twoLearners, want: Undecided,
		regret: func(_, _ int, _, z float64) float64 { return 1 + 10*z },
	},
	{name: "return enough", claim: sameReturn, panel: bases, regret: constant(200, 100), want: Seen},
	{name: "return of .948", claim: sameReturn, panel: bases, regret: constant(21_500*.052, 0), want: Contradicted},
	{name: "best window", claim: bestWindow, panel: windows, regret: constant(20, 20), want: Seen},
	{name: "bounded", claim: constantRegret, panel: twoLearners, regret: constant(20, 20), want: Seen},
	{
		name: "plateaus that double, at half the pace", claim: settling, panel: twoLearners, want: NotSeen,
		regret: grows(func(t float64) float64 {
			return math.Log(t) * (20 + 8*math.Sin(3*math.Log(t)))
		}),
	},
	{name: "falls", claim: settling, panel: twoLearners, regret: grows(falling), want: NotSeen},
	{name: "falls below a bound", claim: slowly, panel: twoLearners, regret: grows(falling), want: Seen},
	{name: "falls, then rises", claim: slowly, panel: twoLearners, regret: grows(bowl), want: NotSeen},
	{
		name: "logarithm squared below a bound of a logarithm", panel: twoLearners, want: NotSeen,
		claim:  Claim{Rule: "settles", Learners: []string{"ucb1"}, High: 1.2, Upper: true},
		regret: grows(func(t float64) float64 { return math.Log(t) * math.Log(t) }),
	},
	{
		name: "plateaus", claim: settling, panel: twoLearners, want: Seen,
		regret: grows(func(t float64) float64 { return math.Log(t) * (20 + 4*math.Sin(3*math.Log(t))) }),
	},
	{name: "square root over logarithm", claim: settling, panel: twoLearners, regret: grows(math.Sqrt), want: NotSeen},
	{name: "power of 1", claim: fittedLine, panel: privacy, regret: byPoint(700, 500, 400, 350, 325), want: Seen},
	{name: "power of 2", claim: fittedLine, panel: privacy, want: Contradicted, regret: byPoint(1900, 700, 400, 325, 306)},
	{name: "square root", claim: likeRoot, panel: horizons, regret: powerOf(10, .5), want: Seen},
	{name: "linear", claim: likeRoot, panel: horizons, regret: powerOf(.1, 1), want: Contradicted},
	{
		name: "slope on the edge", claim: likeRoot, panel: horizons, want: Undecided,
		regret: func(_, _ int, t, z float64) float64 { return 10 * math.Pow(t, .6) * (1 + .05*z) },
	},
	{name: "slower than a bound", claim: atMostRoot, panel: horizons, regret: powerOf(1000, .1), want: Seen},
	{name: "as fast as a bound", claim: atMostRoot, panel: horizons, regret: powerOf(10, .5), want: Seen},
	{name: "faster than a bound", claim: atMostRoot, panel: horizons, regret: powerOf(1, .7), want: Contradicted},
	{
		name: "as fast as a bound with a logarithm", panel: horizons, want: Seen,
		claim:  Claim{Rule: "power", Learners: []string{"kl-ucb-cf"}, High: .5, Logs: 2},
		regret: grows(func(t float64) float64 { return math.Sqrt(t) * math.Log(t) * math.Log(t) / 5 }),
	},
	{
		name: "faster than a bound without it", claim: atMostRoot, panel: horizons, want: Contradicted,
		regret: grows(func(t float64) float64 { return math.Sqrt(t) * math.Log(t) * math.Log(t) / 5 }),
	},
	{name: "faster than a lower bound", claim: atLeastRoot, panel: horizons, regret: powerOf(1, 1), want: Seen},
	{name: "slower than a lower bound", claim: atLeastRoot, panel: horizons, want: Contradicted, regret: powerOf(1000, .1)},
	{
		name: "excess", claim: linearExcess, panel: horizons, want: Seen,
		regret: func(_, l int, t, z float64) float64 { return 5000 + t*float64(1-l) + z },
	},
	{
		name: "a ratio", panel: horizons, want: Seen,
		claim:  Claim{Rule: "power", Learners: []string{"kl-ucb-cf"}, Divisor: "sw-ucb", Low: .9, High: 1.1},
		regret: func(_, l int, t, z float64) float64 { return 500*math.Pow(t, float64(1-l)) + z },
	},
	{
		name: "the largest at each place", panel: worst, want: Seen,
		claim: Claim{Rule: "power", Learners: []string{"ucb1"}, Low: .9, High: 1.1},
		regret: func(p, _ int, t, z float64) float64 { // by turns one arm and the other
			return t/math.Pow(100, float64((p%3+p/3)%2)) + z/100
		},
	},
	{
		name: "the inverse", panel: gaps, want: Seen,
		claim:  Claim{Rule: "power", Learners: []string{"ucb1"}, XScale: "1/x", Low: .9, High: 1.1},
		regret: func(p, _ int, _, z float64) float64 { return .1/[]float64{.001, .004, .016, .064, .4}[p] + z/1000 },
	},
	{
		name: "the logarithm", panel: horizons, want: Seen,
		claim:  Claim{Rule: "power", Learners: []string{"kl-ucb-cf"}, XScale: "ln x", Low: 1.9, High: 2.1},
		regret: grows(func(t float64) float64 { return 10 * math.Log(t) * math.Log(t) }),
	},
	{
		name: "the slope of a matrix", panel: matrices, want: Seen,
		claim:  Claim{Rule: "power", Learners: []string{"sw-ucb"}, Low: .9, High: 1.1},
		regret: byPoint(5/.64, 5/.36, 5/.16, 5/.04),
	},
	{
		name: "a line through one point",
		panel: Panel{
			Scenarios: []string{"hhmh-1"}, Learners: []string{"ucb1"}, Horizon: []int{100}, X: Axis{Shows: HorizonAxis},
		},
		want:   Undecided,
		claim:  Claim{Rule: "power", Learners: []string{"ucb1"}, High: 1},
		regret: constant(1),
	},
	{
		name: "like K", panel: experts, want: Seen,
		claim:  Claim{Rule: "power", Learners: []string{"ftnl"}, Divisor: gumbel, Low: .75, High: 1.25},
		regret: constant(1, 1, 1),
	},
	{
		name: "faster than a bound, with slopes that fall", claim: atMostRoot, panel: horizons, want: NotSeen,
		regret: grows(func(t float64) float64 { u := math.Log(t / 5000); return 500 * math.Exp(.95*u-.1*u*u) }),
	},
	{
		name: "slower than a bound, with slopes that rise above it", claim: atMostRoot, panel: horizons, want: NotSeen,
		regret: grows(func(t float64) float64 { u := math.Log(t / 5000); return 500 * math.Exp(.2*u*u) }),
	},
	{name: "nearly random play", claim: atMostRoot, panel: horizons, regret: powerOf(.3, 1), want: NotSeen},
	{name: "no growth at all", claim: atMostRoot, panel: horizons, want: Seen, regret: grows(func(float64) float64 { return 100 })},
	{
		name: "fast growth that ends", claim: atMostRoot, panel: horizons, want: Seen,
		regret: grows(func(t float64) float64 { return min(t, 20_000) / 50 }),
	},
	{
		name: "fast growth that ends above a lower bound", claim: atLeastRoot, panel: horizons, want: Contradicted,
		regret: grows(func(t float64) float64 { return min(t, 10_000) / 50 }),
	},
	{name: "like another value of a parameter", claim: dependent, panel: alphas, want: Depends, regret: constant(200, 100, 110)},
	{name: "unlike every value", claim: dependent, panel: alphas, want: Contradicted, regret: constant(200, 100, 180)},
	{name: "like every value", claim: dependent, panel: alphas, want: Seen, regret: constant(100, 100, 90)},
	{name: "unlike one, and near another", claim: dependent, panel: alphas, want: Undecided, regret: constant(200, 100, 125)},
	{
		name: "exponential below Gumbel", panel: experts, want: Seen, regret: constant(1, 1, 1),
		claim: Claim{Rule: "less-regret", Learners: []string{exponential}, Than: []string{gumbel}},
	},
	{
		name: "Gumbel below exponential", panel: experts, want: Contradicted, regret: constant(1, 1, 1),
		claim: Claim{Rule: "less-regret", Learners: []string{gumbel}, Than: []string{exponential}},
	},
	{
		name: "Gumbel noise of scale 2/ε", panel: experts, want: Seen, regret: constant(1, 1, 1),
		claim: Claim{Rule: "private", Learners: []string{gumbel}},
	},
	{
		name: "twice the claimed ε", panel: packing, want: Contradicted, regret: constant(1, 1),
		claim: Claim{Rule: "private", Learners: []string{"rnm-ftnl,scale=1"}},
	},
	{
		name: "bits through two channels", panel: channels, want: Seen, regret: constant(1),
		claim: Claim{Rule: "same-reports", Channels: []string{"linear", "exponential"}},
	},
	{
		name: "bits through two matrices", panel: matrices, want: Contradicted, regret: constant(1),
		claim: Claim{Rule: "same-reports", Channels: []string{"rr(.9,.9)", "rr(.8,.8)"}},
	},
	{name: "bounded below", claim: likeInverse, panel: gaps, regret: byPoint(1e5, 25e3, 6250, 1562, 250), want: Seen},
	{name: "not bounded below", claim: likeInverse, panel: gaps, want: Contradicted, regret: byPoint(1e5, 50e3, 25e3, 12500, 5000)},
	{
		name: "settled", panel: experts, want: Seen,
		claim:  Claim{Rule: "growth-within", Learners: experts.Learners, From: 100_000, High: 1.000001},
		regret: constant(1, 1, 1),
	},
	{
		name: "not yet settled", panel: experts, want: Contradicted,
		claim:  Claim{Rule: "growth-within", Learners: experts.Learners, From: 4, High: 1.000001},
		regret: constant(1, 1, 1),
	},
	{name: "above a lower bound", claim: allBounds, panel: instance, regret: constant(integral + 2), want: Seen},
	{name: "below a lower bound", claim: allBounds, panel: instance, want: Contradicted, regret: constant(integral - 2)},
	{name: "exactly above a lower bound", claim: allBounds, panel: packing, regret: constant(0, 0), want: Seen},
	{name: "below Eq. (4)", claim: boundOfUCB, panel: reports, regret: constant(equation-2, 0), want: Seen},
	{name: "above Eq. (4)", claim: boundOfUCB, panel: reports, regret: constant(equation+2, 0), want: Contradicted},
	{name: "below Thm 3", claim: boundOfThompson, panel: reports, regret: constant(0, theorem-2), want: Seen},
	{name: "above Thm 3", claim: boundOfThompson, panel: reports, regret: constant(0, theorem+2), want: Contradicted},
	{
		name: "all of the optimum", panel: lastRound, want: Seen,
		claim:  Claim{Rule: "overlap", Learner: "optimal", Arms: 3},
		regret: equal(0, 0),
	},
	{
		name: "less of the optimum", panel: lastRound, want: Contradicted,
		claim:  Claim{Rule: "overlap", Learner: "optimal", Arms: 2},
		regret: equal(0, 0),
	},
}

// Each rule gives the known answer, its opposite if that is true, and no decision on the edge.
// A case is decided wrongly with probability at most .01, the confidence that it is given.
func TestRules(t *testing.T) {
	for _, c := range ruleCases {
		if v := decide(t, c.claim, madeUp(t, c.panel, 40, c.regret)); v.Outcome != c.want {
			t.Errorf("%s: %s, want %s: %s", c.name, v.Outcome, c.want, v.Text(10))
		}
	}
}

// Without two runs, or without the exact expectations of a computed panel, no rule decides unless it is an audit.
func TestTooLittleToDecide(t *testing.T) {
	for _, c := range ruleCases {
		for runs := range 2 {
			s := madeUp(t, c.panel, 1, c.regret)
			s.Runs = runs
			for i := range s.Design.Series {
				s.Design.Series[i].Exact = nil
			}
			audits := c.claim.computed(s.Panel) && !s.Panel.Computed()
			if v := decide(t, c.claim, s); !audits && v.Outcome != Undecided {
				t.Errorf("%s, %d runs: %s", c.name, runs, v.Outcome)
			}
		}
	}
}

// Every rule has a case in which a claim must be seen, and one in which it must not.
func TestEveryRuleHasItsCases(t *testing.T) {
	for rule := range rules {
		for _, seen := range []bool{true, false} {
			if !slices.ContainsFunc(ruleCases, func(c ruleCase) bool {
				return c.claim.Rule == rule && c.want != Undecided && (c.want == Seen) == seen
			}) {
				t.Errorf("%s: ruleCases has no case with seen = %v", rule, seen)
			}
		}
	}
}

func TestFigureConfidence(t *testing.T) {
	f := &Figure{Runs: 20, MaxRuns: 1280, Claims: make([]Claim, 3)}
	if got := fmt.Sprint(f.runCounts()); got != "[20 40 80 160 320 640 1280]" {
		t.Errorf("looks at %s runs", got)
	}
	if got, want := f.confidence(), 1-.01/21; math.Abs(got-want) > 1e-12 {
		t.Errorf("confidence %v, want %v", got, want)
	}
}

// The overlap is that of the last basis, not of all that was ever played.
func TestOverlapCountsTheLastBasis(t *testing.T) {
	s := madeUp(t, lastRound, 40, equal(0, 0))
	best := s.Points[0].Scenario.Phases[0].Best
	for run := range s.Runs {
		pulls := s.unit(0, 1, run).Pulls
		pulls[1] = slices.Clone(pulls[0])
		pulls[1][best[0]]++
		pulls[1][best[1]]++ // two of three in the last round
	}
	for arms, want := range map[int]Outcome{2: Seen, 3: Contradicted, 1: Contradicted} {
		if v := decide(t, Claim{Rule: "overlap", Learner: "omm", Arms: arms}, s); v.Outcome != want {
			t.Errorf("%d arms: %s, want %s: %s", arms, v.Outcome, want, v.Text(3))
		}
	}
}

// The greedy basis of the estimates is the heaviest of all bases, by the means of the rewards that OMM has seen.
func TestGreedyBasisOfTheEstimates(t *testing.T) {
	s := madeUp(t, lastRound, 20, equal(0, 0))
	c := *s.Points[0]
	vectors := [][3]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {2, 0, 0}, {0, 0, 0}} // of CHH
	arms := len(vectors)
	for run := range s.Runs {
		c.Seed = s.unit(0, 1, run).Seed
		played := model.NewRun(&c, 1)
		sums, counts := make([]float64, arms), make([]float64, arms)
		for range 100 {
			played.Advance(1)
			for i, arm := range played.Play() {
				sums[arm] += played.Reward(i)
				counts[arm]++
			}
		}
		heaviest := 0.
		weight := func(basis ...int) (total float64) {
			for _, arm := range basis {
				total += sums[arm] / counts[arm]
			}
			return total
		}
		for i := range arms {
			for j := range i {
				for k := range j {
					a, b, d := vectors[i], vectors[j], vectors[k]
					if a[0]*(b[1]*d[2]-b[2]*d[1])-a[1]*(b[0]*d[2]-b[2]*d[0])+a[2]*(b[0]*d[1]-b[1]*d[0]) != 0 {
						heaviest = max(heaviest, weight(i, j, k))
					}
				}
			}
		}
		if got := weight(s.greedyBasis(1, run)...); math.Abs(got-heaviest) > 1e-12 {
			t.Errorf("run %d: the greedy basis weighs %v, the heaviest %v", run, got, heaviest)
		}
	}
}
