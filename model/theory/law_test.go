package theory

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"regretscope/noise/param"
	"regretscope/noise/selection"
)

// oneWinner is one gap of 0 and K−1 of 1.
func oneWinner(arms int) []float64 {
	return append([]float64{0}, slices.Repeat([]float64{1}, arms-1)...)
}

// As λ → 0 the excess is E max_K Q − E Q: ln K for Gumbel noise, H_K − 1 for exponential noise, and
// the spec's values for Laplace noise; with m best actions E max_m Q takes the place of E Q.
func TestExcessOfEqualActions(t *testing.T) {
	laplace := map[int]float64{2: .75, 4: 1.385417, 8: 2.024619, 16: 2.687582, 64: 4.050744}
	harmonic := func(k int) (h float64) {
		for i := 1; i <= k; i++ {
			h += 1 / float64(i)
		}
		return h
	}
	for k, want := range laplace {
		gaps := oneWinner(k)
		for noise, want := range map[selection.Noise]float64{
			selection.Gumbel: math.Log(float64(k)), selection.Exponential: harmonic(k) - 1, selection.Laplace: want,
		} {
			if got := excess(selection.NoisyMax{Noise: noise, Scale: 3}, gaps, 1e-12); math.Abs(got/3-want) > 1e-6 {
				t.Errorf("%v, K = %d: %v, want %v", noise, k, got/3, want)
			}
		}
	}
	several := []float64{0, 0, 0, 1, 1}
	if got, want := excess(selection.NoisyMax{Noise: selection.Gumbel, Scale: 1}, several, 1e-12), math.Log(5./3); math.Abs(got-want) > 1e-9 {
		t.Errorf("three best of five: %v, want %v", got, want)
	}
}

// Gumbel noise has the closed form b ln Σ e^{−λΔ/b}, and −dΦ/dλ is what the picks cost.
func TestExcessHasItsDerivative(t *testing.T) {
	gaps := []float64{0, .1, .1, .35, 1}
	for _, noise := range []selection.Noise{selection.Gumbel, selection.Exponential, selection.Laplace} {
		m := selection.NoisyMax{Noise: noise, Scale: 1.7}
		for _, lambda := range []float64{.2, 1, 7, 40} {
			got := excess(m, gaps, lambda)
			if noise == selection.Gumbel {
				sum := 0.0
				for _, gap := range gaps {
					sum += math.Exp(-lambda * gap / 1.7)
				}
				if want := 1.7 * math.Log(sum); math.Abs(got-want) > 1e-11 {
					t.Errorf("λ = %v: %v, want %v", lambda, got, want)
				}
			}
			scores, cost := param.Map(gaps, func(gap float64) float64 { return -lambda * gap }), 0.0
			for j, p := range param.Must(m.Probabilities(scores)) {
				cost += p * gaps[j]
			}
			const h = 1e-3
			if slope := (excess(m, gaps, lambda-h) - excess(m, gaps, lambda+h)) / (2 * h); math.Abs(slope-cost) > 1e-6 {
				t.Errorf("%v, λ = %v: slope %v, cost %v", noise, lambda, slope, cost)
			}
		}
	}
}

// The exact regret lies in the band at every round, in all 27 settings of the spec and others.
func TestRegretLiesInTheBand(t *testing.T) {
	const horizon = 1 << 20
	for _, scenario := range []string{"ww-det,K=2", "ww-det,K=8", "ww-det,K=64", "ww-det,K=8,losses=even", "ww-det,K=3,gap=0.07"} {
		s := preset(scenario)
		for _, epsilon := range []float64{1, .1, .001} {
			for _, noise := range []string{"gumbel", "exponential", "laplace", "laplace,first=one", "laplace,resample=1"} {
				l := start(t, "rnm-ftnl,scale=2,noise="+noise, s.Arms(), horizon, epsilon, 1)
				e, _ := ExpectedRegret(t.Context(), s, l, horizon)
				law := LawOfOneWinner(s, l, horizon)
				if len(law) != 3 {
					if noise != "laplace,resample=1" {
						t.Errorf("%s %s: no law", scenario, noise)
					}
					continue
				}
				for _, round := range []int{1, 2, 3, 5, 7, 100, 1000, 1023, 1024, 65535, horizon} {
					low, exact, high, average := law[0].At(round), e.At(round), law[1].At(round), law[2].At(round)
					if slack := 1e-8 * (1 + exact); exact < low-slack || exact > high+slack || average < low-slack || average > high+slack {
						t.Errorf("%s %s ε %v, round %d: %v ≤ %v ≤ %v, average %v", scenario, noise, epsilon, round, low, exact, high, average)
					}
				}
				if e.At(1) != law[0].At(1) || math.Abs(law[1].At(1)-e.At(1)) > 1e-12 {
					t.Errorf("%s %s: round 1 costs %v in [%v, %v]", scenario, noise, e.At(1), law[0].At(1), law[1].At(1))
				}
			}
		}
	}
}

