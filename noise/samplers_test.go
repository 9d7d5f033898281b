package noise

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Kolmogorov–Smirnov at n = 500,000: the false-alarm rate of √n·D > 2.5 is 2·exp(−2·2.5²) < 10⁻⁵ a case. The
// companion cases show that noise whose scale is 3% off is rejected by the same test.
func TestSamplersFollowTheirDistributions(t *testing.T) {
	const n, threshold = 500_000, 2.5
	laplace := func(b float64) func(float64) float64 { return distuv.Laplace{Scale: b}.CDF }
	exponential := func(b float64) func(float64) float64 { return distuv.Exponential{Rate: 1 / b}.CDF }
	gumbel := func(b float64) func(float64) float64 { return distuv.GumbelRight{Beta: b}.CDF }
	uniform := func(x float64) float64 { return x }
	cases := []struct {
		name   string
		draw   func(*Stream) float64
		cdf    func(float64) float64
		accept bool
	}{
		{"laplace(2)", func(s *Stream) float64 { return s.Laplace(2) }, laplace(2), true},
		{"laplace 3% off", func(s *Stream) float64 { return s.Laplace(2.06) }, laplace(2), false},
		{"exponential(3)", func(s *Stream) float64 { return s.Exponential(3) }, exponential(3), true},
		{"exponential 3% off", func(s *Stream) float64 { return s.Exponential(3.09) }, exponential(3), false},
		{"gumbel(.5)", func(s *Stream) float64 { return s.Gumbel(.5) }, gumbel(.5), true},
		{"gumbel 3% off", func(s *Stream) float64 { return s.Gumbel(.515) }, gumbel(.5), false},
		{"beta(.5,.5)", func(s *Stream) float64 { return s.Beta(.5, .5) }, distuv.Beta{Alpha: .5, Beta: .5}.CDF, true},
		{"beta(.3,4)", func(s *Stream) float64 { return s.Beta(.3, 4) }, distuv.Beta{Alpha: .3, Beta: 4}.CDF, true},
		{"beta(3,2)", func(s *Stream) float64 { return s.Beta(3, 2) }, distuv.Beta{Alpha: 3, Beta: 2}.CDF, true},
		{"normal(1,2)", func(s *Stream) float64 { return s.Normal(1, 2) }, distuv.Normal{Mu: 1, Sigma: 2}.CDF, true},
		{"uniform", (*Stream).Float64, uniform, true},
	}
	for _, c := range cases {
		s := NewStream(Key(7, Learning))
		sample := make([]float64, n)
		for i := range sample {
			sample[i] = c.draw(&s)
		}
		if d := ksDistance(sample, c.cdf) * math.Sqrt(n); (d < threshold) != c.accept {
			t.Errorf("%s: √n·D = %.3f; accepted %v, want %v", c.name, d, d < threshold, c.accept)
		}
	}
}

// ksDistance returns the Kolmogorov–Smirnov distance between a sample and a cdf.
func ksDistance(sample []float64, cdf func(float64) float64) float64 {
	stat.SortWeighted(sample, nil)
	n, d := float64(len(sample)), 0.0
	for i, x := range sample {
		p := cdf(x)
		d = max(d, p-float64(i)/n, float64(i+1)/n-p)
	}
	return d
}

func TestNoNoiseDrawsNothing(t *testing.T) {
	s := NewStream(1)
	before := s
	if s.Laplace(0) != 0 || s.Exponential(0) != 0 || s.Gumbel(0) != 0 {
		t.Error("a scale of 0 must give no noise")
	}
	if s != before {
		t.Error("a scale of 0 must leave the stream where it was")
	}
}

// edges is a source that starts with the words for which inverse transforms return an infinity.
type edges struct{ words []uint64 }

func (e *edges) Uint64() uint64 {
	if len(e.words) == 0 {
		return 1 << 62
	}
	w := e.words[0]
	e.words = e.words[1:]
	return w
}

