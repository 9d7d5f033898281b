package result

import (
	"math"
	"slices"
	"strings"

	"regretscope/model/trials"
	"regretscope/noise/number"
	"regretscope/ui/facts"
	"regretscope/ui/kit"
)

// equal ends the cells of runs that are all equal.
const equal = "equal"

// rank returns the column of ranks by regret.
func rank(r *trials.Result) facts.Column[*trials.Row] {
	apart, kinds := "", map[bool]bool{} // of privacy: central and local
	for i := range r.Rows {
		if o := &r.Rows[i]; o.Rank != nil {
			kinds[o.Local] = true
		}
	}
	if len(kinds) > 1 {
		apart = ", central and local privacy apart"
	}
	return facts.Column[*trials.Row]{
		Title: "rank", Weight: 6, About: "by regret, among learners of equal audited " + string(r.RankedBy) + apart +
			" (–: no other); 1–2: paired runs do not separate two learners, " + confident(r),
		Cell: func(r *trials.Row) string { return place(r.Rank) },
	}
}

// roundOf is the column of reported rounds.
var roundOf = facts.Column[*trials.Row]{
	Title: "round", Weight: kit.Always, Cell: func(o *trials.Row) string { return number.Count(o.Round) },
}

// single returns the table of one configuration.
func single(r *trials.Result, rounds bool) Section {
	var columns []facts.Column[*trials.Row]
	if ranked(r) {
		columns = append(columns, rank(r))
	}
	if rounds {
		columns = append(columns, roundOf)
	}
	if r.Config.Precision > 0 { // some learners need fewer runs
		columns = append(columns, facts.Runs)
	}
	columns = append(columns, facts.Regret, facts.Deviation, facts.Return, facts.CostliestRound)
	if hasFloors(r) {
		columns = append(columns, facts.TimesFloor)
	}
	if comparedByMu(r) {
		columns = append(columns, facts.WorstByMu)
	}
	if len(r.Pairs) > shownPairs {
		columns = append(columns, decided(r))
	}
	p := tableOf(columns, "learner")
	for _, block := range blocks(r) {
		for i, o := range block {
			if rounds && i > 0 && block[i-1].Series != o.Series && len(r.Rows) > len(r.Config.Learners) {
				p.Table.Rows = append(p.Table.Rows, nil) // a blank line between two learners
			}
			p.Table.Rows = append(p.Table.Rows, facts.Cells(columns, o, r.Config.Learners[o.Series]))
		}
	}
	p.Foot += equalNote(&p.Table)
	return p
}

// hasFloors reports whether any row has a distance from a floor.
func hasFloors(r *trials.Result) bool {
	return slices.ContainsFunc(r.Rows, func(o trials.Row) bool { return facts.TimesFloor.Cell(&o) != kit.None })
}

// tableOf returns a table without rows: names and columns, explained below.
func tableOf[R any](columns []facts.Column[R], names ...string) Section {
	t := kit.TableOf(len(names), names...)
	for i := range t.Columns {
		t.Columns[i].Priority = kit.Always
	}
	for _, c := range columns {
		t.Columns = append(t.Columns, kit.Column{Title: c.Title, Right: true, Priority: c.Weight})
	}
	return Section{Table: t, Foot: facts.About(columns)}
}

// shownPairs is the largest number of pairs of learners in a table; all are in JSON.
const shownPairs = 12

// pairs compares learners of one configuration run by run.
func pairs(r *trials.Result) Section {
	from := facts.Decided
	from.About += ", " + confident(r)
	columns := append(slices.Clone(facts.Pairs), from)
	if r.Config.Precision > 0 {
		columns = slices.Insert(columns, 0, facts.Shared)
	}
	p := tableOf(columns, "first", "second")
	for i := range r.Pairs {
		o := &r.Pairs[i]
		p.Table.Rows = append(p.Table.Rows, facts.Cells(columns, facts.Versus{Pair: o}, o.First, o.Second))
	}
	return p
}

// confident returns the confidence of ranks and of decided orders.
func confident(r *trials.Result) string {
	if len(r.Config.Learners) <= 2 {
		return "with 99% confidence"
	}
	return "with 99% confidence for all pairs at a round together (Holm)"
}

// equalNote explains cells of runs that are all equal.
func equalNote(t *kit.Table) string {
	for _, row := range t.Rows {
		if slices.ContainsFunc(row, func(cell string) bool { return strings.HasSuffix(cell, equal) }) {
			return "; equal: all runs are equal"
		}
	}
	return ""
}

// comparedByMu reports whether learners can only be compared by μ: one has no ε, or they run at
// different ones.
func comparedByMu(r *trials.Result) bool {
	epsilon, known := number.Float(0), false
	for i := range r.Rows {
		o := &r.Rows[i]
		if !(o.Mu > 0) || math.IsInf(float64(o.Mu), 1) {
			continue
		}
		if math.IsInf(float64(o.CostliestRound), 1) || known && epsilon != o.Epsilon {
			return true
		}
		epsilon, known = o.Epsilon, true
	}
	return false
}

// pieces returns the text of a table, broken between columns into pieces of at most width cells,
// each with the columns of names.
func pieces(t kit.Table, width int) string {
	if t.Fit(0).Total() <= width || width == 0 {
		return t.String()
	}
	var texts []string
	for from := names(t); from < len(t.Columns); {
		to := from + 1
		part := piece(t, from, to)
		for ; to < len(t.Columns); to++ {
			wider := piece(t, from, to+1)
			if wider.Fit(0).Total() > width {
				break
			}
			part = wider
		}
		texts, from = append(texts, part.String()), to
	}
	return strings.Join(texts, "\n")
}

// narrowed returns a table without the least important columns that a width has no room for, and the
// titles of these.
func narrowed(t kit.Table, width int) (kit.Table, []string) {
	fit, own, out := t.Fit(width), kit.Table{Rows: make([][]string, len(t.Rows))}, []string(nil)
	for k, c := range t.Columns {
		if fit.Width(k) == 0 {
			out = append(out, c.Title)
			continue
		}
		own.Columns = append(own.Columns, c)
		for i, row := range t.Rows {
			if len(row) > 0 {
				own.Rows[i] = append(own.Rows[i], row[k])
			}
		}
	}
	return own, out
}

// piece returns the first columns of a table and those in a range, without the learners that
// have no cell in it.
func piece(t kit.Table, from, to int) kit.Table {
	fixed := names(t)
	own := kit.Table{Columns: slices.Concat(t.Columns[:fixed], t.Columns[from:to])}
	for _, row := range t.Rows {
		switch {
		case len(row) == 0:
			own.Rows = append(own.Rows, row)
		case from == fixed, slices.ContainsFunc(row[from:to], func(cell string) bool { return cell != "" }):
			own.Rows = append(own.Rows, slices.Concat(row[:fixed], row[from:to]))
		}
	}
	return own
}

// names returns the number of columns before the first number.
func names(t kit.Table) int {
	return max(slices.IndexFunc(t.Columns, func(c kit.Column) bool { return c.Right }), 0)
}