// The spec's values: the band of Laplace noise, and ε R(∞) at a small ε beside the law.
func TestLawOfOneWinner(t *testing.T) {
	const horizon = 1 << 33
	s := preset("ww-det,K=64")
	l := start(t, "rnm-ftnl,scale=2,noise=laplace", 64, horizon, 1, 1)
	law := LawOfOneWinner(s, l, horizon)
	first, limit := 63./64, 4*2*4.050744
	e, _ := ExpectedRegret(t.Context(), s, l, horizon)
	for i, want := range []float64{14.24352, 30.44145, 21.43776} {
		got := law[min(i, 1)].At(horizon) - first
		if i == 2 {
			got = e.At(horizon) - first
		}
		if math.Abs(got-want) > 1e-4 || got > limit {
			t.Errorf("value %d: %.5f, want %.5f", i, got, want)
		}
	}
	for noise, want := range map[string][2]float64{
		"gumbel": {12, 11.993571}, "exponential": {9.913376, 9.912424}, "laplace": {11.683629, 11.683614},
	} {
		s := preset("ww-det,K=8")
		l := start(t, "rnm-ftnl,scale=2,noise="+noise, 8, horizon, .001, 1)
		e, _ := ExpectedRegret(t.Context(), s, l, horizon)
		if got := .001 * e.At(horizon); math.Abs(got-want[1]) > 2e-6 {
			t.Errorf("%s: ε R = %.6f, want %.6f", noise, got, want[1])
		}
		// 2c/ln 2 (E max Q − E Q) for scale c/ε, c = 2: the average as ε → 0.
		tiny := start(t, "rnm-ftnl,scale=2,noise="+noise, 8, horizon, 1e-6, 1)
		if got := 1e-6 * (LawOfOneWinner(s, tiny, horizon)[2].At(horizon) - 7./8); math.Abs(got-want[0]) > 1e-4 {
			t.Errorf("%s: average %.6f, want %.6f", noise, got, want[0])
		}
	}
}

// The average is the mean of s(R_s − R₁)/ε over s in [ε, 2ε], uniform in ln s, by the midpoint rule.
func TestAverageOfTheLaw(t *testing.T) {
	const horizon, epsilon, steps = 1<<24 - 1, .3, 400
	s := preset("ww-det,K=8,losses=even")
	for _, noise := range []string{"gumbel", "exponential", "laplace"} {
		at := func(s0 float64) float64 {
			e, _ := ExpectedRegret(t.Context(), s, start(t, "rnm-ftnl,scale=2,noise="+noise, 8, horizon, s0, 1), horizon)
			return s0 * (e.At(horizon) - e.At(1))
		}
		mean := 0.0
		for i := range steps {
			mean += at(epsilon*math.Exp2((float64(i)+.5)/steps)) / steps
		}
		law := LawOfOneWinner(s, start(t, "rnm-ftnl,scale=2,noise="+noise, 8, horizon, epsilon, 1), horizon)[2]
		if got := epsilon * (law.At(horizon) - 3.5/7); math.Abs(got/mean-1) > 1e-5 {
			t.Errorf("%s: %v, want %v", noise, got, mean)
		}
	}
}

func TestLawNeedsFixedLosses(t *testing.T) {
	for _, c := range [][2]string{{".5 .2", "rnm-ftnl"}, {"constant(.5) constant(.2)", "rnm-ftnl,resample=1"}, {"constant(.5) constant(.2)", "ftl"}} {
		s := scenario(t, c[0])
		if law := LawOfOneWinner(s, start(t, c[1], 2, 100, 1, 1), 100); law != nil {
			t.Error(fmt.Sprint(c, " has a law"))
		}
	}
}
