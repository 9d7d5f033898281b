package privacy

import (
	"math"

	"gonum.org/v1/gonum/dsp/fourier"
	"gonum.org/v1/gonum/floats"

	"regretscope/noise"
	"regretscope/noise/selection"
)

// A convolution is the distribution of the sum of independent losses of several releases.
type convolution struct {
	step   float64
	first  int
	parts  []losses
	beyond float64
	plain  sums // without tilt
}

// convolve prepares the sum of the losses of all parts.
func convolve(parts Composition) *convolution {
	times, step := 0, math.Inf(1)
	for _, p := range parts {
		times += p.Times
	}
	for _, p := range parts {
		step = min(step, stepFor(reach(p.Release), times))
	}
	return convolveOn(parts, max(step, 2*parts.reach()/allSteps))
}

func convolveOn(parts Composition, step float64) *convolution {
	c := onGrid(parts, step)
	c.plain = c.sum(0)
	return c
}

// onGrid prepares the losses of all parts without summing them.
func onGrid(parts Composition, step float64) *convolution {
	c := &convolution{step: step}
	inside := 1.0
	for _, p := range parts {
		l := lossesOf(p, step)
		c.parts = append(c.parts, l)
		c.first += l.first * l.times
		inside *= math.Pow(1-l.beyond, float64(l.times))
	}
	c.beyond = 1 - inside
	return c
}

// sums holds the masses of a sum of losses ℓ, each times e^{tilt·ℓ − log}. Around a large ε a
// tilt enlarges masses that would not survive the rounding of the transform.
type sums struct {
	step, tilt, log float64
	first           int
	masses          []float64
	tail            float64 // bound on the total mass outside
}

// sum adds up the losses by the discrete Fourier transform in the window that they reach.
func (c *convolution) sum(tilt float64) sums {
	s := sums{step: c.step, tilt: tilt}
	terms := make([]term, len(c.parts))
	for i := range c.parts {
		l := &c.parts[i]
		tilted, log := l.tilted(tilt, c.step)
		s.log += log * float64(l.times)
		terms[i] = term{tilted, l.times}
	}
	size, padded, from, tail := window(terms)
	s.first, s.tail = c.first+from, tail
	transform := fourier.NewFFT(padded)
	var product []complex128
	for i, t := range terms {
		sequence := make([]float64, padded)
		copy(sequence, t.masses)
		coefficients := transform.Coefficients(nil, sequence)
		for k, z := range coefficients {
			coefficients[k] = power(z, t.times)
			if i > 0 {
				coefficients[k] *= product[k]
			}
		}
		product = coefficients
	}
	cyclic := transform.Sequence(nil, product)
	s.masses = make([]float64, min(size, padded))
	for i := range s.masses {
		s.masses[i] = max(0, cyclic[((from+i)%padded+padded)%padded]/float64(padded))
	}
	return s
}

func power(z complex128, n int) complex128 {
	product := complex(1, 0)
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			product *= z
		}
		z *= z
	}
	return product
}

// tilted returns the masses times e^{tilt·ℓ − log}, which sum to 1, or the masses themselves without a tilt.
func (l *losses) tilted(tilt, step float64) (tilted []float64, log float64) {
	if tilt == 0 {
		return l.masses, 0
	}
	top := float64(l.first+len(l.masses)-1) * step // where e^{tilt·ℓ} is largest
	if tilt < 0 {
		top = float64(l.first) * step
	}
	tilted = make([]float64, len(l.masses))
	total := 0.0
	for i, x := range l.masses {
		if x > 0 {
			tilted[i] = x * math.Exp(tilt*(float64(l.first+i)*step-top))
			total += tilted[i]
		}
	}
	for i := range tilted {
		tilted[i] /= total
	}
	return tilted, tilt*top + math.Log(total)
}

func (c *convolution) moments(tilt float64) (mean, deviation float64) {
	variance := 0.0
	for i := range c.parts {
		l := &c.parts[i]
		tilted, _ := l.tilted(tilt, c.step)
		m, v := (&term{masses: tilted}).moments()
		mean += float64(l.times) * (float64(l.first) + m) * c.step
		variance += float64(l.times) * v
	}
	return mean, math.Sqrt(variance) * c.step
}

