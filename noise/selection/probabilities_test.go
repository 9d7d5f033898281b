package selection

import (
	"fmt"
	"math"
	"testing"

	"regretscope/noise"
	"regretscope/noise/param"
)

// picks returns the pick probabilities; their error fails the test.
func picks(m NoisyMax, scores []float64) []float64 {
	return param.Must(m.Probabilities(scores))
}

// Two arms, the leader ahead by g scales: closed forms for all three noises,
// for the loser's probability in logarithms, whatever the gap.
func TestTwoArms(t *testing.T) {
	forms := map[Noise]func(g float64) float64{
		Laplace:     func(g float64) float64 { return math.Log(.5+g/4) - g },
		Exponential: func(g float64) float64 { return math.Log(.5) - g },
		Gumbel:      func(g float64) float64 { return -g - math.Log1p(math.Exp(-g)) },
	}
	for kind, form := range forms {
		for _, scale := range []float64{.01, 1, 7} {
			for _, g := range []float64{0, 1e-9, .3, 1, 5, 44, 46.7, 50, 700, 1 << 20, 1e12} {
				m := NoisyMax{kind, scale}
				got := m.LogProbabilities([]float64{0, -g * scale})
				if want := form(g); math.Abs(got[1]-want) > 1e-12*math.Max(1, math.Abs(want)) {
					t.Errorf("%s: %v, gap %v scales: ln P = %v, want %v", kind, m, g, got[1], want)
				}
				if sum := math.Exp(got[0]) + math.Exp(got[1]); math.Abs(sum-1) > 1e-13 {
					t.Errorf("%s: %v, gap %v scales: probabilities sum to %v", kind, m, g, sum)
				}
			}
		}
	}
}

// The slow obvious version: ∫ f(x−Φ_j) Π F(x−Φ_i) dx by Simpson's rule on
// short panels that no kink of the integrand crosses.
func TestAgainstDirectIntegration(t *testing.T) {
	density := map[Noise]func(x float64) float64{
		Laplace:     func(x float64) float64 { return .5 * math.Exp(-math.Abs(x)) },
		Exponential: func(x float64) float64 { return math.Exp(-x) },
		Gumbel:      func(x float64) float64 { return math.Exp(-x - math.Exp(-x)) },
	}
	cdf := map[Noise]func(x float64) float64{
		Laplace: func(x float64) float64 {
			if x < 0 {
				return .5 * math.Exp(x)
			}
			return 1 - .5*math.Exp(-x)
		},
		Exponential: func(x float64) float64 { return -math.Expm1(-x) },
		Gumbel:      func(x float64) float64 { return math.Exp(-math.Exp(-x)) },
	}
	cases := [][]float64{
		{0, 0, 0},
		{0, .5, 1.25, 3, 3},
		{0, 0, 0, 4},
		{5, 5, 5, 5, 0},
		{0, 10},
		{0, 1, 2, 3, 4, 5, 6, 6, 6},
		{1, 1.5, 1, 1.5, 1, 1.5, 1, 1.5, 1, 1.5, 1, 1.5},
	}
	const step = 1. / 128 // a divisor of every score: kinks fall on panel ends
	for _, scores := range cases {
		best := scores[0]
		for _, s := range scores {
			best = max(best, s)
		}
		for _, kind := range []Noise{Laplace, Exponential, Gumbel} {
			want := make([]float64, len(scores))
			low, high := -25., best+35
			if kind == Exponential {
				low = best // below the leader, the leader wins for certain
			}
			for x := low; x < high; x += step {
				for j := range scores {
					integrand := func(x float64) float64 {
						value := density[kind](x - scores[j])
						for i := range scores {
							if i != j {
								value *= cdf[kind](x - scores[i])
							}
						}
						return value
					}
					want[j] += step / 6 * (integrand(x) + 4*integrand(x+step/2) + integrand(x+step))
				}
			}
			for j, p := range picks((NoisyMax{kind, 1}), scores) {
				if math.Abs(p-want[j]) > 1e-9 {
					t.Errorf("%v, scores %v: P[%d] = %.12f, want %.12f", kind, scores, j, p, want[j])
				}
			}
		}
	}
}

// One arm against m equal rivals that lead by g scales, Laplace noise: the
// closed form of e^{g}·P, which for large g and m reaches far below what a
// float64 can hold.
func TestLaplaceAgainstEqualRivals(t *testing.T) {
	for _, m := range []int{1, 2, 3, 19, 63, 999} {
		for _, g := range []float64{0, .1, 1, 2, 10, 45, 60, 1000, 1 << 20} {
			scores := make([]float64, m+1)
			for i := range m {
				scores[i+1] = g
			}
			k, half := float64(m+1), math.Pow(.5, float64(m+1))
			path := g
			if m > 1 {
				path = -math.Expm1(-float64(m-1)*g) / float64(m-1)
			}
			want := math.Log((1-half)/k+half*(path+math.Exp(-float64(m-1)*g)/k)) - g
			got := (NoisyMax{Laplace, 1}).LogProbabilities(scores)
			if math.Abs(got[0]-want) > 1e-12*math.Max(1, g) {
				t.Errorf("%d rivals ahead by %v: ln P = %.14f, want %.14f", m, g, got[0], want)
			}
		}
	}
}

// Probabilities of random scores sum to 1, do not depend on the order of the
// arms, fall with the score, and agree with their logarithms.
func TestProbabilitiesAreADistribution(t *testing.T) {
	s := noise.NewStream(3)
	for _, arms := range []int{1, 2, 5, 64, 200, 1000} {
		t.Run(fmt.Sprint(arms), func(t *testing.T) {
			for _, spread := range []float64{0, 1e-6, 1, 30, 5000, 1 << 20, 1e300} {
				scores := make([]float64, arms)
				for i := range scores {
					scores[i] = spread * s.Float64()
					if i%3 == 0 {
						scores[i] = spread / 2 // ties
					}
				}
				for _, kind := range []Noise{Laplace, Exponential, Gumbel} {
					for _, scale := range []float64{0, 1e-300, 1e-3, 1, math.Inf(1)} {
						m := NoisyMax{kind, scale}
						p := picks(m, scores)
						sum := 0.0
						for i := range p {
							sum += p[i]
							for _, j := range []int{0, arms / 2, arms - 1} {
								if scores[i] > scores[j] && p[i] < p[j] || scores[i] == scores[j] && p[i] != p[j] {
									t.Fatalf("%v: scores %v, %v have probabilities %v, %v", m, scores[i], scores[j], p[i], p[j])
								}
							}
						}
						if !(math.Abs(sum-1) < 1e-12) {
							t.Errorf("%v, %d arms over %v: probabilities sum to 1%+g", m, arms, spread, sum-1)
						}
					}
				}
			}
		})
	}
}
