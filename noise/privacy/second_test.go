package privacy

import (
	"fmt"
	"math"
	"testing"

	"regretscope/noise"
	"regretscope/noise/selection"
)

// picks is the pair of a pick of report-noisy-max on two vectors of scores, by
// the mechanism's own exact probabilities.
func picks(t *testing.T, kind selection.Noise, scale float64, before, after []float64) pair {
	t.Helper()
	m := selection.NoisyMax{Noise: kind, Scale: scale}
	return pair{p: m.LogProbabilities(before, nil), q: m.LogProbabilities(after, nil)}
}

// Vectors of three scores that nothing is symmetric in.
func TestPairsOfScores(t *testing.T) {
	first := [2][]float64{{.4, 1, 1.6}, {1.4, 0, 1.6}}
	second := [2][]float64{{3, 3, 0}, {2, 4, 1}}
	for _, c := range []struct {
		kind             selection.Noise
		scale            float64
		scores           [2][]float64
		divergence, loss float64 // D_2, δ(.2)
	}{
		{selection.Exponential, 2, first, 0.19887756048953, 0.11100589963565},
		{selection.Laplace, 2, first, 0.16786524506959, 0.10514364683745},
		{selection.Gumbel, 2, first, 0.13717431977409, 0.090430148872745},
		{selection.Exponential, 1, second, 1.3636846194526, 0.41042433566940},
		{selection.Laplace, 1, second, 0.80327754708776, 0.33835958124439},
		{selection.Gumbel, 1, second, 0.86721941595046, 0.34837721966337},
	} {
		t.Run(fmt.Sprint(c.divergence), func(t *testing.T) {
			r := picks(t, c.kind, c.scale, c.scores[0], c.scores[1])
			delta := r.delta(.2)
			if got := r.renyi(2); !near(got, c.divergence, 1e-12) || !near(delta, c.loss, 1e-12) {
				t.Errorf("%v(%v): D_2 = %.14g, δ(.2) = %.14g, want %.14g and %.14g", c.kind, c.scale, got, delta, c.divergence, c.loss)
			}
		})
	}
}

