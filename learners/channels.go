package learners

import (
	"errors"
	"math"

	"regretscope/noise/channel"
)

// reports are the arms' local channels, as the learner uses what it knows of
// them: bits come in, and what is said of their mean is taken back to the mean
// of the rewards.
type reports []channel.Channel

// registerCorrupted registers a learner with corrupted feedback, as GAJ say: of changing
// means, by bits that it takes back through each arm's channel.
func registerCorrupted(d Declaration) {
	d.Family, d.Privacy, d.Channel, d.Accepts = ChangingMeans, Local, "rr", takesBitsBack
	d.Claim, d.ClaimsFor = "ε-local privacy of each report at p00 = p11 = e^ε/(1+e^ε) (GAJ eq. 2)", optimalResponse
	Register(&d)
}

// optimalResponse reports whether the channel is randomized response with p00 =
// p11 = e^ε/(1+e^ε), by whatever name.
func optimalResponse(c channel.Channel, epsilon float64) bool {
	p := 1 / (1 + math.Exp(-epsilon))
	return c.Bits() && math.Abs(c.Probability(1)-p) < 1e-9 && math.Abs(c.Probability(0)-(1-p)) < 1e-9 &&
		math.Abs(c.Probability(.5)-.5) < 1e-9
}

// takesBits accepts channels that report bits, and rewards as they are, which
// a learner then rounds to bits of its own.
func takesBits(c channel.Channel) error {
	if !c.Bits() && c.ID() != "none" {
		return errors.New("it counts ones, and this channel reports real numbers")
	}
	return nil
}

// takesBitsBack accepts channels of bits whose mean map g can be inverted
// whatever the law of the rewards.
func takesBitsBack(c channel.Channel) error {
	if !c.Bits() {
		return errors.New("it needs bits")
	}
	return takesBack(c)
}

// takesBack accepts channels whose mean map g can be inverted whatever the law
// of the rewards.
func takesBack(c channel.Channel) error {
	if _, _, ok := c.Affine(); !ok {
		return errors.New("it takes reports back to rewards, and through this channel their mean depends on more " +
			"than the mean reward")
	}
	return nil
}

// estimate returns the mean reward g⁻¹(y) that a mean report of y speaks for; the
// mean itself without channels, or where the channel has no way back.
func (r reports) estimate(arm int, mean float64) float64 {
	if r != nil {
		if _, _, ok := r[arm].Affine(); ok {
			return r[arm].Inverse(mean)
		}
	}
	return mean
}

// possible reports whether an arm's mean report, or mean reward without channels, may be
// this one: with noise on reports any may be, else it lies in [0,1].
func (r reports) possible(arm int, mean float64) bool {
	return r != nil && !r[arm].Bits() && r[arm].ID() != "none" || mean >= 0 && mean <= 1
}

// increases reports whether more reward makes more ones.
func (r reports) increases(arm int) bool {
	_, slope, _ := r[arm].Affine()
	return slope > 0
}

// farthest returns the mean report, as far from the empirical one as n·kl ≤ level
// allows, that speaks for the largest reward: above it where g increases (u),
// below it where g decreases (ℓ).
func (r reports) farthest(arm int, mean, n, level float64) float64 {
	if r.increases(arm) {
		return klUpper(mean, level/n)
	}
	return klLower(mean, level/n)
}

// index is max{q : n·kl(mean, g(q)) ≤ level} with q on the whole line (clipping
// it to [0,1] would make arms tie); +∞ without observations.
func (r reports) index(arm int, mean, n, level float64) float64 {
	if n == 0 {
		return math.Inf(1)
	}
	return r[arm].Inverse(r.farthest(arm, mean, n, level))
}
