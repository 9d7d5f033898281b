package theory

import (
	"math"
	"math/bits"
	"slices"

	"gonum.org/v1/gonum/integrate/quad"

	"regretscope/learners"
	"regretscope/noise/selection"
	"regretscope/scenarios"
)

// maxLawGaps is the largest number of different gaps for which the law is computed: it takes
// milliseconds.
const maxLawGaps = 64

// LawOfOneWinner returns a lower and an upper bound on the expected regret, up to the horizon, of a
// learner that plays doubling epochs by report-noisy-max on fixed losses, and the average from the
// round on at which it is in this band: round 1's regret and the mean of s/ε times the rest as
// t → ∞ at s in [ε, 2ε], uniform in ln s. It returns nothing for others. The manual has the proof.
func LawOfOneWinner(s *scenarios.Scenario, l learners.Learner, horizon int) []Curve {
	leader, ok := l.(learners.NoisyLeader)
	if !ok || len(s.Phases) > 1 || s.Matroid != nil || epochSums(s, leader.Resamples()) != certainSums {
		return nil
	}
	gaps, mechanism, first := s.Gaps(), leader.Mechanism(), 0.0
	if !(mechanism.Scale > 0) || math.IsInf(mechanism.Scale, 1) {
		return nil
	}
	for j, p := range leader.First() {
		first += p * gaps[j]
	}
	slices.Sort(gaps)
	if len(slices.Compact(slices.Clone(gaps))) > maxLawGaps {
		return nil
	}
	var beyond []float64 // Φ(λ) − Φ(∞) at λ = ½, 1, 2, …
	for i := range bits.Len(uint(horizon)) + 2 {
		beyond = append(beyond, excess(mechanism, gaps, math.Ldexp(.5, i)))
	}
	curve := func(label string, factor float64, from, last int) Curve {
		return Curve{Label: label, Source: "our proof (explain law)", Kind: Band, At: func(round int) float64 {
			at := func(epochs int) float64 { return first + factor*(beyond[from]-beyond[epochs+last]) }
			epochs := bits.Len(uint(round)+1) - 1 // that have ended; within one, regret is linear
			part := float64(round+1-1<<epochs) / float64(int(1)<<epochs)
			return (1-part)*at(epochs) + part*at(epochs+1)
		}}
	}
	low, high := curve("at least", 2, 1, 0), curve("at most", 4, 0, -1)
	average, level := low, first+2/math.Ln2*beyond[1]
	average.Label, average.At = "average", func(round int) float64 {
		if level > high.At(round) {
			return math.NaN()
		}
		return level
	}
	return []Curve{low, high, average}
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