// The hazard that finite guards against must really exist in the library, else the guard is dead weight.
func TestTheLibraryHasTheHazardTheGuardIsFor(t *testing.T) {
	var source rand.Source = &edges{words: []uint64{0}}
	if x := (distuv.GumbelRight{Beta: 1, Src: source}).Rand(); !math.IsInf(x, 0) {
		t.Errorf("GumbelRight on a zero word gives %v; the guard may go", x)
	}
	draws := []float64{math.Inf(-1), math.Inf(1), 3}
	got := finite(1, func() float64 { x := draws[0]; draws = draws[1:]; return x })
	if got != 3 {
		t.Errorf("finite returned %v, want the first finite draw", got)
	}
}

// The far tails, where a Kolmogorov–Smirnov test of half a million draws sees nothing: counts
// beyond several places against exact probabilities, |z| > 5 with a chance below 6·10⁻⁷ each.
// Noise with other tails (a normal law of the same variance) must be rejected.
func TestSamplersHaveTheRightTails(t *testing.T) {
	const n = 4_000_000
	laplace := func(x float64) float64 { return math.Exp(-math.Abs(x)) / 2 } // beyond x, on its side
	cases := []struct {
		name   string
		draw   func(*Stream) float64
		beyond func(x float64) float64
		places []float64
		accept bool
	}{
		{"laplace", func(s *Stream) float64 { return s.Laplace(1) }, laplace, []float64{-11, -8, 8, 11}, true},
		{"normal", func(s *Stream) float64 { return s.Normal(0, math.Sqrt2) }, laplace, []float64{-8, 8}, false},
		{"exponential", func(s *Stream) float64 { return s.Exponential(1) }, func(x float64) float64 { return math.Exp(-x) }, []float64{8, 12}, true},
		{"gumbel", func(s *Stream) float64 { return s.Gumbel(1) }, func(x float64) float64 {
			if x < 0 {
				return math.Exp(-math.Exp(-x))
			}
			return -math.Expm1(-math.Exp(-x))
		}, []float64{-2.3, -2, 8, 12}, true},
	}
	for _, c := range cases {
		s, counts := NewStream(Key(17, Learning)), make([]float64, len(c.places))
		for range n {
			x := c.draw(&s)
			for i, place := range c.places {
				if place < 0 && x < place || place > 0 && x > place {
					counts[i]++
				}
			}
		}
		accepted := true
		for i, place := range c.places {
			want := n * c.beyond(place)
			if z := (counts[i] - want) / math.Sqrt(want+1); math.Abs(z) > 5 {
				accepted = false
				if c.accept {
					t.Errorf("%s: %v of %d draws beyond %v, want %.1f", c.name, counts[i], n, place, want)
				}
			}
		}
		if accepted != c.accept {
			t.Errorf("%s: accepted %v", c.name, accepted)
		}
	}
}

// Tiny shapes give 0 or 1, each as often as the other shape says, and never NaN: at 10⁻³ a half of the
// draws would be 0/0. Five deviations: 6·10⁻⁷.
func TestBetaOfTinyShapes(t *testing.T) {
	const n = 10_000
	for _, a := range []float64{1e-9, 1e-3} {
		s, sum := NewStream(1), 0.0
		for range n {
			sum += s.Beta(a, 3*a)
		}
		if deviation := math.Sqrt(.25 * .75 / n); !(math.Abs(sum/n-.25) < 5*deviation) {
			t.Errorf("Beta(%v, %v): mean %v", a, 3*a, sum/n)
		}
	}
}

// betaLaws has small and large, balanced and skewed, whole and fractional parameters.
var betaLaws = []Beta{
	{1, 1},
	{1, 2},
	{2, 1},
	{1.5, 1},
	{2, 2},
	{1, 20},
	{20, 1},
	{3.25, 7.5},
	{5, 5},
	{1, 1000},
	{40.5, 3},
	{30, 300},
	{300, 300},
	{1000, 3},
	{1, 1e6},
	{1e4, 10},
	{5000, 5000.5},
	{3e5, 1e5},
	{1e6, 1e6},
	{3e8, 1e8},
}

