package model

import "math"

// compensated is a sum of floats with its rounding error (Neumaier 1974): 10^10 terms add up as
// precisely as ten.
type compensated struct{ sum, lost float64 }

func (c *compensated) add(x float64) { *c = c.with(x) }

// with returns the sum with one more term.
func (c compensated) with(x float64) compensated {
	sum := c.sum + x
	if math.Abs(c.sum) >= math.Abs(x) {
		return compensated{sum, c.lost + ((c.sum - sum) + x)}
	}
	return compensated{sum, c.lost + ((x - sum) + c.sum)}
}

// plus returns the value of the sum plus x.
func (c compensated) plus(x float64) float64 {
	c = c.with(x)
	return c.sum + c.lost
}
