package noise

import (
	"math"
	"math/big"
	"testing"
)

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

func TestLogBinomialAgainstExactProbabilities(t *testing.T) {
	for _, n := range []int64{1, 2, 15, 16, 17, 40, 333} {
		for _, p := range []float64{1e-9, .01, .3, .5, .77, .999} {
			for k := range n + 1 {
				exact := exactBinomial(k, n, p)
				if exact < 1e-300 {
					continue
				}
				got := logBinomial(float64(k), float64(n), p)
				if math.Abs(got-math.Log(exact)) > 1e-12*max(1, math.Abs(got)) {
					t.Errorf("ln P(%d of %d at %v) = %v, exactly %v", k, n, p, got, math.Log(exact))
				}
			}
		}
	}
}

// Frequencies of 200,000 draws against exact probabilities: the χ² statistic, made normal by
// Wilson and Hilferty, exceeds 5 deviations with probability below 10⁻⁶ per case, and does if p
// is 1% off.
func TestBinomialFrequencies(t *testing.T) {
	const draws = 200_000
	for i, c := range []struct {
		n int
		p float64
	}{{1, .3}, {9, .5}, {40, .0125}, {200, .01}, {40, .1}, {40, .26}, {100, .5}, {100, .9}, {1000, .0099}, {1000, .0101}, {5000, .75}, {5000, .01}} {
		s := NewStream(Key(7, Learning, uint64(i)))
		counts := make([]int, c.n+1)
		for range draws {
			counts[s.Binomial(c.n, c.p)]++
		}
		if z := deviationsOf(counts, c.n, c.p); z > 5 {
			t.Errorf("%d at %v: %.1f deviations", c.n, c.p, z)
		}
		if c.n > 1 {
			if z := deviationsOf(counts, c.n, c.p*1.01); z < 5 && float64(c.n)*c.p > 20 {
				t.Errorf("%d at %v: %.1f deviations only from p 1%% off", c.n, c.p, z)
			}
		}
	}
}

// deviationsOf returns the distance of counts from their expectations.
func deviationsOf(counts []int, n int, p float64) float64 {
	draws := 0
	for _, c := range counts {
		draws += c
	}
	square, cells, rest, restExpected := 0., 0., 0., 0.
	for k, c := range counts {
		expected := float64(draws) * math.Exp(logBinomial(float64(k), float64(n), p))
		if expected < 20 {
			rest, restExpected = rest+float64(c), restExpected+expected
			continue
		}
		square += (float64(c) - expected) * (float64(c) - expected) / expected
		cells++
	}
	if restExpected > 5 {
		square += (rest - restExpected) * (rest - restExpected) / restExpected
		cells++
	}
	f := max(cells-1, 1)
	return (math.Cbrt(square/f) - (1 - 2/(9*f))) / math.Sqrt(2/(9*f))
}

// For n too large to count, a binomial number is normal: its quartiles and tails at 10^6 to
// 10^15 trials. Each frequency over 10^5 draws misses 5 deviations with probability below 10⁻⁶.
func TestBinomialAtLargeSizes(t *testing.T) {
	const draws = 100_000
	for i, c := range []struct {
		n int
		p float64
	}{{1e6, .4}, {1e9, .75}, {1e12, .5}, {1e15, .625}, {1e15, .001}, {1e15, 3e-14}} {
		s := NewStream(Key(11, Learning, uint64(i)))
		mean, deviation := float64(c.n)*c.p, math.Sqrt(float64(c.n)*c.p*(1-c.p))
		var drawn [draws]float64
		sum := 0.0
		for k := range drawn {
			drawn[k] = float64(s.Binomial(c.n, c.p))
			sum += drawn[k]
		}
		if math.Abs(sum/draws-mean) > 5*deviation/math.Sqrt(draws) {
			t.Errorf("%d at %v: mean %v, expected %v", c.n, c.p, sum/draws, mean)
		}
		for _, z := range []float64{-3, -1.5, -.6745, 0, .6745, 1.5, 3} {
			if mean < 1e5 {
				continue // Poisson, nearly: the mean alone
			}
			below := 0
			for _, x := range drawn {
				if x <= mean+z*deviation {
					below++
				}
			}
			probability := .5 * math.Erfc(-z/math.Sqrt2)
			// Skewness moves the distribution function by up to 1/6 of the skewness times the
			// density.
			skew := math.Abs(1-2*c.p) / deviation / 6
			allowed := 5*math.Sqrt(draws*probability*(1-probability)) + draws*skew
			if math.Abs(float64(below)-draws*probability) > allowed {
				t.Errorf("%d at %v: %d of %d below %v deviations, expected %.0f ± %.0f", c.n, c.p, below, draws, z, draws*probability, allowed)
			}
		}
	}
}

func TestBinomialAtItsEnds(t *testing.T) {
	s := NewStream(1)
	for _, c := range []struct {
		n    int
		p    float64
		want int
	}{{0, .5, 0}, {7, 0, 0}, {7, 1, 7}, {1e15, 1, 1e15}, {-1, .5, 0}} {
		if got := s.Binomial(c.n, c.p); got != c.want {
			t.Errorf("%d at %v: %d", c.n, c.p, got)
		}
	}
}

// Inversion can return n: all 4,000,000 draws miss 17 of 17 with probability 10⁻¹³.
func TestBinomialReachesItsEnd(t *testing.T) {
	const trials, draws = 17, 4_000_000
	s := NewStream(3)
	for range draws {
		if s.Binomial(trials, .5) == trials {
			return
		}
	}
	t.Errorf("never %d of %d", trials, trials)
}

// Proposals that the squeeze accepts are accepted by the exact test, too, and lie in 0 to n;
// samples would not reveal a small error. A squeeze larger by a hundredth is wrong somewhere.
func TestTheSqueezeIsBelowTheLaw(t *testing.T) {
	wrong := false
	for _, c := range []struct {
		n int
		p float64
	}{{20, .5}, {25, .45}, {50, .21}, {100, .1}, {100, .5}, {1000, .01}, {1000, .5}, {10_000, .2}, {1_000_000, .3}, {1 << 40, 1e-9}} {
		h := newHat(c.n, c.p)
		for i := range 2001 {
			u := -.43 + .86*float64(i)/2000
			us := .5 - math.Abs(u)
			k := h.at(u, us)
			if h.squeeze > 0 && us >= .07 && (k < 0 || k > h.size || !h.keeps(k, us, h.squeeze)) {
				t.Errorf("n = %d, p = %v: %v is kept at u = %v", c.n, c.p, k, u)
			}
			wrong = wrong || us >= .07 && k >= 0 && k <= h.size && !h.keeps(k, us, h.squeeze+.01)
		}
	}
	if !wrong {
		t.Error("a larger squeeze is right, too: the test shows nothing")
	}
}
