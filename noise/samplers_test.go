package noise

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Kolmogorov–Smirnov at n = 500,000: the false-alarm rate of √n·D > 2.5 is
// 2·exp(−2·2.5²) < 10⁻⁵ a case. The companion cases show that noise whose scale
// is 3% off is rejected by the same test.
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

// The hazard that finite guards against must really exist in the library,
// else the guard is dead weight.
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
