//go:build !plain

package model

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"regretscope/learners"
	"regretscope/noise"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/scenarios/file"
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

// A block ends with the round that exceeds the loss limit, for all rewards, plays, and feedback; sums equal those of
// single rounds to the last bit. A block one round longer would play on after the loss.
func TestBlocksEndWithLosses(t *testing.T) {
	for _, scenario := range []string{"hhmh-1", "jzl-20", "gaj-switch", "doubling-gap", "chh-synthetic", "ww-det,K=5"} {
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
	}
}

func anyOf[T any](rng *rand.Rand, values ...T) T { return values[rng.IntN(len(values))] }

// anyArms returns arms of any laws, for bandits or experts.
func anyArms(rng *rand.Rand, feedback scenarios.Feedback) *scenarios.Scenario {
	kinds := anyOf(rng, []string{"%.2f"}, []string{"%.2f", "beta(2,%.2f)", "uniform(0,%.2f)", "constant(%.2f)", "discrete(%.2f:0.5,1:0.5)"})
	if rng.IntN(5) == 0 { // without noise, the means of equal arms differ by rounding alone
		law := anyOf(rng, "discrete(0.1:0.1,0.2:0.2,0.9:0.7) ", "discrete(0.1:0.5,0.3:0.5) ")
		return arms(strings.Repeat(law, 2+rng.IntN(4)), feedback)
	}
	text := ""
	for range anyOf(rng, 2, 3, 5, 17, 101) {
		text += fmt.Sprintf(anyOf(rng, kinds...)+" ", .05+.9*rng.Float64())
	}
	return arms(text, feedback)
}

func anyScenario(rng *rand.Rand, d *learners.Declaration) *scenarios.Scenario {
	switch {
	case d.Feedback == learners.SemiBanditFeedback:
		if rng.IntN(5) == 0 {
			return param.Must(file.Read("../testdata/scenarios/ties.toml"))
		}
		return preset(anyOf(rng, "chh-synthetic", "chh-uniform,L=17,rank=3", "chh-uniform,L=101,rank=2", "front-page", "network"))
	case d.Feedback == learners.FullFeedback:
		if rng.IntN(3) == 0 {
			return preset(fmt.Sprintf("ww-det,losses=even,K=%d", anyOf(rng, 2, 3, 5, 17, 101)))
		}
		return anyArms(rng, scenarios.Full)
	case d.Family == learners.ChangingMeans:
		return preset(fmt.Sprintf("gaj-switch,change=%s,K=%d,L=%d,length=%d",
			anyOf(rng, "rotate", "swap"), anyOf(rng, 2, 3, 5, 17, 101), 1+rng.IntN(6), 100+rng.IntN(900)))
	}
	return anyArms(rng, scenarios.Bandit)
}

// A run of a fast path always equals the plain learner's round-by-round run: plays, feedback,
// releases, regret and explanations.
func TestRunsOfFastPathsAreThoseOfPlainLearners(t *testing.T) {
	variants := map[string][]string{
		"rnm-ftnl": {"", ",resample=1", ",noise=gumbel"}, "kl-ucb": {"", ",c=3"}, "sw-klucb-cf": {"", ",w=60"},
		"dp-se":     {"", ",anytime=1"},
		"dpucb-mat": {"", ",init=paper"},
	}
	for _, d := range learners.All() {
		t.Run(d.ID, func(t *testing.T) {
			t.Parallel()
			if d.FastPath == nil {
				t.Skip("it has no fast path")
			}
			rng := rand.New(rand.NewPCG(1, 1))
			for range 6 * effort {
				c := &Config{Scenario: anyScenario(rng, d), Epsilon: anyOf(rng, .05, .5, 3, 30), Seed: rng.Uint64()}
				if d.Privacy == learners.Local {
					c.Epsilon = min(c.Epsilon, 3)
					c.Channel = anyOf(rng, "", "linear", "rr,p00=0.9,p11=0.6", "rr,p00=0.2,p11=0.3")
				} else if rng.IntN(3) == 0 {
					c.Epsilon = math.Inf(1)
				}
				c.Horizon = min(200+rng.IntN(20_000)/(c.Scenario.Arms()+2), 3000)
				choice := d.ID
				if some := variants[d.ID]; some != nil {
					choice += anyOf(rng, some...)
				}
				fast := checked(t, c, choice)
				slow, plain := *fast, *d
				plain.FastPath = nil
				slow.Learners = []learners.Spec{fast.Learners[0]}
				slow.Learners[0].Declaration = &plain
				sameRuns(t, rng, NewRun(fast, 0), NewRun(&slow, 0), fmt.Sprintf("%s on %v through %q, ε = %v, seed %d",
					choice, c.Scenario.Phases[0].Arms, c.Channel, c.Epsilon, c.Seed), c.Horizon)
			}
		})
	}
}

// sameRuns plays two runs to the horizon and compares them on the way.
func sameRuns(t *testing.T, rng *rand.Rand, fast, slow *Run, what string, horizon int) {
	t.Helper()
	for fast.Round() < horizon {
		n := min(1+rng.IntN(anyOf(rng, 2, 60, 3000)), horizon-fast.Round())
		got, _ := fast.AdvanceExplained(n)
		want, _ := slow.AdvanceExplained(n)
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("%s, round %d: explained by %v, plainly by %v", what, fast.Round(), got, want)
		}
		if fast.Hash() != slow.Hash() || fast.Regret() != slow.Regret() || stateOf(fast) != stateOf(slow) {
			t.Fatalf("%s, after round %d: %s, plainly %s", what, fast.Round(), stateOf(fast), stateOf(slow))
		}
		if rng.IntN(4) == 0 {
			fast = fast.Clone()
		}
	}
}

// stateOf formats the visible state of a run.
func stateOf(r *Run) string {
	return fmt.Sprintf("%d %v %v %v %v %v %+v %v %d %d", r.Round(), r.Play(), r.Pulls(), r.truth, r.feedback, r.Estimates(),
		r.Releases(), r.CostliestRound(), r.changed, r.released)
}
