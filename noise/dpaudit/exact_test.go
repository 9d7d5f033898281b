package dpaudit

import (
	"context"
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"regretscope/noise"
	"regretscope/noise/param"
	"regretscope/noise/selection"
)

func mechanism(kind selection.Noise, scale float64) selection.NoisyMax {
	return selection.NoisyMax{Noise: kind, Scale: scale}
}

// Brute force over every base of whole and half sums, every pair of replaced
// vectors with entries 0, ½ and 1, and every arm: nothing may lose more than
// the report says, and the largest loss must reach it.
func TestAgainstAllNeighbors(t *testing.T) {
	for _, kind := range []selection.Noise{selection.Laplace, selection.Exponential, selection.Gumbel} {
		for _, scale := range []float64{.5, 1, 2, 10} {
			for _, size := range []struct{ arms, epoch int }{{1, 2}, {2, 1}, {2, 2}, {2, 5}, {3, 1}, {3, 2}, {3, 3}, {4, 1}, {4, 2}} {
				m := mechanism(kind, scale)
				r := ReportNoisyMax(m, size.arms, size.epoch)
				got := bruteForce(m, size.arms, size.epoch)
				if math.Abs(got-r.Epsilon) > 1e-12 {
					t.Errorf("%v, K = %d, n = %d: all neighbors lose at most %.13f, the report says %.13f",
						m, size.arms, size.epoch, got, r.Epsilon)
				}
			}
		}
	}
}

// bruteForce works on a grid of half units: sums are in {0, …, 2·epoch}^arms.
func bruteForce(m selection.NoisyMax, arms, epoch int) float64 {
	side := 2*epoch + 1
	logs := make([][]float64, power(side, arms))
	for at := range logs {
		scores := param.Map(digits(at, side, arms), func(d int) float64 { return float64(d) / 2 })
		logs[at] = m.LogProbabilities(scores)
	}
	worst := 0.0
	place := func(base, vector []int) []float64 {
		at := 0
		for i := arms - 1; i >= 0; i-- {
			at = at*side + base[i] + vector[i]
		}
		return logs[at]
	}
	bases, vectors := power(side-2, arms), power(3, arms)
	for b := range bases {
		base := digits(b, side-2, arms)
		for v := range vectors {
			before := place(base, digits(v, 3, arms))
			for w := range v {
				after := place(base, digits(w, 3, arms))
				for j := range before {
					worst = max(worst, math.Abs(before[j]-after[j]))
				}
			}
		}
	}
	return worst
}

func digits(n, base, count int) []int {
	d := make([]int, count)
	for i := range d {
		d[i], n = n%base, n/base
	}
	return d
}

func power(x, n int) int {
	p := 1
	for range n {
		p *= x
	}
	return p
}

// Random neighbors, off every grid, with more arms and longer epochs.
func TestAgainstRandomNeighbors(t *testing.T) {
	s := noise.NewStream(6)
	for range 3000 {
		m := mechanism([]selection.Noise{selection.Laplace, selection.Exponential, selection.Gumbel}[s.IntN(3)], .2+5*s.Float64())
		arms, epoch := 2+s.IntN(9), 1+s.IntN(30)
		p := Pair{Base: make([]float64, arms), Before: make([]float64, arms), After: make([]float64, arms), Action: s.IntN(arms)}
		for i := range arms {
			p.Base[i] = float64(epoch-1) * s.Bernoulli(.7) * (1 - .1*s.Float64())
			p.Before[i], p.After[i] = s.Float64(), s.Bernoulli(.5)
		}
		r := ReportNoisyMax(m, arms, epoch)
		if got := math.Abs(p.Loss(m)); got > r.Epsilon+1e-12 {
			t.Fatalf("%v, K = %d, n = %d: %+v loses %v, above %v", m, arms, epoch, p, got, r.Epsilon)
		}
	}
}

func TestSuprema(t *testing.T) {
	cases := []struct {
		kind           selection.Noise
		scale, epsilon float64 // scale in units of 1/ε
		want           float64 // in units of ε
	}{
		{selection.Laplace, 1, 1, 2},
		{selection.Laplace, 2, .3, 1},
		{selection.Exponential, 1, 5, 2},
		{selection.Exponential, 2, 1, 1},
		{selection.Gumbel, 1, .1, 2},
		{selection.Gumbel, 2, 1, 1},
		{selection.Laplace, 5, 1, .4}, // FTNL with noise K/ε, K = 5
	}
	for _, c := range cases {
		m := mechanism(c.kind, c.scale/c.epsilon)
		for _, arms := range []int{2, 3, 64} {
			r := ReportNoisyMaxSupremum(m, arms)
			want := c.want * c.epsilon
			if math.Abs(r.Epsilon-want) > 1e-12 {
				t.Errorf("%v, ε = %v: true %v, want %v", m, c.epsilon, r.Epsilon, want)
			}
			if got := r.WorstPair.Loss(m); got < .99*want-1e-9 || got > want+1e-9 {
				t.Errorf("%v: %v: the pair named loses %v, far from %v", c, m, got, want)
			}
			if r.Attained != (c.kind == selection.Exponential) {
				t.Errorf("%v: %v: attained is %v", c, m, r.Attained)
			}
			if r.Attained && math.Abs(r.WorstPair.Loss(m)-want) > 1e-12 {
				t.Errorf("%v: %v: %v is not attained by the pair", c, m, want)
			}
			longest := ReportNoisyMax(m, arms, 1<<40)
			if math.Abs(longest.Epsilon-want) > 1e-6 {
				t.Errorf("%v: an endless epoch loses %v, want %v", m, longest.Epsilon, want)
			}
		}
	}
	if r := ReportNoisyMaxSupremum(mechanism(selection.Gumbel, 1), 1); r.Epsilon != 0 {
		t.Errorf("one arm tells nothing, not %v", r.Epsilon)
	}
	if r := ReportNoisyMaxSupremum(mechanism(selection.Laplace, 0), 2); !math.IsInf(r.Epsilon, 1) || !math.IsInf(r.WorstPair.Loss(mechanism(selection.Laplace, 0)), 1) {
		t.Errorf("without noise there is no privacy: %+v", r)
	}
	if r := ReportNoisyMaxSupremum(mechanism(selection.Laplace, math.Inf(1)), 2); r.Epsilon != 0 {
		t.Errorf("endless noise tells nothing, not %v", r.Epsilon)
	}
}

