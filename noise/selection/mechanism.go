// Package selection implements report-noisy-max, which adds independent noise to every score and publishes only the
// index of the largest. It draws (Pick) and computes the exact probability of every outcome, for fixed scores
// (Probabilities) and for random scores (MixtureProbabilities), with which simulated runs can be compared.
//
// Scores are sums of rewards: the largest wins.
package selection

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"regretscope/noise"
)

// Noise names the distribution that report-noisy-max adds to every score.
type Noise int

// The noises, each with the meaning of the scale b (NoisyMax.Scale).
const (
	Laplace     Noise = iota // density exp(−|x|/b)/2b
	Exponential              // mean b, x ≥ 0 (permute-and-flip in law)
	Gumbel                   // cdf exp(−exp(−x/b)) (the exponential mechanism in law)
)

var names = []string{Laplace: "laplace", Exponential: "exponential", Gumbel: "gumbel"}

// String returns the name that ParseNoise reads.
func (n Noise) String() string { return names[n] }

// ParseNoise returns the noise with the given name.
func ParseNoise(name string) (Noise, error) {
	n := slices.Index(names, name)
	if n < 0 {
		return 0, fmt.Errorf("noise must be one of %s, not %q", strings.Join(names, ", "), name)
	}
	return Noise(n), nil
}

// A NoisyMax is report-noisy-max with one noise at one scale b, in units of the scores. Scale 0 is no noise: the
// plain argmax with ties broken uniformly. Scale +Inf drowns the scores: a uniform pick. (HHMH Alg. 4, WW Alg. 1)
type NoisyMax struct {
	Noise Noise
	Scale float64
}

// String names the mechanism, as in "laplace(2)".
func (m NoisyMax) String() string { return fmt.Sprintf("%v(%g)", m.Noise, m.Scale) }

// Pick draws noise for every score and returns the index of the largest noisy score. It stores the
// noise in noises, which is nil or as long as scores. scores must not be empty.
func (m NoisyMax) Pick(scores, noises []float64, s *noise.Stream) int {
	var room [32]float64 // keeps the noisy scores of common sizes off the heap
	noisy := append(room[:0], scores...)
	for i := range noisy {
		drawn := m.draw(s)
		noisy[i] += drawn
		if noises != nil {
			noises[i] = drawn
		}
	}
	return s.ArgMax(noisy)
}

func (m NoisyMax) draw(s *noise.Stream) float64 {
	if math.IsInf(m.Scale, 1) {
		return m.Scale // all noisy scores tie, and ties are broken uniformly
	}
	switch m.Noise {
	case Laplace:
		return s.Laplace(m.Scale)
	case Exponential:
		return s.Exponential(m.Scale)
	default:
		return s.Gumbel(m.Scale)
	}
}

// A Law is the distribution of a random score on the whole numbers, such as
// the sum of an epoch's Bernoulli rewards. The zero Law is not valid.
type Law struct {
	first int
	mass  []float64 // probabilities of first, first+1, …
}

// Binomial returns the law of the number of successes in the given number of trials (0 to 2^40), each with
// probability mean in [0,1]. Outcomes less likely than 10⁻²⁰ times the most likely one are left out.
func Binomial(trials int, mean float64) (Law, error) {
	if trials < 0 || trials > 1<<40 {
		return Law{}, fmt.Errorf("binomial: trials must be from 0 to 2^40, not %d", trials)
	}
	if !(mean >= 0 && mean <= 1) {
		return Law{}, fmt.Errorf("binomial: mean must be from 0 to 1, not %v", mean)
	}
	if mean == 1 {
		return Point(trials), nil
	}
	// Ratios of neighboring probabilities, outwards from the mode, keep full
	// precision where logarithms of factorials would lose eight digits.
	mode := min(int(float64(trials+1)*mean), trials)
	odds := mean / (1 - mean)
	mass := []float64{1}
	for k, p := mode, 1.0; k > 0; k-- {
		p *= float64(k) / (float64(trials-k+1) * odds)
		if p < negligible {
			break
		}
		mass = append(mass, p)
	}
	slices.Reverse(mass)
	first := mode + 1 - len(mass)
	for k, p := mode, 1.0; k < trials; k++ {
		p *= float64(trials-k) * odds / float64(k+1)
		if p < negligible {
			break
		}
		mass = append(mass, p)
	}
	total := floats.SumCompensated(mass) // among 1000 arms, rounding errors add up
	floats.Scale(1/total, mass)
	return Law{first: first, mass: mass}, nil
}

// Point returns the law of a score that is certain.
func Point(score int) Law { return Law{first: score, mass: []float64{1}} }

// Probability returns the probability of one score.
func (l Law) Probability(score int) float64 {
	if i := score - l.first; i >= 0 && i < len(l.mass) {
		return l.mass[i]
	}
	return 0
}

// Support returns the smallest and the largest score that the law holds.
func (l Law) Support() (first, last int) { return l.first, l.first + len(l.mass) - 1 }

