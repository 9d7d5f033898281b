package learners_test

import (
	"math"
	"testing"
)

func TestTSLDPBIsExact(t *testing.T) {
	exactRegrets(t, []regretCase{
		{"ts-ldp-b", "ts-ldp-b", optimal(1, 2), 1, tsCFPolicy(math.MaxInt, countedDuel), []float64{.8, .3}, 8, true},
		{"ts-ldp-b at 3", "ts-ldp-b", optimal(3, 2), 3, tsCFPolicy(math.MaxInt, countedDuel), []float64{.8, .3}, 8, true},
		{"ts-ldp-b, prior Beta(2,1)", "ts-ldp-b", optimal(3, 2), 3, thompsonPolicy(integratedDuel, 2, 1), []float64{.8, .3}, 8, false},
		{"ts-ldp-b without noise is Thompson", "ts-ldp-b", nil, math.Inf(1), tsCFPolicy(math.MaxInt, countedDuel), []float64{.8, .3}, 8, true},
	})
}
