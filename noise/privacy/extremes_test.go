package privacy

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"regretscope/noise/channel"
	"regretscope/noise/param"
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
		"Laplace": laplace, "response": response(p, p), "discrete Laplace": DiscreteLaplaceSum(1 / epsilon), "crooked response": response(p, (1+p)/2),
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
	epsilons := []float64{1e-10, 37, 1e5}
	for range 2 {
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
			if f := m.TradeOff(0).Value; !(f >= 1-1e-11) && !math.IsInf(e.Upper, 1) {
				t.Errorf("%s at %v: f(0) = %v", name, epsilon, f)
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

// μ of one Laplace sum is 2z with Φ(−z) = e^{−ε/2}/2, and of a discrete one with Φ(−z) = 1/(1+e^ε), by logarithms
// where that underflows. The values have 40 digits in another program.
func TestMuAtLargeLosses(t *testing.T) {
	for epsilon, want := range map[float64]float64{2: 1.8009051932757774, 1000: 63.01257123426979, 2000: 89.26254634279157} {
		for name, m := range map[string]Mechanism{"Laplace": LaplaceSum{1 / epsilon}, "exponential": NoisyMax{selection.Exponential, 2 / epsilon, 5}} {
			if got := m.Mu().Value; math.Abs(got/want-1) > 1e-9 {
				t.Errorf("%s at %v: μ = %v, want %v", name, epsilon, got, want)
			}
		}
	}
	for epsilon, want := range map[float64]float64{2: 2.3579614856472497, 709: 75.070903396101841, 709.8: 75.113487513172249, 1000: 89.231495463938806, 1e5: 894.39578735705010} {
		d := DiscreteLaplaceSum(1 / epsilon)
		if got := d.Mu().Value; math.Abs(got/want-1) > 1e-8 {
			t.Errorf("discrete Laplace at %v: μ = %v, want %v", epsilon, got, want)
		}
		closely(t, "ε of discrete Laplace noise", d.Epsilon().Value, epsilon, 1e-15)
		closely(t, "its ρ", d.Rho().Value, epsilon*math.Tanh(epsilon/2), 1e-15)
		closely(t, "its δ", d.Delta(epsilon-.001).Value, -math.Expm1(-.001)/(1+math.Exp(-epsilon)), 1e-7)
	}
}

func closely(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !near(got, want, tolerance) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// Series agree with the closed forms that they replace, computed by functions without cancellation.
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
		for j, b := range order {
			if got := Worse(a, b); got != order[max(i, j)] {
				t.Errorf("of %s and %s the worse is %s", a, b, got)
			}
		}
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

// Infinite noise, a single arm, bits that do not depend on the reward, and no release reveal nothing.
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

func wide(x float64) *big.Float { return new(big.Float).SetPrec(220).SetFloat64(x) }

// lnOf is ln(x/y), with 60 digits: 2 artanh of (x − y)/(x + y).
func lnOf(x, y *big.Float) *big.Float {
	v := wide(0).Quo(wide(0).Sub(x, y), wide(0).Add(x, y))
	sum, term, square := wide(0), wide(0).Set(v), wide(0).Mul(v, v)
	for j := 1.; j < 20_000 && term.Sign() != 0 && term.MantExp(nil) > -400; j += 2 {
		sum.Add(sum, wide(0).Quo(term, wide(j)))
		term.Mul(term, square)
	}
	return sum.Add(sum, sum)
}

// Divergences of nearly equal coins have all digits: by their definition, with 60 digits.
func TestDivergencesHaveAllDigits(t *testing.T) {
	for _, low := range []float64{1e-12, .01, .3, .5, .999} {
		for _, by := range []float64{1e-12, 1e-10, 1e-6, 1e-3, .3} {
			high := low + by*min(low, 1-low)
			one, q, p := wide(1), [2]*big.Float{wide(low)}, [2]*big.Float{wide(high)}
			p[1], q[1] = wide(0).Sub(one, p[0]), wide(0).Sub(one, q[0])
			of := func(p, q [2]*big.Float, order int) float64 {
				sum := wide(0)
				for i := range p {
					term := wide(0).Set(p[i])
					if order == 1 {
						term.Mul(term, lnOf(p[i], q[i]))
					}
					for range order - 1 {
						term.Mul(term, wide(0).Quo(p[i], q[i]))
					}
					sum.Add(sum, term)
				}
				if order > 1 {
					sum.Quo(lnOf(sum, one), wide(float64(order-1)))
				}
				f, _ := sum.Float64()
				return f
			}
			m := BitChannel(low, high)
			for _, order := range []int{1, 2, 5} {
				want := max(of(p, q, order), of(q, p, order))
				if got := m.Renyi(float64(order)).Value; math.Abs(got/want-1) > 1e-11 {
					t.Errorf("%v and + %v: D_%d = %v, want %v", low, by, order, got, want)
				}
			}
			if rho, d := m.Rho().Value, m.Renyi(1).Value; rho < d*(1-1e-12) || by < 1e-5 && rho > d*(1+1e-2) {
				t.Errorf("%v and + %v: ρ = %v, D_1 = %v", low, by, rho, d)
			}
			z := (quantile(low) + quantile(high)) / 2 // Φ⁻¹ has the slope 1/φ
			want := (high - low) * math.Sqrt(2*math.Pi) * math.Exp(z*z/2)
			if mu := m.Mu().Value; by < 1e-5 && math.Abs(mu/want-1) > 1e-9 {
				t.Errorf("%v and + %v: μ = %v, want %v", low, by, mu, want)
			}
		}
	}
}

// The optimal channels have their ε from 10⁻⁹ to 700, and ρ = ε tanh(ε/2). For small ε, their μ is
// ε√(π/2), as is that of a Laplace sum, whose D_α is αε²/2.
func TestExtremesOfEpsilon(t *testing.T) {
	for _, epsilon := range []float64{1e-9, 1e-6, .01, 1, 30, 50, 700} {
		of := map[string]Mechanism{"sum": LaplaceSum{Scale: 1 / epsilon}, "discrete": DiscreteLaplaceSum(1 / epsilon)}
		for _, name := range []string{"rr", "linear", "quadratic", "exponential"} {
			m := OfChannel(param.Must(channel.Parse(name, epsilon)))
			of[name] = m
			if got, want := m.Rho().Value, epsilon*math.Tanh(epsilon/2); math.Abs(got/want-1) > 1e-9 {
				t.Errorf("%s(%v): ρ = %v, want %v", name, epsilon, got, want)
			}
		}
		for name, m := range of {
			if got := m.Epsilon().Value; math.Abs(got/epsilon-1) > 1e-12 {
				t.Errorf("%s(%v): ε = %v", name, epsilon, got)
			}
			want := epsilon * math.Sqrt(math.Pi/2)
			if got := m.Mu().Value; epsilon < 1e-5 && math.Abs(got/want-1) > 1e-6 {
				t.Errorf("%s(%v): μ = %v, want %v", name, epsilon, got, want)
			}
		}
		if got := of["sum"].Renyi(3).Value; epsilon < 1e-5 && math.Abs(got/(1.5*epsilon*epsilon)-1) > 1e-5 {
			t.Errorf("Laplace(%v): D_3 = %v", epsilon, got)
		}
	}
}

// δ of normal noise against the integral of its definition, whose terms are never below 0: from tiny to
// huge μ, and for ε at which no, some, or nearly all of the loss exceeds it.
func TestGaussianDeltaHasAllDigits(t *testing.T) {
	for _, mu := range []float64{1e-12, 1e-6, .999e-3, 1e-3, .3, 5, 100} {
		for _, far := range []float64{-30, -9, -8, -7.9, -3, -.5, 0, 2} {
			b := min(far, mu/2)
			epsilon := mu * (mu/2 - b)
			const steps = 50_000
			end, sum := max(b, 0)+40/(3-min(b, 0)), 0.0
			for i := range steps + 1 { // Simpson
				u, weight := end*float64(i)/steps, float64(2+2*(i%2))
				if i == 0 || i == steps {
					weight = 1
				}
				sum += weight * math.Exp(-(u-b)*(u-b)/2) * -math.Expm1(-mu*u)
			}
			want := sum * end / steps / 3 / math.Sqrt(2*math.Pi)
			if got := gaussianDelta(mu, epsilon); math.Abs(got/want-1) > 1e-9 {
				t.Errorf("μ = %v, ε = %v: δ = %.15g, want %.15g", mu, epsilon, got, want)
			}
		}
	}
}

// Leads that move by little reveal what the density of the noises' difference at its center f says: D_α is
// α η² 2f² of two candidates, μ is η f/φ(0), and δ(0) is η f.
func TestPicksWithMuchNoiseHaveAllDigits(t *testing.T) {
	for kind, f := range map[selection.Noise]float64{selection.Laplace: .25, selection.Gumbel: .25, selection.Exponential: .5} {
		for _, eta := range []float64{1e-10, 1e-8, 1e-6, .99e-4, 1.01e-4} {
			m := NoisyMax{kind, 2 / eta, 2}
			for name, c := range map[string][2]float64{
				"D_1": {m.Renyi(1).Value, 2 * eta * eta * f * f}, "D_2": {m.Renyi(2).Value, 4 * eta * eta * f * f},
				"D_50": {m.Renyi(50).Value, 100 * eta * eta * f * f}, "ρ": {m.Rho().Value, 2 * eta * eta * f * f},
				"μ": {m.Mu().Value, eta * f * math.Sqrt(2*math.Pi)}, "δ(0)": {m.Delta(0).Value, eta * f},
			} {
				if math.Abs(c[0]/c[1]-1) > 1e-7+100*eta {
					t.Errorf("%s, η = %v: %s = %v, want %v", kind, eta, name, c[0], c[1])
				}
			}
		}
	}
}
