package trials

import (
	"cmp"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/modeltest"
	"regretscope/model/stats"
	"regretscope/noise/number"
	"regretscope/noise/privacy"
	"regretscope/scenarios"
	"regretscope/scenarios/arm"
)

// precise is an experiment with learners that need few and many runs, at two ε.
func precise(t testing.TB) *Experiment {
	t.Helper()
	c := config(t, "hhmh-1", 400, "lazy-dp-ts", "ucb1", "dp-se", "optimal")
	return &Experiment{Points: c.Sweep([]float64{.5, 2}), Runs: 5, At: []int{40, 400}, Precision: .05, Workers: 3}
}

// Each series has the rows of the first experiment of 5, 10, 20, … runs in which its own
// interval is narrow enough.
func TestPrecision(t *testing.T) {
	got := precise(t).mustRun(t)
	byRuns, kept := map[int]*Result{}, Memory{}
	for runs := 5; runs <= 320; runs *= 2 {
		e := precise(t)
		e.Runs, e.Precision, e.Store = runs, 0, kept
		byRuns[runs] = e.mustRun(t)
	}
	var needed []int
	for series := range 8 {
		own := got.Of(series)
		runs := 5
		for runs < 320 && byRuns[runs].Of(series)[1].HalfWidth() > .05 {
			runs *= 2
		}
		want := byRuns[runs].Of(series)
		for k := range own {
			if own[k].Runs != runs || own[k].RegretMean != want[k].RegretMean || own[k].CostliestRound != want[k].CostliestRound || !slices.Equal(own[k].PullsMean, want[k].PullsMean) {
				t.Errorf("series %d: %d runs with mean %v, want %d with %v", series, own[k].Runs, own[k].RegretMean, runs, want[k].RegretMean)
			}
		}
		needed = append(needed, runs)
	}
	if slices.Max(needed) < 4*slices.Min(needed) {
		t.Errorf("all need about as many runs: %v", needed)
	}
	for _, p := range got.Pairs {
		if p.Runs < 5 || !slices.Contains(needed, p.Runs) {
			t.Errorf("a pair of %d runs, series have %v", p.Runs, needed)
		}
	}
}

// Equal runs settle a mean from 30 runs on, or earlier if no random number affects a play.
func TestEqualRunsSettle(t *testing.T) {
	for _, c := range []struct {
		name, arms, learner string
		want                int
	}{
		{"noise", "constant(.5) constant(.5)", "anytime-lazy-ucb", 32},
		{"noise that has not been drawn yet", "constant(.9) constant(.1)", "dp-se", 2},
		{"a tie", "constant(.5) constant(.5)", "ucb1", 32},
		{"random rewards, no regret", ".5 .5", "ucb1", 32},
		{"certain rewards", "constant(.9) constant(.1)", "ucb1", 2},
		{"certain rewards, no noise", "constant(.9) constant(.1)", "anytime-lazy-ucb,epsilon=inf", 2},
		{"the optimal policy", ".9 .1", "optimal", 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			laws, err := arm.ParseList(c.arms)
			s, err1 := scenarios.FromArms("made-up", laws, scenarios.Bandit)
			spec, err2 := learners.ParseSpec(c.learner)
			if err = cmp.Or(err, err1, err2); err != nil {
				t.Fatal(err)
			}
			own := &model.Config{Scenario: s, Learners: []learners.Spec{spec}, Horizon: 60, Epsilon: .5, Seed: 1}
			e := Experiment{Points: []*model.Config{own}, Runs: 2, Precision: .01}
			r := e.mustRun(t)
			if !r.Rows[0].Equal() || r.Rows[0].Runs != c.want {
				t.Errorf("%d runs, equal is %v, want %d equal ones", r.Rows[0].Runs, r.Rows[0].Equal(), c.want)
			}
		})
	}
}

// An interrupted experiment that continues has the same result.
func TestPrecisionResumes(t *testing.T) {
	want := written(t, precise(t).mustRun(t))
	kept := Memory{}
	for stopped := true; stopped; {
		e, ctx, done := precise(t), t.Context(), len(kept)
		ctx, cancel := context.WithCancel(ctx)
		e.Store = kept
		result, err := e.Run(ctx, func(Progress) {
			if len(kept) > done+101 {
				cancel()
			}
		})
		cancel()
		if stopped = errors.Is(err, context.Canceled); !stopped && (err != nil || written(t, result) != want) {
			t.Errorf("%v: the result differs from that without a stop", err)
		}
	}
}

