package arm

import (
	"fmt"
	"math"

	"regretscope/noise"
)

// Bernoulli pays 1 with probability μ and 0 otherwise.
type Bernoulli struct {
	mean float64
}

// NewBernoulli returns the Bernoulli law with the given mean in [0,1].
func NewBernoulli(mean float64) (Bernoulli, error) {
	if !inUnit(mean) {
		return Bernoulli{}, fmt.Errorf("bernoulli(%s): the mean must lie in [0,1]", number(mean))
	}
	return Bernoulli{mean: mean}, nil
}

// Mean is μ.
func (d Bernoulli) Mean() float64 { return d.mean }

// Variance is μ(1−μ).
func (d Bernoulli) Variance() float64 { return d.mean * (1 - d.mean) }

// Support is {0,1}, or one of the two when μ is 0 or 1.
func (d Bernoulli) Support() (low, high float64) { return math.Floor(d.mean), math.Ceil(d.mean) }

// MGF is 1 + μ(e^s − 1).
func (d Bernoulli) MGF(s float64) float64 {
	// Of the two equal forms, the one whose terms have the same sign.
	if s < 0 {
		return (1 - d.mean) + d.mean*math.Exp(s)
	}
	return 1 + d.mean*math.Expm1(s)
}

// Sample draws what c.Bernoulli(μ) does, from the sign of u − μ instead of by
// comparing: a branch on a coin is mispredicted half the time, which would be
// most of the cost of a draw.
func (d Bernoulli) Sample(c *noise.Cell) float64 {
	return float64(int64(math.Float64bits(c.Float64()-d.mean) >> 63))
}

func (d Bernoulli) String() string { return "bernoulli(" + number(d.mean) + ")" }
