package answer

import (
	"cmp"
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
func single(r *trials.Result, rounds bool) Table {
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
func tableOf[R any](columns []facts.Column[R], names ...string) Table {
	t := kit.TableOf(len(names), names...)
	for i := range t.Columns {
		t.Columns[i].Priority = kit.Always
	}
	for _, c := range columns {
		t.Columns = append(t.Columns, kit.Column{Title: c.Title, Right: true, Priority: c.Weight})
	}
	return Table{Table: t, Foot: facts.About(columns)}
}

// shownPairs is the largest number of pairs of learners in a table; all are in JSON.
const shownPairs = 12

// pairs compares learners of one configuration run by run.
func pairs(r *trials.Result) Table {
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

// comparedByMu reports whether learners can only be compared by μ: one has no ε, or they run at different ones.
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

// grid returns the table of a sweep: a row per learner and grid point, the grid points apart, and
// the learners without ε once, at the end.
func grid(r *trials.Result, rounds bool) Table {
	n, vary, names := len(r.Config.Learners), varying(&r.Config), []string{"learner"}
	var columns []facts.Column[*trials.Row]
	add := func(shown bool, more ...facts.Column[*trials.Row]) {
		if shown {
			columns = append(columns, more...)
		}
	}
	if vary.scenario {
		names = append(names, "scenario")
	}
	add(vary.horizon, facts.Column[*trials.Row]{
		Title: "T", Weight: kit.Always, Cell: func(o *trials.Row) string { return number.Count(o.Horizon) },
	})
	add(vary.epsilon, facts.Column[*trials.Row]{Title: "ε", Weight: kit.Always, Cell: func(o *trials.Row) string {
		if !trials.TakesEpsilon(o.Learner) {
			return kit.None
		}
		return number.Setting(float64(r.Config.Points[o.Series/n].Epsilon))
	}})
	add(ranked(r), rank(r))
	add(rounds, roundOf)
	add(r.Config.Precision > 0, facts.Runs)
	regret := facts.Regret
	regret.Cell = func(o *trials.Row) string {
		cell := strings.Replace(facts.Regret.Cell(o), ", all equal", ", "+equal, 1)
		if o.Misleading != 0 {
			cell += " !"
		}
		return cell
	}
	add(true, regret)
	add(hasFloors(r), facts.FloorFactor, facts.FloorInterval)
	add(true, facts.Column[*trials.Row]{Title: "loss ε", About: "of the costliest round", Weight: 4, Cell: loss})
	add(len(r.Pairs) > 0, decided(r))
	p := tableOf(columns, names...)
	for _, block := range blocks(r) {
		if len(block) > 1 && len(p.Table.Rows) > 0 {
			p.Table.Rows = append(p.Table.Rows, nil)
		}
		for _, o := range block {
			own := []string{r.Config.Learners[o.Series%n]}
			if vary.scenario {
				own = append(own, param.Printable(r.Config.Points[o.Series/n].Scenario.Title()))
			}
			p.Table.Rows = append(p.Table.Rows, facts.Cells(columns, o, own...))
		}
	}
	p.Foot += equalNote(&p.Table)
	return p
}

// blocks returns the rows of each grid point, ordered, and at last those of learners that play the same at every ε.
func blocks(r *trials.Result) [][]*trials.Row {
	n, end := len(r.Config.Learners), []int(nil)
	var all [][]*trials.Row
	for p := range len(r.Config.Points) {
		var block []int
		for series := p * n; series < (p+1)*n; series++ {
			rows := r.Of(series)
			switch {
			case len(rows) == 0 || sameAsBefore(&r.Config, p, rows[0].Learner):
			case varying(&r.Config).epsilon && !trials.TakesEpsilon(rows[0].Learner):
				end = append(end, series)
			default:
				block = append(block, series)
			}
		}
		all = append(all, ordered(r, block))
	}
	return slices.DeleteFunc(append(all, ordered(r, end)), func(block []*trials.Row) bool { return len(block) == 0 })
}

// ordered returns the rows of series by grid point and place.
func ordered(r *trials.Result, series []int) (rows []*trials.Row) {
	var last []*trials.Row
	for _, s := range series {
		own := r.Of(s)
		last = append(last, &own[len(own)-1])
	}
	slices.SortStableFunc(last, func(a, b *trials.Row) int {
		n := len(r.Config.Learners)
		return cmp.Or(cmp.Compare(a.Series/n, b.Series/n), byPlace(a, b))
	})
	for _, o := range last {
		own := r.Of(o.Series)
		for i := range own {
			rows = append(rows, &own[i])
		}
	}
	return rows
}

// byPlace orders learners by rank within each group that is ranked together, the groups by loss, and
// those without a rank last, each by regret.
func byPlace(a, b *trials.Row) int {
	switch {
	case (a.Rank == nil) != (b.Rank == nil):
		return cmp.Compare(len(b.Rank), len(a.Rank))
	case a.Rank == nil:
		return cmp.Compare(a.RegretMean, b.RegretMean)
	case a.Local != b.Local:
		return map[bool]int{true: 1, false: -1}[a.Local]
	}
	return cmp.Or(cmp.Compare(a.RankedAt, b.RankedAt), cmp.Compare(a.Rank[0]+a.Rank[1], b.Rank[0]+b.Rank[1]),
		cmp.Compare(a.RegretMean, b.RegretMean))
}

// decided returns the column of the rounds from which the order of two neighbors in the table is decided.
func decided(r *trials.Result) facts.Column[*trials.Row] {
	n := len(r.Config.Learners)
	apart := varying(&r.Config).epsilon && slices.ContainsFunc(r.Rows, func(o trials.Row) bool { return !trials.TakesEpsilon(o.Learner) })
	above := map[int]int{} // the series with which one is compared
	for _, block := range blocks(r) {
		for i, o := range block {
			switch {
			case i > 0 && block[i-1].Series == o.Series:
			case i > 0 && block[i-1].Series/n == o.Series/n:
				above[o.Series] = block[i-1].Series
			case apart && trials.TakesEpsilon(o.Learner):
				above[o.Series] = best(r, o.Series/n)
			}
		}
	}
	about := "from which round on the order to the learner above stays"
	if apart {
		about += " (of the first: to the best without ε)"
	}
	if !ranked(r) {
		about += ", " + confident(r)
	}
	return facts.Column[*trials.Row]{Title: "decided", About: about, Weight: 2, Cell: func(o *trials.Row) string {
		other, compared := above[o.Series]
		if round := r.Decided[[2]int{min(other, o.Series), max(other, o.Series)}]; compared && round > 0 &&
			o == &r.Of(o.Series)[len(r.Of(o.Series))-1] {
			return number.Count(round)
		}
		return kit.None
	}}
}

// best returns the series of the learner without ε that has the least regret at a grid point; -1 if there is none.
func best(r *trials.Result, point int) int {
	best, least := -1, number.Float(math.Inf(1))
	for l := range r.Config.Learners {
		series := point*len(r.Config.Learners) + l
		if rows := r.Of(series); len(rows) > 0 && !trials.TakesEpsilon(rows[0].Learner) && rows[len(rows)-1].RegretMean < least {
			best, least = series, rows[len(rows)-1].RegretMean
		}
	}
	return best
}

// sameAsBefore reports whether a learner plays at a grid point as at an earlier one: it has no ε, and only ε differs.
func sameAsBefore(c *trials.Setup, point int, id string) bool {
	p := &c.Points[point]
	return !trials.TakesEpsilon(id) && slices.ContainsFunc(c.Points[:point], func(o trials.Point) bool {
		return o.Horizon == p.Horizon && o.Scenario.Title() == p.Scenario.Title()
	})
}

// loss returns the loss of the costliest round, in ρ if it has no ε.
func loss(o *trials.Row) string {
	if rho := float64(o.Rho); math.IsInf(float64(o.CostliestRound), 1) && rho > 0 && !math.IsInf(rho, 1) {
		return "ρ = " + number.Ratio(rho)
	}
	return facts.CostliestRound.Cell(o)
}