// With whole parameters, X ≤ x is the event that at least A of A+B−1 uniform numbers are at most
// x: a sum, computed with 200 binary digits.
func TestBetaCDFIsAnExactSum(t *testing.T) {
	for _, d := range betaLaws {
		if d.A != math.Trunc(d.A) || d.B != math.Trunc(d.B) || d.A+d.B > 400 {
			continue
		}
		for x := 1. / 16; x < 1; x += 1. / 8 {
			n, sum := int64(d.A+d.B)-1, 0.0
			for k := int64(d.A); k <= n; k++ {
				sum += exactBinomial(k, n, x)
			}
			if got := d.CDF(x); math.Abs(got-sum) > 1e-12*max(sum, 1e-3) {
				t.Errorf("%v at %v: %.15g, want %.15g", d, x, got, sum)
			}
		}
	}
}

func TestBetaCDFInClosedForm(t *testing.T) {
	for _, n := range []float64{1, 1.5, 10, 1e3, 1e6, 1e9} {
		for _, u := range []float64{1e-12, 1e-3, .3, .9} {
			x := math.Exp(math.Log(u) / n)
			exact := math.Exp(n * math.Log(x))
			if got := (Beta{n, 1}).CDF(x); math.Abs(got/exact-1) > 1e-13*max(100, n) {
				t.Errorf("Beta(%v, 1) at %v: %v, want %v", n, x, got, exact)
			}
			x = -math.Expm1(math.Log1p(-u) / n)
			if got := (Beta{1, n}).CDF(x); math.Abs(got/u-1) > 1e-11+1e-17*n {
				t.Errorf("Beta(1, %v) at %v: %v, want %v", n, x, got, u)
			}
		}
	}
	for _, x := range []float64{-1, 0, 1, 2} {
		if got := (Beta{2, 3}).CDF(x); got != min(max(x, 0), 1) {
			t.Errorf("at %v: %v", x, got)
		}
	}
}

// The density relative to its value at a/(a+b), integrated numerically on both sides of x, uses
// neither the continued fraction nor the constant.
func TestBetaCDFIsTheIntegralOfItsDensity(t *testing.T) {
	for _, d := range betaLaws {
		if d.A < 2 && d.A != 1 {
			continue // a density like √x near 0 needs other rules; it has a closed form
		}
		n := d.A + d.B
		mean, deviation := d.A/n, math.Sqrt(d.A/n*d.B/n/(n+1))
		density := func(x float64) float64 {
			return math.Exp((d.A-1)*math.Log1p((x-mean)/mean) + (d.B-1)*math.Log1p((mean-x)/(1-mean)))
		}
		integral := func(from, to float64) float64 {
			sum := 0.0
			for k := 0.0; k < 40; k++ {
				step := (to - from) / 40
				sum += quad.Fixed(density, from+k*step, from+(k+1)*step, 30, quad.Legendre{}, 0)
			}
			return sum
		}
		first, last := max(0, mean-40*deviation), min(1, mean+40*deviation)
		for z := -4.; z <= 4; z += .5 {
			x := mean + z*deviation
			if x <= 0 || x >= 1 {
				continue
			}
			below, above := integral(first, x), integral(x, last)
			want := below / (below + above)
			if got := d.CDF(x); math.Abs(got-want) > 1e-9*want+1e-12 {
				t.Errorf("%v at %v: %v, want %v", d, x, got, want)
			}
		}
	}
}

var someProbabilities = []float64{0x1p-53, 1e-12, 1e-6, .001, .02, .1, .3, .5, .500001, .7, .9, .99, 1 - 1e-6, 1 - 1e-12}

func TestBetaQuantileInvertsTheCDF(t *testing.T) {
	for _, d := range betaLaws {
		last := 0.0
		for _, u := range someProbabilities {
			x := d.Quantile(u)
			if !(x > last && x < 1) {
				t.Errorf("%v: quantile of %v is %v, after %v", d, u, x, last)
			}
			last = x
			// Adjacent numbers differ in probability by their spacing times the density.
			spacing := d.kernel(x) * 0x1p-52 / (1 - x)
			if got := d.CDF(x); math.Abs(got-u) > 1e-9*min(u, 1-u)+2e-16+4*spacing {
				t.Errorf("%v: quantile of %v is %v, where the cdf is %v", d, u, x, got)
			}
		}
	}
}

