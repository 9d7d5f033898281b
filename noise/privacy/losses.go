package privacy

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"regretscope/noise/selection"
)

// losses holds a distribution of one release's privacy loss on a grid. Its δ is the true δ at
// every grid point and linear in e^ε between two, above the truth (connect the dots, Doroshenko
// et al. 2022, 2207.04380).
type losses struct {
	times  int
	first  int // in steps
	masses []float64
	beyond float64 // the mass at +∞
}

// A release's largest loss has gridSteps steps per unit, within these limits. The excess of the
// upper δ falls with the square of the step: measured 2·10⁻⁸ for eight Laplace sums of loss 1
// at 1024. Small losses of many releases need fewer steps each. All releases together have at
// most allSteps, so large and small losses fit one grid.
const gridSteps, maxSteps, minSteps, fewTimes, allSteps = 1024, 16384, 16, 8, 1 << 24

// rounding is an allowance for rounding, added to bounds.
const rounding = 1e-12

// reach returns the largest loss of a release on the grid. Normal noise has none: its loss is
// beyond 12 deviations with probability 10⁻³³.
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

func (t Composition) reach() float64 {
	total := 0.0
	for _, p := range t {
		total += float64(p.Times) * reach(p.Release)
	}
	return total
}

// stepFor returns a step that is fine enough for a number of equal releases.
func stepFor(largest float64, times int) float64 {
	n := int(gridSteps * min(max(1, largest), maxSteps/gridSteps))
	if times > fewTimes { // the excess falls with times·step²
		n = min(n, max(minSteps, int(largest*math.Sqrt(float64(times)/fewTimes)*gridSteps)))
	}
	return largest / float64(n)
}

// lossesOf returns the losses of a release, which its δ determines. Neighbors are symmetric: a
// loss of −ℓ has e^{−ℓ} times the probability of ℓ.
func lossesOf(p Term, step float64) losses {
	n := int(math.Ceil(reach(p.Release)/step - 1e-9))
	l := losses{times: p.Times, first: -n, masses: make([]float64, 2*n+1)}
	grown, bound := math.Exp(step), boundOf(p.Release)
	at := make([]chances, n+2) // δ at the grid points y = e^ε, from −step up: 1 − δ(−ε) = e^{−ε}(1 − δ(ε))
	for i := range n + 1 {
		at[i+1] = bound(float64(i) * step)
	}
	at[0] = known(1 - at[min(2, n+1)].not/grown)
	l.beyond = at[n+1].is
	// A hockey-stick curve is a mixture of (1 − y/y_i)₊ p_i: its slope in y rises by p_i/y_i at
	// y_i, up to 0.
	for i := range n + 1 {
		rise := grown * at[i].minus(at[i+1])
		if i < n {
			rise -= at[i+1].minus(at[i+2])
		}
		if rise < 1e-15*min(at[i+1].is, at[i+1].not) {
			continue // a line up to rounding
		}
		mass := rise / math.Expm1(step)
		l.masses[n-i], l.masses[n+i] = mass*math.Exp(-float64(i)*step), mass
	}
	floats.Scale((1-l.beyond)/floats.Sum(l.masses), l.masses) // rounding matters for tiny steps
	return l
}

// chances are δ and 1 − δ, precise where they are small.
type chances struct{ is, not float64 }

func known(delta float64) chances { return chances{delta, 1 - delta} }

// minus returns the difference of two δ.
func (c chances) minus(other chances) float64 {
	if c.is < .5 {
		return c.is - other.is
	}
	return other.not - c.not
}

// boundOf returns a proven bound on δ as a function of ε, without a search.
func boundOf(m Mechanism) func(epsilon float64) chances {
	loss := math.NaN()
	switch m := m.(type) {
	case LaplaceSum:
		loss = m.loss()
	case NoisyMax:
		if m.Arms > 2 && m.Noise == selection.Laplace {
			loss = m.span()
		}
	}
	if loss >= 0 {
		return func(epsilon float64) chances {
			return chances{laplaceDelta(loss, epsilon), math.Exp(min(0, (epsilon-loss)/2))}
		}
	}
	delta := Deltas(m)
	return func(epsilon float64) chances { return known(delta(epsilon).Upper) }
}
