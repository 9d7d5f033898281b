package channel

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"

	"regretscope/noise"
	"regretscope/noise/number"
	"regretscope/noise/param"
)

var catalog = []Declaration{
	{
		ID: "linear", Name: "Linear Bernoulli mechanism", Paper: "JZL Cor. 1", TakesEpsilon: true,
		Meaning: "a bit that is 1 with a probability linear in the reward",
		Formula: "p(r) = ((e^ε − 1)r + 1)/(1 + e^ε)",
		build: func(s settings) (Channel, error) {
			return &affineBit{name("linear", s.epsilon, s.epsilon), optimal(s.epsilon)}, nil
		},
	},
	{
		ID: "quadratic", Name: "Quadratic Bernoulli mechanism", Paper: "JZL Cor. 1", TakesEpsilon: true,
		Meaning: "a bit that is 1 with a probability quadratic in the reward: it ranks arms by E r² and E r together",
		Formula: "p(r) = ((e^ε − 1 − b)r² + br + 1)/(1 + e^ε)",
		Parameters: []Parameter{{
			Name: "b", Meaning: "weight of r against r²: 0 is the square alone, e^ε − 1 the linear mechanism",
			Low: 0, High: func(epsilon float64) float64 { return 2 * math.Expm1(epsilon) }, Range: "0 to 2(e^ε − 1)",
			// The paper does not state the b of its simulations. The middle between the square and
			// the linear mechanism keeps its best arm best.
			Default: func(epsilon float64) float64 { return math.Expm1(epsilon) / 2 }, DefaultText: "(e^ε − 1)/2",
		}},
		build: buildQuadratic,
	},
	{
		ID: "exponential", Name: "Exponential Bernoulli mechanism", Paper: "JZL Cor. 1", TakesEpsilon: true,
		Meaning: "a bit that is 1 with a probability exponential in the reward: it ranks arms by E e^(εr)",
		Formula: "p(r) = e^(εr)/(e^ε + 1)",
		build:   buildExponential,
	},
	{
		ID: "curve", Name: "Bernoulli mechanism of your own", Paper: "JZL Thm 1",
		Meaning: "a bit that is 1 with a monotone probability of your own; its ε follows from p(0) and p(1)",
		Formula: "p(r) is linear between the points",
		Example: "curve,points=0:0.3/0.4:0.5/1:0.7",
		Parameters: []Parameter{{
			Name: "points", Meaning: "pairs reward:probability, separated by /",
			Range: "2 to 100 points with rewards from 0 to 1, and probabilities that only rise or only fall", DefaultText: "required",
		}},
		build: buildCurve,
	},
	{
		ID: "rr", Name: "Randomized response", Paper: "GAJ eq. 1, 2",
		Meaning: "a bit that repeats a 0 with probability p00 and a 1 with p11; its ε follows from both",
		Formula: "p(r) = 1 − p00 + (p00 + p11 − 1)r",
		Parameters: []Parameter{
			responseParameter("p00", "probability that 0 is reported as 0"),
			responseParameter("p11", "probability that 1 is reported as 1"),
		},
		build: buildResponse,
	},
	{
		ID: "laplace", Name: "Laplace mechanism", Paper: "Ren et al. 2020", TakesEpsilon: true,
		Meaning: "the reward with Laplace noise of scale 1/ε added to it",
		Formula: "r + Lap(1/ε)",
		build: func(s settings) (Channel, error) {
			return &noisyReward{name("laplace", s.epsilon, s.epsilon), line{0, 1}}, nil
		},
	},
	{
		ID: "none", Name: "No channel", Paper: "—",
		Meaning: "the reward itself, without privacy",
		Formula: "r",
		build: func(settings) (Channel, error) {
			return &noisyReward{named{"none", "none", math.Inf(1)}, line{0, 1}}, nil
		},
	},
}