// Score's bounds hold for all x in its range. Bounds of a third of the width would not, so the
// margin is at most three times the error.
func TestBetaScoreBoundsTheCDF(t *testing.T) {
	inside, outside := 0, 0
	check := func(d Beta, z float64) {
		x := d.Quantile(NormalCDF(z))
		if x >= 1 {
			return
		}
		low, high := d.Score(x)
		if z < low || z > high {
			t.Errorf("%v at %v: the score %v is not in [%v, %v]", d, x, z, low, high)
		}
		if third := (high - low) / 3; z < low+third || z > high-third {
			outside++
		}
		inside++
	}
	for _, d := range betaLaws {
		for z := -6.75; z <= 5.75; z += .0625 {
			check(d, z)
		}
	}
	random := NewStream(1)
	for range 5000 {
		d := Beta{math.Exp(8 * random.Float64()), math.Exp(12 * random.Float64())}
		check(d, 12*random.Float64()-6.5)
		check(Beta{d.B, d.A}, 12*random.Float64()-6.5)
	}
	if outside == 0 {
		t.Errorf("of %d scores, all are in bounds of a third of the width", inside)
	}
	for x, want := range map[float64][2]float64{
		0: {math.Inf(-1), -maxScore}, 1: {maxScore, math.Inf(1)}, .01: {math.Inf(-1), -maxScore}, .99: {maxScore, math.Inf(1)},
	} {
		if low, high := (Beta{500, 500}).Score(x); low != want[0] || high != want[1] {
			t.Errorf("far out at %v: [%v, %v]", x, low, high)
		}
	}
	// So far out that Φ(z) rounds to 1, in laws of a closed form.
	for _, c := range []struct{ parameter, x float64 }{{17, .9}, {65, .52}, {1e6, .5}, {1e6, 1 - 1e-9}} {
		if low, high := (Beta{1, c.parameter}).Score(c.x); low != maxScore || high != math.Inf(1) {
			t.Errorf("Beta(1, %v) at %v: [%v, %v]", c.parameter, c.x, low, high)
		}
		if low, high := (Beta{c.parameter, 1}).Score(1 - c.x); low != math.Inf(-1) || high != -maxScore {
			t.Errorf("Beta(%v, 1) at %v: [%v, %v]", c.parameter, 1-c.x, low, high)
		}
	}
}

// The quantile inverts the cdf, which equals its series.
func TestNormalQuantileInvertsTheCDF(t *testing.T) {
	for _, u := range someProbabilities {
		if got := NormalCDF(NormalQuantile(u)); math.Abs(got-u) > 1e-12*min(u, 1-u)+1.2e-16*max(0, u-.5) {
			t.Errorf("%v: %v", u, got)
		}
	}
	// Φ(z) − 1/2 = φ(z) Σ z^(2k+1)/(1·3·…·(2k+1)).
	for _, z := range []float64{.1, 1, 2.5} {
		sum, term := new(big.Float), big.NewFloat(z)
		for k := 1.; k < 200; k++ {
			sum.Add(sum, term)
			term.Mul(term, big.NewFloat(z*z/(2*k+1)))
		}
		series, _ := sum.Float64()
		if want := .5 + math.Exp(-z*z/2)/math.Sqrt(2*math.Pi)*series; math.Abs(NormalCDF(z)-want) > 1e-14 {
			t.Errorf("Φ(%v) = %v, want %v", z, NormalCDF(z), want)
		}
	}
}

