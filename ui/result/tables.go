package result

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"

	"regretscope/model"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/facts"
	"regretscope/ui/kit"
)

// equal ends the cells of runs that are all equal.
const equal = "equal"

// rank returns the column of ranks by regret.
func rank(r *model.Result) facts.Column[*model.Row] {
	apart, kinds := "", map[bool]bool{} // of privacy: central and local
	for i := range r.Rows {
		if o := &r.Rows[i]; o.Rank != nil {
			kinds[o.Local] = true
		}
	}
	if len(kinds) > 1 {
		apart = ", central and local privacy apart"
	}
	return facts.Column[*model.Row]{
		Title: "rank", About: "by regret, among learners whose audited " + string(r.RankedBy) +
			" is equal" + apart + ", – if there is no other; " +
			"1–2 where paired runs do not separate two learners with 99% confidence",
		Cell: func(r *model.Row) string { return place(r.Rank) },
	}
}

// single returns the table of one configuration: learners at the last reported round, or at all
// rounds.
func single(r *model.Result, rounds bool) Section {
	var columns []facts.Column[*model.Row]
	if ranked(r) {
		columns = append(columns, rank(r))
	}
	if rounds {
		columns = append(columns, facts.Column[*model.Row]{
			Title: "round",
			Cell:  func(o *model.Row) string { return kit.Count(o.Round) },
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
func hasFloors(r *model.Result) bool {
	return slices.ContainsFunc(r.Rows, func(o model.Row) bool { return facts.TimesFloor.Cell(&o) != kit.None })
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
func pairs(r *model.Result, rounds bool) Section {
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
func comparedByMu(r *model.Result) bool {
	epsilon, known := model.Number(0), false
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

// grid returns the tables of a sweep at the last reported round or at all rounds: a row per
// learner, a column per grid point.
func grid(r *model.Result, o Options) []Section {
	rounds := []int{0}
	if o.Rounds && len(r.Rows) > 0 {
		rounds = param.Map(r.Rows, func(o model.Row) int { return o.Round })
		slices.Sort(rounds)
		rounds = slices.Compact(rounds)
	}
	var parts []Section
	var last kit.Table
	for _, round := range rounds {
		last = matrix(r, round)
		for i, piece := range broken(last, (len(last.Columns)-fixedColumns)/len(r.Config.Points), o.Width) {
			part := Section{Table: piece}
			if round > 0 && i == 0 {
				part.Title = "round " + kit.Count(round)
			}
			parts = append(parts, part)
		}
	}
	columns := []facts.Column[*model.Row]{facts.Regret}
	if ranked(r) {
		columns = []facts.Column[*model.Row]{rank(r), facts.Regret}
	}
	if hasFloors(r) {
		columns = append(columns, facts.TimesFloor)
	}
	parts[len(parts)-1].Foot = facts.About(columns) + "; a learner without ε plays the same at every ε; " +
		"costs: " + facts.CostliestRound.About + equalNote(&last)
	return parts
}

// fixedColumns is the number of columns before the grid points: the learner, and the loss per
// round.
const fixedColumns = 2

// matrix returns all learners at all grid points, at a round or at the last one of each.
func matrix(r *model.Result, round int) kit.Table {
	t := kit.TableOf(fixedColumns, "learner", "costs")
	vary, floors := varying(&r.Config), hasFloors(r)
	for _, p := range r.Config.Points {
		t.Columns = append(t.Columns, kit.Column{Title: "rank", Right: true},
			kit.Column{Title: vary.names(p), Right: true})
		if floors {
			t.Columns = append(t.Columns, kit.Column{Title: facts.TimesFloor.Title, Right: true})
		}
	}
	n := len(r.Config.Learners)
	for _, learner := range order(r) {
		costs := map[string]float64{}
		var cells []string
		for p := range r.Config.Points {
			o := at(r.Of(p*n+learner), round)
			if o == nil || sameAsBefore(&r.Config, p, o.Learner) {
				if cells = append(cells, "", ""); floors {
					cells = append(cells, "")
				}
				continue
			}
			text, value := cost(o, strings.Contains(r.Config.Learners[learner], ",epsilon="))
			costs[text] = value
			cell := strings.Replace(facts.Regret.Cell(o), ", all equal", ", "+equal, 1)
			if o.Misleading != 0 {
				cell += " !"
			}
			if cells = append(cells, place(o.Rank), cell); floors {
				cells = append(cells, facts.TimesFloor.Cell(o))
			}
		}
		t.Rows = append(t.Rows, append([]string{r.Config.Learners[learner], among(costs)}, cells...))
	}
	return t
}

// at returns the row of a round, or the last one for 0; nil if there is none.
func at(rows []model.Row, round int) *model.Row {
	for i := range rows {
		if rows[i].Round == round || round == 0 && i == len(rows)-1 {
			return &rows[i]
		}
	}
	return nil
}

// sameAsBefore reports whether a learner plays at a grid point as at an earlier one: it has no
// ε, and only ε differs.
func sameAsBefore(c *model.Setup, point int, id string) bool {
	p := &c.Points[point]
	return !model.TakesEpsilon(id) && slices.ContainsFunc(c.Points[:point], func(o model.Point) bool {
		return o.Horizon == p.Horizon && o.Scenario.Title() == p.Scenario.Title()
	})
}

// cost returns the loss of the costliest round: in units of the grid point's ε, in absolute
// terms if the learner has its own ε, or in ρ if it has none.
func cost(o *model.Row, own bool) (text string, value float64) {
	worst, rho := float64(o.CostliestRound), param.Round(float64(o.Rho), 3)
	switch {
	case worst == 0:
		return "0", 0
	case math.IsInf(worst, 1) && rho > 0 && !math.IsInf(rho, 1):
		return "ρ = " + param.FormatNumber(rho), rho
	case math.IsInf(worst, 1):
		return "∞", worst
	}
	if own {
		return "ε = " + number.Loss(worst), worst
	}
	ratio := param.Round(worst/float64(o.Epsilon), 3)
	if ratio == 1 {
		return "ε", 1
	}
	return param.FormatNumber(ratio) + "ε", ratio
}

// among returns one text for all costs, from the least to the largest.
func among(costs map[string]float64) string {
	if len(costs) == 0 {
		return kit.None
	}
	texts := slices.SortedFunc(maps.Keys(costs), func(a, b string) int { return cmp.Compare(costs[a], costs[b]) })
	if first, last := texts[0], texts[len(texts)-1]; first != last {
		return first + " to " + last
	}
	return texts[0]
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
