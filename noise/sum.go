package noise

import "math"

// A Sum is a sum of floats with its rounding error (Neumaier 1974): 10^10 terms add up as
// precisely as ten. Sums of whole numbers have no error. The zero value is 0.
type Sum struct{ sum, lost float64 }

// Add adds one more term.
func (s *Sum) Add(x float64) { *s = s.With(x) }

// With returns the sum with one more term.
func (s Sum) With(x float64) Sum {
	sum := s.sum + x
	if math.Abs(s.sum) >= math.Abs(x) {
		return Sum{sum, s.lost + ((s.sum - sum) + x)}
	}
	return Sum{sum, s.lost + ((x - sum) + s.sum)}
}

// Value returns the sum.
func (s Sum) Value() float64 { return s.sum + s.lost }

// IsWhole reports whether the sum is a whole number that needed no rounding.
func (s Sum) IsWhole() bool { return s.lost == 0 && s.sum == math.Trunc(s.sum) }

// tied is the relative difference up to which values are equal: that of means and scores which
// would be equal without rounding, such as means of decimal rewards. It is right for rewards with
// steps above it.
const tied = 1e-12

// TieLimit returns the smallest value that ties with the largest of some candidates: 1e-12 of its size
// below it.
func TieLimit(largest float64) float64 {
	if math.IsInf(largest, 0) {
		return largest
	}
	return largest - tied*math.Abs(largest)
}
