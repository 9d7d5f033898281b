package trials

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"regretscope/model"
	"regretscope/model/modeltest"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/scenarios"
)

// The first replication equals the run of a session and of a trace, to the last bit, for any
// reported rounds and workers.
func TestTheFirstReplicationIsWhatASessionShows(t *testing.T) {
	const horizon = 450
	for _, c := range modeltest.EveryLearner(t, horizon) {
		shots := map[int]*model.Snapshot{}
		whole := model.NewSession(c)
		for _, at := range []int{1, 7, 64, 200, horizon} {
			whole.Advance(at - whole.Round())
			shots[at] = whole.Snapshot()
		}
		for _, at := range [][]int{nil, {horizon}, {1, 7, 64, 200, horizon}, {64, 450}} {
			workers := len(at)%3 + 1
			e := &Experiment{Points: []*model.Config{c}, Runs: 1, At: at, Workers: workers}
			for i, row := range e.mustRun(t).Rows {
				shot, known := shots[row.Round]
				if !known {
					continue
				}
				v := &shot.Learners[i/len(e.Reported(0))]
				same := row.RegretMean == number.Float(v.Regret) && row.ReturnMean == number.Float(v.Return) &&
					row.CostliestRound == number.Float(v.CostliestRound)
				for j, pulls := range v.Pulls {
					same = same && row.PullsMean[j] == float64(pulls)
				}
				if !same {
					t.Errorf("%s: %s, %s, at %v, %d workers: round %d has regret %v and pulls %v, on the screen %v and %v", c.Channel,
						c.Scenario.Name, row.Learner, at, workers, row.Round, row.RegretMean, row.PullsMean, v.Regret, v.Pulls)
				}
			}
		}
	}
}

// A canceled experiment ends after a few rounds, however slow they are. The test counts rounds,
// because a busy machine may be late.
func TestInterruptionComesSoonWhereRoundsAreDear(t *testing.T) {
	const before, few = 20, 50
	ctx, cancel := context.WithCancel(context.Background())
	var rounds atomic.Int64
	c := config(t, "hhmh-1", 1e6, "ucb1")
	watch(c, 0, func(int) {
		if rounds.Add(1) == before {
			cancel()
		}
		time.Sleep(time.Millisecond)
	})
	_, err := (&Experiment{Points: []*model.Config{c}, Runs: 4, Workers: 2}).Run(ctx, nil)
	if after := rounds.Load() - before; !errors.Is(err, context.Canceled) || after < 0 || after > few {
		t.Errorf("%v, %d rounds after it was canceled", err, after)
	}
	s := model.NewSession(c)
	s.AdvanceFor(16, time.Millisecond) // measures what a round costs
	begun := s.Round()
	if s.AdvanceFor(1000, time.Millisecond); s.Round()-begun > few {
		t.Errorf("%d rounds for a budget of 1 ms, which is one round", s.Round()-begun)
	}
}

// On a clock that only sleeping advances, progress knows the whole time as soon as every series has
// finished a unit, and not before.
func TestProgressKnowsTheTime(t *testing.T) {
	const runs, horizon = 7, 100
	c := config(t, "hhmh-1", horizon, "random", "ucb1")
	for i, per := range []time.Duration{time.Millisecond, 4 * time.Millisecond} {
		watch(c, i, func(int) { time.Sleep(per) })
	}
	synctest.Test(t, func(t *testing.T) {
		e := &Experiment{Points: []*model.Config{c}, Runs: runs, Workers: 1}
		_, err := e.Run(t.Context(), func(p Progress) {
			want := runs * horizon * .005
			if p.Done < 2 {
				want = 0
			}
			if math.Abs(p.Elapsed-want) > 1e-9 || p.Workers != 1 {
				t.Errorf("after %d units: %v s by %d workers, want %v", p.Done, p.Elapsed, p.Workers, want)
			}
		})
		if err != nil {
			t.Error(err)
		}
	})
}

// An experiment that is canceled at random moments, and resumed with another number of workers
// each time, has the result of an undisturbed one.
func TestExperimentsCanceledAtRandom(t *testing.T) {
	experiment := func(workers int) *Experiment {
		return &Experiment{Points: []*model.Config{config(t, "hhmh-2", 2000, "lazy-dp-ts", "thompson")}, Runs: 12, At: []int{10, 2000}, Workers: workers}
	}
	alone := param.Must(experiment(1).Run(t.Context(), nil))
	random := rand.New(rand.NewPCG(5, 5))
	store, stops := Memory{}, 0
	for {
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(random.IntN(3000))*time.Microsecond)
		if stops > 200 { // on a machine too slow for a unit in that time
			ctx = t.Context()
		}
		e := experiment(1 + random.IntN(5))
		e.Store = store
		result, err := e.Run(ctx, nil)
		cancel()
		if err == nil {
			if !reflect.DeepEqual(result.Rows, alone.Rows) {
				t.Errorf("after %d stops, another result", stops)
			}
			break
		}
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Fatal(err)
		}
		stops++
	}
	if stops == 0 {
		t.Skip("every run was over before it was canceled")
	}
}

// precise is an experiment with learners that need few and many runs, at two ε.
func precise(t testing.TB) *Experiment {
	t.Helper()
	c := config(t, "hhmh-1", 400, "lazy-dp-ts", "ucb1", "dp-se", "optimal")
	return &Experiment{Points: c.Sweep([]float64{.5, 2}), Runs: 5, At: []int{40, 400}, Precision: .05, Workers: 3}
}

// Each series has the rows of the first experiment of 5, 10, 20, … runs in which its own interval is narrow enough.
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
		own := checked(t, &model.Config{Scenario: arms(c.arms, scenarios.Bandit), Horizon: 60, Epsilon: .5, Seed: 1}, c.learner)
		e := Experiment{Points: []*model.Config{own}, Runs: 2, Precision: .01}
		r := e.mustRun(t)
		if !r.Rows[0].Equal() || r.Rows[0].Runs != c.want {
			t.Errorf("%s: %d runs, equal is %v, want %d equal ones", c.name, r.Rows[0].Runs, r.Rows[0].Equal(), c.want)
		}
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