// buildQuadratic writes JZL's probability as (1 + (e^ε − 1)·h(r))/(1 + e^ε) with
// h(r) = (1−c)r² + cr and c = b/(e^ε − 1) in [0,2], so that h rises from 0 to 1.
func buildQuadratic(s settings) (Channel, error) {
	b := s.values[0]
	c, own, of := b/math.Expm1(s.epsilon), name("quadratic", s.epsilon, s.epsilon, b), optimal(s.epsilon)
	switch {
	case math.IsInf(b, 1):
		c = .5 // the limit of the default b at ε = ∞
	case c == 1:
		return &affineBit{own, of}, nil // the linear mechanism
	}
	return &curvedBit{
		own,
		func(r float64) float64 { return of.at(((1-c)*r + c) * r) },
		func(law Law) float64 {
			mean := law.Mean()
			return of.at((1-c)*(law.Variance()+mean*mean) + c*mean)
		},
	}, nil
}

func buildExponential(s settings) (Channel, error) {
	if math.IsInf(s.epsilon, 1) {
		return nil, errors.New("exponential: epsilon must be finite, at most 700: " +
			"without noise the bit would only show whether the reward is exactly 1")
	}
	top := noise.Logistic(s.epsilon) // p(1)
	return &curvedBit{
		name("exponential", s.epsilon, s.epsilon),
		func(r float64) float64 { return top * math.Exp(s.epsilon*(r-1)) },
		func(law Law) float64 { return law.MGF(s.epsilon) * noise.Logistic(-s.epsilon) }, // E e^(εR)/(e^ε + 1)
	}, nil
}

// minSlope is the smallest allowed |p00 + p11 − 1|. Below it, float64 cannot tell what a bit reveals from rounding.
const minSlope = 1e-9

func responseParameter(name, meaning string) Parameter {
	return Parameter{
		Name: name, Meaning: meaning, Low: 0, High: func(float64) float64 { return 1 }, Range: "0 to 1",
		Default: noise.Logistic, DefaultText: "e^ε/(1 + e^ε)",
	}
}

// buildResponse builds randomized response with the matrix (p00, p11) of GAJ eq. 1. It treats a reward between 0 and
// 1 as a coin with that mean, so p is a line, which decreases if p00 + p11 < 1.
func buildResponse(s settings) (Channel, error) {
	p00, p11 := s.values[0], s.values[1]
	if s.defaults {
		// GAJ eq. 2, named by its ε, because at a large ε p00 alone has lost its digits.
		return &affineBit{
			named{"rr", "rr(epsilon=" + number.Format(s.epsilon) + ")", s.epsilon},
			optimal(s.epsilon),
		}, nil
	}
	if math.Abs(p00+p11-1) < minSlope {
		return nil, errors.New("rr: p00 + p11 must not be 1: the bit would not depend on the reward")
	}
	// The larger |ln| of the ratios P(0|0)/P(0|1) and P(1|1)/P(1|0). If p00 or p11 is 0 or 1, a
	// report can reveal a reward.
	epsilon := max(math.Abs(math.Log(p00/(1-p11))), math.Abs(math.Log(p11/(1-p00))))
	return &affineBit{name("rr", epsilon, p00, p11), line{1 - p00, p00 + p11 - 1}}, nil
}

// A Point is a point of a curve: the probability that the report of a reward is 1.
type Point struct{ Reward, Probability float64 }

// MarshalJSON writes the pair [reward, probability].
func (p Point) MarshalJSON() ([]byte, error) {
	return json.Marshal([2]float64{p.Reward, p.Probability})
}

// maxPoints is the largest number of points of a curve.
const maxPoints = 100

// A curve is a monotone p(r), linear between its points. They begin at reward 0 and end at
// reward 1, with increasing rewards.
type curve []Point

// readCurve reads points as flags and files write them: 0:0.3/0.4:0.5/1:0.7.
func readCurve(text string) (curve, error) {
	var c curve
	for part := range strings.SplitSeq(text, "/") {
		left, right, _ := strings.Cut(part, ":")
		reward, err := number.Parse(strings.TrimSpace(left))
		probability, otherErr := number.Parse(strings.TrimSpace(right))
		if err != nil || otherErr != nil {
			return nil, fmt.Errorf("points must be pairs reward:probability separated by /, such as 0:0.3/0.4:0.5/1:0.7, not %q",
				param.Printable(part))
		}
		c = append(c, Point{reward + 0, probability + 0}) // 0 for −0
	}
	return c, c.check()
}

