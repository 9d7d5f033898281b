//go:build !plain

package model

import (
	"fmt"
	"math"
	"reflect"
	"testing"

	"regretscope/noise"
)

// Where rewards are certain, leaps change nothing at all.
func TestLeapsOverCertainRewardsAreTheSameRun(t *testing.T) {
	for _, id := range suitable(t, "ww-det") {
		t.Run(id, func(t *testing.T) {
			c := config(t, "ww-det", 5000, id)
			ok, err := c.leaps(0, AutoEngine)
			if err != nil {
				t.Fatal(err)
			}
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
				if plain.WorstEvent() != leaps.WorstEvent() || plain.AllRounds() != leaps.AllRounds() {
					t.Errorf("%s at %d: other releases", id, at)
				}
			}
		})
	}
}

// Leaps and single rounds must have the same mean regret: the difference of two
// means over 400 runs each is below 5 of its standard errors, which it misses
// with probability below 10⁻⁶ a case.
func TestLeapsAreExactInLaw(t *testing.T) {
	const runs, horizon = 400, 1000
	learners := map[string][]string{
		"hhmh-1":        suitable(t, "hhmh-1"),
		"doubling-gap":  append(suitable(t, "doubling-gap"), "rnm-ftnl,resample=1"),
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
				var plain, leaps [2]float64 // sums of regrets and of their squares
				for i := range runs {
					at := *c
					at.Seed = noise.ReplicationSeed(3, i)
					r, l := NewRun(&at, 0), leaperOf(&at)
					r.Advance(horizon)
					l.Advance(horizon)
					plain[0], plain[1] = plain[0]+r.Regret(), plain[1]+r.Regret()*r.Regret()
					leaps[0], leaps[1] = leaps[0]+l.Regret(), leaps[1]+l.Regret()*l.Regret()
				}
				variance := func(s [2]float64) float64 { return s[1]/runs - s[0]/runs*s[0]/runs }
				z := (leaps[0] - plain[0]) / runs / math.Sqrt((variance(plain)+variance(leaps))/runs)
				if math.Abs(z) > 5 {
					t.Errorf("regret %.2f with leaps, %.2f without: %.1f standard errors", leaps[0]/runs, plain[0]/runs, z)
				}
			})
		}
	}
}

// Rewards that are certain are drawn all the same where they are resampled.
func TestAutoDoesNotLeapWhereRewardsAreDrawn(t *testing.T) {
	for learner, want := range map[string]bool{"rnm-ftnl": true, "rnm-ftnl,resample=1": false} {
		t.Run(learner, func(t *testing.T) {
			if got, err := config(t, "ww-det,losses=even", 1000, learner).leaps(0, AutoEngine); got != want || err != nil {
				t.Errorf("%s: leaps %v, %v", learner, got, err)
			}
		})
	}
	if got, _ := config(t, "ww-det", 1000, "rnm-ftnl,resample=1").leaps(0, AutoEngine); !got {
		t.Error("a reward of 0 or 1 is resampled to itself, without a draw")
	}
}

// What leaps say of a round depends neither on the other rounds that are
// reported, nor on the horizon, the workers, or the slices that they are taken
// in.
func TestLeapsDoNotDependOnHowTheyAreLookedAt(t *testing.T) {
	for _, c := range everyLearner(t, 5000) {
		t.Run(c.Channel, func(t *testing.T) {
			for i, choice := range c.Learners {
				if ok, err := c.leaps(i, LeapEngine); !ok || err != nil {
					continue
				}
				one := *c
				one.Learners = c.Learners[i : i+1]
				results := map[int]string{}
				for _, at := range [][]int{{1, 2, 3, 5, 77, 400, 401, 3000, 5000}, {77, 5000}, {400}, {401}, {1, 3000}} {
					for _, workers := range []int{1, 4} {
						for _, horizon := range []int{at[len(at)-1], 5000, 1e12} {
							one.Horizon = horizon
							if c.Learners[i].KnowsHorizon {
								one.Horizon = 5000
							}
							e := &Experiment{Points: []*Config{&one}, Runs: 3, At: at, Workers: workers, Engine: LeapEngine}
							for _, row := range e.mustRun(t).Rows {
								text := fmt.Sprint(row.RegretMean, row.RegretSD, row.ReturnMean, row.Worst, row.PullsMean)
								if first, known := results[row.Round]; known && first != text {
									t.Errorf("%s on %s, at %v of %d: %s, elsewhere %s", choice, c.Scenario.Name, at, horizon, text, first)
								}
								results[row.Round] = text
							}
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
						t.Fatalf("%s on %s: slices change round %d", choice, c.Scenario.Name, whole.Round())
					}
				}
			}
		})
	}
}

func TestLeapsAreRefusedWhereTheyAreNotExact(t *testing.T) {
	cases := []struct {
		scenario, learner string
		want              string
	}{
		{"hhmh-1", "ucb1", "ucb1 may change its play in any round"},
		{"hhmh-1", "anytime-lazy-ucb", ""},
		{"ww-det", "rnm-ftnl", ""},
	}
	for _, c := range cases {
		t.Run(c.scenario, func(t *testing.T) {
			_, err := config(t, c.scenario, 100, c.learner).leaps(0, LeapEngine)
			if got := fmt.Sprint(err); (err == nil) != (c.want == "") || (err != nil && got != c.want) {
				t.Errorf("%s on %s: %q, want %q", c.learner, c.scenario, got, c.want)
			}
		})
	}
}

// Leaps by the way that the command goes: all of an experiment, on one worker. An
// operation is one run.
func BenchmarkLeaps(b *testing.B) {
	for _, c := range []*Config{
		config(b, "hhmh-1", 1e6, "anytime-lazy-ucb"),
		config(b, "hhmh-1", 1e15, "anytime-lazy-ucb"),
		config(b, "hhmh-1", 1e6, "adap-klucb"),
		config(b, "ww-det,K=64", 1e6, "rnm-ftnl"),
		config(b, "ww-det,K=1000", 1e12, "rnm-ftnl"),
	} {
		b.Run(fmt.Sprintf("%s %s T=%.0e", c.Scenario.Name, c.Learners[0].ID, float64(c.Horizon)), func(b *testing.B) {
			b.ReportAllocs()
			(&Experiment{Points: []*Config{c}, Engine: LeapEngine, Runs: b.N, Workers: 1}).mustRun(b)
		})
	}
}

// leaperOf is the first learner of a configuration, leaping.
func leaperOf(c *Config) *leaper { return newLeaper(c.Starter(0), c.Seed) }
