package privacy

import (
	"fmt"
	"math"
	"math/big"
	"testing"
)

// binomial returns P(Bin(n, ½) = k) for k = 0, …, n with 400 bits.
func binomial(n int) []*big.Float {
	all := make([]*big.Float, n+1)
	all[0] = new(big.Float).SetPrec(400).SetMantExp(big.NewFloat(1), -n)
	for k := range n {
		next := new(big.Float).Mul(all[k], big.NewFloat(float64(n-k)))
		all[k+1] = next.Quo(next, big.NewFloat(float64(k+1)))
	}
	return all
}

// summedDelta is δ(ε) by its definition: the sum of max(0, P(k) − e^ε P(k−1)).
func summedDelta(n int, epsilon float64) float64 {
	p, sum := binomial(n), new(big.Float).SetPrec(400)
	factor := new(big.Float).SetPrec(400).SetFloat64(math.Exp(epsilon))
	for k := range p {
		d := new(big.Float).Set(p[k])
		if k > 0 {
			d.Sub(d, new(big.Float).SetPrec(400).Mul(factor, p[k-1]))
		}
		if d.Sign() > 0 {
			sum.Add(sum, d)
		}
	}
	delta, _ := sum.Float64()
	return delta
}

// The least number of bits and its δ, and δ with one bit less, against direct sums in big floats
// and the values of an independent program. One bit less must not suffice.
func TestFewestFairBits(t *testing.T) {
	for _, c := range []struct {
		epsilon, delta, bits, at, before float64
	}{
		{.25, 1e-3, 273, 9.87437e-4, 1.009998e-3},
		{.5, 1e-3, 88, 0, 0},
		{1, 1e-3, 30, 0, 0},
		{2, 1e-3, 13, 0, 0},
		{.25, 1e-6, 958, 9.86605e-7, 1.000983e-6},
		{.5, 1e-6, 268, 9.88010e-7, 1.012406e-6},
		{1, 1e-6, 80, 9.83361e-7, 1.183479e-6},
		{2, 1e-6, 31, 6.14505e-7, 1.008343e-6},
	} {
		n := BitsFor(c.epsilon, c.delta)
		if n != c.bits {
			t.Errorf("ε = %v, δ = %v: %v bits, want %v", c.epsilon, c.delta, n, c.bits)
		}
		at, before := summedDelta(int(n), c.epsilon), summedDelta(int(n)-1, c.epsilon)
		if !(at <= c.delta && before > c.delta) {
			t.Errorf("ε = %v: %v bits have δ = %v, one less %v", c.epsilon, n, at, before)
		}
		if c.at > 0 && (!near(at, c.at, 1e-5) || !near(before, c.before, 1e-5)) {
			t.Errorf("ε = %v: δ = %v and %v, want %v and %v", c.epsilon, at, before, c.at, c.before)
		}
	}
	if n := BitsFor(math.Inf(1), 1e-6); n != 0 {
		t.Errorf("ε = ∞: %v bits", n)
	}
	if BitsFor(1, .49) != 2 { // a single fair bit has δ = ½ at every ε
		t.Errorf("δ = .49: %v bits", BitsFor(1, .49))
	}
}

// δ of binomial noise by quadrature against direct sums, from no bit to thousands; many bits are as
// good as normal noise of their variance.
func TestBinomialDelta(t *testing.T) {
	for _, n := range []int{0, 1, 2, 3, 10, 31, 80, 273, 958, 4001} {
		for _, epsilon := range []float64{0, 1e-3, .1, .3, 1, 2.5, 10, 40} {
			if got, want := (BinomialSum{float64(n)}).Delta(epsilon).Value, summedDelta(n, epsilon); !near(got, want, 1e-11) {
				t.Errorf("%d bits, ε = %v: δ = %.15g, want %.15g", n, epsilon, got, want)
			}
		}
	}
	if d := (BinomialSum{5}).Delta(math.Inf(1)).Value; d != 1./32 {
		t.Errorf("5 bits: δ(∞) = %v", d)
	}
	// δ is above 0 although it underflows; the logarithms of the true values are below −2,000.
	for name, d := range map[string]float64{
		"binomial": BinomialSum{45_000}.Delta(.5).Value, "normal": GaussianSum{2.236}.Delta(30).Value,
		"two normal": Composition{{GaussianSum{3}, 1}, {GaussianSum{4}, 1}}.Delta(30).Value,
	} {
		if d != math.SmallestNonzeroFloat64 {
			t.Errorf("%s noise: δ = %v", name, d)
		}
	}
	for _, epsilon := range []float64{1e-4, 1e-6, 1e-9} {
		n := BitsFor(epsilon, 1e-6)
		if got := gaussianDelta(2/math.Sqrt(n), epsilon); !near(got, 1e-6, 3*epsilon) {
			t.Errorf("ε = %v: %v bits, like normal noise with δ = %v", epsilon, n, got)
		}
	}
}