// check returns an error for a p(r) that is no Bernoulli mechanism of JZL Thm 1. As in GAJ, p may also decrease.
func (c curve) check() error {
	last := len(c) - 1
	rise := c[last].Probability - c[0].Probability
	for i, p := range c {
		at := number.Format(p.Reward)
		switch {
		case !(0 <= p.Reward && p.Reward <= 1):
			return fmt.Errorf("rewards must lie in [0, 1], not %s", at)
		case !(0 <= p.Probability && p.Probability <= 1):
			return fmt.Errorf("probabilities must lie in [0, 1], not %s at reward %s", number.Format(p.Probability), at)
		case i > 0 && p.Reward <= c[i-1].Reward:
			return fmt.Errorf("rewards must increase from point to point, but %s follows %s", at, number.Format(c[i-1].Reward))
		case i > 0 && p.Probability != c[i-1].Probability && p.Probability > c[i-1].Probability != (rise > 0):
			return fmt.Errorf("p(r) must be monotone, but it goes from %s at reward 0 to %s at reward 1, and from %s at reward %s to %s at reward %s",
				number.Format(c[0].Probability), number.Format(c[last].Probability),
				number.Format(c[i-1].Probability), number.Format(c[i-1].Reward), number.Format(p.Probability), at)
		}
	}
	switch {
	case c[0].Reward != 0 || c[last].Reward != 1:
		return fmt.Errorf("the first point must be at reward 0 and the last at reward 1, not at %s and %s",
			number.Format(c[0].Reward), number.Format(c[last].Reward))
	case !(c.epsilon() >= MinEpsilon):
		return fmt.Errorf("p(0) and p(1) must differ by an ε of at least %g: otherwise the bit does not depend on the reward", MinEpsilon)
	case len(c) > maxPoints:
		return fmt.Errorf("at most %d points are allowed, not %d", maxPoints, len(c))
	}
	return nil
}

func (c curve) String() string {
	return strings.Join(param.Map(c, func(p Point) string {
		return number.Format(p.Reward) + ":" + number.Format(p.Probability)
	}), "/")
}

// epsilon is the largest log-ratio: p is monotone, so rewards 0 and 1 attain it. It is +Inf if one
// of them makes a report certain.
func (c curve) epsilon() float64 {
	low, high := c[0].Probability, c[len(c)-1].Probability
	low, high = min(low, high), max(low, high)
	return max(logGrowth(low, high-low), logGrowth(1-high, high-low))
}

// logGrowth is ln((x + by)/x).
func logGrowth(x, by float64) float64 {
	if by > x {
		return math.Log(x+by) - math.Log(x)
	}
	return math.Log1p(by / x)
}

func (c curve) at(reward float64) float64 {
	for i, q := range c[1:] {
		if p := c[i]; reward < q.Reward {
			between := p.Probability + (q.Probability-p.Probability)*((reward-p.Reward)/(q.Reward-p.Reward))
			return max(min(p.Probability, q.Probability), min(between, max(p.Probability, q.Probability)))
		}
	}
	return c[len(c)-1].Probability
}

// mean is E p(R): each piece has its slope times the expected part of R that lies in it.
func (c curve) mean(law Law) float64 {
	mean, above := c[0].Probability, law.Excess(0)
	for i, q := range c[1:] {
		beyond := law.Excess(q.Reward)
		mean += (q.Probability - c[i].Probability) / (q.Reward - c[i].Reward) * (above - beyond)
		above = beyond
	}
	return mean
}

// buildCurve returns an affine channel if all points lie on one line up to rounding.
func buildCurve(s settings) (Channel, error) {
	c := s.points
	own := named{"curve", "curve(" + c.String() + ")", c.epsilon()}
	straight := line{c[0].Probability, c[len(c)-1].Probability - c[0].Probability}
	for _, p := range c {
		if math.Abs(straight.at(p.Reward)-p.Probability) > 1e-15*max(c[0].Probability, c[len(c)-1].Probability) {
			return &curvedBit{own, c.at, c.mean}, nil
		}
	}
	return &affineBit{own, straight}, nil
}
