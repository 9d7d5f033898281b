package privacy

import (
	"math"
	"testing"

	"regretscope/noise/selection"
)

// picks returns the losses of a pick of report-noisy-max on two vectors of scores, by the
// mechanism's exact probabilities.
func picks(kind selection.Noise, scale float64, before, after []float64) (all []lossMass) {
	m := selection.NoisyMax{Noise: kind, Scale: scale}
	q := m.LogProbabilities(after)
	for i, p := range m.LogProbabilities(before) {
		all = append(all, lossMass{p - q[i], math.Exp(p)})
	}
	return all
}

// The probabilities of two groups against those of package selection, from 1|1 to 1|999, behind,
// level, and ahead; the named worst inputs must attain their value by the same second method.
func TestGroupsAgainstSelection(t *testing.T) {
	for _, kind := range kinds {
		for _, size := range [][2]int{{1, 1}, {1, 2}, {2, 1}, {3, 4}, {7, 1}, {1, 7}, {4, 4}, {49, 1}, {1, 49}, {999, 1}, {1, 999}} {
			for _, lead := range []float64{-60, -7, -1, -1e-3, 0, .3, 2, 9, 44} {
				scores := make([]float64, size[0]+size[1])
				for i := range size[0] {
					scores[i] = lead
				}
				logs := (selection.NoisyMax{Noise: kind, Scale: 1}).LogProbabilities(scores)
				got := groups{kind, size[0], size[1]}.wins(lead)
				want := coin{logs[0] + math.Log(float64(size[0])), logs[size[0]] + math.Log(float64(size[1]))}
				// The larger chance is 1 minus the smaller; logarithms near 0 keep absolute digits.
				if math.Abs(got.log-want.log) > 3e-11*math.Max(1, -want.log) || math.Abs(got.logNot-want.logNot) > 3e-11*math.Max(1, -want.logNot) {
					t.Errorf("%v, %d|%d, lead %v: %.15g, %.15g, want %.15g, %.15g", kind, size[0], size[1], lead, got.log, got.logNot, want.log, want.logNot)
				}
			}
		}
	}
}

func TestWorstInputsAttainTheValues(t *testing.T) {
	for _, kind := range kinds {
		for _, arms := range []int{2, 3, 6, 12} {
			for _, scale := range []float64{.3, 1, 2} {
				m := NoisyMax{Noise: kind, Scale: scale, Arms: arms}
				lossesOf := func(in Inputs) []lossMass {
					before, after := make([]float64, in.Groups[0]+in.Groups[1]), make([]float64, in.Groups[0]+in.Groups[1])
					for i := range in.Groups[0] {
						before[i], after[i] = in.Before, in.After
					}
					return picks(kind, scale, after, before)
				}
				for _, alpha := range []float64{1, 1.5, 8} {
					if v := m.Renyi(alpha); !near(renyiOf(lossesOf(v.Worst), alpha), v.Value, 1e-9) {
						t.Errorf("%+v: D_%v = %v, its inputs have %v", m, alpha, v.Value, renyiOf(lossesOf(v.Worst), alpha))
					}
				}
				for _, epsilon := range []float64{0, .25, .5} {
					if v := m.Delta(epsilon); !near(deltaOf(lossesOf(v.Worst), epsilon), v.Value, 1e-9) {
						t.Errorf("%+v: δ(%v) = %v, its inputs %+v have %v", m, epsilon, v.Value, v.Worst, deltaOf(lossesOf(v.Worst), epsilon))
					}
				}
				v, best := m.Rho(), 0.0
				for alpha := 1.; alpha < 20; alpha *= 1.001 {
					best = max(best, renyiOf(lossesOf(v.Worst), alpha)/alpha)
				}
				if !near(best, v.Value, 1e-6) || best > v.Value*(1+1e-9) {
					t.Errorf("%+v: ρ = %v, its inputs have %v", m, v.Value, best)
				}
			}
		}
	}
}

// The curves of a mechanism agree: δ(ε) = sup_x 1 − f(x) − e^ε x, exact f are convex, and no
// point of f lies below G_μ.
func TestCurvesAgree(t *testing.T) {
	for _, m := range everything() {
		mu := m.Mu().Value
		var last, slope float64
		for i := range 401 {
			x := float64(i) / 400
			f := m.TradeOff(x)
			if f.Value < -1e-15 || f.Value > 1-x+1e-9 {
				t.Fatalf("%#v: f(%v) = %v", m, x, f.Value)
			}
			if g := GaussianTradeOff(mu, x); m.Mu().Status != Upper && f.Value < g-1e-9 {
				t.Fatalf("%#v: f(%v) = %v is below G_μ = %v", m, x, f.Value, g)
			}
			// The lower one of a line through a corner and its mirror is not convex.
			if i > 1 && convex(m) && f.Value-last < slope-1e-9 {
				t.Fatalf("%#v: f is not convex at %v", m, x)
			}
			if i > 0 {
				slope = f.Value - last
			}
			last = f.Value
		}
		for _, epsilon := range []float64{0, .2, .7, 1.5} {
			_, sup := maximize(func(log float64) float64 {
				x := math.Exp(log)
				return 1 - m.TradeOff(x).Value - math.Exp(epsilon)*x
			}, -20, 0, 400)
			delta := m.Delta(epsilon)
			tolerance := 1e-6
			if delta.Status == Upper {
				tolerance = 3e-3
			}
			if math.Abs(max(0, sup)-delta.Value) > tolerance {
				t.Errorf("%#v: δ(%v) = %v, the trade-off curve says %v", m, epsilon, delta.Value, sup)
			}
		}
	}
}

