// This file finds where an answer changes along the real line: by doubling, then by
// halving.

package noise

// Bracket goes up by doubling from an interval at whose low end below holds, until it no
// longer holds at the high end or that is limit or more.
func Bracket(low, high, limit float64, below func(x float64) bool) (float64, float64) {
	for high < limit && below(high) {
		low, high = high, 2*high
	}
	return low, high
}

// Bisect narrows an interval, in which below holds up to some point and not beyond it, until
// it is fine or no number lies between its ends.
func Bisect(low, high float64, fine func(low, high float64) bool, below func(x float64) bool) (float64, float64) {
	for !fine(low, high) {
		middle := (low + high) / 2
		if middle == low || middle == high {
			break
		}
		if below(middle) {
			low = middle
		} else {
			high = middle
		}
	}
	return low, high
}

// Within is fine for Bisect: the interval's width, in relation to its high end.
func Within(part float64) func(low, high float64) bool {
	return func(low, high float64) bool { return high-low <= part*high }
}

// Exactly is fine for Bisect: as far as numbers go.
func Exactly(float64, float64) bool { return false }
