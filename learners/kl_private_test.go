package learners

import (
	"fmt"
	"math"
	"testing"
)

// The divergence against its definition, minimized on a fine grid of z.
func TestPrivateDivergenceIsTheMinimum(t *testing.T) {
	for _, epsilon := range []float64{.1, .5, 1, 3, 20, math.Inf(1)} {
		t.Run(fmt.Sprint(epsilon), func(t *testing.T) {
			for _, x := range []float64{0, .05, .3, .5, .9, 1} {
				for _, y := range []float64{0, .02, .3, .31, .5, .77, .99, 1} {
					want := klDivergence(x, y)
					for i := 1; i <= 20_000 && !math.IsInf(epsilon, 1); i++ {
						z := x + (y-x)*float64(i)/20_000
						want = min(want, epsilon*math.Abs(z-x)+klDivergence(z, y))
					}
					got := PrivateDivergence(x, y, epsilon)
					// The grid's minimum is slightly too large.
					if got > want+1e-12 || got < want-1e-6 {
						t.Errorf("d_%v(%v,%v) = %v, want %v", epsilon, x, y, got, want)
					}
				}
			}
		})
	}
}

// The divergence to 1 is ε(1−x) at any ε, even if e^−ε(1−x) is below the resolution of numbers
// near 1.
func TestPrivateDivergenceFromACertainArm(t *testing.T) {
	for _, epsilon := range []float64{.1, 1, 30, 100, 1000} {
		t.Run(fmt.Sprint(epsilon), func(t *testing.T) {
			for _, x := range []float64{0, .5, .9, .999, 1 - 1e-9, 1} {
				want := epsilon * (1 - x)
				for _, got := range []float64{PrivateDivergence(x, 1, epsilon), PrivateDivergence(1-x, 0, epsilon)} {
					if math.Abs(got-want) > 1e-12*(1+want) {
						t.Errorf("ε %v: d(%v, 1) = %v, want %v", epsilon, x, got, want)
					}
				}
				if got := privateUpper(x, want+1e-9, epsilon); got != 1 {
					t.Errorf("ε %v: upper(%v, %v) = %v, want 1", epsilon, x, want+1e-9, got)
				}
			}
		})
	}
}

func TestPrivateUpperInvertsTheDivergence(t *testing.T) {
	for _, epsilon := range []float64{.1, .5, 1, 3, math.Inf(1)} {
		t.Run(fmt.Sprint(epsilon), func(t *testing.T) {
			for _, x := range []float64{0, .05, .3, .5, .9} {
				for _, level := range []float64{1e-4, .01, .03, .1, .4, 1} {
					y := privateUpper(x, level, epsilon)
					if y == 1 {
						if d := PrivateDivergence(x, 1, epsilon); d > level+1e-12 {
							t.Errorf("ε %v: upper(%v,%v) = 1 although d = %v", epsilon, x, level, d)
						}
						continue
					}
					if d := PrivateDivergence(x, y, epsilon); math.Abs(d-level) > 1e-10 {
						t.Errorf("ε %v: upper(%v,%v) = %v where d = %v", epsilon, x, level, y, d)
					}
				}
			}
		})
	}
}

// Lower bounds Σ Δ/d_ε on hhmh-1 by the formula of Azize et al. 2025, and Lai and Robbins' at ε
// = ∞.
func TestLowerBoundConstants(t *testing.T) {
	means := []float64{.625, .5, .375, .25}
	for epsilon, want := range map[float64]float64{.25: 17.89, .5: 10.41, 1: 7.708, math.Inf(1): 7.128} {
		t.Run(fmt.Sprint(epsilon), func(t *testing.T) {
			sum := 0.0
			for _, mean := range means {
				sum += (.75 - mean) / PrivateDivergence(mean, .75, epsilon)
			}
			if math.Abs(sum-want) > .006 {
				t.Errorf("ε %v: %.4f, want %v", epsilon, sum, want)
			}
		})
	}
}
