package arm

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"

	"regretscope/noise"
	"regretscope/noise/number"
	"regretscope/noise/param"
)

// Limits of the parameters. Outside them, float64 samples lose precision.
const minBetaParameter, maxBetaParameter = 1e-9, 1e9

// Beta is the Beta(a, b) distribution, with density proportional to x^(a−1)·(1−x)^(b−1).
type Beta struct {
	a, b float64
}

// NewBeta returns the Beta(a, b) distribution. Both parameters must be between 1e-9 and 1e9.
func NewBeta(a, b float64) (Beta, error) {
	refuse := func(allowed string) (Beta, error) {
		return Beta{}, fmt.Errorf("beta(%s,%s): both parameters must %s", format(a), format(b), allowed)
	}
	switch {
	case !(a > 0 && b > 0):
		return refuse("be above 0")
	case min(a, b) < minBetaParameter || max(a, b) > maxBetaParameter:
		return refuse("lie between 1e-9 and 1e9")
	}
	return Beta{a: a, b: b}, nil
}

// Mean is a/(a+b).
func (d Beta) Mean() float64 { return d.a / (d.a + d.b) }

// Variance is ab/((a+b)²(a+b+1)).
func (d Beta) Variance() float64 {
	n := d.a + d.b
	return d.a / n * (d.b / n) / (n + 1)
}

// Support is [0,1].
func (d Beta) Support() (low, high float64) { return 0, 1 }

// MGF is Kummer's function ₁F₁(a; a+b; s).
func (d Beta) MGF(s float64) float64 {
	if s < 0 {
		// E exp(sR) = e^s·E exp(−s(1−R)), and 1−R is Beta(b, a). Its series has only positive
		// terms, so no digits cancel.
		return math.Exp(s) * kummer(d.b, d.a+d.b, -s)
	}
	return kummer(d.a, d.a+d.b, s)
}

// Excess is (μ − x)·P[R > x] + x^a·(1−x)^b/((a+b)·B(a,b)), by parts.
func (d Beta) Excess(x float64) float64 {
	edge := math.Exp(d.a*math.Log(x) + d.b*math.Log1p(-x) - mathext.Lbeta(d.a, d.b))
	return max(0, (d.Mean()-x)*mathext.RegIncBeta(d.b, d.a, 1-x)+edge/(d.a+d.b))
}

// kummer sums ₁F₁(a; c; x) = Σ (a)_n xⁿ / ((c)_n n!) for 0 < a < c and x ≥ 0. A term is at most
// xⁿ/n!, so about x + 50 terms suffice.
func kummer(a, c, x float64) float64 {
	sum, term := 1.0, 1.0
	for n := 0.0; (n < x || term > sum*0x1p-56) && !math.IsInf(sum, 1); n++ {
		term *= (a + n) / (c + n) * (x / (n + 1))
		sum += term
	}
	return sum
}

// Sample inverts the cdf if it is a power, uses Jöhnk's method if both parameters are below 1,
// and a ratio of Gamma draws otherwise.
func (d Beta) Sample(c *noise.Cell) float64 {
	switch {
	case d.b == 1:
		return math.Exp(math.Log(c.Float64()) / d.a)
	case d.a == 1:
		return 1 - math.Exp(math.Log(c.Float64())/d.b)
	case d.a < 1 && d.b < 1:
		return d.sampleSmall(c)
	}
	return distuv.Beta{Alpha: d.a, Beta: d.b, Src: c}.Rand()
}

// sampleSmall draws X = U^(1/a), Y = V^(1/b) until X + Y ≤ 1 and returns X/(X+Y) (Jöhnk 1964).
// It uses logarithms, because X, Y and Gamma draws underflow to 0 for tiny parameters.
func (d Beta) sampleSmall(c *noise.Cell) float64 {
	for {
		// 1−u is in (0,1], so the logarithms are finite.
		logX := math.Log(1-c.Float64()) / d.a
		logY := math.Log(1-c.Float64()) / d.b
		if math.Exp(logX)+math.Exp(logY) <= 1 {
			return 1 / (1 + math.Exp(logY-logX))
		}
	}
}

func (d Beta) String() string { return "beta(" + format(d.a) + "," + format(d.b) + ")" }

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
