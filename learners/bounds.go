package learners

import (
	"math"
	"slices"

	"regretscope/noise/channel"
	"regretscope/noise/param"
)

// A Bound is a theorem about a learner's regret.
type Bound struct {
	Source  string // paper and theorem
	Formula string // with the field's symbols
	Remark  string // about the theorem as printed; usually empty
	// Value evaluates the formula. Its constant is unknown: it shows how regret grows, not how large it is.
	Value func(Instance) float64
	// Changing means that the theorem also holds when means change. Other bounds are drawn only for stationary arms.
	Changing bool
	// Where reports whether the theorem covers an instance's parameters, channels and reward
	// distributions; nil means that it covers all.
	Where func(Instance) bool
}

// Stated reports whether the theorem covers the instance.
func (b *Bound) Stated(i Instance) bool {
	return (b.Changing || i.Phases == 1) && (b.Where == nil || b.Where(i))
}

// An Instance holds the quantities that regret bounds depend on.
type Instance struct {
	Setting
	Values param.Values // of the learner's parameters
	Round  float64      // T of the bound, at least 1
	Rank   int          // 1 unless plays are bases

	Gaps      []float64 // the positive Δ_j; for matroids Δ_{e,min} of each base arm outside A* (CHH Thm 2)
	BasisGaps []float64 // for matroids Δ_{min,k} of each arm of A* (CHH Thm 4)
	// ReportGaps are the gaps between mean reports, one for each entry of Gaps: Δ_{i,ε} of JZL
	// eq. 6, 13 and 23. Nil without channels.
	ReportGaps []float64

	Means      []float64   // the arms' mean rewards, if they are constant
	PhaseMeans [][]float64 // in each phase up to the horizon

	Deterministic bool // every reward is constant
	Bernoulli     bool // every reward is 0 or 1
}

// smallestGap returns Δ_min, or +Inf if no arm is suboptimal.
func (i Instance) smallestGap() float64 {
	return slices.Min(append([]float64{math.Inf(1)}, i.Gaps...))
}

// largestGap returns Δ_max, or 0 if no arm is suboptimal.
func (i Instance) largestGap() float64 {
	return slices.Max(append([]float64{0}, i.Gaps...))
}

func (i Instance) overGaps(term func(gap float64) float64) float64 {
	total := 0.0
	for _, gap := range i.Gaps {
		total += term(gap)
	}
	return total
}

func (i Instance) overMeans(term func(mean, best float64) float64) float64 {
	best, total := slices.Max(i.Means), 0.0
	for _, mean := range i.Means {
		if mean < best {
			total += term(mean, best)
		}
	}
	return total
}

// reportBound returns the bound Σ_j Δ_j · pulls(ln T, Δ_{j,ε}) for local channels. For the
// linear mechanism, Δ_ε = Δ (e^ε−1)/(e^ε+1) (JZL eq. 6).
func reportBound(source, formula string, where func(Instance) bool, pulls func(log, reported float64) float64) Bound {
	return Bound{Source: source, Formula: formula, Where: where, Value: func(i Instance) float64 {
		total := 0.0
		for j, gap := range i.Gaps {
			total += gap * pulls(math.Log(i.Round), i.ReportGaps[j])
		}
		return total
	}}
}

// bitChannel returns the bit channel that all arms share; ok is false if they share none.
func (i Instance) bitChannel() (c channel.Channel, ok bool) {
	return i.Channels[0], channel.Alike(i.Channels) && i.Channels[0].Bits()
}

// linearMechanism reports whether all rewards pass the linear mechanism of JZL Cor. 1 at some
// ε: p(r) is linear and increasing, and p(0) = 1 − p(1). The channel's name does not matter.
func linearMechanism(i Instance) bool {
	c, ok := i.bitChannel()
	if !ok {
		return false
	}
	intercept, slope, affine := c.Affine()
	return affine && slope > 0 && math.Abs(2*intercept+slope-1) < 1e-12
}

// nonLinearMechanism reports whether all rewards pass the quadratic or exponential mechanism of JZL Cor. 1 and the
// best arm has the largest mean report. Otherwise the theorems' gaps do not exist.
func nonLinearMechanism(i Instance) bool {
	c, ok := i.bitChannel()
	if !ok {
		return false
	}
	_, _, affine := c.Affine()
	return !affine && bestReports(i)
}

// bestReports reports whether the best arm has the largest mean report.
func bestReports(i Instance) bool {
	return !slices.ContainsFunc(i.ReportGaps, func(gap float64) bool { return gap <= 0 })
}

// rewardSpread returns B, the length of the interval that contains all rewards inverted through
// their channels: 1 without channels, +Inf for unbounded reports.
func (s Setting) rewardSpread() float64 {
	spread := 1.0
	for _, c := range s.Channels {
		_, slope, ok := c.Affine()
		switch {
		case c.ID() == "none":
		case c.Bits() && ok:
			spread = max(spread, 1/math.Abs(slope))
		default:
			return math.Inf(1)
		}
	}
	return spread
}

// matroidRate is Σ_e (ln(rT)/Δ_{e,min} + min(r, ln(rT)) ln(rT) r/ε) over the base arms outside
// A*, where K is the rank (CHH Thm 2). The theorem observes all arms once before round 1;
// init=cover adds at most one round for each arm.
func matroidRate(i Instance) float64 {
	rank := float64(i.Rank)
	log := math.Log(rank * i.Round)
	return i.overGaps(func(gap float64) float64 { return log/gap + min(rank, log)*log*rank/i.Epsilon })
}

// logOverGaps is Σ_j ln T / min(Δ_j, ε), the optimal rate for ε-private bandits (HHMH Thm 3 and 5).
func logOverGaps(i Instance) float64 {
	return i.overGaps(func(gap float64) float64 { return math.Log(i.Round) / min(gap, i.Epsilon) })
}

// changingRate is √(L_T T), the growth of regret under changing means. The explicit bounds behind it
// guarantee nothing at feasible horizons.
func changingRate(i Instance) float64 { return math.Sqrt(float64(i.Phases) * i.Round) }