// A learner without an ε plays the same at every ε, so one series stands for all.
func TestSeriesThatPlayTheSame(t *testing.T) {
	for _, c := range modeltest.EveryLearner(t, 200) {
		t.Run(c.Scenario.Name, func(t *testing.T) {
			both := Experiment{Points: c.Sweep([]float64{.1, 2}), Runs: 2, Store: Memory{}}
			simulated := 0
			both.Store = counted{Memory{}, &simulated}
			got, n := both.mustRun(t), len(c.Learners)
			copies := 0
			for i, spec := range c.Learners {
				if !TakesEpsilon(spec.ID) {
					copies++
				}
				alone := *c
				alone.Epsilon = 2
				own := (&Experiment{Points: []*model.Config{alone.Alone(spec)}, Runs: 2}).mustRun(t)
				last, want := got.Of(n+i), own.Rows
				if a, b := last[len(last)-1], want[len(want)-1]; a.RegretMean != b.RegretMean || a.CostliestRound != b.CostliestRound || a.User != b.User {
					t.Errorf("%s: %+v, alone %+v", spec.ID, a, b)
				}
			}
			if want := 2 * (2*n - copies); simulated != want {
				t.Errorf("%d units took time, want %d of %d", simulated, want, 4*n)
			}
		})
	}
}

// A countedMemory counts simulated units; a copy takes no time.
type counted struct {
	Memory
	simulated *int
}

func (c counted) Append(f *Finished) error {
	if f.Elapsed > 0 {
		*c.simulated++
	}
	return c.Memory.Append(f)
}

// Ranks of made-up regrets at two rounds: at the last, the first two cannot be separated, the third
// is above both, and a learner without privacy has no rank among private ones. At the first, the
// order of the first and third is the opposite, and at both the last loses less than they do.
func TestRanks(t *testing.T) {
	e := &Experiment{Points: []*model.Config{config(t, "hhmh-1", 10, "lazy-dp-ts", "dp-se", "anytime-lazy-ucb", "ucb1")}, Runs: 40, At: []int{5, 10}}
	totals := NewTotals(e.Design(t.Context()))
	for run := range 40 {
		noise, early := number.Float(run%4), number.Float(run%3)
		for i, regret := range [][]number.Float{{9, 10 + noise}, {9 + early, 10 + number.Float((run+2)%4)}, {7, 30 + noise}, {2, 5}} {
			totals.Add(&Finished{
				Unit: Unit{i, run}, Regret: regret, Return: make([]number.Float, 2), CostliestRound: make([]number.Float, 2),
				OtherNotions: make([]OtherNotions, 2), User: make([]User, 2), Pulls: [][]int{make([]int, 5), make([]int, 5)},
			})
		}
	}
	r := totals.Result(40)
	for i, want := range [][]int{{2, 2}, {1, 2}, {3, 3}, {1, 2}, {1, 1}, {3, 3}, nil, nil} {
		if got := r.Rows[i].Rank; !slices.Equal(got, want) {
			t.Errorf("%s has rank %v at round %d, want %v", r.Rows[i].Learner, got, r.Rows[i].Round, want)
		}
	}
	for i, want := range []int{0, 10, 5, 10, 5, 5} {
		if p := &r.Pairs[i]; p.DecidedFrom != want {
			t.Errorf("%s against %s is decided from round %d, want %d", p.First, p.Second, p.DecidedFrom, want)
		}
	}
}

// Learners with equal means and unequal variances are ordered in at most 1% of the samples, all pairs
// together; a confidence of 99% for each pair alone orders some of them more often. More than 16 of 400
// samples at 1% have probability 3·10⁻⁶. A learner that is far apart is always decided, and pairs are
// decided as by Holm's sorted p-values.
func TestPairsHoldTogether(t *testing.T) {
	e := &Experiment{Points: []*model.Config{config(t, "hhmh-1", 10, slices.Repeat([]string{"ucb1"}, 9)...)}, Runs: 20, At: []int{10}}
	design := e.Design(t.Context())
	r := rand.New(rand.NewPCG(1, 2))
	wrong, alone := 0, 0
	for range 400 {
		totals := NewTotals(design)
		for run := range 20 {
			for i := range 9 {
				regret := 100 + r.NormFloat64()*float64(1+i)
				if i == 8 {
					regret += 1000
				}
				totals.Add(&Finished{
					Unit: Unit{i, run}, Regret: []number.Float{number.Float(regret)}, Return: make([]number.Float, 1),
					CostliestRound: make([]number.Float, 1),
					OtherNotions:   make([]OtherNotions, 1), User: make([]User, 1), Pulls: [][]int{make([]int, 5)},
				})
			}
		}
		pairs, signs, p := totals.paired(0), map[comparison]int{}, []float64{}
		totals.holm(slices.Clone(pairs), 0, signs)
		false1, false2 := false, false
		for _, pair := range pairs {
			first, second := totals.both(pair[0], pair[1], 0)
			d := make([]float64, len(first))
			for i := range d {
				d[i] = first[i] - second[i]
			}
			mean, sd := stat.MeanStdDev(d, nil)
			p = append(p, 2*distuv.StudentsT{Mu: 0, Sigma: 1, Nu: 19}.CDF(-math.Abs(mean)/sd*math.Sqrt(20)))
			sign := signs[comparison{pair[0], pair[1], 0}]
			if pair[1] == 8 {
				if sign != -1 {
					t.Fatal("a learner that is far apart is not decided")
				}
				continue
			}
			false1 = false1 || sign != 0
			false2 = false2 || stats.Sign(first, second, RankConfidence) != 0
		}
		slices.Sort(p)
		want := 0
		for want < len(p) && p[want] <= (1-RankConfidence)/float64(len(p)-want) {
			want++
		}
		if len(signs) != want {
			t.Fatalf("%d pairs are decided, %d by their p-values", len(signs), want)
		}
		if false1 {
			wrong++
		}
		if false2 {
			alone++
		}
	}
	if wrong > 16 || alone < 17 {
		t.Errorf("%d of 400 samples have a false order, and %d with 99%% for each pair", wrong, alone)
	}
}