// convex reports whether one pair is the worst for all tests.
func convex(m Mechanism) bool {
	switch m.(type) {
	case LaplaceSum, GaussianSum, Composition:
		return true
	}
	return false
}

func everything() []Mechanism {
	all := []Mechanism{
		LaplaceSum{1},
		LaplaceSum{.3},
		LaplaceSum{50},
		DiscreteLaplaceSum(1),
		DiscreteLaplaceSum(.02),
		BinomialSum{7},
		BinomialSum{80},
		GaussianSum{1},
		GaussianSum{.2},
		response(.8, .7),
		response(.99, .5),
		response(.5, .99),
		response(.2, .1),
		Composition{{GaussianSum{2}, 4}},
		Composition{{LaplaceSum{1}, 1}},
		Disjoint{LaplaceSum{2}, response(.9, .6)},
	}
	for _, kind := range kinds {
		for _, arms := range []int{2, 5} {
			all = append(all, NoisyMax{Noise: kind, Scale: 1, Arms: arms})
		}
	}
	return all
}

// For all mechanisms D_α rises with α between KL and ε, δ falls with ε from the total
// variation, ρ ≤ ε tanh(ε/2) and μ ≤ 2Φ⁻¹(e^ε/(1+e^ε)).
func TestOrderAmongNotions(t *testing.T) {
	for _, m := range everything() {
		epsilon := m.Epsilon().Value
		if epsilon < 0 {
			t.Errorf("%#v: ε = %v", m, epsilon)
		}
		last := 0.0
		for _, alpha := range []float64{1, 1 + 1e-9, 1 + 1e-6, 1.001, 1.5, 2, 8, 100, 1e5} {
			d := m.Renyi(alpha).Value
			if d < last*(1-1e-7) || d > epsilon*(1+1e-12) || d/alpha > m.Rho().Value*(1+1e-9) {
				t.Errorf("%#v: D_%v = %v after %v, ε = %v, ρ = %v", m, alpha, d, last, epsilon, m.Rho().Value)
			}
			last = d
		}
		last = 1
		for _, e := range []float64{0, .1, 1, 3, 40} {
			delta := m.Delta(e).Value
			if delta < 0 || delta > last {
				t.Errorf("%#v: δ(%v) = %v after %v", m, e, delta, last)
			}
			last = delta
		}
		if math.IsInf(epsilon, 1) {
			continue
		}
		if rho := m.Rho().Value; rho > epsilon*math.Tanh(epsilon/2)*(1+1e-9) {
			t.Errorf("%#v: ρ = %v is above that of randomized response at ε = %v", m, rho, epsilon)
		}
		if mu := m.Mu(); mu.Status != Upper && mu.Value > -2*quantile(1/(1+math.Exp(epsilon)))*(1+1e-9) {
			t.Errorf("%#v: μ = %v is above that of randomized response at ε = %v", m, mu.Value, epsilon)
		}
	}
}

// Published and plausible wrong answers: each must be far from ours.
func TestWrongAnswersAreRejected(t *testing.T) {
	far := func(name string, right, wrong float64) {
		t.Helper()
		if math.Abs(right/wrong-1) < .01 {
			t.Errorf("%s: %v passes for %v", name, wrong, right)
		}
	}
	rr := response(.99, .5)
	far("ρ of unequal randomized response as its Kullback–Leibler divergence", rr.Rho().Value, rr.Renyi(1).Value)
	for _, scale := range []float64{.5, 1, 20} {
		m := NoisyMax{Noise: selection.Exponential, Scale: scale, Arms: 2}
		eta := m.Epsilon().Value
		far("ρ of exponential noise as η²/8", m.Rho().Value, eta*eta/8)
	}
	m := NoisyMax{Noise: selection.Exponential, Scale: 1, Arms: 2}
	symmetric := groups{selection.Exponential, 1, 1}
	far("ρ at the symmetric lead", m.Rho().Value, against(symmetric.wins(1), symmetric.wins(-1)).divergence(1))
	far("unequal reports all one way", bitsDelta(Composition{{response(.8, .7), 8}}, 1), 0.78904309944340)
	far("one node of a tree for all", treeOf(1000, 1).Rho().Value, LaplaceSum{10}.Rho().Value)
	if lap := (NoisyMax{Noise: selection.Laplace, Scale: 1, Arms: 3}).Rho().Value; lap <= .5 {
		t.Errorf("ρ = %v of Laplace noise among three is not above η²/8 = .5", lap)
	}
	for _, eta := range []float64{1e-6, 1e-3, .009, .011, .5, 2, 20} {
		if rho := gumbelRho(eta); rho >= eta*eta/8 || eta < .1 && rho < .99*eta*eta/8 {
			t.Errorf("ρ of Gumbel noise at η = %v is %v, not just below η²/8", eta, rho)
		}
	}
}

// renyiOf is D_α of these losses. Written as ln E_p e^{(α−1)·loss} through expm1, it keeps its digits near α = 1.
func renyiOf(all []lossMass, alpha float64) float64 {
	order, sum := alpha-1, 0.0
	for _, m := range all {
		switch {
		case m.chance == 0:
		case alpha == 1:
			sum += m.chance * m.loss
		default:
			sum += m.chance * math.Expm1(order*m.loss)
		}
	}
	if alpha == 1 {
		return sum
	}
	return math.Log1p(sum) / order
}
