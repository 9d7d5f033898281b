package learners

import (
	"math"

	"regretscope/noise/declare"
)

// A Bound is what a theorem says of a learner's regret.
type Bound struct {
	Source  string // paper and theorem
	Formula string // with the field's symbols
	// Value is the formula at an instance. Its constant is unknown: it tells how
	// regret grows, not how large it is.
	Value func(Instance) float64
	// Where tells for which settings of the parameters, and which instances,
	// the theorem is stated; nil for all.
	Where func(declare.Values, Instance) bool
}

// An Instance is what regret bounds are functions of.
type Instance struct {
	Round         float64   // T, at least 1
	Epsilon       float64   // in (0, +Inf]
	Arms          int       // K; L base arms for matroids
	Rank          int       // 1 unless plays are bases
	Phases        int       // L_T
	Gaps          []float64 // the positive Δ_j; for matroids Δ_{e,min} of each base arm outside A* (CHH Thm 2)
	BasisGaps     []float64 // for matroids Δ_{min,k} of each arm of A* (CHH Thm 4)
	Deterministic bool      // every reward is constant
}

// SmallestGap is Δ_min, +Inf where no arm is suboptimal.
func (i Instance) SmallestGap() float64 {
	smallest := math.Inf(1)
	for _, gap := range i.Gaps {
		smallest = min(smallest, gap)
	}
	return smallest
}

// overGaps is Σ_j over the positive gaps.
func (i Instance) overGaps(term func(gap float64) float64) float64 {
	total := 0.0
	for _, gap := range i.Gaps {
		total += term(gap)
	}
	return total
}

// matroidRate is Σ_e (ln(KT)/Δ_{e,min} + min(K, ln(KT)) ln(KT) K/ε) over the
// base arms outside A*, K the rank (CHH Thm 2).
func matroidRate(i Instance) float64 {
	rank := float64(i.Rank)
	log := math.Log(rank * i.Round)
	return i.overGaps(func(gap float64) float64 { return log/gap + min(rank, log)*log*rank/i.Epsilon })
}

// logOverGaps is Σ_j ln T / min(Δ_j, ε), the rate that is optimal for ε-private
// bandits (HHMH Thm 3 and 5).
func logOverGaps(i Instance) float64 {
	return i.overGaps(func(gap float64) float64 { return math.Log(i.Round) / min(gap, i.Epsilon) })
}
