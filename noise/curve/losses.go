package curve

import (
	"math"

	"regretscope/noise/selection"
)

// losses are a distribution of one release's privacy loss on a grid, whose δ is the
// true δ at every grid point and a straight line in e^ε between two, above the truth
// (connect the dots, Doroshenko et al. 2022, 2207.04380).
type losses struct {
	times  int
	first  int // in steps
	masses []float64
	beyond float64 // the mass at +∞
}

// A release's largest loss is divided into gridSteps steps for each unit of it,
// between these limits. The excess of the upper δ falls with their square:
// measured 2·10⁻⁸ for eight Laplace sums of loss 1 at 1024.
// The small losses of many releases need fewer steps each. All releases together
// have at most allSteps, so that large and small losses still fit one grid.
const gridSteps, mostSteps, leastSteps, fewTimes, allSteps = 1024, 16384, 16, 8, 1 << 24

// rounding is added to bounds.
const rounding = 1e-12

// reach is the largest loss that the grid has for a release. Normal noise has no
// largest: beyond 12 deviations of its loss there is a chance of 10⁻³³.
func reach(m Mechanism) float64 {
	switch m := m.(type) {
	case GaussianSum:
		mu := 1 / m.Deviation
		return mu*mu/2 + 12*mu
	case AtMost:
		return reach(m.Mechanism)
	}
	return m.Epsilon().Upper
}

// reach is that of all releases together.
func (t Together) reach() float64 {
	total := 0.0
	for _, p := range t {
		total += float64(p.Times) * reach(p.Release)
	}
	return total
}

// stepFor is a step that is fine enough for so many releases of one.
func stepFor(largest float64, times int) float64 {
	n := int(gridSteps * min(max(1, largest), mostSteps/gridSteps))
	if times > fewTimes { // the excess falls with times·step²
		n = min(n, max(leastSteps, int(largest*math.Sqrt(float64(times)/fewTimes)*gridSteps)))
	}
	return largest / float64(n)
}

// lossesOf are those of one release, from its δ, which determines them.
func lossesOf(p Part, step float64) losses {
	n := int(math.Ceil(reach(p.Release)/step - 1e-9))
	l := losses{times: p.Times, first: -n, masses: make([]float64, 2*n+1)}
	// δ at the grid points y = e^ε, also at negative ε, by symmetry of the
	// neighbours: δ(−ε) = 1 − e^{−ε}(1 − δ(ε)).
	delta, bound := make([]float64, 2*n+1), boundOf(p.Release)
	for i := n; i <= 2*n; i++ {
		epsilon := float64(i-n) * step
		delta[i] = bound(epsilon)
		delta[2*n-i] = 1 - math.Exp(-epsilon)*(1-delta[i])
	}
	l.beyond = delta[2*n]
	// A hockey-stick curve is a mixture of (1 − y/y_i)₊ p_i: its slope in y rises by
	// p_i/y_i at y_i.
	before := (delta[0] - 1) * math.Exp(float64(n)*step) // −1 where no loss is larger
	for i := range delta {
		after := 0.0
		if i < 2*n {
			y := math.Exp(float64(i-n) * step)
			after = (delta[i+1] - delta[i]) / (y * math.Expm1(step))
		}
		l.masses[i] = max(0, (after-before)*math.Exp(float64(i-n)*step))
		before = after
	}
	return l
}

// boundOf is a proven bound of δ as a function of ε, without the search that finds
// what lies below it.
func boundOf(m Mechanism) func(epsilon float64) float64 {
	if pick, ok := m.(NoisyMax); ok && pick.Arms > 2 && pick.Noise == selection.Laplace {
		return func(epsilon float64) float64 { return laplaceDelta(pick.span(), epsilon) }
	}
	delta := Deltas(m)
	return func(epsilon float64) float64 { return delta(epsilon).Upper }
}
