package learners

import "math"

// A Stretch is the feedback of consecutive rounds with the same play.
type Stretch struct {
	Rounds int
	// Values[i][k] is the feedback at place i in the k-th of these rounds, where i
	// counts as in Observe: the arms of the play, or all arms under full information.
	Values [][]float64
	Sums   []float64 // of each place, added up in the order of rounds
	Bits   bool      // all feedback is 0 or 1
}

// AddTo returns total plus the feedback at place i, as it comes out when it is
// added round after round. Whole numbers are added at once, because their sums are
// not rounded.
func (s *Stretch) AddTo(total float64, i int) float64 {
	if s.Bits && total == math.Trunc(total) {
		return total + s.Sums[i]
	}
	for _, x := range s.Values[i] {
		total += x
	}
	return total
}