// Uniform play loses the mean gap of each phase in each of its rounds.
func TestUniformRegret(t *testing.T) {
	e := &Environment{Phases: []Phase{{From: 1, Means: []float64{1, 0}}, {From: 11, Means: []float64{.5, .5, .2}}}}
	for round, want := range map[int]float64{4: 2, 10: 5, 20: 5 + 10*.1} {
		if got, ok := e.UniformRegret(round); !ok || math.Abs(got-want) > 1e-12 {
			t.Errorf("round %d: %v, %v, want %v", round, got, ok, want)
		}
	}
	for _, none := range []*Environment{{}, {Table: &Table{}, Phases: e.Phases}, {Matroid: &Structure{}, Phases: e.Phases}} {
		if got, ok := none.UniformRegret(5); ok {
			t.Errorf("%+v: %v, want none", none, got)
		}
	}
}

// Learners are ranked among those with equal audited loss, in the notion that ranks most of
// them, central and local losses apart. Spent and merely bounded losses do not count.
func TestRanksAmongEqualLoss(t *testing.T) {
	for _, c := range []struct {
		learners string
		notion   privacy.Notion
		ranked   []bool
	}{
		{"lazy-dp-ts ts-ldp-b dp-se ucb-ldp-b", privacy.Epsilon, []bool{true, true, true, true}},
		{"lazy-dp-ts ts-ldp-b", "", []bool{false, false}},
		{"lazy-dp-ts dp-se dp-ucb-tree lazy-dp-ts,epsilon=2", privacy.Epsilon, []bool{true, true, true, false}},
		{"lazy-dp-ts lazy-dp-ts,epsilon=2", "", []bool{false, false}},
		{"adac-ucb,rho=.5 lazy-dp-ts,epsilon=0.965529162067 dp-ucb-tree ucb1", privacy.Mu, []bool{true, true, false, false}},
		{"adac-ucb,rho=.5 lazy-dp-ts,epsilon=1.198290437316 ucb1", privacy.Rho, []bool{true, true, false}},
		{"ucb1 thompson lazy-dp-ts adac-ucb dp-se", privacy.Epsilon, []bool{true, true, true, false, true}},
		{"ts-gaussian ts-gaussian,c=2", "", []bool{false, false}}, // an upper bound
	} {
		t.Run(c.learners, func(t *testing.T) {
			e := Experiment{Points: []*model.Config{config(t, "hhmh-1", 40, strings.Fields(c.learners)...)}, Runs: 2, At: []int{40}}
			r := e.mustRun(t)
			for i, want := range c.ranked {
				if got := r.Rows[i].Rank != nil; got != want || r.RankedBy != c.notion {
					t.Errorf("%s is ranked: %v, by %q, want %v, %q", r.Rows[i].Learner, got, r.RankedBy, want, c.notion)
				}
			}
			for i := range r.Rows {
				if a := &r.Rows[i]; a.Local && a.Rank != nil && a.Rank[1] != 2 {
					t.Errorf("%s has a place among central learners: %v", a.Learner, a.Rank)
				}
			}
			if first := r.Rows[0].Rank; first != nil && c.notion == privacy.Epsilon && r.Rows[0].Learner == "ucb1" && first[1] != 2 {
				t.Errorf("ucb1 has a place among learners with noise: %v", first)
			}
		})
	}
}

// Sign equals the sign of Compare, for samples with light and heavy tails and equal ones.
func TestSignIsThatOfCompare(t *testing.T) {
	heavy := slices.Repeat([]float64{1, 2, 3, 2}, 25)
	heavy[7] = 4000
	samples := map[string][]float64{
		"even": slices.Repeat([]float64{1, 2, 3, 2}, 25), "above": slices.Repeat([]float64{2, 3, 3, 3}, 25),
		"equal": slices.Repeat([]float64{2}, 100), "heavy": heavy, "far": slices.Repeat([]float64{900, 901}, 50),
	}
	for a, first := range samples {
		t.Run(a, func(t *testing.T) {
			for b, second := range samples {
				for _, confidence := range []float64{.5, .95, .99} {
					if got, want := stats.Sign(first, second, confidence), stats.Compare(first, second, confidence).Sign; got != want {
						t.Errorf("%s and %s with %v: sign %d, want %d", a, b, confidence, got, want)
					}
				}
			}
		})
	}
}
