package trials

import (
	"math"
	"testing"
	"testing/synctest"
	"time"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise/param"
)

// A sleeper takes a time per round.
type sleeper struct {
	learners.Learner
	per time.Duration
}

func (l sleeper) Choose(t int) []int {
	time.Sleep(l.per)
	return l.Learner.Choose(t)
}

// On a clock that only sleeping advances, progress knows the whole time as soon as every series has
// finished a unit, and not before.
func TestProgressKnowsTheTime(t *testing.T) {
	const runs, horizon = 7, 100
	c := config(t, "hhmh-1", horizon, "random", "ucb1")
	for i, per := range []time.Duration{time.Millisecond, 4 * time.Millisecond} {
		slow := *c.Learners[i].Declaration
		start := c.Learners[i].Start
		slow.New = func(s learners.Setting, _ param.Values) learners.Learner { return sleeper{start(s), per} }
		c.Learners[i] = learners.Spec{Declaration: &slow}
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
