//go:build !plain

package model

import (
	"fmt"
	"math"
	"reflect"
	"testing"

	"regretscope/noise"
)

// With certain rewards, leaps change nothing.
func TestLeapsOverCertainRewardsAreTheSameRun(t *testing.T) {
	for _, id := range suitable("ww-det") {
		t.Run(id, func(t *testing.T) {
			c := config(t, "ww-det", 5000, id)
			ok := must(c.leaps(0, AutoEngine))
			if !ok {
				return
			}
			plain, leaps := NewRun(c, 0), leaperOf(c)
			for _, at := range []int{1, 10, 11, 1000, 1500, 5000} {
				plain.Advance(at - plain.Round())
				leaps.Advance(at - leaps.Round())
				if fmt.Sprint(plain.Pulls()) != fmt.Sprint(leaps.Pulls()) || math.Abs(plain.Regret()-leaps.Regret()) > 1e-9*5000 {
					t.Errorf("%s at %d: pulls %v and %v", id, at, plain.Pulls(), leaps.Pulls())
					break
				}
				if plain.CostliestRound() != leaps.CostliestRound() || plain.AllRounds() != leaps.AllRounds() {
					t.Errorf("%s at %d: other releases", id, at)
				}
			}
		})
	}
}

// Leaps and single rounds must have the same mean regret: the difference of two
// means over 100 runs each is below 5 of its standard errors, which it misses
// with probability below 10⁻⁶ a case.
func TestLeapsAreExactInLaw(t *testing.T) {
	const runs, horizon = 100 * effort, 1000
	learners := map[string][]string{
		"hhmh-1":        suitable("hhmh-1"),
		"doubling-gap":  append(suitable("doubling-gap"), "rnm-ftnl,resample=1"),
		"chh-synthetic": {"dpucb-mat"},
	}
	for scenario, ids := range learners {
		for _, id := range ids {
			c := config(t, scenario, horizon, id)
			if ok, err := c.leaps(0, LeapEngine); err != nil || !ok {
				continue
			}
			t.Run(scenario+" "+id, func(t *testing.T) {
				t.Parallel()
				var plain, leaps seeds // regrets
				for i := range runs {
					at := *c
					at.Seed = noise.ReplicationSeed(3, i)
					r, l := NewRun(&at, 0), leaperOf(&at)
					r.Advance(horizon)
					l.Advance(horizon)
					plain, leaps = append(plain, r.Regret()), append(leaps, l.Regret())
				}
				z := leaps.above(plain)
				if math.Abs(z) > 5 {
					t.Errorf("regret %.2f with leaps, %.2f without: %.1f standard errors", leaps.mean(), plain.mean(), z)
				}
			})
		}
	}
}

// The results of leaps do not depend on the reported rounds, the horizon, the workers, or the
// slices of the run.
func TestLeapsDoNotDependOnHowTheyAreLookedAt(t *testing.T) {
	for _, c := range everyLearner(t, 5000) {
		t.Run(c.Channel, func(t *testing.T) {
			for i, spec := range c.Learners {
				if ok, err := c.leaps(i, LeapEngine); !ok || err != nil {
					continue
				}
				one := *c
				one.Learners = c.Learners[i : i+1]
				results := map[int]string{}
				for _, at := range [][]int{{1, 2, 3, 5, 77, 400, 401, 3000, 5000}, {77, 5000}, {400}, {401}, {1, 3000}} {
					for workers, horizon := range []int{at[len(at)-1], 5000, 1e12} {
						one.Horizon = horizon
						if c.Learners[i].KnowsHorizon {
							one.Horizon = 5000
						}
						e := &Experiment{Points: []*Config{&one}, Runs: 3, At: at, Workers: workers + 1, Engine: LeapEngine}
						for _, row := range e.mustRun(t).Rows {
							text := fmt.Sprint(row.RegretMean, row.RegretSD, row.ReturnMean, row.CostliestRound, row.PullsMean)
							if first, known := results[row.Round]; known && first != text {
								t.Errorf("%s on %s, at %v of %d: %s, elsewhere %s", spec, c.Scenario.Name, at, horizon, text, first)
							}
							results[row.Round] = text
						}
					}
				}
				whole, sliced := leaperOf(&one), leaperOf(&one)
				for whole.Round() < 5000 {
					whole.Advance(250)
					for range 50 {
						sliced.Advance(5)
					}
					if whole.Regret() != sliced.Regret() || !reflect.DeepEqual(whole.Pulls(), sliced.Pulls()) {
						t.Fatalf("%s on %s: slices change round %d", spec, c.Scenario.Name, whole.Round())
					}
				}
			}
		})
	}
}

// Resampling draws even certain rewards, except 0 and 1.
func TestWhereLeapsAreExact(t *testing.T) {
	for _, c := range []struct {
		scenario, learner string
		engine            Engine
		leaps             bool
		refused           string
	}{
		{"hhmh-1", "ucb1", LeapEngine, false, "ucb1 may change its play in any round"},
		{"hhmh-1", "anytime-lazy-ucb", LeapEngine, true, ""},
		{"ww-det", "rnm-ftnl", LeapEngine, true, ""},
		{"ww-det,losses=even", "rnm-ftnl", AutoEngine, true, ""},
		{"ww-det,losses=even", "rnm-ftnl,epsilon=1e6", AutoEngine, false, ""},
		{"ww-det,losses=even", "rnm-ftnl,resample=1", AutoEngine, false, ""},
		{"ww-det", "rnm-ftnl,resample=1", AutoEngine, true, ""},
	} {
		t.Run(c.scenario+" "+c.learner, func(t *testing.T) {
			leaps, err := config(t, c.scenario, 1000, c.learner).leaps(0, c.engine)
			if leaps != c.leaps || (err == nil) != (c.refused == "") || err != nil && err.Error() != c.refused {
				t.Errorf("leaps %v, %v", leaps, err)
			}
		})
	}
}

// leaperOf is the first learner of a configuration, leaping.
func leaperOf(c *Config) *Run { return newLeaper(c.Starter(0), c.Seed) }
