package arm

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/integrate/quad"
)

// Excess is ∫_x^1 P[R > r] dr. By hand for laws with closed forms, at the ends for all.
func TestExcess(t *testing.T) {
	for _, c := range []struct {
		text string
		want func(x float64) float64
	}{
		{"bernoulli(0.75)", func(x float64) float64 { return .75 * (1 - x) }},
		{"constant(0.6)", func(x float64) float64 { return max(.6-x, 0) }},
		{"discrete(0.4:0.5, 1:0.5)", func(x float64) float64 { return max(.4-x, 0)/2 + (1-x)/2 }},
		{"uniform(0,1)", func(x float64) float64 { return (1 - x) * (1 - x) / 2 }},
		{"uniform(0.2,0.7)", func(x float64) float64 {
			return quad.Fixed(func(r float64) float64 { return max(0, min(1, (.7-r)/.5)) }, max(x, .2), max(x, .7), 20, nil, 0) + max(.2-x, 0)
		}},
		{"uniform(0.3,0.3)", func(x float64) float64 { return max(.3-x, 0) }},
		{"beta(4,1)", func(x float64) float64 { return 4./5 - x + math.Pow(x, 5)/5 }},
		{"beta(1,3)", func(x float64) float64 { return math.Pow(1-x, 4) / 4 }},
		{"beta(2,2)", func(x float64) float64 { return .5 - x + math.Pow(x, 3) - math.Pow(x, 4)/2 }},
		{"beta(0.5,0.5)", func(x float64) float64 { // P[R ≤ r] = (2/π) arcsin √r
			turn := math.Asin(math.Sqrt(x))
			return .5 - x + (2/math.Pi)*(x*turn-(turn/2-math.Sin(2*turn)/4))
		}},
		{"beta(30,50)", func(x float64) float64 {
			constant := math.Exp(lgamma(80) - lgamma(30) - lgamma(50))
			return quad.Fixed(func(r float64) float64 {
				return (r - x) * constant * math.Pow(r, 29) * math.Pow(1-r, 49)
			}, x, 1, 100, nil, 0)
		}},
		{"beta(1e-9,1e-9)", func(x float64) float64 { // ∫_x^1 of P[R > r] ≈ ½ − a/2·ln(r/(1−r))
			return (1-x)/2 + 1e-9/2*(x*math.Log(x)+(1-x)*math.Log1p(-x))
		}},
		{"beta(1e9,1e9)", func(x float64) float64 { // normal
			deviation := 1 / math.Sqrt(4*(2e9+1))
			z := (.5 - x) / deviation
			return deviation * (z*(1+math.Erf(z/math.Sqrt2))/2 + math.Exp(-z*z/2)/math.Sqrt(2*math.Pi))
		}},
	} {
		d := law(c.text)
		if d.Excess(0) != d.Mean() || d.Excess(1) != 0 {
			t.Errorf("%s: excess over 0 is %v and over 1 %v; mean %v", d, d.Excess(0), d.Excess(1), d.Mean())
		}
		for _, x := range []float64{1e-6, .1, .25, .3, .4, .49999, .5, .50001, .7, .9, .999} {
			if got, want := d.Excess(x), c.want(x); math.Abs(got-want) > 1e-9*max(.1, want) {
				t.Errorf("%s: excess over %v is %.15g, want %.15g", d, x, got, want)
			}
		}
	}
}

func lgamma(x float64) float64 { value, _ := math.Lgamma(x); return value }