// tilt returns the tilt that puts the loss ℓ ≥ 0 the given number of deviations below the mean
// of the sum. A tilt of −½ has mean 0.
func (c *convolution) tilt(loss, deviations float64) float64 {
	below := func(tilt float64) bool {
		mean, deviation := c.moments(tilt)
		return !(mean-deviations*deviation >= loss)
	}
	low, high := noise.Bracket(-.5, 1, 1/c.step, below)
	width := high - low
	_, high = noise.Bisect(low, high, func(low, high float64) bool { return high-low <= width/(1<<20) }, below)
	return high
}

// delta returns Σ mass·(1 − e^{ε−loss})₊ and a bound on the rounding error of the transform in it.
func (s *sums) delta(epsilon float64) (delta, rounded float64) {
	scale := math.Exp(s.log - s.tilt*epsilon)
	for i := len(s.masses) - 1; i >= 0; i-- {
		above := float64(s.first+i)*s.step - epsilon
		if above <= 0 {
			break
		}
		delta += s.masses[i] * math.Exp(-s.tilt*above) * -math.Expm1(-above)
	}
	return scale * delta, scale * (rounding + s.tail)
}

// faint is the δ below which a tilt restores its digits.
const faint = 1e-9

// upper returns a bound on δ, never below the truth. For normal noise it has no digits below 10⁻³⁰.
func (c *convolution) upper(epsilon float64) float64 {
	delta, rounded := c.plain.delta(epsilon)
	if delta < faint {
		tilted := c.sum(max(0, c.tilt(epsilon, 0)))
		if d, r := tilted.delta(epsilon); d+r < delta+rounded {
			delta, rounded = d, r
		}
	}
	return min(1, delta+rounded+c.beyond)
}

// coarse is upper without the tilt, for callers that need many values.
func (c *convolution) coarse(epsilon float64) float64 {
	delta, rounded := c.plain.delta(epsilon)
	return min(1, delta+rounded+c.beyond)
}

// A term is a number of equal summands, given by their masses at 0, 1, 2, …
type term struct {
	masses []float64
	times  int
}

// negligible is the mass that a window may leave out.
const negligible = 1e-14

// window returns the range of the sum of all terms, which has size places. All but tail of the mass is in the padded
// places (a power of 2) that begin at from. A cyclic convolution of that length wraps the rest of the mass into them.
func window(terms []term) (size, padded, from int, tail float64) {
	mean, variance, longest := 0.0, 0.0, 0
	size, padded = 1, 1
	for _, t := range terms {
		size += (len(t.masses) - 1) * t.times
		longest = max(longest, len(t.masses))
		m, v := t.moments()
		mean, variance = mean+m*float64(t.times), variance+v*float64(t.times)
	}
	for padded < size {
		if half := float64(padded/2 - 1); padded >= longest && half > 6*math.Sqrt(variance) {
			if tail = beyond(terms, half); tail <= negligible {
				return size, padded, int(mean) - padded/2, tail
			}
		}
		padded *= 2
	}
	return size, padded, 0, 0
}

func (t *term) moments() (mean, variance float64) {
	for i, mass := range t.masses {
		mean += float64(i) * mass
	}
	for i, mass := range t.masses {
		variance += (float64(i) - mean) * (float64(i) - mean) * mass
	}
	return mean, variance
}

// beyond bounds the probability that the sum is farther than half from its mean (Chernoff).
func beyond(terms []term, half float64) float64 {
	bound := 0.0
	for _, sign := range []float64{-1, 1} {
		least := 0.0 // the logarithm of the bound
		for rate := 50 / half; rate > .5/half; rate /= 1.3 {
			log := -rate * half
			for _, t := range terms {
				mean, _ := t.moments()
				moment := 0.0
				for i, mass := range t.masses {
					moment += mass * math.Exp(sign*rate*(float64(i)-mean))
				}
				log += float64(t.times) * math.Log(moment)
			}
			least = min(least, log)
		}
		bound += math.Exp(least)
	}
	return bound
}

// losses holds a distribution of one release's privacy loss on a grid. Its δ is the true δ at every grid point and
// linear in e^ε between two, above the truth (connect the dots, Doroshenko et al. 2022, 2207.04380).
type losses struct {
	times  int
	first  int // in steps
	masses []float64
	beyond float64 // the mass at +∞
}

// A release's largest loss has gridSteps steps per unit, within these limits. The excess of the upper δ falls with
// the square of the step: measured 2·10⁻⁸ for eight Laplace sums of loss 1 at 1024. Small losses of many releases
// need fewer steps each. All releases together have at most allSteps, so large and small losses fit one grid.
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
	// A hockey-stick curve is a mixture of (1 − y/y_i)₊ p_i: its slope in y rises by p_i/y_i at y_i, up to 0.
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
