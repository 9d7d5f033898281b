package channel

import (
	"math"
	"testing"

	"regretscope/noise/param"
)

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
