package learners

import (
	"errors"
	"math"
	"slices"

	"regretscope/noise"
	"regretscope/noise/channel"
)

// reports holds the arms' local channels, through which a learner inverts mean reports to mean rewards.
type reports []channel.Channel

// registerCorrupted registers a learner for GAJ's corrupted feedback: bits from changing means
// that it inverts through each arm's channel.
func registerCorrupted(d Declaration) {
	d.Family, d.Privacy, d.Channel, d.Accepts = ChangingMeans, Local, "rr", takesBitsBack
	d.Claim, d.ClaimsFor = "ε-local privacy of each report at p00 = p11 = e^ε/(1+e^ε) (GAJ eq. 2)", optimalResponse
	Register(&d)
}

// stationaryBound returns the bound Σ Δ ln T/kl(g_a(μ_a), g_a(μ*)) for Bernoulli arms behind affine channels.
func stationaryBound(source, formula string) Bound {
	return Bound{
		Source: source, Formula: formula,
		Where: func(i Instance) bool { return i.Bernoulli && len(i.Channels) > 0 },
		Value: func(i Instance) float64 {
			best, total := slices.Max(i.Means), 0.0
			for j, mean := range i.Means {
				if intercept, slope, _ := i.Channels[j].Affine(); mean < best {
					total += (best - mean) / noise.Divergence(intercept+slope*best, slope*(mean-best))
				}
			}
			return total * math.Log(i.Round)
		},
	}
}

// optimalResponse reports whether the channel is randomized response with p00 = p11 =
// e^ε/(1+e^ε). Its name does not matter.
func optimalResponse(c channel.Channel, epsilon float64) bool {
	const rounding = 1e-15
	same := c.Epsilon() == epsilon || math.Abs(c.Epsilon()-epsilon) <= 1e-9*epsilon
	return c.Bits() && same && c.Probability(1) > c.Probability(0) &&
		math.Abs(c.Probability(0)+c.Probability(1)-1) <= rounding && math.Abs(c.Probability(.5)-.5) <= rounding
}

// takesBits accepts channels of bits, and raw rewards, which the learner rounds to bits itself.
func takesBits(c channel.Channel) error {
	if !c.Bits() && c.ID() != "none" {
		return errors.New("it counts ones, and this channel reports real numbers")
	}
	return nil
}

// takesBitsBack accepts channels of bits whose mean map g is invertible for every reward distribution.
func takesBitsBack(c channel.Channel) error {
	if !c.Bits() {
		return errors.New("it needs bits")
	}
	return takesBack(c)
}

// takesBack accepts channels whose mean map g is invertible for every reward distribution.
func takesBack(c channel.Channel) error {
	if _, _, ok := c.Affine(); !ok {
		return errors.New("it takes reports back to rewards, and through this channel their mean depends on more " +
			"than the mean reward")
	}
	return nil
}

// estimate returns g⁻¹(mean), or the mean itself without an invertible channel.
func (r reports) estimate(arm int, mean float64) float64 {
	if r != nil {
		if _, _, ok := r[arm].Affine(); ok {
			return r[arm].Inverse(mean)
		}
	}
	return mean
}

// possible reports whether an arm can have this mean report (mean reward without channels).
// Noisy reports can have any mean; other means lie in [0,1].
func (r reports) possible(arm int, mean float64) bool {
	return r != nil && !r[arm].Bits() && r[arm].ID() != "none" || mean >= 0 && mean <= 1
}

// increases reports whether a larger reward makes ones more likely.
func (r reports) increases(arm int) bool {
	_, slope, _ := r[arm].Affine()
	return slope > 0
}

// farthest returns the mean report with n·kl ≤ level that corresponds to the largest reward:
// above the empirical mean if g increases (u), below it if g decreases (ℓ).
func (r reports) farthest(arm int, mean, n, level float64) float64 {
	if r.increases(arm) {
		return klUpper(mean, level/n)
	}
	return klLower(mean, level/n)
}

// index is max{q : n·kl(mean, g(q)) ≤ level} over all real q; clipping to [0,1] would make arms
// tie. It is +Inf without observations.
func (r reports) index(arm int, mean, n, level float64) float64 {
	if n == 0 {
		return math.Inf(1)
	}
	return r[arm].Inverse(r.farthest(arm, mean, n, level))
}
