package learners_test

import (
	"math"
	"testing"
)

func init() {
	exactTests["ftnl"] = "TestLeadersPickByTheirLaw"
	roundLines["ftnl"] = []string{"3 7>16", "7", "7>16"}
	releaseCosts = append(releaseCosts, releaseCost{learner: "ftnl", noise: "Laplace", scale: 3, sensitivity: 2, loss: 2. / 3})
}

// Without noise, FTNL follows the leader of the previous epoch alone.
func TestFTNLFollowsTheEpochBefore(t *testing.T) {
	l := (banditSetting{arms: 3, horizon: 15, epsilon: math.Inf(1), seed: 2}).start("ftnl")
	leads := []int{0, 2, 2, 1, 1, 0, 1} // of rounds 1, …, 7; epochs begin in rounds 1, 2, 4, 8
	want := map[int]int{2: 0, 3: 0, 4: 2, 5: 2, 6: 2, 7: 2, 8: 1, 15: 1}
	for round := 1; round <= 15; round++ {
		play := l.Choose(round)[0]
		if leader, known := want[round]; known && play != leader {
			t.Errorf("round %d: action %d, the leader is %d", round, play, leader)
		}
		feedback := make([]float64, 3)
		if round <= len(leads) {
			feedback[leads[round-1]] = 1
		}
		l.Observe(round, feedback)
	}
}
