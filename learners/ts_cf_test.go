package learners_test

import (
	"math"
	"testing"
)

// tsCFPolicy is TS-CF for two arms with the same increasing channel, on the latest w rounds.
func tsCFPolicy(w int, win duel) policy {
	sampled := thompsonPolicy(win, 1, 1)
	return func(history []observation) []float64 { return sampled(newest(history, w)) }
}

func TestTSCFIsExact(t *testing.T) {
	exactRegrets(t, []regretCase{
		{"ts-cf", "ts-cf", optimal(1, 2), 1, tsCFPolicy(math.MaxInt, countedDuel), []float64{.8, .3}, 8, true},
	})
}
