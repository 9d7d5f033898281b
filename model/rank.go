package model

import (
	"math"

	"regretscope/learners"
	"regretscope/model/stats"
)

// RankConfidence is with how much confidence the regret of one learner is below that of
// another before it takes a place of its own.
const RankConfidence = .99

// maxRanked is how many learners of a grid point are ranked at most: each is compared
// with each.
const maxRanked = 64

// rank gives places at the last reported round of every grid point, by the regrets in the
// runs that two learners share.
func (t *Totals) rank(r *Result) {
	n := len(t.design.Config.Learners)
	for first := 0; first < len(t.series); first += n {
		rows := make([]*Row, n)
		for i := range rows {
			own := r.Of(first + i)
			rows[i] = &own[len(own)-1]
		}
		ranked := comparable(rows)
		if len(ranked) < 2 || len(ranked) > maxRanked {
			continue
		}
		for _, row := range ranked {
			row.Rank = []int{1, len(ranked)}
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

// comparable are the learners that it makes sense to rank: those with an ε, and those
// that lose as much μ or ρ as all of them, as --mu and --rho see to; all where there are
// none.
func comparable(rows []*Row) []*Row {
	var private, others []*Row
	for _, row := range rows {
		if d, err := learners.Find(row.Learner); err != nil || d.Privacy.TakesEpsilon() {
			private = append(private, row)
		} else if d.Privacy == learners.Concentrated {
			others = append(others, row)
		}
	}
	if len(private) == 0 {
		return rows
	}
	for _, row := range others {
		if asPrivate(row, private) {
			private = append(private, row)
		}
	}
	return private
}

// asPrivate reports whether a learner loses the same μ, or the same ρ, as all others.
func asPrivate(row *Row, others []*Row) bool {
	mu, rho := true, true
	for _, o := range others {
		mu = mu && alike(o.Mu, row.Mu)
		rho = rho && alike(o.Rho, row.Rho)
	}
	return mu || rho
}

func alike(a, b Number) bool { return math.Abs(float64(a-b)) <= 1e-6*math.Abs(float64(a)) }
