package result

import (
	"math"
	"slices"
	"strings"

	"regretscope/model"
	"regretscope/noise/number"
	"regretscope/noise/privacy"
	notion "regretscope/ui/chart/notions"
	"regretscope/ui/kit"
)

// What columns are, below the tables that have them.
const (
	aboutRegret = "regret: mean ± its standard error"
	aboutRank   = "rank: by regret; 1–2 where paired runs do not part two learners with 99 % confidence"
	aboutEqual  = "equal: all runs are, so that nothing is known of the error of their mean"
	equal       = "equal" // ends the cells of such runs
	aboutLoss   = "privacy loss: of the costliest round, the largest of the runs"
)

// single is the table of one configuration: learners at the last reported round, or at
// all.
func single(r *model.Result, rounds bool) Part {
	p := Part{Table: kit.TableOf(1, "learner", "rank", "round", "regret", "sd", "return", "privacy loss ε")}
	if p.Foot = aboutRegret; ranked(r) {
		p.Foot = aboutRank + ";\n" + p.Foot
	}
	p.Foot += "; sd: over runs; return: expected, per round;\n" + aboutLoss
	withMu := comparedByMu(r)
	if withMu {
		p.Foot += ";\nμ: of Gaussian differential privacy; ≥ is the worst that a search found, ≤ a proven bound"
		p.Table.Columns = append(p.Table.Columns, kit.Column{Title: "privacy loss μ", Right: true})
	}
	for _, series := range order(r) {
		own := r.Of(series)
		if !rounds {
			own = own[max(len(own)-1, 0):]
		}
		if len(own) > 1 && len(p.Table.Rows) > 0 {
			p.Table.Rows = append(p.Table.Rows, nil) // a blank line between two learners
		}
		for i := range own {
			o := &own[i]
			row := []string{
				r.Config.Learners[series], place(o.Rank), kit.Count(o.Round), regret(o), number.Value(float64(o.RegretSD)), number.Fixed(float64(o.ReturnMean), 4), kit.Loss(float64(o.Worst)),
			}
			if withMu {
				row = append(row, notion.Bounded(privacy.Value{Value: float64(o.Mu), Status: o.MuStatus}, kit.Loss))
			}
			p.Table.Rows = append(p.Table.Rows, row)
		}
	}
	if !rounds {
		without(&p.Table, 2)
	}
	if !ranked(r) {
		without(&p.Table, 1)
	}
	p.Foot += equalNote(&p.Table)
	return p
}

// equalNote explains the cells of runs that are all equal.
func equalNote(t *kit.Table) string {
	for _, row := range t.Rows {
		if slices.ContainsFunc(row, func(cell string) bool { return strings.HasSuffix(cell, equal) }) {
			return ";\n" + aboutEqual
		}
	}
	return ""
}

func without(t *kit.Table, k int) {
	t.Columns = slices.Delete(t.Columns, k, k+1)
	for i, row := range t.Rows {
		if len(row) > 0 {
			t.Rows[i] = slices.Delete(row, k, k+1)
		}
	}
}

func regret(o *model.Row) string { return kit.WithError(float64(o.RegretMean), o.StandardError()) }

// comparedByMu reports whether μ is what learners can be compared by: one has no ε, or they
// run at different ones.
func comparedByMu(r *model.Result) bool {
	epsilon, known := model.Number(0), false
	for i := range r.Rows {
		o := &r.Rows[i]
		if !(o.Mu > 0) || math.IsInf(float64(o.Mu), 1) {
			continue
		}
		if math.IsInf(float64(o.Worst), 1) || known && epsilon != o.Epsilon {
			return true
		}
		epsilon, known = o.Epsilon, true
	}
	return false
}
