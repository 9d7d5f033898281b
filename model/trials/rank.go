package trials

import (
	"maps"
	"math"
	"slices"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/stats"
	"regretscope/noise/number"
	"regretscope/noise/privacy"
)

// RankConfidence is the confidence with which the signs of all pairs of learners at a grid point and
// a reported round hold together.
const RankConfidence = .99

// maxRanked is the maximum number of learners that are ranked together, each compared with each.
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

// A comparison is that of two series, the first before the second, at a reported round.
type comparison struct{ first, second, round int }

// compare adds pairs and ranks from the runs that two learners share. It ranks learners whose audited
// losses agree to three digits, in ε or in the notion that ranks more learners; local losses apart
// from central ones, because they protect from different observers.
func (t *Totals) compare(r *Result) {
	var groups [][]int
	most, n := 0, len(t.design.Setup.Learners)
	for _, notion := range []privacy.Notion{privacy.Epsilon, privacy.Mu, privacy.Rho} {
		if some, placed := t.groups(notion); placed > most {
			groups, most, r.RankedBy = some, placed, notion
		}
	}
	r.Decided = map[[2]int]int{}
	for point := 0; point < len(t.series); point += n {
		own := slices.DeleteFunc(slices.Clone(groups), func(group []int) bool { return group[0]/n != point/n })
		pairs := t.paired(point)
		family := map[[2]int]bool{}
		for _, group := range own {
			for i, a := range group {
				for _, b := range group[i+1:] {
					family[[2]int{a, b}] = true
				}
			}
		}
		for _, p := range pairs {
			family[p] = true
		}
		signs := map[comparison]int{}
		for _, k := range t.ranked(point) {
			t.holm(slices.Collect(maps.Keys(family)), k, signs)
		}
		for p := range family {
			if round := t.decidedFrom(p, signs); round > 0 {
				r.Decided[p] = round
			}
		}
		for _, p := range pairs {
			r.Pairs = append(r.Pairs, t.pair(p[0], p[1], r.Decided[p]))
		}
		for _, group := range own {
			for _, k := range t.ranked(point) {
				t.rankAt(r, group, k, signs)
			}
		}
	}
}

func (t *Totals) rankAt(r *Result, group []int, k int, signs map[comparison]int) {
	rows := make([]*Row, len(group))
	for i, series := range group {
		rows[i] = &r.Of(series)[k]
		rows[i].Rank = []int{1, len(group)}
		rows[i].RankedAt = number.Float(number.Round(t.design.Series[series].Audited.by(r.RankedBy), 3))
	}
	for i, a := range rows {
		for _, b := range rows[i+1:] {
			switch signs[comparison{a.Series, b.Series, k}] {
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

// holm finds which series of each pair has less regret at reported round k: -1 or 1 for the first or the second, and
// nothing if that is not decided. All of these hold together with RankConfidence (Holm 1979, A Simple Sequentially
// Rejective Multiple Test Procedure), whatever the dependence of the pairs and the variances of the learners: of m
// undecided pairs, each is tested at a level of 1/m of the error, until no more are decided.
func (t *Totals) holm(undecided [][2]int, k int, signs map[comparison]int) {
	for before := 0; len(undecided) != before; {
		before = len(undecided)
		confidence := 1 - (1-RankConfidence)/float64(before)
		undecided = slices.DeleteFunc(undecided, func(p [2]int) bool {
			first, second := t.both(p[0], p[1], k)
			sign := stats.Sign(first, second, confidence)
			if sign != 0 {
				signs[comparison{p[0], p[1], k}] = sign
			}
			return sign != 0
		})
	}
}

// decidedFrom returns the reported round from which on a pair's sign is the same and not 0; 0 if there is none.
func (t *Totals) decidedFrom(p [2]int, signs map[comparison]int) (round int) {
	last := 0
	for _, k := range slices.Backward(t.ranked(p[0])) {
		sign := signs[comparison{p[0], p[1], k}]
		if sign == 0 || last == -sign {
			break
		}
		round, last = t.design.Series[p[0]].At[k], sign
	}
	return round
}

// groups returns groups of two or more series at a grid point with equal loss, and the number of grouped series.
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
