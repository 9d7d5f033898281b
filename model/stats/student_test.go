package stats

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

// tail returns the probability that Student's t exceeds x: the density summed by the double
// exponential rule.
func tail(x, freedom float64) float64 {
	above, _ := math.Lgamma((freedom + 1) / 2)
	below, _ := math.Lgamma(freedom / 2)
	scale := above - below - math.Log(freedom*math.Pi)/2
	if freedom > 1e4 { // where the difference would lose digits: Stirling's series
		scale = -math.Log(2*math.Pi)/2 - 1/(4*freedom)
	}
	sum, step := 0., .01
	for y := -5.; y <= 5; y += step {
		far := math.Exp(math.Pi / 2 * math.Sinh(y))
		weight := far * math.Pi / 2 * math.Cosh(y)
		if density := math.Exp(scale - (freedom+1)/2*math.Log1p((x+far)*(x+far)/freedom)); density > 0 {
			sum += step * weight * density
		}
	}
	return sum
}

// The quantile leaves the requested tail: for up to a million runs, and as far out as needed by a
// hundred statements with joint confidence 1 − 10⁻¹⁰.
func TestStudentQuantile(t *testing.T) {
	for _, freedom := range []int{1, 2, 3, 4, 7, 19, 99, 500, 999, 5000, 19_999, 23_395, 23_396, 23_397, 30_000, 99_999, 999_999} {
		for _, confidence := range []float64{0, .5, .9, .95, .99, .999, 1 - 1e-5, 1 - 1e-6, 1 - 1e-7, 1 - 1e-8, 1 - 1e-9, 1 - 1e-12} {
			t.Run(fmt.Sprintf("%d,%v", freedom, confidence), func(t *testing.T) {
				q := studentQuantile(freedom+1, confidence)
				if off := tail(q, float64(freedom))/((1-confidence)/2) - 1; !(math.Abs(off) < 1e-8) {
					t.Errorf("the tail beyond %v is off by %.1g", q, off)
				}
			})
		}
	}
	for _, c := range []struct {
		name              string
		n                 int
		confidence, exact float64
	}{
		{"Cauchy", 2, .9, math.Tan(.45 * math.Pi)},
		{"Cauchy, far out", 2, 1 - 1e-9, math.Tan((1 - 1e-9) / 2 * math.Pi)},
		{"two degrees", 3, .95, .95 * math.Sqrt(2/(1-.95*.95))},
		{"four degrees", 5, .95, 2.7764451051977987}, // 2√(cos(acos(√α)/3)/√α − 1), α = 4·.975·.025
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := studentQuantile(c.n, c.confidence); !near(got/c.exact, 1, 1e-7) {
				t.Errorf("%s: %v, want %v", c.name, got, c.exact)
			}
		})
	}
	if got := studentQuantile(1, .95); !math.IsNaN(got) {
		t.Errorf("of one value: %v", got)
	}
}

// As many values as needed have an interval that is narrow enough, and one fewer do not. The normal
// quantile alone is right for many, and the quantile of the present number for none but many.
func TestNeededValuesAreEnough(t *testing.T) {
	relative := func(n float64) float64 { // half a width in standard deviations
		return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: n - 1}.Quantile(.975) / math.Sqrt(n)
	}
	for _, n := range []int{2, 3, 5, 20, 1000} {
		for _, factor := range []float64{.01, .5, 1.001, 2, 10, 60} {
			most := relative(float64(n)) / factor * (1 + 1e-9)
			got := Needed(n, factor)
			if got > 20_000 {
				if right := relative(got); math.Abs(right/most-1) > 1e-4 { // distuv's search fails for more
					t.Errorf("%d values, %v times as narrow: %v give %v, want %v", n, factor, got, right, most)
				}
				continue
			}
			if relative(got) > most || got > 2 && relative(got-1) < most*(1-2e-9) {
				t.Errorf("%d values, %v times as narrow: %v", n, factor, got)
			}
		}
	}
	// A mean of 215 with SD 24.66 within 2%: (1.96·24.66/215/.02)² = 126.3, and two more for t.
	for _, n := range []int{2, 3, 5, 126} {
		half := studentQuantile(n, .95) * 24.66 / math.Sqrt(float64(n)) / 215
		if got := Needed(n, half/.02); got < 127 || got > 130 {
			t.Errorf("after %d runs it takes %v", n, got)
		}
	}
	if got := Needed(2, 1e150); !(got > 1e290) || math.IsInf(got, 1) {
		t.Errorf("of a mean near 0: %v", got)
	}
}
