package channel

import (
	"math"

	"regretscope/noise"
)

// A line is the affine mean map g(x) = intercept + slope·x.
type line struct {
	intercept, slope float64
}

// optimal is the steepest line that costs no more than ε: from 1/(1 + e^ε) at
// reward 0 to e^ε/(1 + e^ε) at reward 1.
func optimal(epsilon float64) line {
	return line{intercept: noise.Logistic(-epsilon), slope: math.Tanh(epsilon / 2)}
}

func (l line) at(x float64) float64 { return l.intercept + l.slope*x }

// Mean is g of the law's mean.
func (l line) Mean(law Law) float64 { return l.at(law.Mean()) }

// Affine is the map itself.
func (l line) Affine() (intercept, slope float64, ok bool) { return l.intercept, l.slope, true }

// Inverse is g⁻¹(y).
func (l line) Inverse(y float64) float64 { return (y - l.intercept) / l.slope }

// bits marks the channels that report 0 or 1.
type bits struct{}

// Bits is true.
func (bits) Bits() bool { return true }

// reals marks the channels that report real numbers.
type reals struct{}

// Bits is false.
func (reals) Bits() bool { return false }

// Probability is NaN: there is no single bit.
func (reals) Probability(float64) float64 { return math.NaN() }
