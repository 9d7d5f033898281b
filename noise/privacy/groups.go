package privacy

import (
	"math"

	"regretscope/noise"
	"regretscope/noise/selection"
)

// groups is report-noisy-max on two groups of equal candidates, first against second, with
// noise of scale 1. A pick reveals the lead of the first only by which group wins.
type groups struct {
	noise         selection.Noise
	first, second int
}

// wins returns the coin that is the first group's win when it has the given lead. A separate
// sum gives the smaller probability, so neither loses digits.
func (g groups) wins(lead float64) coin {
	if g.noise == selection.Gumbel {
		shifted := lead + math.Log(float64(g.first)/float64(g.second))
		return coin{-noise.Softplus(-shifted), -noise.Softplus(shifted)}
	}
	if lead <= 0 {
		log := behind(g.noise, g.first, g.second, -lead)
		return coin{log, math.Log1p(-math.Exp(log))}
	}
	log := behind(g.noise, g.second, g.first, lead)
	return coin{math.Log1p(-math.Exp(log)), log}
}

// behind returns the log probability that one of a candidates, h ≥ 0 scales behind b others,
// wins. Factoring out e^{−h} leaves sums of positive terms.
func behind(kind selection.Noise, a, b int, h float64) float64 {
	c, size := math.Exp(-h), float64(a)
	if kind == selection.Exponential {
		// a e^{−h} ∫₀¹ (1−cy)^{a−1} (1−y)^b dy; 1 − cy = (1−c) + c(1−y).
		return math.Log(size*binomialMean(a-1, c, func(j float64) float64 { return 1 / (float64(b) + j + 1) })) - h
	}
	// Above the leaders: ½a e^{−h} ∫₀¹ (1 − ½cy)^{a−1} (1 − ½y)^b dy, with u = 1 − ½y.
	above := size * binomialMean(a-1, c, func(j float64) float64 {
		n := float64(b) + j + 1
		return -math.Expm1(-n*math.Ln2) / n
	})
	// Below the first group: all noises are below all scores.
	below := size / float64(a+b) * math.Exp(-float64(a+b)*math.Ln2-float64(b-1)*h)
	between := size / 2 * math.Exp2(-float64(b)) * gap(a, b, h)
	return math.Log(above+below+between) - h
}

// gap returns ∫₀^h e^{−(b−1)t} (1 − ½e^{t−h})^{a−1} dt: the part between the groups under
// Laplace noise.
func gap(a, b int, h float64) float64 {
	if b == 1 { // the powers of ½ would alternate: (1−v)ⁿ = (1−v)ⁿ⁻¹ − v(1−v)ⁿ⁻¹ in turn instead
		sum, high, low := h, 1.0, 1.0
		for i := 1; i < a; i++ {
			high, low = high*(1-math.Exp(-h)/2), low/2
			sum -= (high - low) / float64(i)
		}
		return max(sum, 0)
	}
	sum, coefficient := 0.0, 1.0
	for j := range a { // C(a−1, j)(−½)^j ∫ …
		distance := math.Abs(float64(b - 1 - j))
		sum += coefficient * math.Exp(-float64(min(j, b-1))*h) * noise.Decayed(distance, h)
		coefficient *= -.5 * float64(a-1-j) / float64(j+1)
	}
	return sum
}

// binomialMean returns E f(J) for J successes in n trials of probability c. It starts at the
// likelier end, whose probability is at least 2^−n.
func binomialMean(n int, c float64, f func(j float64) float64) float64 {
	likely, rare, at := c, 1-c, func(k int) float64 { return float64(n - k) }
	if c < .5 {
		likely, rare, at = 1-c, c, func(k int) float64 { return float64(k) }
	}
	mass, sum := math.Pow(likely, float64(n)), 0.0
	for k := range n + 1 {
		sum += mass * f(at(k))
		mass *= float64(n-k) / float64(k+1) * rare / likely
	}
	return sum
}
