package arm

import (
	"fmt"
	"math"

	"regretscope/noise"
)

// Constant pays the same reward every round.
type Constant struct {
	value float64
}

// NewConstant returns the law of the constant reward value in [0,1].
func NewConstant(value float64) (Constant, error) {
	if !inUnit(value) {
		return Constant{}, fmt.Errorf("constant(%s): the reward must lie in [0,1]", number(value))
	}
	return Constant{value: value}, nil
}

// Mean is the constant itself.
func (d Constant) Mean() float64 { return d.value }

// Variance is 0.
func (d Constant) Variance() float64 { return 0 }

// Support is the constant alone.
func (d Constant) Support() (low, high float64) { return d.value, d.value }

// MGF is exp(s·value).
func (d Constant) MGF(s float64) float64 { return math.Exp(s * d.value) }

// Sample returns the constant and leaves the cell alone.
func (d Constant) Sample(*noise.Cell) float64 { return d.value }

func (d Constant) String() string { return "constant(" + number(d.value) + ")" }
