package privacy

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"regretscope/noise/selection"
)

// notForRaces skips a test of numbers under -short, which the race detector uses: others start the same goroutines.
func notForRaces(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("tests no goroutines")
	}
}

// mechanismsAt returns one mechanism of every kind with an ε, for a parameter of ε.
func mechanismsAt(epsilon float64) map[string]Mechanism {
	p := 1 / (1 + math.Exp(-epsilon))
	laplace := LaplaceSum{Scale: 1 / epsilon}
	all := map[string]Mechanism{
		"Laplace": laplace, "response": response(p, p), "crooked response": response(p, (1+p)/2),
		"tree": Composition{{laplace, 17}}, "two": Composition{{laplace, 1}, {response(p, p), 2}},
		"disjoint": Disjoint{laplace, response(p, p)},
	}
	for _, kind := range kinds {
		for _, arms := range []int{1, 2, 3, 50} {
			all[fmt.Sprintf("%v of %d", kind, arms)] = NoisyMax{kind, 2 / epsilon, arms}
		}
	}
	return all
}

// At every ε from 10⁻¹⁰ to 10⁵, ρ is at most e·tanh(e/2) where the audited ε is e (a theorem for
// symmetric neighbors), μ is finite where e is, δ is in [0,1], and no loss falls as ε rises.
// Searched values may miss 10⁻⁶ of themselves.
func TestLossesAtExtremes(t *testing.T) {
	notForRaces(t)
	random := rand.New(rand.NewPCG(9, 44))
	epsilons := []float64{1e-10, 37, 1489, 1e5}
	for range 3 {
		epsilons = append(epsilons, math.Exp(math.Log(1e-10)+random.Float64()*math.Log(1e15)))
	}
	for _, epsilon := range epsilons {
		above := mechanismsAt(epsilon * 1.01)
		for name, m := range mechanismsAt(epsilon) {
			e := m.Epsilon()
			rho, mu, higher := m.Rho(), m.Mu(), above[name]
			if limit := e.Upper * math.Tanh(e.Upper/2); rho.Value > limit*(1+1e-6) {
				t.Errorf("%s at %v: ρ = %v above e tanh(e/2) = %v", name, epsilon, rho, limit)
			}
			if !math.IsInf(e.Upper, 1) && !(mu.Upper < math.Inf(1) && mu.Value >= 0) {
				t.Errorf("%s at %v: ε = %v, μ = %v", name, epsilon, e, mu)
			}
			for _, at := range []float64{0, epsilon / 3, epsilon} {
				if d := m.Delta(at); !(d.Value >= 0 && d.Upper <= 1 && d.Value <= d.Upper) {
					t.Errorf("%s at %v: δ(%v) = %v", name, epsilon, at, d)
				}
			}
			for notion, pair := range map[string][2]Value{"ε": {e, higher.Epsilon()}, "ρ": {rho, higher.Rho()}, "μ": {mu, higher.Mu()}} {
				if low, high := pair[0].Value, pair[1].Value; low > high*(1+1e-6) {
					t.Errorf("%s: %s falls from %v to %v as ε rises from %v", name, notion, low, high, epsilon)
				}
			}
		}
	}
}

// μ of one Laplace sum is 2z with Φ(−z) = e^{−ε/2}/2, by logarithms where that underflows.
func TestMuAtLargeLosses(t *testing.T) {
	for epsilon, want := range map[float64]float64{2: 1.8009051932757774, 1000: 63.01257123426979, 2000: 89.26254634279157} {
		for name, m := range map[string]Mechanism{"Laplace": LaplaceSum{1 / epsilon}, "exponential": NoisyMax{selection.Exponential, 2 / epsilon, 5}} {
			if got := m.Mu().Value; math.Abs(got/want-1) > 1e-9 {
				t.Errorf("%s at %v: μ = %v, want %v", name, epsilon, got, want)
			}
		}
	}
}