// behind returns the mass below a place, and the same with every atom discounted by e^{−distance/scale}.
func (l Law) behind(place int, scale float64) (mass, discounted float64) {
	decay := math.Exp(-1 / scale)
	n := min(max(place-l.first, 0), len(l.mass))
	for _, p := range l.mass[:n] {
		mass += p
		discounted = (discounted + p) * decay
	}
	if beyond := place - l.first - n; beyond > 0 {
		discounted *= math.Exp(-float64(beyond) / scale)
	}
	return mass, discounted
}

func (l Law) equal(other Law) bool {
	return l.first == other.first && slices.Equal(l.mass, other.mass)
}

// laplaceWeights computes P[J=j]·exp(depth_j) for an arm j of every group:
// exp(depth_j) ∫ f(x−Φ_j) Π_{i≠j} F(x−Φ_i) dx with f and F the density and cdf
// of Laplace noise, all lengths in units of its scale.
//
// Write y for the depth of x below the leaders. At y < 0 every factor is 1 − ½e^y·share: addRivalIntegrals. Below the
// leaders, at a depth where h arms lie above, those h factors are pure exponentials, whose product is level(y)·e^{−y}
// with a level that falls like e^{−(h−1)y}; the density of an arm j below is ½e^{y}·e^{−depth_j}, so its weight
// gathers ½·level times the factors of the other arms below. The density of an arm above equals its factor, so its
// weight gathers level·e^{−(y−depth_j)} times all of those.
func laplaceWeights(groups []group, weights []float64) {
	addRivalIntegrals(groups, .5, weights)
	d := descent{groups: groups, weights: weights, rule: gaussLegendre(descentNodes)}
	for _, g := range groups {
		d.arms += g.size
	}
	fallen := 0.0 // −ln of the level at the next group, apart from the powers of ½
	for at, g := range groups {
		d.above += g.size
		d.level = math.Ldexp(math.Exp(-fallen), -d.above)
		if d.spent(d.level) {
			return // everything else is below, where the level is even lower
		}
		if at == len(groups)-1 {
			d.shareAbove(at, d.level/float64(d.above))
			return
		}
		gap := groups[at+1].depth - g.depth
		d.cross(at, gap)
		fallen += float64(d.above-1) * gap
	}
}

// descent integrates from the leaders' depth downwards, gap by gap.
type descent struct {
	groups  []group
	weights []float64
	rule    rule
	arms    int
	above   int     // arms above the present gap
	level   float64 // at the top of the present gap
	shares  []float64
}

const (
	// descentNodes belongs to stepGrowth: with steps on which the integrand changes by less than
	// e^16, the error of 16 nodes is below 10⁻¹⁵.
	descentNodes = 16
	stepGrowth   = 6
	// reach is the depth beyond which an arm below does not matter: e^{−reach} is negligible.
	reach = 46
)

// spent reports whether a level is too low for anything at or below it to count.
func (d *descent) spent(level float64) bool {
	return d.above > 1 && level*float64(d.arms) < negligible
}

// cross adds the integral over the gap below group at.
func (d *descent) cross(at int, gap float64) {
	below := d.groups[at+1:]
	d.shares = d.shares[:0]
	for _, g := range below {
		d.shares = append(d.shares, .5*math.Exp(-(g.depth-below[0].depth)))
	}
	fall := float64(d.above - 1)
	forAbove := 0.0
	t := 0.0
	if clear := gap - reach - math.Log(float64(d.arms)); clear > 0 {
		// Far above the arms below, their factors are 1.
		forBelow := .5 * d.level * noise.Decayed(fall, clear)
		for i := range below {
			d.weights[at+1+i] += forBelow
		}
		forAbove = d.level * noise.Decayed(fall+1, clear)
		t = clear
	}
	for t < gap && !d.spent(d.level*math.Exp(-fall*t)) {
		step := min(1, stepGrowth/d.slope(below, gap-t), gap-t)
		forAbove += d.step(at, gap, t, step)
		t += step
		if gap-t < 1e-14*gap {
			break
		}
	}
	d.shareAbove(at, forAbove)
}

// slope returns a bound on the slope of the logarithm of the integrand at the given distance above
// the first arm below. It grows at most e-fold over a step.
func (d *descent) slope(below []group, distance float64) float64 {
	near, slope := math.Exp(-distance), float64(d.above)
	for i, g := range below {
		half := d.shares[i] * near
		slope += float64(g.size) * half / (1 - half)
	}
	return slope
}

// step adds the integral from t to t+width, both measured down from the top of the gap, to the arms
// below, and returns the integral for the arms above.
func (d *descent) step(at int, gap, t, width float64) (forAbove float64) {
	below := d.groups[at+1:]
	for k, node := range d.rule.nodes {
		y := t + node*width
		near := math.Exp(y - gap)
		product := d.rule.weights[k] * width * d.level * math.Exp(-float64(d.above-1)*y)
		for i, g := range below {
			product *= power(1-d.shares[i]*near, g.size)
		}
		for i := range below {
			d.weights[at+1+i] += .5 * product / (1 - d.shares[i]*near)
		}
		forAbove += product * math.Exp(-y)
	}
	return forAbove
}

// shareAbove adds an integral, in units of exp(−depth of group at), to the weights of the arms above.
func (d *descent) shareAbove(at int, integral float64) {
	for i, g := range d.groups[:at+1] {
		d.weights[i] += math.Exp(g.depth-d.groups[at].depth) * integral
	}
}
