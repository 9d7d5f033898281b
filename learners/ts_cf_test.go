package learners_test

import (
	"math"
	"testing"
)

func init() {
	roundLines["ts-cf"] = []string{"2 3"}
}

// tsCFPolicy is TS-CF for two arms with the same increasing channel, on the latest w rounds.
func tsCFPolicy(w int, win duel) policy {
	sampled := thompsonPolicy(win, 1, 1)
	return func(history []observation) []float64 { return sampled(newest(history, w)) }
}

func TestTSCFIsExact(t *testing.T) {
	exactRegrets(t, []policyCase{
		{learner: "ts-cf", channels: optimal(1, 2), oracle: tsCFPolicy(math.MaxInt, countedDuel), means: []float64{.8, .3}, rounds: 8},
	})
}
