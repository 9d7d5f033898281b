package privacy

import (
	"math"
	"math/big"
	"testing"

	"regretscope/noise/channel"
	"regretscope/noise/param"
	"regretscope/noise/selection"
)

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
		of := map[string]Mechanism{"sum": LaplaceSum{Scale: 1 / epsilon}}
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
