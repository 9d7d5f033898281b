package arm

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"regretscope/noise"
	"regretscope/noise/number"
	"regretscope/noise/param"
)

// MaxOutcomes is the largest number of outcomes of a Discrete distribution.
const MaxOutcomes = 1000

// sumTolerance is the allowed error of a sum of decimal probabilities, such as three times
// 0.3333333333.
const sumTolerance = 1e-9

// An Outcome is one reward of a Discrete distribution, in [0,1], and its
// probability.
type Outcome struct {
	Value, Probability float64
}

// Discrete is a distribution over finitely many rewards.
type Discrete struct {
	outcomes       []Outcome // as given
	cumulative     []float64 // of the normalized probabilities; ends in 1
	mean, variance float64
}

// NewDiscrete returns the distribution with the given outcomes. Rewards must be distinct and in
// [0,1], probabilities above 0 with sum 1. It normalizes sums that are off by at most 1e-9.
func NewDiscrete(outcomes ...Outcome) (Discrete, error) {
	if len(outcomes) == 0 || len(outcomes) > MaxOutcomes {
		return Discrete{}, fmt.Errorf("discrete: it must have 1 to %s outcomes, not %s",
			number.Count(MaxOutcomes), number.Count(len(outcomes)))
	}
	total, seen := 0.0, make(map[float64]bool, len(outcomes))
	for _, o := range outcomes {
		switch {
		case !inUnit(o.Value):
			return Discrete{}, fmt.Errorf("discrete: the reward %s must lie in [0,1]", format(o.Value))
		case seen[o.Value]:
			return Discrete{}, fmt.Errorf("discrete: the reward %s is given twice", format(o.Value))
		case !(o.Probability > 0 && o.Probability <= 1):
			return Discrete{}, fmt.Errorf("discrete: the probability of %s must be above 0 and at most 1, not %s",
				format(o.Value), format(o.Probability))
		}
		seen[o.Value] = true
		total += o.Probability
	}
	if math.Abs(total-1) > sumTolerance {
		return Discrete{}, fmt.Errorf("discrete: probabilities must add up to 1, not %.12g", total)
	}
	d := Discrete{outcomes: slices.Clone(outcomes), cumulative: make([]float64, len(outcomes))}
	sum := 0.0
	for i, o := range outcomes {
		sum += o.Probability
		d.cumulative[i] = sum / total
		d.mean += o.Value * o.Probability / total
	}
	for _, o := range outcomes {
		d.variance += (o.Value - d.mean) * (o.Value - d.mean) * o.Probability / total
	}
	return d, nil
}

// Mean is Σ p·x.
func (d Discrete) Mean() float64 { return d.mean }

// Variance is Σ p·(x−μ)².
func (d Discrete) Variance() float64 { return d.variance }

// Support returns the smallest and the largest outcome.
func (d Discrete) Support() (low, high float64) {
	low, high = 1, 0
	for _, o := range d.outcomes {
		low, high = min(low, o.Value), max(high, o.Value)
	}
	return low, high
}

// MGF is Σ p·exp(sx).
func (d Discrete) MGF(s float64) float64 {
	return d.expect(func(value float64) float64 { return math.Exp(s * value) })
}

// Excess is Σ p·max(value − x, 0).
func (d Discrete) Excess(x float64) float64 {
	return d.expect(func(value float64) float64 { return max(value-x, 0) })
}

// expect returns the expectation of a function of the reward.
func (d Discrete) expect(f func(value float64) float64) float64 {
	total, sum := 0.0, 0.0
	for _, o := range d.outcomes {
		total += o.Probability
		sum += o.Probability * f(o.Value)
	}
	return sum / total
}

// Sample draws an outcome by inverting the cumulative distribution.
func (d Discrete) Sample(c *noise.Cell) float64 {
	u, last := c.Float64(), len(d.outcomes)-1
	for i, p := range d.cumulative[:last] {
		if u < p {
			return d.outcomes[i].Value
		}
	}
	return d.outcomes[last].Value
}

func (d Discrete) String() string {
	parts := param.Map(d.outcomes, func(o Outcome) string { return format(o.Value) + ":" + format(o.Probability) })
	return "discrete(" + strings.Join(parts, ", ") + ")"
}
