package model

import (
	"context"
	"errors"
	"reflect"
	"sync/atomic"
	"testing"
	"time"

	"regretscope/learners"
	"regretscope/noise/param"
)

// everyLearner returns configurations with all learners that can play a scenario of their family,
// one scenario of each kind.
func everyLearner(t testing.TB, horizon int) []*Config {
	t.Helper()
	variants := map[string][]string{
		"ww-det,K=5,losses=even": {"rnm-ftnl,resample=1", "rnm-ftnl,noise=gumbel,resample=1", "rnm-ftnl,noise=exponential"},
		"chh-synthetic":          {"dpucb-mat,init=paper", "cts,prior=beta"},
	}
	var all []*Config
	for _, scenario := range []string{"hhmh-1", "ww-det,K=5", "ww-det,K=5,losses=even", "doubling-gap", "chh-synthetic", "jzl-20", "gaj-switch"} {
		ids := append(suitable(scenario), variants[scenario]...)
		for len(ids) > 0 {
			some := ids[:min(MaxLearners, len(ids))]
			all, ids = append(all, config(t, scenario, horizon, some...)), ids[len(some):]
		}
	}
	return all
}

// The first replication equals the run of a session and of a trace, to the last bit, for any
// reported rounds, workers, and slices.
func TestTheFirstReplicationIsWhatASessionShows(t *testing.T) {
	const horizon = 450
	for _, c := range everyLearner(t, horizon) {
		t.Run(c.Channel, func(t *testing.T) {
			shots := map[int]*Snapshot{}
			whole, sliced := NewSession(c), NewSession(c)
			for _, at := range []int{1, 7, 64, 200, horizon} {
				whole.Advance(at - whole.Round())
				shots[at] = whole.Snapshot()
			}
			for step := 1; !sliced.Done(); step = step%13 + 3 {
				sliced.Advance(step)
			}
			if !reflect.DeepEqual(sliced.hashes(), whole.hashes()) {
				t.Errorf("%s: slices change what is played", c.Scenario.Name)
			}
			for _, at := range [][]int{nil, {horizon}, {1, 7, 64, 200, horizon}, {64, 450}} {
				workers := len(at)%3 + 1
				e := &Experiment{Points: []*Config{c}, Runs: 1, At: at, Workers: workers}
				for i, row := range e.mustRun(t).Rows {
					shot, known := shots[row.Round]
					if !known {
						continue
					}
					v := &shot.Learners[i/len(e.Reported(0))]
					same := row.RegretMean == Number(v.Regret) && row.ReturnMean == Number(v.Return) && row.CostliestRound == Number(v.CostliestRound)
					for j, pulls := range v.Pulls {
						same = same && row.PullsMean[j] == float64(pulls)
					}
					if !same {
						t.Errorf("%s, %s, at %v, %d workers: round %d has regret %v and pulls %v, on the screen %v and %v",
							c.Scenario.Name, row.Learner, at, workers, row.Round, row.RegretMean, row.PullsMean, v.Regret, v.Pulls)
					}
				}
			}
		})
	}
}

// slow takes a millisecond per round and reports each.
type slow struct {
	learners.Learner
	begins func()
}

func (l slow) Choose(t int) []int {
	l.begins()
	time.Sleep(time.Millisecond)
	return l.Learner.Choose(t)
}

// A canceled experiment ends after a few rounds, however slow they are. The test counts rounds,
// because a busy machine may be late.
func TestInterruptionComesSoonWhereRoundsAreDear(t *testing.T) {
	const before, few = 20, 50
	ctx, cancel := context.WithCancel(context.Background())
	var rounds atomic.Int64
	c := config(t, "hhmh-1", 1e6, "ucb1")
	d := *c.Learners[0].Declaration
	fast := d.New
	d.New = func(s learners.Setting, v param.Values) learners.Learner {
		return slow{fast(s, v), func() {
			if rounds.Add(1) == before {
				cancel()
			}
		}}
	}
	c.Learners[0].Declaration = &d
	_, err := (&Experiment{Points: []*Config{c}, Runs: 4, Workers: 2}).Run(ctx, nil)
	if after := rounds.Load() - before; !errors.Is(err, context.Canceled) || after < 0 || after > few {
		t.Errorf("%v, %d rounds after it was canceled", err, after)
	}
	s := NewSession(c)
	s.AdvanceFor(firstStep, time.Millisecond) // measures what a round costs
	begun := s.Round()
	if s.AdvanceFor(1000, time.Millisecond); s.Round()-begun > few {
		t.Errorf("%d rounds for a budget of 1 ms, which is one round", s.Round()-begun)
	}
}

// A replay of a scenario's rewards equals the run on that scenario.
func TestReplaysAreRuns(t *testing.T) {
	for _, c := range everyLearner(t, 300) {
		t.Run(c.Channel, func(t *testing.T) {
			for i, spec := range c.Learners {
				starter := c.Starter(i)
				rewards := c.Scenario.Rewards(5)
				given := make([]float64, c.Scenario.Arms())
				replay := starter.Replay(5, func(round int) []float64 {
					rewards.Seek(round)
					for j := range given {
						given[j] = rewards.At(j, round)
					}
					return given
				})
				run := starter.Run(5)
				run.Advance(300)
				replay.Advance(300)
				if run.Hash() != replay.Hash() || run.Regret() != replay.Regret() {
					t.Errorf("%s on %s: another run on the same rewards", spec, c.Scenario.Name)
				}
			}
		})
	}
}
