package privacy

import (
	"fmt"
	"math"
	"testing"
)

// Bayes' rule on the report of randomized response, which has the largest ratio of chances
// that ε allows; and the formula as it is defined.
func TestBelief(t *testing.T) {
	for _, prior := range []float64{1e-9, .01, .1, .5, .9, .999} {
		for _, epsilon := range []float64{0, 1e-6, .1, 1, 3, 20} {
			t.Run(fmt.Sprintf("%v at ε=%v", prior, epsilon), func(t *testing.T) {
				kept := math.Exp(epsilon) / (1 + math.Exp(epsilon))
				got, bayes := Belief(prior, epsilon), prior*kept/(prior*kept+(1-prior)*(1-kept))
				defined := prior * math.Exp(epsilon) / (1 + prior*math.Expm1(epsilon))
				if !near(got, bayes, 1e-6) || !near(got, defined, 1e-12) || got < prior*(1-1e-15) {
					t.Errorf("%v, by Bayes' rule %v, as defined %v", got, bayes, defined)
				}
			})
		}
	}
	for _, c := range []struct{ prior, epsilon, want float64 }{
		{0, math.Inf(1), 0}, {0, 1, 0}, {1, 1, 1}, {.3, math.Inf(1), 1}, {.3, 1e4, 1}, {.3, 0, .3},
	} {
		if got := Belief(c.prior, c.epsilon); math.Abs(got-c.want) > 1e-15 {
			t.Errorf("%v at ε = %v: %v, want %v", c.prior, c.epsilon, got, c.want)
		}
	}
}
