package trials

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/modeltest"
	"regretscope/noise/number"
	"regretscope/noise/param"
)

// The first replication equals the run of a session and of a trace, to the last bit, for any
// reported rounds and workers.
func TestTheFirstReplicationIsWhatASessionShows(t *testing.T) {
	const horizon = 450
	for _, c := range modeltest.EveryLearner(t, horizon) {
		t.Run(c.Channel, func(t *testing.T) {
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
