package learners

import (
	"fmt"
	"math"
	"testing"
)

func TestUpperAgainstExactValues(t *testing.T) {
	cases := []struct{ p, level, want float64 }{
		{.5, .2, .787088816381},
		{.1, .2, .378391548848},
		{.9, .2, .994489489379},
		{.25, 1, .869516368073},
		{0, .3, 1 - math.Exp(-.3)},
		{0, 1e-9, -math.Expm1(-1e-9)},
		{.5, .7, (1 + math.Sqrt(1-math.Exp(-1.4))) / 2},
		{.5, 1e-6, (1 + math.Sqrt(-math.Expm1(-2e-6))) / 2},
		{1, .2, 1},
		{.3, 0, .3},
	}
	for _, c := range cases {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			if got := klUpper(c.p, c.level); math.Abs(got-c.want) > 1e-11 {
				t.Errorf("klUpper(%v, %v) = %.13f, want %.12f", c.p, c.level, got, c.want)
			}
			if got, want := klLower(1-c.p, c.level), 1-c.want; math.Abs(got-want) > 1e-11 {
				t.Errorf("klLower(%v, %v) = %.13f, want %.12f", 1-c.p, c.level, got, want)
			}
		})
	}
}

// klUpper agrees with bisection for all p and levels.
func TestUpperAgainstBisection(t *testing.T) {
	for i := range 200 {
		p := float64(i) / 200
		for _, level := range []float64{1e-12, 1e-7, 1e-3, .01, .3, 1, 4, 15, 40} {
			low, high := p, 1.0
			for range 100 {
				if mid := (low + high) / 2; klDivergence(p, mid) <= level {
					low = mid
				} else {
					high = mid
				}
			}
			// If kl is flat around p, its own rounding limits both methods.
			if got := klUpper(p, level); math.Abs(got-low) > 1e-12+1e-16/math.Sqrt(level)*8 {
				t.Errorf("klUpper(%v, %v) = %.16f, bisection %.16f", p, level, got, low)
			}
		}
	}
}

func TestDivergenceAtTheEnds(t *testing.T) {
	cases := []struct{ p, q, want float64 }{
		{0, 0, 0},
		{1, 1, 0},
		{0, 1, math.Inf(1)},
		{1, 0, math.Inf(1)},
		{.5, 1, math.Inf(1)},
		{.5, 0, math.Inf(1)},
		{0, .5, math.Ln2},
		{1, .5, math.Ln2},
		{.3, .3, 0},
	}
	for _, c := range cases {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			if got := klDivergence(c.p, c.q); got != c.want {
				t.Errorf("kl(%v,%v) = %v, want %v", c.p, c.q, got, c.want)
			}
		})
	}
}
