package channel

import (
	"math"
	"strings"

	"regretscope/noise"
	"regretscope/noise/param"
)

// named is a channel's id, its text and its ε.
type named struct {
	id, text string
	epsilon  float64
}

// name names a channel by its numbers, in the order in which Parse takes them.
func name(id string, epsilon float64, numbers ...float64) named {
	return named{id, id + "(" + strings.Join(param.Map(numbers, param.FormatNumber), ",") + ")", epsilon}
}

func (n *named) ID() string       { return n.id }
func (n *named) String() string   { return n.text }
func (n *named) Epsilon() float64 { return n.epsilon }

// A line is the affine mean map g(x) = intercept + slope·x.
type line struct{ intercept, slope float64 }

// optimal returns the steepest line that costs no more than ε: from 1/(1 + e^ε) at
// reward 0 to e^ε/(1 + e^ε) at reward 1.
func optimal(epsilon float64) line {
	return line{intercept: noise.Logistic(-epsilon), slope: math.Tanh(epsilon / 2)}
}

func (l *line) at(x float64) float64                        { return l.intercept + l.slope*x }
func (l *line) Mean(law Law) float64                        { return l.at(law.Mean()) }
func (l *line) Affine() (intercept, slope float64, ok bool) { return l.intercept, l.slope, true }
func (l *line) Inverse(y float64) float64                   { return (y - l.intercept) / l.slope }

// An affineBit is 1 with a probability that is a line in the reward.
type affineBit struct {
	named
	line
}

func (*affineBit) Bits() bool { return true }

func (b *affineBit) Probability(reward float64) float64 { return b.at(reward) }

func (b *affineBit) Report(reward float64, c *noise.Cell) float64 { return c.Bernoulli(b.at(reward)) }

// A curvedBit is 1 with a probability that is a curve in the reward, so that its mean
// depends on more than the mean reward.
type curvedBit struct {
	named
	probability func(reward float64) float64
	mean        func(law Law) float64
}

func (*curvedBit) Bits() bool { return true }

func (b *curvedBit) Probability(reward float64) float64 { return b.probability(reward) }

func (b *curvedBit) Report(reward float64, c *noise.Cell) float64 {
	return c.Bernoulli(b.probability(reward))
}

func (b *curvedBit) Mean(law Law) float64                      { return b.mean(law) }
func (*curvedBit) Affine() (intercept, slope float64, ok bool) { return 0, 0, false }
func (*curvedBit) Inverse(float64) float64                     { return math.NaN() }

// A noisyReward is the reward with Laplace noise of scale 1/ε, which is none at ε = ∞.
// Rewards differ by 1 at most, so the densities' log-ratio is at most ε.
type noisyReward struct {
	named
	line
}

func (*noisyReward) Bits() bool                  { return false }
func (*noisyReward) Probability(float64) float64 { return math.NaN() }

// Report takes one word of the cell: 53 bits for the size of the noise, whose
// logarithm is finite because 1−u is never 0, and the lowest for its sign.
func (r *noisyReward) Report(reward float64, c *noise.Cell) float64 {
	if math.IsInf(r.epsilon, 1) {
		return reward
	}
	word := c.Uint64()
	size := -math.Log(1-float64(word>>11)*0x1p-53) / r.epsilon
	if word&1 == 0 {
		return reward - size
	}
	return reward + size
}
