package channel

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"regretscope/noise/number"
	"regretscope/noise/param"
)

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

// check returns an error for a p(r) that is no Bernoulli mechanism of JZL Thm 1. As in GAJ, p may
// also decrease.
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

// at returns p(r).
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
