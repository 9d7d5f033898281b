package learners

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/integrate/quad"
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
		if got := klUpper(c.p, c.level); math.Abs(got-c.want) > 1e-11 {
			t.Errorf("klUpper(%v, %v) = %.13f, want %.12f", c.p, c.level, got, c.want)
		}
		if got, want := klLower(1-c.p, c.level), 1-c.want; math.Abs(got-want) > 1e-11 {
			t.Errorf("klLower(%v, %v) = %.13f, want %.12f", 1-c.p, c.level, got, want)
		}
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
		if got := klDivergence(c.p, c.q); got != c.want {
			t.Errorf("kl(%v,%v) = %v, want %v", c.p, c.q, got, c.want)
		}
	}
}

// If bounds q round to 1, their ranks must solve kl(p,q) = level and d_ε(x,q) = level in terms of −ln(1−q).
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
		if got := klRank(c.p, c.level) - 1; !near12(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
		if got := privateRank(c.p, c.level, math.Inf(1)) - 1; !near12(got, c.want) {
			t.Errorf("%s: %v at ε = ∞, want %v", c.name, got, c.want)
		}
	}
	for _, c := range []struct{ x, level, epsilon float64 }{
		{0, 40, 50}, {.5, 20, 50}, {.5, 24.9, 50}, {.9, 2.9, 50}, {.9, 4.9, 50}, {.9, 3, 33}, {.3, 690, 1000},
	} {
		left := privateRank(c.x, c.level, c.epsilon) - 1
		if got := farDivergence(c.x, left, c.epsilon); math.Abs(got-c.level) > 1e-9*c.level {
			t.Errorf("d(%v, 1 − e^−%v) at ε %v is %v, want %v", c.x, left, c.epsilon, got, c.level)
		}
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
	}
}

// The divergence against its definition, minimized on a fine grid of z.
func TestPrivateDivergenceIsTheMinimum(t *testing.T) {
	for _, epsilon := range []float64{.1, .5, 1, 3, 20, math.Inf(1)} {
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
	}
}

// In y, d_ε grows by min(|y−x|, |y−z|)/(y(1−y)), where z is y with its logit moved by ε, so it is an integral of
// positive terms. It keeps its digits for all means and all ε, and so does the floor of an arm that is hardly worse.
func TestPrivateDivergenceOfCloseMeans(t *testing.T) {
	for _, epsilon := range []float64{1e-10, 1e-5, .5, 30, 1e5, math.Inf(1)} {
		for _, x := range []float64{1e-9, .01, .3, .5, .999, 1 - 1e-9} {
			for _, by := range []float64{1e-14, 1e-10, 1e-7, 1e-3, .3, -1e-13, -1e-9, -1e-4, -.2} {
				y := x + by
				if y <= 0 || y >= 1 {
					continue
				}
				apart := math.Abs(y - x)
				grows := func(s float64) float64 { // at a distance from x
					p, q := x+math.Copysign(s, by), 1-x-math.Copysign(s, by)
					if by < 0 {
						p, q = q, p
					}
					return min(s/(p*q), -math.Expm1(-epsilon)/(q+p*math.Exp(-epsilon)))
				}
				want, pieces := 0.0, 4000 // close to the kink and to 0 and 1, pieces are small
				for i := range pieces {
					from, to := math.Pow(float64(i)/float64(pieces), 4)*apart, math.Pow(float64(i+1)/float64(pieces), 4)*apart
					want += quad.Fixed(grows, from, to, 5, nil, 0)
				}
				if got := PrivateDivergence(x, y, epsilon); math.Abs(got/want-1) > 1e-7 {
					t.Errorf("d_%v(%v, %v) = %v, want %v", epsilon, x, y, got, want)
				}
			}
		}
	}
}

// The divergence to 1 is ε(1−x) at any ε, even if e^−ε(1−x) is below the resolution of numbers near 1.
func TestPrivateDivergenceFromACertainArm(t *testing.T) {
	for _, epsilon := range []float64{.1, 1, 30, 100, 1000} {
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
	}
}

func TestPrivateUpperInvertsTheDivergence(t *testing.T) {
	for _, epsilon := range []float64{.1, .5, 1, 3, math.Inf(1)} {
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
	}
}

// Lower bounds Σ Δ/d_ε on hhmh-1 by the formula of Azize et al. 2025, and Lai and Robbins' at ε = ∞.
func TestLowerBoundConstants(t *testing.T) {
	means := []float64{.625, .5, .375, .25}
	for epsilon, want := range map[float64]float64{.25: 17.89, .5: 10.41, 1: 7.708, math.Inf(1): 7.128} {
		sum := 0.0
		for _, mean := range means {
			sum += (.75 - mean) / PrivateDivergence(mean, .75, epsilon)
		}
		if math.Abs(sum-want) > .006 {
			t.Errorf("ε %v: %.4f, want %v", epsilon, sum, want)
		}
	}
}