// The chances of two groups against selection's probabilities, from 1|1 to the
// many arms of 1|999, behind, level and ahead; and the worst inputs that are named
// must attain what they are named for, by the same second method.
func TestGroupsAgainstSelection(t *testing.T) {
	for _, kind := range []selection.Noise{selection.Laplace, selection.Exponential, selection.Gumbel} {
		for _, size := range [][2]int{{1, 1}, {1, 2}, {2, 1}, {3, 4}, {7, 1}, {1, 7}, {4, 4}, {49, 1}, {1, 49}, {999, 1}, {1, 999}} {
			for _, lead := range []float64{-60, -7, -1, -1e-3, 0, .3, 2, 9, 44} {
				scores := make([]float64, size[0]+size[1])
				for i := range size[0] {
					scores[i] = lead
				}
				logs := (selection.NoisyMax{Noise: kind, Scale: 1}).LogProbabilities(scores, nil)
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
	for _, kind := range []selection.Noise{selection.Laplace, selection.Exponential, selection.Gumbel} {
		for _, arms := range []int{2, 3, 6, 12} {
			for _, scale := range []float64{.3, 1, 2} {
				m := NoisyMax{Noise: kind, Scale: scale, Arms: arms}
				pairOf := func(in Inputs) pair {
					before, after := make([]float64, in.Groups[0]+in.Groups[1]), make([]float64, in.Groups[0]+in.Groups[1])
					for i := range in.Groups[0] {
						before[i], after[i] = in.Before, in.After
					}
					return picks(t, kind, scale, after, before)
				}
				for _, alpha := range []float64{1, 1.5, 8} {
					if v := m.Renyi(alpha); !near(pairOf(v.Worst).renyi(alpha), v.Value, 1e-9) {
						t.Errorf("%+v: D_%v = %v, its inputs have %v", m, alpha, v.Value, pairOf(v.Worst).renyi(alpha))
					}
				}
				for _, epsilon := range []float64{0, .25, .5} {
					if v := m.Delta(epsilon); !near(pairOf(v.Worst).delta(epsilon), v.Value, 1e-9) {
						t.Errorf("%+v: δ(%v) = %v, its inputs %+v have %v", m, epsilon, v.Value, v.Worst, pairOf(v.Worst).delta(epsilon))
					}
				}
				v, best := m.Rho(), 0.0
				for alpha := 1.; alpha < 20; alpha *= 1.001 {
					best = max(best, pairOf(v.Worst).renyi(alpha)/alpha)
				}
				if !near(best, v.Value, 1e-6) || best > v.Value*(1+1e-9) {
					t.Errorf("%+v: ρ = %v, its inputs have %v", m, v.Value, best)
				}
			}
		}
	}
}

// Leads at which the worst shows, in units of rewards; the mirror −2−lead ties.
func TestWorstLeads(t *testing.T) {
	for _, c := range []struct {
		m     NoisyMax
		alpha float64
		lead  float64
	}{
		{NoisyMax{Noise: selection.Exponential, Scale: 1, Arms: 2}, 1, -0.72274},
		{NoisyMax{Noise: selection.Exponential, Scale: 1, Arms: 2}, 8, -0.0689929},
		{NoisyMax{Noise: selection.Laplace, Scale: 1, Arms: 2}, 1, -0.743508},
		{NoisyMax{Noise: selection.Laplace, Scale: 1, Arms: 2}, 8, 1.5312},
		{NoisyMax{Noise: selection.Gumbel, Scale: 1, Arms: 2}, 2, 0},
		{NoisyMax{Noise: selection.Gumbel, Scale: 2, Arms: 2}, 8, 2.81095},
		{NoisyMax{Noise: selection.Exponential, Scale: .3, Arms: 2}, 2, -0.121544},
	} {
		t.Run(fmt.Sprint(c.lead), func(t *testing.T) {
			got := c.m.Renyi(c.alpha).Worst
			if math.Abs(got.Before-c.lead) > 1e-5 && math.Abs(got.Before-(-2-c.lead)) > 1e-5 || got.After != got.Before+2 {
				t.Errorf("%+v: D_%v shows at %v → %v, want %v or %v", c.m, c.alpha, got.Before, got.After, c.lead, -2-c.lead)
			}
		})
	}
}

// Closed forms of μ and δ by searching the leads, for noises that have them.
func TestClosedFormsAgainstTheSearch(t *testing.T) {
	for _, kind := range []selection.Noise{selection.Exponential, selection.Gumbel} {
		t.Run(fmt.Sprint(kind), func(t *testing.T) {
			for _, scale := range []float64{.05, .3, 1, 7, 300} {
				m := NoisyMax{Noise: kind, Scale: scale, Arms: 2}
				two := groups{kind, 1, 1}
				if got := m.gridOf([]groups{two}).search(0, coinMu).value; !near(got, m.Mu().Value, 1e-9) {
					t.Errorf("%+v: μ = %v, by search %v", m, m.Mu().Value, got)
				}
				for _, part := range []float64{0, .1, .5, .99} {
					epsilon := part * m.Epsilon().Value
					got := m.gridOf([]groups{two}).search(0, func(p, q coin) float64 { return coinDelta(p, q, epsilon) }).value
					if want := m.Delta(epsilon).Value; math.Abs(got-want) > 1e-10 {
						t.Errorf("%+v: δ(%v) = %v, by search %v", m, epsilon, want, got)
					}
				}
				if kind == selection.Gumbel {
					_, rho := searchRho(func(alpha float64) float64 { return m.Renyi(alpha).Value })
					if !near(rho, m.Rho().Value, 1e-7) {
						t.Errorf("%+v: ρ = %v, by search %v", m, m.Rho().Value, rho)
					}
				}
			}
		})
	}
	lap := NoisyMax{Noise: selection.Laplace, Scale: .7, Arms: 2}
	g := lap.span() / 2
	if want := 2 * -quantile(math.Exp(-g)*(.5+g/4)); !near(lap.Mu().Value, want, 1e-10) {
		t.Errorf("μ = %v, want 2Φ⁻¹(H(η/2)) = %v", lap.Mu().Value, want)
	}
}

// Every curve says the same in two ways: δ(ε) = sup_x 1 − f(x) − e^ε x, f is
// convex where it is exact, and no point of it lies below G_μ.
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

// convex reports whether the worst pair is one and the same for all tests.
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
		GaussianSum{1},
		GaussianSum{.2},
		Response{.8, .7},
		Response{.99, .5},
		Response{.5, .99},
		Response{.2, .1},
		Composition{{GaussianSum{2}, 4}},
		Composition{{LaplaceSum{1}, 1}},
		Disjoint{LaplaceSum{2}, Response{.9, .6}},
	}
	for _, kind := range []selection.Noise{selection.Laplace, selection.Exponential, selection.Gumbel} {
		for _, arms := range []int{2, 5} {
			all = append(all, NoisyMax{Noise: kind, Scale: 1, Arms: arms})
		}
	}
	return all
}

// What holds of everything: D_α rises with α between KL and ε, δ falls with ε from
// the total variation, ρ ≤ ε tanh(ε/2) and μ ≤ 2Φ⁻¹(e^ε/(1+e^ε)).
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

// Published and plausible answers that are wrong: each must be far from ours.
func TestWrongAnswersAreRejected(t *testing.T) {
	far := func(name string, right, wrong float64) {
		t.Helper()
		if math.Abs(right/wrong-1) < .01 {
			t.Errorf("%s: %v passes for %v", name, wrong, right)
		}
	}
	rr := Response{.99, .5}
	far("ρ of unequal randomized response as its Kullback–Leibler divergence", rr.Rho().Value, rr.Renyi(1).Value)
	for _, scale := range []float64{.5, 1, 20} {
		m := NoisyMax{Noise: selection.Exponential, Scale: scale, Arms: 2}
		eta := m.Epsilon().Value
		far("ρ of exponential noise as η²/8", m.Rho().Value, eta*eta/8)
	}
	m := NoisyMax{Noise: selection.Exponential, Scale: 1, Arms: 2}
	symmetric := groups{selection.Exponential, 1, 1}
	far("ρ at the symmetric lead", m.Rho().Value, coinDivergence(symmetric.wins(1), symmetric.wins(-1), 1))
	far("unequal reports all one way", bitsDelta(Composition{{Response{.8, .7}, 8}}, 1), 0.78904309944340)
	far("one node of a tree for all", treeOf(t, 1000, 1).Rho().Value, LaplaceSum{10}.Rho().Value)
	if lap := (NoisyMax{Noise: selection.Laplace, Scale: 1, Arms: 3}).Rho().Value; lap <= .5 {
		t.Errorf("ρ = %v of Laplace noise among three is not above η²/8 = .5", lap)
	}
	for _, eta := range []float64{1e-6, 1e-3, .009, .011, .5, 2, 20} {
		t.Run(fmt.Sprint(eta), func(t *testing.T) {
			if rho := gumbelRho(eta); rho >= eta*eta/8 || eta < .1 && rho < .99*eta*eta/8 {
				t.Errorf("ρ of Gumbel noise at η = %v is %v, not just below η²/8", eta, rho)
			}
		})
	}
}

// Transcripts of Gaussian Thompson sampling with two arms (Ou, Avella Medina,
// Cummings 2024) by enumeration: given the plays before, arm 1 is played with
// probability Φ(difference of the means / √(sum of the variances)).
func TestGaussianThompsonTranscripts(t *testing.T) {
	for _, c := range []struct{ variance, divergence, delta float64 }{
		{1, 0.17861519010629, 0.19547803570787},
		{2, 0.092583993059008, 0.13204570219240},
	} {
		t.Run(fmt.Sprint(c.variance), func(t *testing.T) {
			const rounds = 5
			logs := func(flipped bool) []float64 {
				all := make([]float64, 1<<rounds)
				for transcript := range all {
					var sum, count [2]float64
					for round := range rounds {
						mean := sum[0]/(count[0]+1) - sum[1]/(count[1]+1)
						z := mean / math.Sqrt(c.variance/(count[0]+1)+c.variance/(count[1]+1))
						played := transcript >> round & 1
						if played == 1 {
							z = -z
						}
						all[transcript] += math.Log(noise.NormalCDF(z))
						reward := [2]float64{1 - float64(round%2), 0} // (1,0), (0,0), (1,0), …
						if round == 0 && flipped {
							reward = [2]float64{0, 1}
						}
						sum[played] += reward[played]
						count[played]++
					}
				}
				return all
			}
			r := pair{p: logs(false), q: logs(true)}
			if d, delta := r.renyi(1), r.delta(.1); !near(d, c.divergence, 1e-12) || !near(delta, c.delta, 1e-12) {
				t.Errorf("c = %v: KL = %.14g, δ(.1) = %.14g, want %.14g and %.14g", c.variance, d, delta, c.divergence, c.delta)
			}
		})
	}
}

// Gaussian learners that publish estimates: so many draws about one mean are one
// draw of the variance divided by their number, and costs add up in squares.
func TestGaussianLearners(t *testing.T) {
	// DP-TS-UCB (2505.02383), T = 10⁵, α = 1, c₀ = 2√(2πe): φ draws of variance ln^αT/n
	// about each mean, n = 1 at worst.
	horizon, c0 := 1e5, 2*math.Sqrt(2*math.Pi*math.E)
	log := math.Log(horizon)
	draws := math.Ceil(c0 * log) // T^{(1−α)/2} ln^{(3−α)/2} T at α = 1
	if m := (GaussianSum{math.Sqrt(log / draws)}); draws != 96 || !near(m.Mu().Value, 2.8876381443218, 1e-12) {
		t.Errorf("φ = %v, μ = %.14g", draws, m.Mu().Value)
	}
	// M-TS-Gaussian (2407.14879), K = 2, T = 1000, b = 10, c = 2: every later round
	// shows the mean of an arm that is never pulled again, with variance c/(b+1).
	one := GaussianSum{Deviation: math.Sqrt(2. * 11)}
	if m := (Composition{{one, 1000 - 20}}); !near(m.Mu().Value, 6.6742381247191, 1e-12) || m.Mu().Status != Exact {
		t.Errorf("μ = %.14g", m.Mu().Value)
	}
}

// Among three candidates with Laplace noise ρ is not the Kullback–Leibler divergence: by
// quadrature of the chance that one beats two others, ∫ f(x) F(x+g)² dx, D_α/α is
// .5395339 at α = 1 and .5400662 at α = 1.102, each at its worst lead g. (50-digit
// quadrature outside of this program has the same 13 digits.)
func TestAmongThreeRhoIsNotKL(t *testing.T) {
	density := func(x float64) float64 { return math.Exp(-math.Abs(x)) / 2 }
	below := func(x float64) float64 {
		if x < 0 {
			return math.Exp(x) / 2
		}
		return 1 - math.Exp(-x)/2
	}
	wins := func(lead float64) float64 {
		// Simpson's rule between the kinks, at 0 and at −lead.
		sum, ends := 0.0, []float64{-40, min(0, -lead), max(0, -lead), 40}
		for i := range 3 {
			const n = 4000
			h := (ends[i+1] - ends[i]) / n
			for k := range n + 1 {
				x, weight := ends[i]+h*float64(k), 2.0+2*float64(k%2)
				if k == 0 || k == n {
					weight = 1
				}
				sum += weight * h / 3 * density(x) * math.Pow(below(x+lead), 2)
			}
		}
		return sum
	}
	at := func(alpha, lead float64) float64 {
		p, q := wins(lead+2), wins(lead)
		if alpha == 1 {
			return p*math.Log(p/q) + (1-p)*math.Log((1-p)/(1-q))
		}
		return math.Log(math.Pow(p, alpha)*math.Pow(q, 1-alpha)+math.Pow(1-p, alpha)*math.Pow(1-q, 1-alpha)) / (alpha - 1) / alpha
	}
	rho := NoisyMax{Noise: selection.Laplace, Scale: 1, Arms: 3}.Rho()
	for _, c := range []struct{ alpha, lead, want float64 }{{1, -.90177356, 0.53953390497132}, {1.102, -.956977, 0.54006623602382}} {
		t.Run(fmt.Sprint(c.alpha), func(t *testing.T) {
			if got := at(c.alpha, c.lead); !near(got, c.want, 1e-9) || got > rho.Value*(1+1e-9) {
				t.Errorf("D_%v/%v = %.14g by quadrature, want %.14g, at most ρ = %.14g", c.alpha, c.alpha, got, c.want, rho.Value)
			}
		})
	}
	if rho.Value > 0.54006623602382*(1+1e-6) {
		t.Errorf("ρ = %.14g", rho.Value)
	}
}