// The trade-off curve of binomial noise at and between the thresholds, by direct sums.
func TestBinomialTradeOff(t *testing.T) {
	for _, n := range []int{0, 1, 2, 7, 80} {
		p := make([]float64, n+1)
		for k, x := range binomial(n) {
			p[k], _ = x.Float64()
		}
		level, miss := 0.0, 1.0
		for k := -1; k <= n; k++ { // guess "not shifted" if the mirrored sum is at most k
			before, missed := level, miss
			if k >= 0 {
				level += p[k]
			}
			miss = 1.0
			for i := range n + 1 {
				if i <= k+1 {
					miss -= p[i]
				}
			}
			for _, share := range []float64{.25, .5, 1} {
				x, want := before+share*(level-before), missed+share*(miss-missed)
				if k < 0 {
					x, want = 0, miss
				}
				if got := (BinomialSum{float64(n)}).TradeOff(x).Value; math.Abs(got-want) > 1e-13 {
					t.Errorf("%d bits: f(%v) = %v, want %v", n, x, got, want)
				}
			}
		}
	}
}

// Discrete Laplace noise in every notion: by sums over its outcomes, as randomized response, and
// the values of an independent program.
func TestDiscreteLaplaceIsRandomizedResponse(t *testing.T) {
	for epsilon, rho := range map[float64]float64{.5: .122459331, 1: .462117157, 2: 1.523188312} {
		d, p := DiscreteLaplaceSum(1/epsilon), 1/(1+math.Exp(-epsilon))
		r := response(p, p)
		chance := func(k int) float64 { return math.Tanh(epsilon/2) * math.Exp(-epsilon*math.Abs(float64(k))) }
		sum := func(of func(p, q float64) float64) (total float64) {
			for k := -200; k <= 200; k++ {
				total += of(chance(k), chance(k-1))
			}
			return total
		}
		check := func(name string, got, summed, response float64) {
			if !near(got, summed, 1e-9) || !near(got, response, 1e-9) {
				t.Errorf("ε = %v: %s is %v, summed %v, of randomized response %v", epsilon, name, got, summed, response)
			}
		}
		check("ε", d.Epsilon().Value, epsilon, r.Epsilon().Value)
		check("ρ", d.Rho().Value, d.Renyi(1).Value, r.Rho().Value)
		if !near(d.Rho().Value, rho, 5e-9) {
			t.Errorf("ε = %v: ρ is %v, want %v", epsilon, d.Rho().Value, rho)
		}
		check("μ", d.Mu().Value, 2*quantile(p), r.Mu().Value)
		for _, alpha := range []float64{1, 1.5, 2, 30} {
			by := sum(func(p, q float64) float64 {
				if alpha == 1 {
					return p * math.Log(p/q)
				}
				return p * math.Pow(p/q, alpha-1)
			})
			if alpha > 1 {
				by = math.Log(by) / (alpha - 1)
			}
			check(fmt.Sprint("D_", alpha), d.Renyi(alpha).Value, by, r.Renyi(alpha).Value)
		}
		for _, at := range []float64{0, .1, .4, 3} {
			check(fmt.Sprint("δ at ", at), d.Delta(at).Value, sum(func(p, q float64) float64 { return max(0, p-math.Exp(at)*q) }), r.Delta(at).Value)
		}
		for _, x := range []float64{0, .1, .3, .6, 1} {
			check(fmt.Sprint("f at ", x), d.TradeOff(x).Value, r.TradeOff(x).Value, r.TradeOff(x).Value)
		}
	}
	if d := DiscreteLaplaceSum(0); !math.IsInf(d.Epsilon().Value, 1) || d.Delta(3).Value != 1 || !math.IsInf(d.Mu().Value, 1) {
		t.Error("no noise must reveal everything")
	}
}

