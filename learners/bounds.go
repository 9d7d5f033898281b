package learners

import (
	"math"
	"slices"

	"regretscope/noise/channel"
	"regretscope/noise/param"
)

// A Bound is what a theorem says of a learner's regret.
type Bound struct {
	Source  string // paper and theorem
	Formula string // with the field's symbols
	Remark  string // on what the theorem says as it is printed; empty usually
	// Value is the formula at an instance. Its constant is unknown: it gives how regret
	// grows, not how large it is.
	Value func(Instance) float64
	// Changing says that the theorem is stated where means change, too. Others
	// are stated for one fixed law an arm and are not drawn elsewhere.
	Changing bool
	// Where reports whether the theorem is stated for an instance's parameters, channels
	// and laws of rewards; nil if it is for all that the learner can play.
	Where func(Instance) bool
}

// Stated reports whether the theorem is stated for the instance.
func (b *Bound) Stated(i Instance) bool {
	return (b.Changing || i.Phases == 1) && (b.Where == nil || b.Where(i))
}

// An Instance is what regret bounds are functions of: what the learner knows,
// and of the environment what theorems speak of.
type Instance struct {
	Setting
	Values param.Values // of the learner's parameters
	Round  float64      // T of the bound, at least 1
	Rank   int          // 1 unless plays are bases

	Gaps      []float64 // the positive Δ_j; for matroids Δ_{e,min} of each base arm outside A* (CHH Thm 2)
	BasisGaps []float64 // for matroids Δ_{min,k} of each arm of A* (CHH Thm 4)
	// ReportGaps are, for each arm of Gaps, by how much its mean report is below
	// the best arm's: Δ_{i,ε} of JZL eq. 6, 13 and 23. Nil without channels.
	ReportGaps []float64

	Deterministic bool // every reward is constant
	Bernoulli     bool // every reward is 0 or 1
}

// smallestGap is Δ_min, +Inf if no arm is suboptimal.
func (i Instance) smallestGap() float64 {
	return slices.Min(append([]float64{math.Inf(1)}, i.Gaps...))
}

// largestGap is Δ_max, 0 if no arm is suboptimal.
func (i Instance) largestGap() float64 {
	return slices.Max(append([]float64{0}, i.Gaps...))
}

// overGaps is Σ_j over the positive gaps.
func (i Instance) overGaps(term func(gap float64) float64) float64 {
	total := 0.0
	for _, gap := range i.Gaps {
		total += term(gap)
	}
	return total
}

// reportBound is Σ_j Δ_j · pulls(ln T, Δ_{j,ε}): what theorems on the reports of
// local channels say. For the linear mechanism Δ_ε = Δ (e^ε−1)/(e^ε+1) (JZL eq. 6).
func reportBound(source, formula string, where func(Instance) bool, pulls func(log, reported float64) float64) Bound {
	return Bound{Source: source, Formula: formula, Where: where, Value: func(i Instance) float64 {
		total := 0.0
		for j, gap := range i.Gaps {
			total += gap * pulls(math.Log(i.Round), i.ReportGaps[j])
		}
		return total
	}}
}

// bitChannel returns the channel of bits that all arms' rewards go through; ok is false
// where the arms have different ones, or one of real numbers.
func (i Instance) bitChannel() (c channel.Channel, ok bool) {
	for _, other := range i.Channels {
		if other.String() != i.Channels[0].String() {
			return nil, false
		}
	}
	return i.Channels[0], i.Channels[0].Bits()
}

// linearMechanism reports whether all rewards go through the linear mechanism of
// JZL Cor. 1 at some ε, by whatever name: p(r) rises along a line and p(0) is
// 1 − p(1).
func linearMechanism(i Instance) bool {
	c, ok := i.bitChannel()
	if !ok {
		return false
	}
	intercept, slope, affine := c.Affine()
	return affine && slope > 0 && math.Abs(2*intercept+slope-1) < 1e-12
}

// nonLinearMechanism reports whether all rewards go through the quadratic or the
// exponential mechanism of JZL Cor. 1 and the best arm's mean report is the
// largest: with other reports on top the theorems' gaps do not exist.
func nonLinearMechanism(i Instance) bool {
	c, ok := i.bitChannel()
	if !ok {
		return false
	}
	_, _, affine := c.Affine()
	return !affine && bestReports(i)
}

// bestReports reports whether the best arm's mean report is the largest.
func bestReports(i Instance) bool {
	return !slices.ContainsFunc(i.ReportGaps, func(gap float64) bool { return gap <= 0 })
}

// rewardSpread is B, the length of the interval that rewards lie in once their
// reports are taken back through the channels: 1 for rewards as they are, +Inf
// for reports that are not bounded.
func (i Instance) rewardSpread() float64 {
	spread := 1.0
	for _, c := range i.Channels {
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

// matroidRate is Σ_e (ln(KT)/Δ_{e,min} + min(K, ln(KT)) ln(KT) K/ε) over the
// base arms outside A*, K the rank (CHH Thm 2). The theorem observes all arms
// once before round 1; init=cover adds at most a round for each arm to that.
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

// changingRate is √(L_T T), the growth of regret where means change. The
// explicit bounds behind it are no guarantee at horizons that can be played.
func changingRate(i Instance) float64 { return math.Sqrt(float64(i.Phases) * i.Round) }
