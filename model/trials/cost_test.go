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

// A sleeper takes one millisecond per round, and two after round 256.
type sleeper struct{ learners.Learner }

func (l sleeper) Choose(t int) []int {
	time.Sleep(time.Millisecond)
	if t > 256 {
		time.Sleep(time.Millisecond)
	}
	return l.Learner.Choose(t)
}

// On a clock that only sleeping advances, the estimate is exact: the first 256 rounds and the
// next 512 are timed, and the rest uses the pace of either.
func TestCostExtrapolates(t *testing.T) {
	const runs, first, second, rest = 7, 256, 512, 1232
	c := config(t, "hhmh-1", first+second+rest, "random")
	slow := *c.Learners[0].Declaration
	start := c.Learners[0].Start
	slow.New = func(s learners.Setting, _ param.Values) learners.Learner { return sleeper{start(s)} }
	c.Learners = []learners.Spec{{Declaration: &slow}}
	synctest.Test(t, func(t *testing.T) {
		cost := param.Must((&Experiment{Points: []*model.Config{c}, Runs: runs}).Cost(t.Context(), 30*time.Millisecond, nil))
		for what, c := range map[string][2]float64{
			"mean": {cost.Mean, runs * (first + 2*second + 2*rest) / 1000.},
			"low":  {cost.Low, runs * (first + 2*second + rest) / 1000.},
			"high": {cost.High, runs * (first + 2*second + 2*rest) / 1000.},
			"unit": {cost.Series[0], (first + 2*second + 2*rest) / 1000.},
		} {
			if math.Abs(c[0]-c[1]) > 1e-9 {
				t.Errorf("%s: %v s, want %v", what, c[0], c[1])
			}
		}
		if cost.Units != runs {
			t.Errorf("%d units, want %d", cost.Units, runs)
		}
	})
}
