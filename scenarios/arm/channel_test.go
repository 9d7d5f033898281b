package arm

import (
	"math"
	"testing"

	"regretscope/noise/channel"
	"regretscope/noise/param"
)

// Every distribution implements channel.Law.
var _ channel.Law = Distribution(nil)

// JZL's arms through the three Bernoulli mechanisms at ε = 1. By hand, E r² is .9, 2/3, .58,
// .6, 1/3, and E e^r is .1 + .9e, 4(6 − 2e), (e^.4 + e)/2, .4 + .6e, e − 1.
func TestPrivatizedMeansOfJZL(t *testing.T) {
	laws := param.Must(ParseList("0.9 beta(4,1) discrete(0.4:0.5, 1:0.5) 0.6 uniform(0,1)"))
	const e = math.E
	mean := []float64{.9, .8, .7, .6, .5}
	square := []float64{.9, 2. / 3, .58, .6, 1. / 3}
	exponential := []float64{.1 + .9*e, 4 * (6 - 2*e), (math.Exp(.4) + e) / 2, .4 + .6*e, e - 1}
	want := map[string]func(i int) float64{
		"linear":        func(i int) float64 { return ((e-1)*mean[i] + 1) / (1 + e) },
		"quadratic,b=3": func(i int) float64 { return ((e-4)*square[i] + 3*mean[i] + 1) / (1 + e) },
		"exponential":   func(i int) float64 { return exponential[i] / (1 + e) },
	}
	for text, exact := range want {
		c, err := channel.Parse(text, 1)
		if err != nil {
			t.Fatal(text, err)
		}
		for i, law := range laws {
			if got := c.Mean(law); !near(got, exact(i), 1e-12) {
				t.Errorf("%s: %s of %s: %.15g, want %.15g", text, c, law, got, exact(i))
			}
		}
	}
}
