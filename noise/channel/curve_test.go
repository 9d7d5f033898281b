package channel

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

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
				want = max(want, slowRatio(t, pair, other))
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
func slowRatio(t *testing.T, one, other string) float64 {
	probability := func(text string) *big.Float {
		_, decimal, _ := strings.Cut(text, ":")
		var p float64
		if _, err := fmt.Sscan(decimal, &p); err != nil {
			t.Fatal(err)
		}
		return new(big.Float).SetPrec(200).SetFloat64(p)
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
