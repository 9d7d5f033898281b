package channel

import (
	"math"

	"regretscope/noise"
)

var noneDeclaration = Declaration{
	ID:      "none",
	Name:    "No channel",
	Paper:   "—",
	Meaning: "the reward itself, without any privacy",
	Formula: "r",
	build: func(settings) (Channel, error) {
		return identity{line: line{0, 1}}, nil
	},
}

// identity reports the reward as it is.
type identity struct {
	reals
	line
}

func (identity) ID() string       { return "none" }
func (identity) String() string   { return "none" }
func (identity) Epsilon() float64 { return math.Inf(1) }

func (identity) Report(reward float64, _ *noise.Cell) float64 { return reward }
