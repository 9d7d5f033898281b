package channel

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/stat/distuv"

	"regretscope/noise"
	"regretscope/noise/param"
)

// A law is the expectation of a function of the reward.
type law func(of func(x float64) float64) float64

func (l law) Mean() float64 { return l(func(x float64) float64 { return x }) }

func (l law) Variance() float64 {
	mean := l.Mean()
	return l(func(x float64) float64 { return (x - mean) * (x - mean) })
}

func (l law) MGF(s float64) float64 {
	return l(func(x float64) float64 { return math.Exp(s * x) })
}

func (l law) Excess(x float64) float64 {
	return l(func(r float64) float64 { return max(r-x, 0) })
}

// points returns the law of pairs of a reward and its probability.
func points(pairs ...[2]float64) law {
	return func(of func(x float64) float64) (sum float64) {
		for _, p := range pairs {
			sum += p[1] * of(p[0])
		}
		return sum
	}
}

func coin(mean float64) law { return points([2]float64{0, 1 - mean}, [2]float64{1, mean}) }

// density returns the law with a density on [0,1], by Gauss–Legendre quadrature over 40 pieces: the
// test's curves bend only between two.
func density(d func(x float64) float64) law {
	return func(of func(x float64) float64) (sum float64) {
		for i := range 40 {
			sum += quad.Fixed(func(x float64) float64 { return d(x) * of(x) }, float64(i)/40, float64(i+1)/40, 20, nil, 0)
		}
		return sum
	}
}

var (
	beta41  = density(func(x float64) float64 { return 4 * x * x * x })
	uniform = density(func(float64) float64 { return 1 })
	halves  = points([2]float64{.4, .5}, [2]float64{1, .5})
)

// jzlArms returns the 20 arms of JZL §5.
func jzlArms() []Law {
	laws := []Law{coin(.9)}
	for _, group := range []struct {
		law   Law
		count int
	}{{beta41, 5}, {halves, 5}, {coin(.6), 5}, {uniform, 4}} {
		for range group.count {
			laws = append(laws, group.law)
		}
	}
	return laws
}

// parsed reads a channel that the test knows to be right.
func parsed(text string) Channel {
	return param.Must(Parse(text, 1))
}

func near(got, want, tolerance float64) bool {
	return got == want || math.Abs(got-want) <= tolerance
}

func reports(c Channel, reward float64, n int) []float64 {
	key, sample := Key(5, 2, c), make([]float64, n)
	for t := range sample {
		cell := noise.At(key, t+1)
		sample[t] = c.Report(reward, &cell)
	}
	return sample
}

// The number of ones in n = 200,000 reports against Probability: |z| > 5 has a false-alarm rate below 10⁻⁶ per case.
// A probability that is off by 3% of its distance from ½, or by 3%, is rejected.
func TestBitsFollowTheirProbability(t *testing.T) {
	const n, threshold = 200_000, 5
	score := func(ones, p float64) float64 {
		if p == 0 || p == 1 {
			return math.Abs(ones-n*p) * n // any other bit at all is wrong
		}
		return math.Abs(ones-n*p) / math.Sqrt(n*p*(1-p))
	}
	for _, text := range all {
		c := parsed(text)
		if !c.Bits() {
			continue
		}
		for _, reward := range []float64{0, .35, 1} {
			p, ones := c.Probability(reward), 0.0
			for _, bit := range reports(c, reward, n) {
				if bit != 0 && bit != 1 {
					t.Fatalf("%s: %s reports %g", text, c, bit)
				}
				ones += bit
			}
			if z := score(ones, p); !(z < threshold) {
				t.Errorf("%s: %s: %g ones for reward %g, p = %g: z = %.1f", text, c, ones, reward, p, z)
			}
			for _, wrong := range []float64{p * .97, 1 - (1-p)*.97} {
				if 0.05 < p && p < 0.95 && max(score(ones, p*.97), score(ones, 1-(1-p)*.97)) < threshold {
					t.Errorf("%s: %s: reports for p = %g pass for %g", text, c, p, wrong)
				}
			}
		}
	}
}

// Kolmogorov–Smirnov at n = 400,000: √n·D > 2.5 has a false-alarm rate of
// 2·exp(−2·2.5²) < 10⁻⁵. Noise 3% off, and a reward .01 off, are rejected.
func TestLaplaceReports(t *testing.T) {
	const n, threshold = 400_000, 2.5
	cases := []struct {
		channel     string
		mean, scale float64
		accept      bool
	}{
		{"laplace(0.5)", .3, 2, true},
		{"laplace(0.5)", .3, 2.06, false},
		{"laplace(0.5)", .3, 1.94, false},
		{"laplace(4)", .3, .25, true},
		{"laplace(4)", .31, .25, false},
	}
	for _, c := range cases {
		sample, cdf, d := reports(parsed(c.channel), .3, n), distuv.Laplace{Mu: c.mean, Scale: c.scale}.CDF, 0.0
		slices.Sort(sample)
		for i, x := range sample {
			p := cdf(x)
			d = max(d, p-float64(i)/n, float64(i+1)/n-p)
		}
		if score := d * math.Sqrt(n); (score < threshold) != c.accept {
			t.Errorf("%s against Lap(%g) at %g: √n·D = %.2f, want accepted %v", c.channel, c.scale, c.mean, score, c.accept)
		}
	}
}

