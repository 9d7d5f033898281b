package arm

import (
	"fmt"
	"math"

	"regretscope/noise"
)

// Uniform pays a reward spread evenly over an interval.
type Uniform struct {
	low, high float64
}

// NewUniform returns the uniform law on [low, high], 0 ≤ low ≤ high ≤ 1.
func NewUniform(low, high float64) (Uniform, error) {
	if !(0 <= low && low <= high && high <= 1) {
		return Uniform{}, fmt.Errorf("uniform(%s,%s): the bounds must satisfy 0 <= a <= b <= 1", number(low), number(high))
	}
	return Uniform{low: low, high: high}, nil
}

// Mean is the middle of the interval.
func (d Uniform) Mean() float64 { return (d.low + d.high) / 2 }

// Variance is (high−low)²/12.
func (d Uniform) Variance() float64 { return (d.high - d.low) * (d.high - d.low) / 12 }

// Support gives the interval's ends.
func (d Uniform) Support() (low, high float64) { return d.low, d.high }

// MGF is (e^(s·high) − e^(s·low)) / (s·(high − low)).
func (d Uniform) MGF(s float64) float64 {
	x := s * (d.high - d.low)
	if x == 0 {
		return math.Exp(s * d.low)
	}
	return math.Exp(s*d.low) * math.Expm1(x) / x
}

// Sample draws from the interval.
func (d Uniform) Sample(c *noise.Cell) float64 {
	// Rounding must not carry a reward past the upper end.
	return min(d.low+(d.high-d.low)*c.Float64(), d.high)
}

func (d Uniform) String() string { return "uniform(" + number(d.low) + "," + number(d.high) + ")" }
