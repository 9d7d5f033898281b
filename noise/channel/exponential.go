package channel

import (
	"errors"
	"math"

	"regretscope/noise"
	"regretscope/noise/param"
)

var exponentialDeclaration = Declaration{
	ID:           "exponential",
	Name:         "Exponential Bernoulli mechanism",
	Paper:        "JZL Cor. 1",
	Meaning:      "a coin whose chance of 1 grows exponentially with the reward: it ranks arms by E e^(εr)",
	Formula:      "p(r) = e^(εr)/(e^ε + 1)",
	TakesEpsilon: true,
	build: func(s settings) (Channel, error) {
		if math.IsInf(s.epsilon, 1) {
			return nil, errors.New("exponential: epsilon must be finite, at most 700: " +
				"without noise the bit would only say whether the reward is exactly 1")
		}
		return exponential{epsilon: s.epsilon, top: noise.Logistic(s.epsilon)}, nil
	},
}

// exponential reports 1 with probability e^(εr)/(e^ε + 1) (JZL Cor. 1).
type exponential struct {
	bits
	epsilon float64
	top     float64 // p(1)
}

func (exponential) ID() string         { return "exponential" }
func (e exponential) String() string   { return "exponential(" + param.FormatNumber(e.epsilon) + ")" }
func (e exponential) Epsilon() float64 { return e.epsilon }

func (e exponential) Probability(reward float64) float64 {
	return e.top * math.Exp(e.epsilon*(reward-1))
}

func (e exponential) Report(reward float64, c *noise.Cell) float64 {
	return c.Bernoulli(e.Probability(reward))
}

// Mean is E e^(εR)/(e^ε + 1).
func (e exponential) Mean(law Law) float64 { return law.MGF(e.epsilon) * noise.Logistic(-e.epsilon) }

// Affine never holds.
func (exponential) Affine() (intercept, slope float64, ok bool) { return 0, 0, false }

// Inverse is NaN.
func (exponential) Inverse(float64) float64 { return math.NaN() }
