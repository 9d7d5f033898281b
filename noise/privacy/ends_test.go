package privacy

import (
	"math"
	"testing"

	"regretscope/noise/channel"
	"regretscope/noise/param"
	"regretscope/noise/selection"
)

func closely(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !near(got, want, tolerance) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// Series agree with the closed forms that they replace, computed by functions without
// cancellation.
func TestSeriesAgreeWithClosedForms(t *testing.T) {
	for _, eta := range []float64{.0002, .004, .0099, .00999, .0101, .02, 1} {
		x := eta/math.Expm1(eta) - 1
		closely(t, "ρ of Gumbel noise", gumbelRho(eta), x-math.Log1p(x), max(1e-14/eta, 2e-15))
	}
	for _, m := range []float64{.0009, .00099, .0011, .1} {
		closely(t, "ρ of a Laplace sum", laplaceRho(m), m+math.Expm1(-m), 1e-9)
	}
	const m = .0009 // the first terms by hand
	closely(t, "ρ of a Laplace sum", laplaceRho(m), m*m/2-m*m*m/6+m*m*m*m/24-m*m*m*m*m/120, 1e-13)
}

// If e^{(α−1)·loss} overflows, divergences are those of the larger term.
func TestDivergencesBeyondFloat64(t *testing.T) {
	for _, alpha := range []float64{2, 3, 1.5} {
		m := 1200 / (alpha - 1)
		closely(t, "a Laplace sum", laplaceRenyi(m, alpha), m+math.Log(alpha/(2*alpha-1))/(alpha-1), 1e-14)
	}
	fair, rare := coin{math.Log(.5), math.Log(.5)}, coin{-700, 0}
	for _, alpha := range []float64{2, 3} {
		// ln(2^{−α}·(e^{700(α−1)} + 1))/(α − 1)
		want := 700 - alpha*math.Ln2/(alpha-1)
		closely(t, "two coins", against(fair, rare).divergence(alpha), want, 1e-14)
	}
}

// ln Φ(−z) by more terms of its expansion for large z: logQuantile is right to 1/z⁴.
func TestQuantilesBeyondFloat64(t *testing.T) {
	for _, log := range []float64{-601, -1e3, -1e5} {
		z := -logQuantile(log)
		s := 1 / (z * z)
		closely(t, "ln Φ at the quantile", -z*z/2-math.Log(z*math.Sqrt(2*math.Pi))+math.Log1p(-s+3*s*s-15*s*s*s), log, -3*s*s/log)
	}
	if below, above := logQuantile(-600.000001), logQuantile(-599.999999); math.Abs(below-above) > 1e-6 {
		t.Errorf("Φ⁻¹ jumps from %v to %v where float64 ends", below, above)
	}
}

// The higher of two peaks is found, even if it is narrow, at either end or inside.
func TestMaximize(t *testing.T) {
	for _, peak := range []float64{0, .1, 4.73, 9.98, 10} {
		at, best := maximize(func(x float64) float64 {
			return math.Exp(-(x-6)*(x-6)) + 2*math.Exp(-60*(x-peak)*(x-peak))
		}, 0, 10, 50)
		if want := 2 + math.Exp(-(peak-6)*(peak-6)); math.Abs(at-peak) > .01 || math.Abs(best-want) > 1e-2 {
			t.Errorf("a peak at %v: found %v at %v, want about %v", peak, best, at, want)
		}
	}
	if at, best := maximize(func(x float64) float64 { return x }, 0, 10, 50); at > 10 || best < 10-1e-7 {
		t.Errorf("a line up to 10: found %v at %v", best, at)
	}
}

func TestTheWorseStatus(t *testing.T) {
	if Worse("", Exact) != "" || Worse(Upper, "none") != "" {
		t.Error("what is not known has a status")
	}
	order := []Status{Exact, Searched, Upper}
	for i, a := range order {
		t.Run(string(a), func(t *testing.T) {
			for j, b := range order {
				if got := Worse(a, b); got != order[max(i, j)] {
					t.Errorf("of %s and %s the worse is %s", a, b, got)
				}
			}
		})
	}
}

// Extreme noise gives numbers in every notion.
func TestTheEndsOfNoise(t *testing.T) {
	for _, kind := range kinds {
		for _, epsilon := range []float64{1e-9, 1e-4, 30, 300, 1400} {
			m := NoisyMax{Noise: kind, Scale: 2 / epsilon, Arms: 4}
			for name, v := range map[string]Value{"ρ": m.Rho(), "μ": m.Mu(), "D_2": m.Renyi(2), "δ": m.Delta(epsilon / 2)} {
				if !(v.Value >= 0) || !(v.Upper >= v.Value) || math.IsInf(v.Value, 0) || name != "δ" && v.Value == 0 {
					t.Errorf("%+v: %s = %+v", m, name, v)
				}
			}
		}
	}
}

// What has no noise reveals everything, once or often, alone or beside others.
func TestWithoutNoise(t *testing.T) {
	all := []Mechanism{
		LaplaceSum{},
		GaussianSum{},
		response(1, 1),
		OfChannel(param.Must(channel.Parse("none", 1))),
		Composition{{GaussianSum{}, 3}},
		Composition{{LaplaceSum{}, 3}},
		Composition{{LaplaceSum{1}, 1}, {LaplaceSum{}, 1}},
	}
	for _, kind := range kinds {
		all = append(all, NoisyMax{kind, 0, 3}, NoisyMax{kind, 0, 2})
	}
	for _, m := range all {
		delta := m.Delta(7)
		if !math.IsInf(m.Epsilon().Value, 1) || !math.IsInf(m.Rho().Value, 1) || !math.IsInf(m.Renyi(3).Value, 1) || !math.IsInf(m.Mu().Value, 1) ||
			delta.Value != 1 || delta.Upper != 1 || delta.Status != Exact || m.TradeOff(.1).Value != 0 {
			t.Errorf("%#v: ε %v, ρ %v, D₃ %v, μ %v, δ %+v, f %v", m, m.Epsilon(), m.Rho(), m.Renyi(3), m.Mu(), delta, m.TradeOff(.1))
		}
	}
}

// Infinite noise, a single arm, bits that do not depend on the reward, and no release reveal
// nothing.
func TestNothingRevealed(t *testing.T) {
	all := []Mechanism{Composition{}, Disjoint{}, response(.4, .6), Composition{{NoisyMax{selection.Laplace, 5, 4}, 0}}}
	for _, kind := range kinds {
		all = append(all, NoisyMax{kind, math.Inf(1), 3}, NoisyMax{kind, 1, 1}, NoisyMax{kind, 0, 1})
	}
	for _, m := range all {
		if most := max(m.Epsilon().Value, m.Rho().Value, m.Mu().Value, m.Delta(0).Value, .7-m.TradeOff(.3).Value); !(most <= 1e-15) {
			t.Errorf("%#v: ε %v, ρ %v, μ %v, δ %v, f %v", m, m.Epsilon(), m.Rho(), m.Mu(), m.Delta(0), m.TradeOff(.3))
		}
	}
}
