package curve

import (
	"math"

	"gonum.org/v1/gonum/dsp/fourier"
)

// losses are two distributions of a privacy loss on a grid of step h, around the
// truth: an upper one, whose δ is the true δ at every grid point and a straight
// line in e^ε between two (connect the dots, Doroshenko et al. 2022, 2207.04380),
// and a lower one, of the true losses rounded down.
type losses struct {
	step      float64
	first     int // of both, in steps
	high, low []float64
}

// A release's largest loss is divided into gridSteps steps for each unit of it,
// between these limits. The excess of the upper δ falls with their square:
// measured 2·10⁻⁸ for eight Laplace sums of loss 1 at 1024.
// The small losses of many releases need fewer steps each.
const gridSteps, mostSteps, leastSteps, fewTimes = 1024, 16384, 16, 8

// rounding is added to upper bounds and taken from lower ones.
const rounding = 1e-12

// newLosses is the sum of so many independent losses of a release, which are taken
// from its δ, because that determines them.
func newLosses(m Mechanism, times int) losses {
	return lossesOf(m, times).repeated(times)
}

// lossesOf are those of one release, on a grid that is fine enough for so many.
func lossesOf(m Mechanism, times int) losses {
	largest := m.Epsilon().Upper
	n := int(gridSteps * min(max(1, largest), mostSteps/gridSteps))
	if times > fewTimes { // the excess falls with times·step²
		n = min(n, max(leastSteps, int(largest*math.Sqrt(float64(times)/fewTimes)*gridSteps)))
	}
	l := losses{step: largest / float64(n), first: -n, high: make([]float64, 2*n+1), low: make([]float64, 2*n+1)}
	// δ at the grid points y = e^ε, also at negative ε, by symmetry of the
	// neighbours: δ(−ε) = 1 − e^{−ε}(1 − δ(ε)).
	delta, bound := make([]float64, 2*n+1), boundOf(m)
	for i := n; i <= 2*n; i++ {
		epsilon := float64(i-n) * l.step
		delta[i] = bound(epsilon)
		delta[2*n-i] = 1 - math.Exp(-epsilon)*(1-delta[i])
	}
	// A hockey-stick curve is a mixture of (1 − y/y_i)₊ p_i: its slope in y rises by
	// p_i/y_i at y_i.
	before := -1.0
	for i := range delta {
		after := 0.0
		if i < 2*n {
			y := math.Exp(float64(i-n) * l.step)
			after = (delta[i+1] - delta[i]) / (y * math.Expm1(l.step))
		}
		l.high[i] = max(0, (after-before)*math.Exp(float64(i-n)*l.step))
		before = after
	}
	// The upper masses are the true ones of a cell spread over its two ends: a step
	// down, none is above a true loss.
	copy(l.low, l.high[1:])
	l.low[0] += l.high[0]
	return l
}

// boundOf is a proven bound of δ as a function of ε, without the search that finds
// what lies below it.
func boundOf(m Mechanism) func(epsilon float64) float64 {
	if pick, ok := m.(NoisyMax); ok && !pick.exactDelta() {
		return func(epsilon float64) float64 { return laplaceDelta(pick.span(), epsilon) }
	}
	return func(epsilon float64) float64 { return m.Delta(epsilon).Upper }
}

// repeated is the sum of so many independent losses, by the discrete Fourier
// transform.
func (l losses) repeated(times int) losses {
	return losses{step: l.step, first: l.first * times, high: power(l.high, times), low: power(l.low, times)}
}

// power is the so-many-fold convolution of masses with themselves.
func power(masses []float64, times int) []float64 {
	size, padded := (len(masses)-1)*times+1, 1
	for padded < size {
		padded *= 2
	}
	sequence := make([]float64, padded)
	copy(sequence, masses)
	transform := fourier.NewFFT(padded)
	coefficients := transform.Coefficients(nil, sequence)
	for i, c := range coefficients {
		product := complex(1, 0)
		for n := times; n > 0; n >>= 1 {
			if n&1 == 1 {
				product *= c
			}
			c *= c
		}
		coefficients[i] = product
	}
	transform.Sequence(sequence, coefficients)
	for i := range sequence {
		sequence[i] = max(0, sequence[i]/float64(padded))
	}
	return sequence[:size]
}

// delta is Σ mass·(1 − e^{ε−loss})₊.
func (l losses) delta(masses []float64, epsilon float64) float64 {
	sum := 0.0
	for i := len(masses) - 1; i >= 0; i-- {
		loss := float64(l.first+i) * l.step
		if loss <= epsilon {
			break
		}
		sum += masses[i] * -math.Expm1(epsilon-loss)
	}
	return sum
}

// upperDelta is never below the true δ.
func (l losses) upperDelta(epsilon float64) float64 {
	return min(1, l.delta(l.high, epsilon)+rounding)
}

// Bounds returns a lower and an upper bound of δ(ε) of a bounded loss.
func (r Repeated) Bounds(epsilon float64) (low, high float64) {
	total := r.Epsilon().Upper
	switch {
	case total == 0 || epsilon >= total:
		return 0, 0
	case math.IsInf(total, 1):
		return 0, 1
	}
	l := newLosses(r.Release, r.Times)
	return max(0, l.delta(l.low, epsilon)-rounding), l.upperDelta(epsilon)
}
