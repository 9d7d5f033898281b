package model

import (
	"math"

	"regretscope/model/stats"
	"regretscope/noise/param"
	"regretscope/noise/privacy"
)

// RankConfidence is the confidence that separates the places of two learners.
const RankConfidence = .99

// maxRanked is the maximum number of learners that are ranked together, each compared with
// each.
const maxRanked = 64

// Audited is a learner's loss by the exact audit; NaN in notions in which it is unknown or only
// bounded.
type Audited struct {
	Epsilon Number `json:"epsilon"`
	Mu      Number `json:"mu"`
	Rho     Number `json:"rho"`
}

func (a *Audited) by(n privacy.Notion) float64 {
	if a == nil {
		return math.NaN()
	}
	return float64(map[privacy.Notion]Number{privacy.Epsilon: a.Epsilon, privacy.Mu: a.Mu, privacy.Rho: a.Rho}[n])
}

// audited returns learner i's exact audit, or nil. Learners whose noise has no ε are not compared
// with learners without noise, though both lose ε = ∞.
func (c *Config) audited(i int) *Audited {
	v := c.Verdict(i)
	if !v.Known || v.Exact.Mechanism == nil {
		return nil
	}
	known := func(x privacy.Value) Number {
		if x.Status != privacy.Exact {
			return Number(math.NaN())
		}
		return Number(x.Value)
	}
	a := &Audited{Number(v.Exact.Epsilon), known(v.Exact.Mechanism.Mu()), known(v.Exact.Mechanism.Rho())}
	if math.IsInf(float64(a.Epsilon), 1) && !math.IsInf(float64(a.Mu), 1) {
		a.Epsilon = Number(math.NaN())
	}
	return a
}

// rank assigns ranks at the last reported round of every grid point, from the runs that two
// learners share. It ranks learners whose audited losses agree to three digits, in ε or in the
// notion that ranks more learners.
func (t *Totals) rank(r *Result) {
	var groups [][]*Row
	most := 0
	for _, notion := range []privacy.Notion{privacy.Epsilon, privacy.Mu, privacy.Rho} {
		if some, placed := t.groups(r, notion); placed > most {
			groups, most, r.RankedBy = some, placed, notion
		}
	}
	for _, ranked := range groups {
		for _, row := range ranked {
			row.Rank = []int{1, len(ranked)}
			row.RankedAt = Number(param.Round(t.design.Series[row.Series].Audited.by(r.RankedBy), 3))
		}
		for i, a := range ranked {
			for _, b := range ranked[i+1:] {
				first, second := t.both(a.Series, b.Series)
				switch stats.Sign(first, second, RankConfidence) {
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
}

// groups returns groups of two or more learners at a grid point with equal loss, and the number
// of grouped learners.
func (t *Totals) groups(r *Result, notion privacy.Notion) (groups [][]*Row, placed int) {
	type key struct {
		point int
		loss  float64
	}
	equal, order := map[key][]*Row{}, []key(nil)
	for i := range t.series {
		own, s := r.Of(i), &t.design.Series[i]
		k := key{s.Point, param.Round(s.Audited.by(notion), 3)}
		if math.IsNaN(k.loss) {
			continue
		}
		if equal[k] == nil {
			order = append(order, k)
		}
		equal[k] = append(equal[k], &own[len(own)-1])
	}
	for _, k := range order {
		if n := len(equal[k]); n > 1 && n <= maxRanked {
			groups, placed = append(groups, equal[k]), placed+n
		}
	}
	return groups, placed
}
