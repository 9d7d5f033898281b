package noise

import (
	"math"
	"testing"
)

// A million tenths are 100,000, and values that differ by rounding tie.
func TestSumsDoNotDrift(t *testing.T) {
	var s Sum
	plain := 0.
	for range 1_000_000 {
		s.Add(.1)
		plain += .1
	}
	if s.Value() != 100_000 || plain == 100_000 {
		t.Errorf("sum %v, without compensation %v", s.Value(), plain)
	}
	for _, c := range []struct {
		largest, other float64
		ties           bool
	}{
		{.3, .1 + .2, true},
		{.1 + .2, .3, true},
		{1, 1 - 2e-12, false},
		{1e6, 1e6 - 1e-7, true},
		{1e6, 1e6 - 2e-6, false},
		{-5, -5 - 1e-12, true},
		{0, -1e-300, false},
		{1.0005e-9, 1e-9, false},
		{3e-9, 1e-9 + 2e-9, true},
		{.500000000002, .5, false},
		{math.Inf(1), 1e300, false},
		{math.Inf(-1), math.Inf(-1), true},
	} {
		if got := c.other >= TieLimit(c.largest); got != c.ties {
			t.Errorf("%v ties with %v: %v", c.other, c.largest, got)
		}
	}
	draws := map[int]int{}
	for seed := range 3000 {
		stream := NewStream(uint64(seed))
		draws[stream.ArgMax([]float64{.1 + .2, .25, .3, math.NaN(), .3 - 1e-9})]++
	}
	if n := draws[0]; len(draws) != 2 || math.Abs(float64(n)-1500) > 5*math.Sqrt(750) { // 5 deviations
		t.Errorf("draws %v", draws)
	}
}