func TestReportDoesNotAllocate(t *testing.T) {
	for _, text := range all {
		c, cell := parsed(text), new(noise.Cell)
		if allocs := testing.AllocsPerRun(100, func() { c.Report(.35, cell) }); allocs != 0 {
			t.Errorf("%s: %s: %g allocations a report", text, c, allocs)
		}
	}
}

// logRatio computes the loss of one report by definition: the largest log-ratio of an output's
// probabilities over pairs of rewards, attained by two rewards of the grid.
func logRatio(c Channel) float64 {
	low, high := 1.0, 0.0
	for i := range 4001 {
		p := c.Probability(float64(i) / 4000)
		low, high = min(low, p), max(high, p)
	}
	return max(math.Log(high/low), math.Log((1-low)/(1-high)))
}

func TestEpsilonIsTheLargestLogRatio(t *testing.T) {
	texts := append([]string{
		"linear(5)", "quadratic(0.5,0.6)", "quadratic(5,0)", "quadratic(5,290)", "quadratic(1,3.43656)",
		"rr(0.5,0.6)", "rr(0.6,0.5)", "rr(0.05,0.9)", "rr(0.001,0.002)", "rr(0.3,0)", "rr(1,0.2)", "rr(epsilon=3)",
	}, all...)
	for _, text := range texts {
		c := parsed(text)
		if !c.Bits() || c.Epsilon() > 20 && !math.IsInf(c.Epsilon(), 1) {
			continue // beyond 20, 1 − p has lost the digits that the definition needs
		}
		if got, want := c.Epsilon(), logRatio(c); !near(got, want, 1e-9) {
			t.Errorf("%s: ε = %.12g, want %.12g", c, got, want)
		}
	}
	for text, want := range map[string]float64{
		"linear(0.3)": .3, "quadratic(0.3,0.1)": .3, "exponential(0.3)": .3, "rr(epsilon=0.3)": .3,
		"laplace(0.3)": .3, "linear(50)": 50, "rr(epsilon=50)": 50, "none": math.Inf(1),
	} {
		if got := parsed(text).Epsilon(); got != want {
			t.Errorf("%s: ε = %g", text, got)
		}
	}
}

// b ∈ [0, 2(e^ε − 1)] is necessary for a loss of ε: outside it the loss is larger, if there is
// such a mechanism at all, and Parse refuses it.
func TestQuadraticOutsideItsRange(t *testing.T) {
	for _, c := range []float64{-1.5, -.5, -.01, 2.01, 2.5, 3, 4} {
		q := param.Must(buildQuadratic(settings{epsilon: 1, values: []float64{c * (math.E - 1)}}))
		if got := logRatio(q); got <= 1 {
			t.Errorf("b = %g(e^ε−1): ε = %.9g by definition", c, got)
		}
		if _, err := Parse(q.String(), 1); err == nil {
			t.Errorf("Parse accepts %s", q)
		}
	}
}

// The exact log-ratios of the ends: over all pairs of rewards on a fine grid, in 200 bits.
func TestCurveEpsilonByBruteForce(t *testing.T) {
	for _, text := range []string{
		"0:0.3/0.4:0.5/1:0.7", "0:0.7/0.4:0.5/1:0.3", "0:0.1/1:0.9", "0:0.1/0.2:0.1/0.3:0.9/1:0.9", "0:0.3/0.1:0.30000001/1:0.5",
		"0:0.5/1:0.50000001", "0:0.5/1:0.500000001", "0:0.999999/1:0.9999995", "0:1e-12/1:3e-12", "0:1e-300/1:0.5", "0:1e-307/1:0.5",
		"0:0/1:0.5", "0:0.5/1:1", "0:1/0.5:0.5/1:0.5", "0:0/1:1",
	} {
		c := parsed("curve,points=" + text)
		want := 0.0
		for pair := range strings.SplitSeq(text, "/") {
			for other := range strings.SplitSeq(text, "/") {
				want = max(want, slowRatio(pair, other))
			}
		}
		if got := c.Epsilon(); got != want && !(math.Abs(got/want-1) < 1e-15*5) {
			t.Errorf("%s: ε = %.17g, want %.17g", text, got, want)
		}
		if math.IsInf(want, 1) || want < 1e-6 {
			continue // the grid of floats has lost the digits
		}
		if got := logRatio(c); math.Abs(got/want-1) > 1e-9 {
			t.Errorf("%s: ε on a grid of rewards is %.17g, want %.17g", text, got, want)
		}
	}
}