// Closed forms agree with the mechanism's own probabilities on the worst pair, are at most 2/b,
// and do not fall with longer epochs or more arms: for every number of arms up to 130, every
// noise, and ε from 10⁻⁹ to 800.
func TestLossesOverEveryNumberOfArms(t *testing.T) {
	arms := []int{499, 500, 999, 1000}
	for k := 130; k >= 2; k-- {
		arms = append([]int{k}, arms...)
	}
	for _, kind := range []selection.Noise{selection.Laplace, selection.Exponential, selection.Gumbel} {
		for _, epsilon := range []float64{1e-9, 1e-4, .1, 1, 7, 40, 800} {
			m := mechanism(kind, 2/epsilon)
			for _, epoch := range []int{1, 2, 3, 64, 1 << 20} {
				fewer := 0.0
				for _, k := range arms {
					r := ReportNoisyMax(m, k, epoch)
					tolerance := 1e-14 + 2e-12*float64(epoch)*epsilon // the pair's logarithms are as large as the lead
					if kind == selection.Exponential || k > 100 {
						tolerance += 1e-13 * float64(k) // rounding of K factors
					}
					if got := r.WorstPair.Loss(m); math.Abs(got-r.Epsilon) > tolerance {
						t.Fatalf("%v, K = %d, n = %d: the pair loses %.15g, the report says %.15g", m, k, epoch, got, r.Epsilon)
					}
					if r.Epsilon > epsilon*(1+1e-14) || r.Epsilon < fewer*(1-1e-9)-tolerance {
						t.Fatalf("%v, K = %d, n = %d: loses %.15g, fewer arms %.15g, 2/b is %v", m, k, epoch, r.Epsilon, fewer, epsilon)
					}
					fewer = r.Epsilon
				}
			}
			for _, k := range arms {
				shorter := 0.0
				for epoch := 1; epoch <= 1<<16; epoch *= 2 {
					r := ReportNoisyMax(m, k, epoch)
					if r.Epsilon < shorter*(1-1e-12)-1e-14 {
						t.Fatalf("%v, K = %d: %d vectors lose %.15g, half of them %.15g", m, k, epoch, r.Epsilon, shorter)
					}
					shorter = r.Epsilon
				}
				r := ReportNoisyMaxSupremum(m, k)
				if math.Abs(r.Epsilon/epsilon-1) > 1e-12 || r.Epsilon < shorter*(1-1e-12)-1e-14 {
					t.Fatalf("%v, K = %d: a supremum of %v, an epoch of 2^16 loses %v", m, k, r.Epsilon, shorter)
				}
			}
		}
	}
}

// The limits use the library's inverse of the incomplete beta function: at each limit, the tail
// probability, summed over exact binomial probabilities, must have the stated size.
func TestClopperPearsonAgainstBinomialTails(t *testing.T) {
	tail := func(runs int, p float64, in func(k int) bool) float64 {
		law := param.Must(selection.Binomial(runs, p))
		sum := 0.0
		first, last := law.Support()
		for k := first; k <= last; k++ {
			if in(k) {
				sum += law.Probability(k)
			}
		}
		return sum
	}
	for _, runs := range []int{1, 8, 9, 100, 2500, 10_000, 999_983} {
		for _, count := range []int{0, 1, 2, 5, runs / 1000, runs / 3, max(runs-2, 0), runs - 1, runs} {
			if count > runs {
				continue
			}
			for _, miss := range []float64{.05, .005, 1e-6, 1e-10} {
				name := fmt.Sprintf("%d of %d, missed with %g", count, runs, miss)
				low, high := ClopperPearson(count, runs, miss)
				if count == 0 && low != 0 || count == runs && high != 1 {
					t.Errorf("%v: %s: from %v to %v", runs, name, low, high)
				}
				if count > 0 {
					if got := tail(runs, low, func(k int) bool { return k >= count }); math.Abs(got/miss-1) > 1e-3 {
						t.Errorf("%v: %s: the lower limit %v is missed with %v", runs, name, low, got)
					}
				}
				if count < runs && high < 1-1e-13 { // closer to 1 there are no digits left
					if got := tail(runs, high, func(k int) bool { return k <= count }); math.Abs(got/miss-1) > 1e-3 {
						t.Errorf("%v: %s: the upper limit %v is missed with %v", runs, name, high, got)
					}
				}
			}
		}
	}
}

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
