package channel

import (
	"math"

	"regretscope/noise"
	"regretscope/noise/param"
)

var laplaceDeclaration = Declaration{
	ID:           "laplace",
	Name:         "Laplace mechanism",
	Paper:        "Ren et al. 2020",
	Meaning:      "the reward with Laplace noise of scale 1/ε added to it",
	Formula:      "r + Lap(1/ε)",
	TakesEpsilon: true,
	build: func(s settings) (Channel, error) {
		return laplace{line: line{0, 1}, epsilon: s.epsilon}, nil
	},
}

// laplace reports r + Lap(1/ε), the channel of LDP-UCB-L (Ren et al. 2020).
// Rewards differ by 1 at most, so the densities' log-ratio is at most ε.
type laplace struct {
	reals
	line
	epsilon float64
}

func (laplace) ID() string         { return "laplace" }
func (l laplace) String() string   { return "laplace(" + param.FormatNumber(l.epsilon) + ")" }
func (l laplace) Epsilon() float64 { return l.epsilon }

// Report takes one word of the cell: 53 bits for the size of the noise, whose
// logarithm is finite because 1−u is never 0, and the lowest for its sign.
func (l laplace) Report(reward float64, c *noise.Cell) float64 {
	word := c.Uint64()
	size := -math.Log(1-float64(word>>11)*0x1p-53) / l.epsilon
	if word&1 == 0 {
		return reward - size
	}
	return reward + size
}
