package dpaudit

import (
	"context"
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"regretscope/noise/param"
	"regretscope/noise/selection"
)

// A test of a normal variable against its shift by 1 shows no more than μ = 1, ρ = ½
// and δ(½) = .2384, and just so much of μ whatever the threshold. A test that is worse
// than chance shows nothing.
func TestWhatATestShows(t *testing.T) {
	upper := func(x float64) float64 { return math.Erfc(x/math.Sqrt2) / 2 }
	for _, threshold := range []float64{-1, 0, .5, 2} {
		m := Shown(upper(threshold-1), upper(threshold))
		if mu := m.Mu().Value; math.Abs(mu-1) > 1e-12 {
			t.Errorf("threshold %v: μ ≥ %v, is 1", threshold, mu)
		}
		if delta, rho := m.Delta(.5).Value, m.Rho().Value; delta > 0.23842170813488 || rho > .5 || rho < .2 {
			t.Errorf("threshold %v: δ(.5) ≥ %v, is .2384; ρ ≥ %v, is .5", threshold, delta, rho)
		}
	}
	if delta := Shown(upper(0), upper(1)).Delta(.5).Value; math.Abs(delta-.2384) > .0001 { // the best: ε + ½
		t.Errorf("the best threshold shows δ(.5) = %v", delta)
	}
	if m := Shown(.3, .4); m.Mu().Value != 0 || m.Delta(0).Value != 0 || m.Rho().Value != 0 || m.Epsilon().Value != 0 {
		t.Error("a test that is worse than chance shows something")
	}
}

// notions returns an observer's exact values for two distributions, by definition: ε, μ over all
// sets of outcomes, ρ over a grid of orders, δ(¼) and δ(1).
type notions [5]float64

func notionsOf(p, q []float64) (x notions) {
	for _, pair := range [2][2][]float64{{p, q}, {q, p}} {
		p, q := pair[0], pair[1]
		for i := range p {
			x[0] = max(x[0], math.Log(p[i]/q[i]))
		}
		for set := range 1<<len(p) - 1 {
			var power, level float64
			for i := range p {
				if set>>i&1 == 1 {
					power, level = power+p[i], level+q[i]
				}
			}
			if set > 0 {
				x[1] = max(x[1], distuv.UnitNormal.Quantile(power)-distuv.UnitNormal.Quantile(level))
			}
		}
		for alpha := 1.0001; alpha < 30; alpha *= 1.01 {
			sum := 0.0
			for i := range p {
				sum += math.Pow(p[i], alpha) * math.Pow(q[i], 1-alpha)
			}
			x[2] = max(x[2], math.Log(sum)/(alpha-1)/alpha)
		}
		for k, epsilon := range []float64{.25, 1} {
			delta := 0.0
			for i := range p {
				delta += max(0, p[i]-math.Exp(epsilon)*q[i])
			}
			x[3+k] = max(x[3+k], delta)
		}
	}
	return x
}

// At confidence .9 the bounds of one audit, all together, may be above the truth in at
// most a tenth of independent audits: of 300, more than 60 are with a chance below
// 10⁻⁶. Bounds on a mechanism with half the noise must not pass for bounds on it, in
// any notion.
func TestAllBoundsHoldTogether(t *testing.T) {
	const audits, allowed = 150, 30
	scores := [2][]float64{{0, .4, 1, 1}, {1, .4, 0, .6}}
	truth := notionsOf(probabilities(2, scores[0]), probabilities(2, scores[1]))
	for scale, honest := range map[float64]bool{2: true, 1: false} {
		t.Run(fmt.Sprint(scale), func(t *testing.T) {
			m := mechanism(selection.Laplace, scale)
			var above [5]int
			together, two := 0, 0
			for seed := range uint64(audits) {
				b := bound(onPair(m, Pair{Base: make([]float64, 4), Before: scores[0], After: scores[1]}),
					Options{Runs: 6000, Confidence: .9, Seed: seed, Workers: 1})
				var shown notions
				for _, test := range b.Tests {
					m := Shown(test.Least, test.Most)
					in := notions{m.Epsilon().Value, m.Mu().Value, m.Rho().Value, m.Delta(.25).Value, m.Delta(1).Value}
					for i, x := range in {
						shown[i] = max(shown[i], x)
					}
				}
				if b.Epsilon != shown[0] {
					t.Fatalf("ε ≥ %v and %v", b.Epsilon, shown[0])
				}
				two += len(b.Tests) - 1
				any := 0
				for i := range shown {
					if shown[i] > truth[i] {
						above[i]++
						any = 1
					}
				}
				together += any
			}
			if honest && together > allowed {
				t.Errorf("%d of %d audits are above the truth %v: %v", together, audits, truth, above)
			}
			for i := range len(above) - 1 { // there is no δ(1) to speak of
				if !honest && above[i] <= allowed {
					t.Errorf("notion %d: only %d of %d audits notice that half of the noise is missing", i, above[i], audits)
				}
			}
			if honest && two < audits/10 {
				t.Errorf("only %d audits have an event of its own for μ, so that nothing is shown of two events together", two)
			}
		})
	}
}

func probabilities(scale float64, scores []float64) []float64 {
	return param.Must(mechanism(selection.Laplace, scale).Probabilities(scores))
}

// The same for normal noise, which has no ε: a shift by 1.2 must not pass for one by 1.
func TestBoundsOnAShift(t *testing.T) {
	for shift, above := range map[float64]bool{1: false, 1.2: true} {
		play := func(side int, seed uint64) string {
			u := float64(seed>>11)*0x1p-53 + 0x1p-54
			if math.Sqrt2*math.Erfinv(2*u-1)+shift*float64(side) > .5 {
				return "high"
			}
			return "low"
		}
		b := param.Must(Statistical(context.Background(), Play[string](play).batch, Options{Runs: 40_000, Confidence: .99, Seed: 7}))
		mu := Shown(b.Tests[0].Least, b.Tests[0].Most).Mu().Value
		if (mu > 1) != above || mu < shift-.1 || mu > shift || len(b.Tests) != 1 {
			t.Errorf("shift %v: μ ≥ %v", shift, mu)
		}
	}
}