// slowRatio is the larger log-ratio of the reports of two points.
func slowRatio(one, other string) float64 {
	probability := func(text string) *big.Float {
		_, decimal, _ := strings.Cut(text, ":")
		return new(big.Float).SetPrec(200).SetFloat64(param.Must(strconv.ParseFloat(decimal, 64)))
	}
	p, q := probability(one), probability(other)
	not := func(x *big.Float) *big.Float { return new(big.Float).SetPrec(200).Sub(big.NewFloat(1), x) }
	logarithm := func(x, y *big.Float) float64 { // ln(x/y) for x ≥ y
		if y.Sign() == 0 {
			if x.Sign() == 0 {
				return 0
			}
			return math.Inf(1)
		}
		excess := new(big.Float).SetPrec(200).Quo(x, y)
		if excess.Cmp(big.NewFloat(2)) > 0 {
			mantissa := new(big.Float)
			exponent := excess.MantExp(mantissa)
			m, _ := mantissa.Float64()
			return math.Log(m) + float64(exponent)*math.Ln2
		}
		small, _ := excess.Sub(excess, big.NewFloat(1)).Float64()
		return math.Log1p(small)
	}
	if p.Cmp(q) < 0 {
		p, q = q, p
	}
	return max(logarithm(p, q), logarithm(not(q), not(p)))
}

// Random curves: p(r) is monotone, hits its points, and is linear between them.
func TestCurveInterpolates(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		n := 2 + random.IntN(8)
		rewards, probabilities := []float64{0, 1}, []float64{}
		for range n - 2 {
			rewards = append(rewards, float64(1+random.IntN(999))/1000)
		}
		slices.Sort(rewards)
		rewards = slices.Compact(rewards)
		for range rewards {
			probabilities = append(probabilities, float64(random.IntN(20))/19)
		}
		slices.Sort(probabilities)
		if random.IntN(2) == 0 {
			slices.Reverse(probabilities)
		}
		var parts []string
		for i, r := range rewards {
			parts = append(parts, fmt.Sprintf("%v:%v", r, probabilities[i]))
		}
		c, err := Parse("curve("+strings.Join(parts, "/")+")", 1)
		if probabilities[0] == probabilities[len(rewards)-1] {
			if err == nil {
				t.Errorf("%v is accepted", parts)
			}
			continue
		}
		if err != nil {
			t.Fatal(parts, err)
		}
		for i, r := range rewards {
			if got := c.Probability(r); !near(got, probabilities[i], 1e-15) {
				t.Errorf("%v: p(%v) = %v", parts, r, got)
			}
			if i > 0 {
				middle := c.Probability((rewards[i-1] + r) / 2)
				if !near(middle, (probabilities[i-1]+probabilities[i])/2, 1e-12) {
					t.Errorf("%v: p(%v) = %v", parts, (rewards[i-1]+r)/2, middle)
				}
			}
		}
		rise := probabilities[len(rewards)-1] - probabilities[0]
		for i := range 1000 {
			if step := c.Probability(float64(i+1)/1000) - c.Probability(float64(i)/1000); step*rise < -1e-16 {
				t.Errorf("%v: p falls by %g at %v", parts, step, float64(i)/1000)
			}
		}
	}
}

// JZL Thm 1: from p(0) = 1/(1+e^ε) to p(1) = e^ε/(1+e^ε), every monotone curve costs ε.
func TestCurvesBetweenTheEndsOfTheorem1(t *testing.T) {
	for _, epsilon := range []float64{.01, .5, 1, 3} {
		low, high := 1/(1+math.Exp(epsilon)), math.Exp(epsilon)/(1+math.Exp(epsilon))
		for _, middle := range []float64{low, .5, high} {
			c := parsed(fmt.Sprintf("curve(0:%v/0.3:%v/1:%v)", low, middle, high))
			if got := c.Epsilon(); !near(got, epsilon, 1e-12) {
				t.Errorf("%s: ε = %v, want %v", c, got, epsilon)
			}
		}
	}
}

func TestCurveArguments(t *testing.T) {
	text, err := json.Marshal(Arguments(parsed("curve(0:0.3/0.4:0.5/1:0.7)")))
	if want := `{"points":[[0,0.3],[0.4,0.5],[1,0.7]]}`; err != nil || string(text) != want {
		t.Errorf("%s, %v, want %s", text, err, want)
	}
}
