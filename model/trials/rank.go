package trials

import (
	"math"
	"slices"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/stats"
	"regretscope/noise/number"
	"regretscope/noise/privacy"
)

// RankConfidence is the confidence that separates the places of two learners.
const RankConfidence = .99

// maxRanked is the maximum number of learners that are ranked together, each compared with
// each.
const maxRanked = 64

// Audited is a learner's loss by the exact audit; NaN in notions in which it is unknown or only
// bounded. Local is set if it protects each reward from the learner, too.
type Audited struct {
	Epsilon number.Float `json:"epsilon"`
	Mu      number.Float `json:"mu"`
	Rho     number.Float `json:"rho"`
	Local   bool         `json:"local,omitempty"`
	Claimed bool         `json:"claimed,omitempty"` // by a program, and not audited

	Onlookers []model.Onlooker `json:"onlookers,omitempty"`
}

func (a *Audited) by(n privacy.Notion) float64 {
	if a == nil {
		return math.NaN()
	}
	return float64(map[privacy.Notion]number.Float{privacy.Epsilon: a.Epsilon, privacy.Mu: a.Mu, privacy.Rho: a.Rho}[n])
}

// audited returns learner i's exact audit, or nil. Learners whose noise has no ε are not compared
// with learners without noise, though both lose ε = ∞.
func audited(c *model.Config, i int) *Audited {
	v := c.Verdict(i)
	if !v.Known || v.Exact.Mechanism == nil {
		return nil
	}
	known := func(x privacy.Value) number.Float {
		if x.Status != privacy.Exact {
			return number.Float(math.NaN())
		}
		return number.Float(x.Value)
	}
	e := v.Exact.Epsilon
	a := &Audited{
		Epsilon: number.Float(e), Mu: known(v.Exact.Mechanism.Mu()), Rho: known(v.Exact.Mechanism.Rho()),
		Local:     v.Spec.Privacy == learners.Local && e > 0 && !math.IsInf(e, 1),
		Onlookers: v.Onlookers(),
	}
	if v.Approximates() {
		a.Epsilon, a.Mu, a.Rho = number.Float(math.NaN()), number.Float(math.NaN()), number.Float(math.NaN())
	}
	if math.IsInf(e, 1) && !math.IsInf(float64(a.Mu), 1) {
		a.Epsilon = number.Float(math.NaN())
	}
	return a
}

// maxRankedRounds is the maximum number of reported rounds that all have ranks. Of more rounds, as
// for curves, only those have ranks that are reported unless others are chosen.
const maxRankedRounds = 64

// ranked returns the indices of the reported rounds of a series that have ranks, with the last.
func (t *Totals) ranked(series int) (indices []int) {
	at := t.design.Series[series].At
	usual := decades(at[len(at)-1])
	for k, round := range at {
		if len(at) <= maxRankedRounds || slices.Contains(usual, round) {
			indices = append(indices, k)
		}
	}
	return indices
}

// rank assigns ranks from the runs that two learners share. It ranks learners whose audited losses
// agree to three digits, in ε or in the notion that ranks more learners; local losses apart from
// central ones, because they protect from different observers.
func (t *Totals) rank(r *Result) {
	var groups [][]int
	most := 0
	for _, notion := range []privacy.Notion{privacy.Epsilon, privacy.Mu, privacy.Rho} {
		if some, placed := t.groups(notion); placed > most {
			groups, most, r.RankedBy = some, placed, notion
		}
	}
	for _, group := range groups {
		for _, k := range t.ranked(group[0]) {
			t.rankAt(r, group, k)
		}
	}
}

// rankAt ranks a group of series at their reported round k.
func (t *Totals) rankAt(r *Result, group []int, k int) {
	rows := make([]*Row, len(group))
	for i, series := range group {
		rows[i] = &r.Of(series)[k]
		rows[i].Rank = []int{1, len(group)}
		rows[i].RankedAt = number.Float(number.Round(t.design.Series[series].Audited.by(r.RankedBy), 3))
	}
	for i, a := range rows {
		for _, b := range rows[i+1:] {
			switch t.sign(a.Series, b.Series, k) {
			case -1:
				a.Rank[1]--
				b.Rank[0]++
			case 1:
				a.Rank[0]++
				b.Rank[1]--
			}
		}
	}
}

// sign returns -1 or 1 if the first or the second series has less regret at reported round k with
// RankConfidence, else 0.
func (t *Totals) sign(a, b, k int) int {
	first, second := t.both(a, b, k)
	return stats.Sign(first, second, RankConfidence)
}

// decidedFrom returns the reported round from which on a pair's sign is the same and not 0; 0 if
// there is none.
func (t *Totals) decidedFrom(a, b int) (round int) {
	last := 0
	for _, k := range slices.Backward(t.ranked(a)) {
		sign := t.sign(a, b, k)
		if sign == 0 || last == -sign {
			break
		}
		round, last = t.design.Series[a].At[k], sign
	}
	return round
}

// groups returns groups of two or more series at a grid point with equal loss, and the number
// of grouped series.
func (t *Totals) groups(notion privacy.Notion) (groups [][]int, placed int) {
	type key struct {
		point int
		loss  float64
		local bool
	}
	equal, order := map[key][]int{}, []key(nil)
	for i := range t.series {
		s := &t.design.Series[i]
		k := key{point: s.Point, loss: number.Round(s.Audited.by(notion), 3)}
		if math.IsNaN(k.loss) {
			continue
		}
		k.local = s.Audited.Local
		if equal[k] == nil {
			order = append(order, k)
		}
		equal[k] = append(equal[k], i)
	}
	for _, k := range order {
		if n := len(equal[k]); n > 1 && n <= maxRanked {
			groups, placed = append(groups, equal[k]), placed+n
		}
	}
	return groups, placed
}