// exactBinomial returns the probability of k in n at p, with 200 binary digits.
func exactBinomial(k, n int64, p float64) float64 {
	power := func(x float64, n int64) *big.Float {
		product, factor := big.NewFloat(1).SetPrec(200), big.NewFloat(x).SetPrec(200)
		for range n {
			product.Mul(product, factor)
		}
		return product
	}
	x := new(big.Float).SetPrec(200).SetInt(new(big.Int).Binomial(n, k))
	q := new(big.Float).SetPrec(200).Sub(big.NewFloat(1), big.NewFloat(p))
	x.Mul(x, power(p, k))
	for range n - k {
		x.Mul(x, q)
	}
	f, _ := x.Float64()
	return f
}

// precise is x ln(x/y) for positive x and y, with 60 digits.
func precise(x, y *big.Float) *big.Float {
	wide := func() *big.Float { return new(big.Float).SetPrec(220) }
	v := wide().Quo(wide().Sub(x, y), wide().Add(x, y)) // ln(x/y) = 2 artanh v
	sum, term, square := wide(), wide().Set(v), wide().Mul(v, v)
	for j := int64(1); j < 20_000 && term.Sign() != 0 && term.MantExp(nil) > -400; j += 2 {
		sum.Add(sum, wide().Quo(term, wide().SetInt64(j)))
		term.Mul(term, square)
	}
	return sum.Mul(sum, x).Mul(sum, big.NewFloat(2))
}

// The divergence has all digits at any difference, as has e^x − 1 − x, of which it is made.
func TestDivergenceHasAllDigits(t *testing.T) {
	for _, q := range []float64{1e-9, .01, .3, .5, .999} {
		for _, part := range []float64{1e-14, 1e-9, 1e-4, .04, .11, .5, .9} {
			for _, by := range []float64{q * part, -q * part} {
				if q+by >= 1 {
					continue
				}
				x, y := new(big.Float).SetPrec(220).SetFloat64(by), new(big.Float).SetPrec(220).SetFloat64(q)
				x.Add(x, y)
				one := big.NewFloat(1).SetPrec(220)
				notX, notY := new(big.Float).Sub(one, x), new(big.Float).Sub(one, y)
				want, _ := new(big.Float).Add(precise(x, y), precise(notX, notY)).Float64()
				if got := Divergence(q, by); math.Abs(got/want-1) > 1e-13 {
					t.Errorf("kl(%v + %v, %[1]v) = %v, want %v", q, by, got, want)
				}
			}
		}
	}
	for _, c := range []struct{ q, by, want float64 }{
		{.25, 0, 0}, {0, 0, 0}, {0, .5, math.Inf(1)}, {1, -.5, math.Inf(1)}, {.25, -.25, -math.Log(.75)}, {.25, .75, -math.Log(.25)},
	} {
		if got := Divergence(c.q, c.by); got != c.want && math.Abs(got-c.want) > 1e-15 {
			t.Errorf("kl(%v + %v, %[1]v) = %v, want %v", c.q, c.by, got, c.want)
		}
	}
}

func TestBisect(t *testing.T) {
	for name, c := range map[string]struct {
		low, high, limit float64
		fine             func(low, high float64) bool
		at, error        float64
	}{
		"√2, as far as numbers go":  {0, 1, 8, Exactly, math.Sqrt2, 1e-15},
		"1,000 within a thousandth": {0, 1, 1e6, Within(1e-3), 1000, 1},
		"at the low end":            {0, 1, 8, Exactly, 0, 5e-324},
		"from below 0":              {-.5, 1, 64, Exactly, -.25, 1e-15},
		"beyond the limit":          {0, 1, 4, Exactly, 7, 4},
	} {
		below := func(x float64) bool { return x < c.at }
		low, high := Bracket(c.low, c.high, c.limit, below)
		low, high = Bisect(low, high, c.fine, below)
		if !(low <= c.at && c.at-low <= c.error) || !(math.Abs(high-c.at) <= c.error) {
			t.Errorf("%s: from %v to %v, want %v", name, low, high, c.at)
		}
	}
}

func TestBracketKeepsTheLowEnd(t *testing.T) {
	if low, high := Bracket(0, 1, 100, func(x float64) bool { return x < 5 }); low != 4 || high != 8 {
		t.Errorf("5 is said to lie from %v to %v", low, high)
	}
}
