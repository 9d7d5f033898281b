package learners_test

import (
	"fmt"
	"testing"

	"regretscope/learners"
	"regretscope/noise"
)

// SW-TS-CF draws from Beta(S+1, F+1), where S and F count an arm's bits in the newest w
// rounds and no others, and pulls the largest sample that is taken back through the
// arm's channel. A window that is one round longer counts otherwise.
func TestSWTSCFGoesByItsWindow(t *testing.T) {
	for _, through := range []string{"rr(0.8,0.7)", "rr(0.2,0.4)"} {
		t.Run(through, func(t *testing.T) { // one with an increasing response, one with a decreasing one
			for _, w := range []int{1, 4, 25} {
				if difference := offTheWindow(t, through, w, w); difference != "" {
					t.Errorf("%s, w = %d: %s", through, w, difference)
				}
				if offTheWindow(t, through, w, w+1) == "" {
					t.Errorf("%s: w = %d passes for one more", through, w)
				}
			}
		})
	}
}

// offTheWindow plays with windows of w rounds, and tells of the first round whose
// explanation does not count the bits of the newest `counted` rounds, or whose play has
// not the largest score.
func offTheWindow(t *testing.T, through string, w, counted int) string {
	t.Helper()
	setting := behind(t, through, 3, 200)
	l := choose(t, fmt.Sprintf("sw-ts-cf,w=%d", w)).Start(setting)
	var history []observation
	for round := 1; round <= 200; round++ {
		arm := l.Choose(round)[0]
		e := l.(learners.Explainer).Explain()
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
			theta, _ := e.Term(a, learners.Sample)
			score, _ := e.Term(a, learners.Score)
			if want := setting.Channels[a.Arm].Inverse(theta); score != want || score > e.Arms[arm].Values[len(e.Columns)-1] {
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
	exactRegrets(t, []regretCase{
		{"sw-ts-cf", "sw-ts-cf,w=3", optimal(3, 2), 3, tsCFPolicy(3, countedDuel), []float64{.8, .3}, 10, true},
		{"sw-ts-cf, w one off", "sw-ts-cf,w=3", optimal(3, 2), 3, tsCFPolicy(4, countedDuel), []float64{.8, .3}, 10, false},
	})
}
