package model

import "math"

// compensated is a sum of floats with what rounding lost of it (Neumaier 1974):
// 10^10 terms come out as well as ten.
type compensated struct{ sum, lost float64 }

func (c *compensated) add(x float64) {
	sum := c.sum + x
	if math.Abs(c.sum) >= math.Abs(x) {
		c.lost += (c.sum - sum) + x
	} else {
		c.lost += (x - sum) + c.sum
	}
	c.sum = sum
}

// plus is the sum with one more term, which is not entered.
func (c compensated) plus(x float64) float64 {
	c.add(x)
	return c.sum + c.lost
}
