package learners_test

import (
	"fmt"
	"math"
	"testing"

	"regretscope/learners"
	"regretscope/noise"
)

func init() {
	roundLines["sw-ts-cf"] = []string{"2 3"}
}

// A learner of bits draws from Beta(S+1, F+1), where S and F count an arm's bits in the latest w rounds, and pulls
// the largest sample, inverted through the arm's channel if possible. A window one round longer must be noticed, and
// a window of 150 rounds if the learner forgets nothing.
func TestSamplesGoByTheBitsOfTheirWindows(t *testing.T) {
	all := math.MaxInt
	for learner, windows := range map[string][2]int{
		"sw-ts-cf,w=1": {1, 2}, "sw-ts-cf,w=4": {4, 5}, "sw-ts-cf,w=25": {25, 26}, "ts-cf": {all, 150}, "ts-ldp-b": {all, 150},
	} {
		for _, through := range []string{"rr(0.8,0.7)", "rr(0.2,0.4)", "linear", "quadratic", "exponential", "none"} {
			t.Run(learner+" through "+through, func(t *testing.T) {
				setting := behind(through, 3, 200)
				if spec := choose(learner); spec.Accepts(setting.Channels[0]) != nil {
					t.Skip("it does not accept the channel")
				}
				if difference := offTheWindow(learner, setting, windows[0]); difference != "" {
					t.Error(difference)
				}
				if offTheWindow(learner, setting, windows[1]) == "" {
					t.Errorf("a window of %d passes", windows[1])
				}
			})
		}
	}
}

// offTheWindow describes the first round whose explanation does not count the bits of the
// latest counted rounds, or whose play does not have the largest score.
func offTheWindow(learner string, setting learners.Setting, counted int) string {
	l := choose(learner).Start(setting)
	var history []observation
	for round := 1; round <= 200; round++ {
		arm := l.Choose(round)[0]
		e := l.(learners.Explainer).Explain()
		last := len(e.Columns) - 1
		for i := range e.Arms {
			a, ones, zeros := &e.Arms[i], 1.0, 1.0
			for _, o := range newest(history, counted) {
				if o.arm == a.Arm {
					ones, zeros = ones+o.reward, zeros+1-o.reward
				}
			}
			shownOnes, _ := e.Term(a, learners.Ones)
			shownZeros, _ := e.Term(a, learners.Zeros)
			if shownOnes != ones || shownZeros != zeros {
				return fmt.Sprintf("round %d, arm %d: Beta(%v, %v), want Beta(%v, %v)", round, a.Arm, shownOnes, shownZeros, ones, zeros)
			}
			want, _ := e.Term(a, learners.Sample)
			if e.Columns[last].Role == learners.Score {
				want = setting.Channels[a.Arm].Inverse(want)
			}
			if score := a.Values[last]; score != want || score > e.Arms[arm].Values[last] {
				return fmt.Sprintf("round %d, arm %d: score %v, want %v; arm %d is played", round, a.Arm, score, want, arm)
			}
		}
		draws := noise.At(uint64(arm), round)
		bit := draws.Bernoulli(.5)
		history = append(history, observation{arm, bit})
		l.Observe(round, []float64{bit})
	}
	return ""
}

func TestSWTSCFIsExact(t *testing.T) {
	exactRegrets(t, []policyCase{
		{
			learner: "sw-ts-cf,w=3", channels: optimal(3, 2), epsilon: 3, oracle: tsCFPolicy(3, countedDuel),
			means: []float64{.8, .3}, rounds: 10, wrong: policies{"w one off": tsCFPolicy(4, countedDuel)},
		},
	})
}
