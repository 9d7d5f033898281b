package channel

import (
	"math"

	"regretscope/noise"
	"regretscope/noise/param"
)

var quadraticDeclaration = Declaration{
	ID:           "quadratic",
	Name:         "Quadratic Bernoulli mechanism",
	Paper:        "JZL Cor. 1",
	Meaning:      "a coin whose chance of 1 is a parabola in the reward: it ranks arms by E r² and E r together",
	Formula:      "p(r) = ((e^ε − 1 − b)r² + br + 1)/(1 + e^ε)",
	TakesEpsilon: true,
	Parameters: []Parameter{{
		Name:    "b",
		Meaning: "weight of r against r²: 0 is the square alone, e^ε − 1 the linear mechanism",
		Low:     0,
		High:    func(epsilon float64) float64 { return 2 * math.Expm1(epsilon) },
		Range:   "0 to 2(e^ε − 1)",
		// The paper does not say which b it simulated; the middle between the
		// square and the linear mechanism keeps its best arm best.
		Default:     func(epsilon float64) float64 { return math.Expm1(epsilon) / 2 },
		DefaultText: "(e^ε − 1)/2",
	}},
	build: func(s settings) (Channel, error) {
		return newQuadratic(s.epsilon, s.values[0]), nil
	},
}

// quadratic reports 1 with probability (1 + (e^ε − 1)·h(r))/(1 + e^ε), where
// h(r) = (1−c)r² + cr and c = b/(e^ε − 1): JZL Cor. 1 with b told in units of
// its range.
type quadratic struct {
	bits
	epsilon, b float64
	c          float64
	line       // from h to the probability
}

func newQuadratic(epsilon, b float64) quadratic {
	c := b / math.Expm1(epsilon)
	if math.IsInf(b, 1) {
		c = .5 // ε = ∞ with the default b, whose limit this is
	}
	return quadratic{epsilon: epsilon, b: b, c: c, line: optimal(epsilon)}
}

// h is the increasing part, from h(0) = 0 to h(1) = 1.
func (q quadratic) h(reward float64) float64 { return ((1-q.c)*reward + q.c) * reward }

// extremes gives the least and the greatest value of h on [0,1]. Outside
// 0 ≤ c ≤ 2 the vertex of the parabola lies inside and passes one of the ends.
func (q quadratic) extremes() (low, high float64) {
	low, high = 0, 1
	if q.c < 0 || q.c > 2 {
		vertex := q.h(q.c / (2 * (q.c - 1)))
		low, high = min(low, vertex), max(high, vertex)
	}
	return low, high
}

func (quadratic) ID() string { return "quadratic" }

func (q quadratic) String() string {
	return "quadratic(" + param.FormatNumber(q.epsilon) + "," + param.FormatNumber(q.b) + ")"
}

// Epsilon is ε exactly as long as p is monotone, 0 ≤ b ≤ 2(e^ε − 1).
func (q quadratic) Epsilon() float64 {
	low, high := q.extremes()
	if low == 0 && high == 1 {
		return q.epsilon
	}
	ones := math.Log(q.weight(high) / q.weight(low))
	zeros := math.Log(q.weight(1-low) / q.weight(1-high))
	return max(ones, zeros)
}

// weight is the probability of a 1 where h has the given value, times 1 + e^ε;
// that of a 0 is the weight of 1 − h.
func (q quadratic) weight(h float64) float64 { return 1 + math.Expm1(q.epsilon)*h }

func (q quadratic) Probability(reward float64) float64 { return q.at(q.h(reward)) }

func (q quadratic) Report(reward float64, c *noise.Cell) float64 {
	return c.Bernoulli(q.at(q.h(reward)))
}

// Mean rests on the first two moments, E h = (1−c) E R² + c E R.
func (q quadratic) Mean(law Law) float64 {
	mean := law.Mean()
	return q.at((1-q.c)*(law.Variance()+mean*mean) + q.c*mean)
}

// Affine holds only at b = e^ε − 1, where the mechanism is the linear one.
func (q quadratic) Affine() (intercept, slope float64, ok bool) {
	if q.c != 1 {
		return 0, 0, false
	}
	return q.line.Affine()
}

func (q quadratic) Inverse(y float64) float64 {
	if q.c != 1 {
		return math.NaN()
	}
	return q.line.Inverse(y)
}
