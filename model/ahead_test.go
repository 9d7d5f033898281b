//go:build !plain

package model

import (
	"slices"
	"testing"

	"regretscope/learners"
	"regretscope/noise"
	"regretscope/noise/param"
	"regretscope/scenarios/matroid"
)

// patient keeps a play until it has lost more than its patience: the simplest learner whose play
// is certain as far as rewards go.
type patient struct {
	plays    [][]int
	at       int
	patience float64
	full     bool
	lost     float64
	sums     []noise.Sum
}

func (l *patient) Choose(int) []int {
	if l.lost > l.patience {
		l.at, l.lost = (l.at+1)%len(l.plays), 0
	}
	return l.plays[l.at]
}

func (l *patient) place(i int) int {
	if l.full {
		return l.plays[l.at][i]
	}
	return i
}

func (l *patient) Observe(_ int, feedback []float64) {
	for i := range l.plays[l.at] {
		l.lost += 1 - feedback[l.place(i)]
	}
	for i, x := range feedback {
		l.sums[i].Add(x)
	}
}

func (l *patient) Certain(int) learners.Forecast {
	return learners.Forecast{Rounds: 100, Losses: l.patience - l.lost}
}

func (l *patient) Take(t int, b *learners.Block) {
	for k := range b.Rounds {
		for i := range l.plays[l.at] {
			l.lost += 1 - b.Values[l.place(i)][k]
		}
	}
	for i := range b.Values {
		l.sums[i] = b.AddTo(l.sums[i], i)
	}
}

func (l *patient) Clone() learners.Learner {
	c := *l
	c.sums = slices.Clone(l.sums)
	return &c
}

func (l *patient) Estimate(arm int) float64 { return l.sums[arm%len(l.sums)].Value() }

// A block ends with the round that exceeds the loss limit, for all rewards, plays, and feedback;
// sums equal those of single rounds to the last bit. A block one round longer would play on after
// the loss.
func TestBlocksEndWithLosses(t *testing.T) {
	for _, scenario := range []string{"hhmh-1", "jzl-20", "gaj-switch", "doubling-gap", "chh-synthetic", "ww-det,K=5"} {
		t.Run(scenario, func(t *testing.T) {
			for _, channel := range []string{"", "linear", "laplace"} {
				for _, patience := range []float64{0, .5, 3, 40} {
					c := config(t, scenario, 2000, "random")
					d := *c.Learners[0].Declaration
					l := &patient{patience: patience, full: c.Scenario.Feedback == "full"}
					for j := range 3 {
						l.plays = append(l.plays, []int{j})
					}
					l.sums = make([]noise.Sum, c.Scenario.Arms())
					if m := c.Scenario.Matroid; m != nil {
						if channel != "" {
							continue
						}
						weights := make([]float64, m.Size())
						l.plays = [][]int{c.Scenario.Phases[0].Best, matroid.Optimal(m, weights)}
						l.sums = l.sums[:m.Rank()]
					} else if l.full && channel != "" {
						continue
					}
					d.New = func(learners.Setting, param.Values) learners.Learner { return l.Clone() }
					d.Channel = channel
					if channel != "" {
						d.Privacy = learners.Local
					}
					switch {
					case l.full:
						d.Feedback = learners.FullFeedback
					case c.Scenario.Matroid != nil:
						d.Feedback = learners.SemiBanditFeedback
					default:
						d.Feedback = learners.BanditFeedback
					}
					c.Learners = []learners.Spec{{Declaration: &d}}
					single, whole := NewRun(c, 0), NewRun(c, 0)
					single.ahead = nil
					for step := 1; whole.Round() < 2000; step = min(step+17, 2000-whole.Round()) {
						single.Advance(step)
						whole.Advance(step)
						if got, want := stateOf(whole), stateOf(single); got != want || whole.Hash() != single.Hash() {
							t.Fatalf("%s through %q, patience %v: %s, single rounds %s", scenario, channel, patience, got, want)
						}
					}
				}
			}
		})
	}
}