// Sums with too few shares, against the values of an independent program, and the largest log-ratio
// of the law itself, summed over both negative binomial numbers.
func TestSumsWithTooFewShares(t *testing.T) {
	for epsilon, want := range map[float64]float64{.25: .318574, .5: .585963, 1: 1.098941, 2: 2.104531} {
		if got := WithShares(epsilon, .9); !near(got, want, 2e-6) {
			t.Errorf("ε = %v, 10%% silent: %v, want %v", epsilon, got, want)
		}
		for _, r := range []float64{.05, .5, .9, 1} {
			p, most := math.Exp(-epsilon), 400
			law := make([]float64, most)
			law[0] = math.Pow(1-p, r)
			for k := range most - 1 {
				law[k+1] = law[k] * p * (float64(k) + r) / float64(k+1)
			}
			chance := func(d int) (sum float64) {
				for k := range most - d {
					sum += law[k] * law[k+d]
				}
				return sum
			}
			largest := 0.0
			for d := range 20 {
				largest = max(largest, math.Log(chance(d)/chance(d+1)))
			}
			if got := WithShares(epsilon, r); !near(got, largest, 1e-8) {
				t.Errorf("ε = %v, shares of %v: %v, want %v", epsilon, r, got, largest)
			}
		}
	}
	if !math.IsInf(WithShares(1, 0), 1) || !near(WithShares(1, 1), 1, 1e-12) {
		t.Errorf("no shares: %v, all: %v", WithShares(1, 0), WithShares(1, 1))
	}
}

// Amplification by shuffling, against the values of an independent program. The worst case is not
// always at an edge, and the best edge does not bound the others.
func TestShuffledReports(t *testing.T) {
	s := ShuffleReports(100, 1)
	for m, want := range map[int]float64{0: 1.989e-5, 1: 2.004e-5, 98: 1.80321e-4, 99: 1.77523e-4} {
		if got := s[m : m+2].Delta(.3); !near(got, want, 3e-4) {
			t.Errorf("%d ones: δ(.3) = %v, want %v", m, got, want)
		}
	}
	if s.Delta(.3) != s[98:100].Delta(.3) {
		t.Errorf("worst δ(.3) = %v", s.Delta(.3))
	}
	if got := ShuffleReports(200, 1).Epsilon(1e-6); !near(got, .318243, 2e-6) {
		t.Errorf("200 people: ε = %v, want .318243", got)
	}
	if got := ShuffleReports(1, 2).Epsilon(1e-6); !near(got, 2, 1e-5) { // a report alone
		t.Errorf("a person alone: ε = %v", got)
	}
	// All rewards of others, one by one, for four people: by enumeration of their reports.
	small, p := ShuffleReports(4, 1), 1/(1+math.Exp(-1))
	worst := 0.0
	for others := range 8 {
		var zero, one [5]float64
		for reports := range 16 {
			chance, ones := [2]float64{1, 1}, 0
			for i := range 4 {
				bit := reports >> i & 1
				ones += bit
				for side := range chance {
					reward := side // of person 0
					if i > 0 {
						reward = others >> (i - 1) & 1
					}
					if bit == reward {
						chance[side] *= p
					} else {
						chance[side] *= 1 - p
					}
				}
			}
			zero[ones] += chance[0]
			one[ones] += chance[1]
		}
		for _, pair := range [][2][5]float64{{zero, one}, {one, zero}} {
			delta := 0.0
			for k := range pair[0] {
				delta += max(0, pair[0][k]-math.Exp(.3)*pair[1][k])
			}
			worst = max(worst, delta)
		}
	}
	if got := small.Delta(.3); !near(got, worst, 1e-12) {
		t.Errorf("four people: δ(.3) = %v, want %v", got, worst)
	}
}
