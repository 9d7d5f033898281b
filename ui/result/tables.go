package result

import (
	"math"
	"slices"
	"strings"

	"regretscope/model/trials"
	"regretscope/noise/number"
	"regretscope/noise/param"
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
		Title: "rank", About: "by regret, among learners whose audited " + string(r.RankedBy) +
			" is equal" + apart + ", – if there is no other; " +
			"1–2 where paired runs do not separate two learners with 99% confidence",
		Cell: func(r *trials.Row) string { return place(r.Rank) },
	}
}

// single returns the table of one configuration: learners at the last reported round, or at all
// rounds.
func single(r *trials.Result, rounds bool) Section {
	var columns []facts.Column[*trials.Row]
	if ranked(r) {
		columns = append(columns, rank(r))
	}
	if rounds {
		columns = append(columns, facts.Column[*trials.Row]{
			Title: "round",
			Cell:  func(o *trials.Row) string { return number.Count(o.Round) },
		})
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

// hasFloors reports whether any row has a distance from a floor.
func hasFloors(r *trials.Result) bool {
	return slices.ContainsFunc(r.Rows, func(o trials.Row) bool { return facts.TimesFloor.Cell(&o) != kit.None })
}

// tableOf returns a table without rows: names and columns, explained below.
func tableOf[R any](columns []facts.Column[R], names ...string) Section {
	t := kit.TableOf(len(names), names...)
	for _, c := range columns {
		t.Columns = append(t.Columns, kit.Column{Title: c.Title, Right: true})
	}
	return Section{Table: t, Foot: facts.About(columns)}
}

// shownPairs is the largest number of pairs of learners in a table; all are in JSON.
const shownPairs = 12

// pairs compares learners of one configuration run by run.
func pairs(r *trials.Result, rounds bool) Section {
	columns := facts.Pairs
	if rounds {
		columns = append(slices.Clone(columns), facts.Decided)
	}
	if r.Config.Precision > 0 {
		columns = slices.Insert(slices.Clone(columns), 0, facts.Shared)
	}
	p := tableOf(columns, "first", "second")
	for i := range r.Pairs {
		o := &r.Pairs[i]
		p.Table.Rows = append(p.Table.Rows, facts.Cells(columns, facts.Versus{Pair: o}, o.First, o.Second))
	}
	return p
}

// equalNote explains cells of runs that are all equal.
func equalNote(t *kit.Table) string {
	for _, row := range t.Rows {
		if slices.ContainsFunc(row, func(cell string) bool { return strings.HasSuffix(cell, equal) }) {
			return "; equal: all runs are equal, so the error of the mean is unknown"
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

// broken breaks a table between every few columns into pieces of at most width cells, each with
// the columns of names.
func broken(t kit.Table, every, width int) []kit.Table {
	if t.Fit(0).Total() <= width {
		return []kit.Table{t}
	}
	var pieces []kit.Table
	for from := names(t); from < len(t.Columns); {
		to := from + every
		part := piece(t, from, to)
		for to < len(t.Columns) {
			wider := piece(t, from, to+every)
			if width > 0 && wider.Fit(0).Total() > width {
				break
			}
			part, to = wider, to+every
		}
		pieces = append(pieces, part)
		from = to
	}
	return pieces
}

// pieces returns the text of a table that is broken between any columns.
func pieces(t kit.Table, width int) string {
	return strings.Join(param.Map(broken(t, 1, width), func(t kit.Table) string { return t.String() }), "\n")
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
