package channel

import (
	"regretscope/noise"
	"regretscope/noise/param"
)

var linearDeclaration = Declaration{
	ID:           "linear",
	Name:         "Linear Bernoulli mechanism",
	Paper:        "JZL Cor. 1",
	Meaning:      "a coin whose chance of 1 rises evenly with the reward",
	Formula:      "p(r) = ((e^ε − 1)r + 1)/(1 + e^ε)",
	TakesEpsilon: true,
	build: func(s settings) (Channel, error) {
		return linear{epsilon: s.epsilon, line: optimal(s.epsilon)}, nil
	},
}

// linear reports 1 with probability ((e^ε − 1)r + 1)/(1 + e^ε) (JZL Cor. 1).
// Without noise, ε = ∞, that is p(r) = r.
type linear struct {
	bits
	line
	epsilon float64
}

func (linear) ID() string         { return "linear" }
func (l linear) String() string   { return "linear(" + param.FormatNumber(l.epsilon) + ")" }
func (l linear) Epsilon() float64 { return l.epsilon }

func (l linear) Probability(reward float64) float64 { return l.at(reward) }

func (l linear) Report(reward float64, c *noise.Cell) float64 { return c.Bernoulli(l.at(reward)) }
