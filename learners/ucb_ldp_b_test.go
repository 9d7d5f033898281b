package learners_test

import (
	"testing"
)

func TestUCBLDPBIsExact(t *testing.T) {
	exactRegrets(t, []regretCase{
		{"ucb-ldp-b", "ucb-ldp-b", optimal(3, 2), 3, ucb1Policy(2, 2), []float64{.6, .1}, 10, true},
		{"ucb-ldp-b, level 5% high", "ucb-ldp-b", optimal(3, 2), 3, ucb1Policy(2, 2.1), []float64{.6, .1}, 10, false},
	})
	everyPlay(t, []playCase{
		{"ucb-ldp-b", "ucb-ldp-b", optimal(1, 4), "", ucb1Policy(4, 2), fourMeans, 500, 3, true},
	})
}
