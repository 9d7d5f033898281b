package result

import (
	"math"
	"slices"
	"strings"

	"regretscope/model"
	"regretscope/ui/facts"
	"regretscope/ui/kit"
)

// aboutEqual explains cells that end in equal.
const (
	aboutEqual = "equal: all runs are, so that nothing is known of the error of their mean"
	equal      = "equal"
)

// rank is a learner's place by regret.
var rank = facts.Column[*model.Row]{
	Title: "rank", About: "by regret; 1–2 where paired runs do not part two learners with 99 % confidence",
	Cell: func(r *model.Row) string { return place(r.Rank) },
}

// single is the table of one configuration: learners at the last reported round, or at
// all.
func single(r *model.Result, rounds bool) Part {
	var columns []facts.Column[*model.Row]
	if ranked(r) {
		columns = append(columns, rank)
	}
	if rounds {
		columns = append(columns, facts.Column[*model.Row]{Title: "round", Cell: func(o *model.Row) string { return kit.Count(o.Round) }})
	}
	columns = append(columns, facts.Regret, facts.Deviation, facts.Return, facts.WorstRound)
	if comparedByMu(r) {
		columns = append(columns, facts.WorstByMu)
	}
	p := tableOf(columns, "learner")
	for _, series := range order(r) {
		own := r.Of(series)
		if !rounds {
			own = own[max(len(own)-1, 0):]
		}
		if len(own) > 1 && len(p.Table.Rows) > 0 {
			p.Table.Rows = append(p.Table.Rows, nil) // a blank line between two learners
		}
		for i := range own {
			p.Table.Rows = append(p.Table.Rows, facts.Cells(columns, &own[i], r.Config.Learners[series]))
		}
	}
	p.Foot += equalNote(&p.Table)
	return p
}

// tableOf is a table without rows: names, and columns with what they are below them.
func tableOf[R any](columns []facts.Column[R], names ...string) Part {
	t := kit.TableOf(len(names), names...)
	for _, c := range columns {
		t.Columns = append(t.Columns, kit.Column{Title: c.Title, Right: true})
	}
	return Part{Table: t, Foot: facts.About(columns)}
}

// shownPairs is for how many pairs of learners there is a table; all are in JSON.
const shownPairs = 12

// pairs compares learners of one configuration run by run.
func pairs(r *model.Result) Part {
	p := tableOf(facts.Pairs, "first", "second")
	for i := range r.Pairs {
		o := &r.Pairs[i]
		p.Table.Rows = append(p.Table.Rows, facts.Cells(facts.Pairs, facts.Versus{Pair: o}, o.First, o.Second))
	}
	return p
}

// equalNote explains the cells of runs that are all equal.
func equalNote(t *kit.Table) string {
	for _, row := range t.Rows {
		if slices.ContainsFunc(row, func(cell string) bool { return strings.HasSuffix(cell, equal) }) {
			return "; " + aboutEqual
		}
	}
	return ""
}

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
