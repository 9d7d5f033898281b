package privacy

import (
	"math"

	"gonum.org/v1/gonum/dsp/fourier"
	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/mathext"

	"regretscope/noise"
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

// tilted returns the masses times e^{tilt·ℓ − log}, which sum to 1, or the masses themselves
// without a tilt.
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

// moments returns the mean and the deviation of the sum under a tilt.
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

// delta returns Σ mass·(1 − e^{ε−loss})₊ and a bound on the rounding error of the transform in
// it.
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

// upper returns a bound on δ, never below the truth. For normal noise it has no digits below
// 10⁻³⁰.
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

// window returns the range of the sum of all terms, which has size places. All but tail of the mass
// is in the padded places (a power of 2) that begin at from. A cyclic convolution of that length
// wraps the rest of the mass into them.
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

// A BinomialSum is a sum of bits published with the number of ones among fair bits: X ~
// Bin(Bits, ½). A replaced reward moves it by at most 1. The ends of its support separate the two
// sums, so no ε, ρ or μ bounds the loss. Bits 0 is no noise.
type BinomialSum struct{ Bits float64 }

func (b BinomialSum) unbounded() Value    { return exact(math.Inf(1), shifted) }
func (b BinomialSum) Epsilon() Value      { return b.unbounded() }
func (b BinomialSum) Renyi(float64) Value { return b.unbounded() }
func (b BinomialSum) Rho() Value          { return b.unbounded() }
func (b BinomialSum) Mu() Value           { return b.unbounded() }

// Delta is Σ_k max(0, P(X=k) − e^ε P(X=k−1)), the same in both directions because X is symmetric:
// P(X ≤ k) − e^ε P(X < k) for the largest k with a positive term. The chances are those of k times
// a sum, so they cancel only a little.
func (b BinomialSum) Delta(epsilon float64) Value {
	k := max(0, math.Ceil((b.Bits+1)*noise.Logistic(-epsilon))-1)
	return exact(math.Exp(noise.LogFairBits(b.Bits, k))*max(0, 1-times(fewer(b.Bits, k), math.Expm1(epsilon))), shifted)
}

// TradeOff is linear between the tests that decide by whether the sum reaches a number.
func (b BinomialSum) TradeOff(x float64) Value {
	// Mirrored, so that small sums tell: the test that takes X ≤ k for X + 1 ≤ k + 1.
	_, high := noise.Bisect(-1, b.Bits, byOne, func(k float64) bool { return b.atMost(math.Floor(k)) < x })
	k := math.Floor(high)
	below, before, after := b.atMost(k-1), b.atMost(b.Bits-k-1), b.atMost(b.Bits-k-2)
	return exact(before+ratio(x-below, b.atMost(k)-below)*(after-before), shifted)
}

// atMost is P(X ≤ k).
func (b BinomialSum) atMost(k float64) float64 {
	switch {
	case k < 0:
		return 0
	case k >= b.Bits:
		return 1
	case k > b.Bits/2:
		return 1 - b.atMost(b.Bits-k-1)
	}
	return math.Exp(noise.LogFairBits(b.Bits, k)) * (1 + fewer(b.Bits, k))
}

// fewer is P(X < k)/P(X = k) for X ~ Bin(n, ½) and k ≤ n/2. By the incomplete beta function it is
// k ∫₀¹ (1−u)^{n−k} (1+u)^{k−1} du, whose integrand has nearly the shape of a normal tail for every
// n: a few panels of Gauss–Legendre are exact.
func fewer(n, k float64) float64 {
	if k == 0 {
		return 0
	}
	const negligible, panels, nodes = 40, 8, 20 // e^−40 of the integrand at 0
	end := min(1, negligible/(n-2*k+1), math.Sqrt(2*negligible/(n-1)))
	sum := 0.0
	for i := range panels {
		sum += quad.Fixed(func(u float64) float64 {
			return math.Exp((n-k)*math.Log1p(-u) + (k-1)*math.Log1p(u))
		}, end*float64(i)/panels, end*float64(i+1)/panels, nodes, quad.Legendre{}, 0)
	}
	return k * sum
}

// BitsFor returns the least number of fair bits that hide a shift by 1 with δ(ε) of at most
// delta < ½. For ε = ∞ it is 0.
func BitsFor(epsilon, delta float64) float64 {
	if math.IsInf(epsilon, 1) {
		return 0
	}
	few := func(n float64) bool { return BinomialSum{n}.Delta(epsilon).Value > delta }
	low, high := noise.Bracket(1, 2, math.MaxFloat64, few)
	_, bits := noise.Bisect(low, high, byOne, few)
	return bits
}

// byOne is a fine function for noise.Bisect between whole numbers.
func byOne(low, high float64) bool { return high-low <= 1 }

// WithShares returns the ε of a sum with discrete Laplace noise at epsilon of which only a share r of
// the people add their part, 0 ≤ r ≤ 1: the noise is the difference of two negative binomial numbers,
// and the largest log-ratio found is that of 0 and 1,
// ln(₂F₁(r, r; 1; p²)/(p r ₂F₁(r, r+1; 2; p²))) with p = e^−ε.
func WithShares(epsilon, r float64) float64 {
	if r == 0 || math.IsInf(epsilon, 1) {
		return math.Inf(1)
	}
	square := math.Exp(-2 * epsilon)
	return epsilon - math.Log(r) + math.Log(mathext.Hypergeo(r, r, 1, square)/mathext.Hypergeo(r, r+1, 2, square))
}

// Shuffled is the number of ones among reports of several people in random order, each by randomized
// response: by the number of rewards 1, the probabilities of the numbers of ones.
type Shuffled [][]float64

// ShuffleReports returns the shuffled reports of a number of people at a finite local ε. It takes
// people³/3 steps.
func ShuffleReports(people int, local float64) Shuffled {
	report := func(law []float64, one float64) []float64 { // adds a report, which is 1 with probability one
		sum := make([]float64, len(law)+1)
		for k, x := range law {
			sum[k] += (1 - one) * x
			sum[k+1] += one * x
		}
		return sum
	}
	s, p := Shuffled{{1}}, noise.Logistic(local)
	for n := range people {
		s = append(s, report(s[n], p))
		for m := range n + 1 {
			s[m] = report(s[m], 1-p)
		}
	}
	return s
}

// Delta is the least δ at ε, the largest Σ_k max(0, P(k) − e^ε Q(k)) for a reward 1 and a reward 0
// beside any others. A change from 0 to 1 is the mirror image of one from 1 to 0 with as many zeros
// as there were ones, so that one direction has the worst case.
func (s Shuffled) Delta(epsilon float64) (worst float64) {
	factor := math.Exp(epsilon)
	for m := range len(s) - 1 {
		sum := 0.0
		for k, x := range s[m+1] {
			sum += max(0, x-times(s[m][k], factor))
		}
		worst = max(worst, sum)
	}
	return worst
}

// Epsilon is the least ε at δ.
func (s Shuffled) Epsilon(delta float64) float64 {
	more := func(x float64) bool { return s.Delta(x) > delta }
	low, high := noise.Bracket(0, 1, math.MaxFloat64, more)
	_, epsilon := noise.Bisect(low, high, noise.Within(1e-9), more)
	return epsilon
}
