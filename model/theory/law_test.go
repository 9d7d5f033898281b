package theory

import (
	"math"
	"math/bits"
	"slices"
	"testing"

	"gonum.org/v1/gonum/integrate/quad"

	"regretscope/learners"
	"regretscope/noise/selection"
	"regretscope/scenarios"
)

// A second method for the exact regret, with any noise that has a mean. On fixed losses, a batch of
// 2λ rounds of RNM-FTNL plays the leader of the λ rounds before. Action j has the gap Δ_j and the
// noise Q_j, so the batch costs 2λ g(λ), where g(λ) = Σ Δ_j P(j wins) and the scores are Q_j − λ Δ_j.
// Φ(λ) = E max_j (Q_j − λ Δ_j) is convex with slope −g, so λ g(λ) is at least the integral of g from λ
// to 2λ, and at most twice the integral from λ/2 to λ. With λ = 1, 2, 4, …, the regret after round 1
// lies between 2(Φ(1) − Φ((T+1)/2)) and 4(Φ(½) − Φ((T+1)/4)) at T = 2^r − 1, and within a batch it is
// linear. The rate is O(1 + ln K/ε) for Laplace noise, too (WW §2.2 leave it open).
func lawOfOneWinner(s *scenarios.Scenario, l learners.Learner, horizon int) (low, high func(round int) float64) {
	leader := l.(learners.NoisyLeader)
	gaps, mechanism, first := s.Gaps(), leader.Mechanism(), 0.0
	for j, p := range leader.First() {
		first += p * gaps[j]
	}
	slices.Sort(gaps)
	var beyond []float64 // Φ(λ) − Φ(∞) at λ = ½, 1, 2, …
	for i := range bits.Len(uint(horizon)) + 2 {
		beyond = append(beyond, excess(mechanism, gaps, math.Ldexp(.5, i)))
	}
	curve := func(factor float64, from, last int) func(round int) float64 {
		return func(round int) float64 {
			at := func(epochs int) float64 { return first + factor*(beyond[from]-beyond[epochs+last]) }
			epochs := bits.Len(uint(round)+1) - 1 // that have ended
			part := float64(round+1-1<<epochs) / float64(int(1)<<epochs)
			return (1-part)*at(epochs) + part*at(epochs+1)
		}
	}
	return curve(2, 1, 0), curve(4, 0, -1)
}

// excess returns Φ(λ) − Φ(∞), where Φ(λ) = E max_j(Q_j − λΔ_j) for independent noise Q_j: the
// integral of the difference of the distribution functions of the two maxima. The gaps are sorted.
func excess(m selection.NoisyMax, gaps []float64, lambda float64) float64 {
	type group struct{ depth, size float64 } // actions of one gap, in units of the scale
	var groups []group
	for _, gap := range gaps {
		depth := gap * lambda / m.Scale
		if n := len(groups); n == 0 || groups[n-1].depth != depth {
			groups = append(groups, group{depth: depth})
		}
		groups[len(groups)-1].size++
	}
	const tail = 45 // e^−45 is negligible
	top := tail + math.Log(float64(len(gaps)))
	cuts := []float64{-tail, 0, top} // with the kinks between them
	for _, g := range groups {
		if g.depth < tail {
			cuts = append(cuts, -g.depth)
		}
	}
	slices.Sort(cuts)
	total := 0.0
	for i, from := range cuts[:len(cuts)-1] {
		pieces := math.Ceil(cuts[i+1] - from)
		for k := range int(pieces) {
			width := (cuts[i+1] - from) / pieces
			total += quad.Fixed(func(x float64) float64 {
				best, rest := groups[0].size*logBelow(m.Noise, x), 0.0
				for _, g := range groups[1:] {
					rest += g.size * logBelow(m.Noise, x+g.depth)
				}
				return -math.Exp(best) * math.Expm1(rest)
			}, from+float64(k)*width, from+float64(k+1)*width, 20, nil, 0)
		}
	}
	return m.Scale * total
}

// logBelow returns ln P[Q ≤ x] for noise of scale 1.
func logBelow(n selection.Noise, x float64) float64 {
	switch {
	case n == selection.Gumbel:
		return -math.Exp(-x)
	case n == selection.Exponential:
		return math.Log(-math.Expm1(-max(x, 0)))
	case x < 0:
		return x - math.Ln2
	}
	return math.Log1p(-math.Exp(-x) / 2)
}

// The exact regret lies in the band at every round, and all of it below 4(E max_K Q − E Q), which is
// 4.05 times the scale for 64 actions with Laplace noise.
func TestRegretLiesInTheBand(t *testing.T) {
	const horizon = 1 << 20
	for _, scenario := range []string{"ww-det,K=2", "ww-det,K=8", "ww-det,K=64", "ww-det,K=8,losses=even", "ww-det,K=3,gap=0.07"} {
		s := preset(scenario)
		for _, epsilon := range []float64{1, .1, .001} {
			for _, noise := range []string{"gumbel", "exponential", "laplace", "laplace,first=one"} {
				l := start(t, "rnm-ftnl,scale=2,noise="+noise, s.Arms(), horizon, epsilon, 1)
				e, _ := ExpectedRegret(t.Context(), s, l, horizon)
				low, high := lawOfOneWinner(s, l, horizon)
				for _, round := range []int{1, 2, 3, 5, 7, 100, 1000, 1023, 1024, 65535, horizon} {
					exact := e.At(round)
					if slack := 1e-8 * (1 + exact); exact < low(round)-slack || exact > high(round)+slack {
						t.Errorf("%s %s ε %v, round %d: %v ≤ %v ≤ %v", scenario, noise, epsilon, round, low(round), exact, high(round))
					}
				}
				if e.At(1) != low(1) || math.Abs(high(1)-e.At(1)) > 1e-12 {
					t.Errorf("%s %s: round 1 costs %v in [%v, %v]", scenario, noise, e.At(1), low(1), high(1))
				}
			}
		}
	}
	const far, limit = 1 << 33, 4 * 2 * 4.050744
	s := preset("ww-det,K=64")
	l := start(t, "rnm-ftnl,scale=2,noise=laplace", 64, far, 1, 1)
	e, _ := ExpectedRegret(t.Context(), s, l, far)
	low, high := lawOfOneWinner(s, l, far)
	for i, want := range []float64{14.24352, 21.43776, 30.44145} {
		got := []float64{low(far), e.At(far), high(far)}[i] - 63./64
		if math.Abs(got-want) > 1e-4 || got > limit {
			t.Errorf("value %d: %.5f, want %.5f", i, got, want)
		}
	}
}
