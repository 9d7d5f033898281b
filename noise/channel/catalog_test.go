package channel

import (
	"math"
	"testing"
)

func TestCatalogIsComplete(t *testing.T) {
	for _, d := range Catalog() {
		if d.ID == "" || d.Name == "" || d.Paper == "" || d.Meaning == "" || d.Formula == "" {
			t.Errorf("%s leaves something unsaid: %+v", d.ID, d)
		}
		for _, epsilon := range []float64{MinEpsilon, .1, 1, 30, MaxEpsilon} {
			c, err := Parse(d.Example, epsilon)
			if err != nil {
				t.Errorf("%s at ε = %g: %v", d.ID, epsilon, err)
				continue
			}
			if c.ID() != d.ID {
				t.Errorf("%s makes %s", d.ID, c.ID())
			}
			if want := epsilon; d.ID != "none" && d.ID != "curve" && c.Epsilon() != want {
				t.Errorf("%s at ε = %g costs %g", d.ID, epsilon, c.Epsilon())
			}
			if mean := c.Mean(coin(.5)); math.IsNaN(mean) || math.IsInf(mean, 0) {
				t.Errorf("%s at ε = %g: mean %g", d.ID, epsilon, mean)
			}
		}
		for _, p := range d.Parameters {
			if p.Name == "" || p.Meaning == "" || p.Range == "" || p.DefaultText == "" {
				t.Errorf("%s: a parameter leaves something unsaid: %+v", d.ID, p)
			}
			if p.Default == nil {
				continue
			}
			for _, epsilon := range []float64{.1, 1, 10, math.Inf(1)} {
				if value := p.Default(epsilon); !(p.Low <= value && value <= p.High(epsilon)) {
					t.Errorf("%s: default %s = %g lies outside its range", d.ID, p.Name, value)
				}
			}
		}
	}
}
