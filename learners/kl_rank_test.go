package learners

import (
	"fmt"
	"math"
	"testing"
)

// If bounds q round to 1, their ranks must solve kl(p,q) = level and d_ε(x,q) = level in terms
// of −ln(1−q).
func TestRankNearOne(t *testing.T) {
	for _, c := range []struct {
		name           string
		p, level, want float64 // of −ln(1−q)
	}{
		{name: "p = 0", p: 0, level: 40, want: 40},
		{name: "p = 1/2", p: .5, level: 20, want: 40 + 2*math.Ln2}, // (1−q)q = e^−2level/4
		{name: "p = .9", p: .9, level: 17, want: 170 - 10*(.9*math.Log(.9)+.1*math.Log(.1))},
		{name: "p = 1", p: 1, level: .1, want: math.Inf(1)},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := klRank(c.p, c.level) - 1; !near12(got, c.want) {
				t.Errorf("%v, want %v", got, c.want)
			}
			if got := privateRank(c.p, c.level, math.Inf(1)) - 1; !near12(got, c.want) {
				t.Errorf("%v at ε = ∞, want %v", got, c.want)
			}
		})
	}
	for _, c := range []struct{ x, level, epsilon float64 }{
		{0, 40, 50}, {.5, 20, 50}, {.5, 24.9, 50}, {.9, 2.9, 50}, {.9, 4.9, 50}, {.9, 3, 33}, {.3, 690, 1000},
	} {
		t.Run(fmt.Sprint(c.level), func(t *testing.T) {
			left := privateRank(c.x, c.level, c.epsilon) - 1
			if got := farDivergence(c.x, left, c.epsilon); math.Abs(got-c.level) > 1e-9*c.level {
				t.Errorf("d(%v, 1 − e^−%v) at ε %v is %v, want %v", c.x, left, c.epsilon, got, c.level)
			}
		})
	}
	if got := privateRank(.5, 25, 50); !math.IsInf(got, 1) {
		t.Errorf("rank %v of a bound that is 1, want +Inf", got)
	}
}

// farDivergence computes d_ε(x, 1 − e^−left) by ternary search.
func farDivergence(x, left, epsilon float64) float64 {
	cost := func(z float64) float64 {
		sum := epsilon*(z-x) - z*math.Log1p(-math.Exp(-left)) + (1-z)*left
		for _, p := range []float64{z, 1 - z} {
			if p > 0 {
				sum += p * math.Log(p)
			}
		}
		return sum
	}
	low, high := x, 1.0
	for range 200 {
		if a, b := low+(high-low)/3, high-(high-low)/3; cost(a) < cost(b) {
			high = b
		} else {
			low = a
		}
	}
	return min(cost(x), cost(low))
}

func near12(x, y float64) bool { return x == y || math.Abs(x-y) <= 1e-12*math.Abs(y) }

// Ranks equal the bounds up to 1 − 1e−12, and increase with the level.
func TestRankGrows(t *testing.T) {
	for _, p := range []float64{0, .01, .5, .9, .999, 1 - 1e-9} {
		t.Run(fmt.Sprint(p), func(t *testing.T) {
			for _, epsilon := range []float64{1, 20, 50, math.Inf(1)} {
				before := 0.0
				for level := 1e-3; level < 100; level *= 1.1 {
					bound, rank := privateUpper(p, level, epsilon), privateRank(p, level, epsilon)
					if bound <= 1-1e-12 && rank != bound || bound > 1-1e-12 && rank < 28 {
						t.Errorf("p %v, level %v, ε %v: rank %v of bound %v", p, level, epsilon, rank, bound)
					}
					if rank < before || rank == before && !math.IsInf(rank, 1) {
						t.Errorf("p %v, ε %v: rank %v at level %v is not above %v before it", p, epsilon, rank, level, before)
					}
					before = rank
				}
			}
		})
	}
}
