package answer

import (
	"cmp"
	"math"
	"regexp"
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

func rank(r *trials.Result) facts.Column[*trials.Row] {
	apart, claimed, kinds := "", "", map[bool]bool{} // of privacy: central and local
	for i := range r.Rows {
		if o := &r.Rows[i]; o.Rank != nil {
			kinds[o.Local] = true
			if o.Claimed {
				claimed = "; claimed: ranked by the " + string(r.RankedBy) + " that the program claims, which no audit has checked"
			}
		}
	}
	if len(kinds) > 1 {
		apart = ", central and local privacy apart"
	}
	return facts.Column[*trials.Row]{
		Title: "rank", Weight: 6, About: "by regret, among learners of equal audited " + string(r.RankedBy) + apart +
			" (–: no other); 1–2: paired runs do not separate two learners, " + confident(r) + claimed,
		Cell: place,
	}
}

var roundOf = facts.Column[*trials.Row]{
	Title: "round", Weight: kit.Always, Cell: func(o *trials.Row) string { return number.Count(o.Round) },
}

// A choice is a column with the word that --columns takes for it, and whether a table has it without that flag.
type choice struct {
	word  string
	shown bool
	facts.Column[*trials.Row]
}

// ColumnWords are the words for columns, in the order of a table.
var ColumnWords = []string{
	"horizon", "epsilon", "rank", "round", "runs", "regret", "interval", "sd", "return", "loss", "floor", "floor-interval",
	"mu", "decided",
}

// columns returns the columns of a table: those that are asked for, in their order, or those that its results need; own
// is ownEpsilons.
func columns(r *trials.Result, o Options, own bool) []facts.Column[*trials.Row] {
	vary, sweep, paper := varying(&r.Config), r.Config.Sweep(), o.Format == LaTeX || o.Format == Markdown
	regret, cost, floor := facts.Regret, facts.CostliestRound, facts.TimesFloor
	if sweep {
		regret.Cell = marked
	}
	if sweep || o.brief() {
		floor = facts.FloorFactor
		cost = facts.Column[*trials.Row]{Title: "loss ε", About: "of the costliest round", Weight: 4, Cell: loss}
	}
	all := []choice{
		{"horizon", vary.horizon, facts.Column[*trials.Row]{
			Title: "T", Weight: kit.Always, Cell: func(o *trials.Row) string { return number.Count(o.Horizon) },
		}},
		{"epsilon", vary.epsilon || own, facts.Column[*trials.Row]{Title: "ε", Weight: kit.Always, Cell: epsilon}},
		{"rank", ranked(r), rank(r)},
		{"round", o.Rounds, roundOf},
		{"runs", r.Config.Precision > 0, facts.Runs}, // some learners need fewer runs
		{"regret", true, regret},
		{"interval", paper, facts.RegretInterval},
		{"sd", !sweep && !paper, facts.Deviation},
		{"return", !sweep && !paper, facts.Return},
		{"loss", true, cost},
		{"floor", hasFloors(r), floor},
		{"floor-interval", sweep && hasFloors(r) && !paper, facts.FloorInterval},
		{"mu", !sweep && comparedByMu(r), facts.WorstByMu},
		{"decided", sweep && len(r.Pairs) > 0 && !paper || len(r.Pairs) > shownPairs, decided(r)},
	}
	if len(o.Columns) == 0 {
		all = slices.DeleteFunc(all, func(c choice) bool { return !c.shown })
	} else {
		all = param.Map(o.Columns, func(word string) choice {
			c := all[slices.Index(ColumnWords, word)]
			c.Weight = kit.Always
			return c
		})
	}
	return param.Map(all, func(c choice) facts.Column[*trials.Row] { return c.Column })
}

// epsilon returns the ε of a row: the run's, with all its digits, or the learner's own, which may be computed.
func epsilon(o *trials.Row) string {
	switch {
	case !trials.TakesEpsilon(o.Learner):
		return kit.None
	case number.Round(float64(o.Epsilon), 6) == float64(o.Epsilon):
		return number.Setting(float64(o.Epsilon))
	}
	return number.Loss(float64(o.Epsilon))
}

// marked returns the mean regret of a row of a sweep, with a mark if a few runs decide it.
func marked(o *trials.Row) string {
	cell := strings.Replace(facts.Regret.Cell(o), ", all equal", ", "+equal, 1)
	if o.Misleading != 0 {
		cell += " !"
	}
	return cell
}

// table returns a row per learner and, in a sweep, grid point; the grid points apart, and the learners without ε once,
// at the end.
func table(r *trials.Result, o Options, own bool) Table {
	n, vary, sweep, names := len(r.Config.Learners), varying(&r.Config), r.Config.Sweep(), []string{"learner"}
	if vary.scenario {
		names = append(names, "scenario")
	}
	columns := columns(r, o, own)
	p := tableOf(columns, names...)
	for _, block := range blocks(r) {
		if sweep && len(block) > 1 && len(p.Table.Rows) > 0 {
			p.Table.Rows = append(p.Table.Rows, nil) // a blank line between two grid points
		}
		for i, row := range block {
			if !sweep && o.Rounds && i > 0 && block[i-1].Series != row.Series && len(r.Rows) > n {
				p.Table.Rows = append(p.Table.Rows, nil) // or two learners
			}
			names := []string{r.Config.Learners[row.Series%n]}
			if vary.scenario {
				names = append(names, param.Printable(r.Config.Points[row.Series/n].Scenario.Title()))
			}
			p.Table.Rows = append(p.Table.Rows, facts.Cells(columns, row, names...))
		}
	}
	p.Foot += equalNote(&p.Table)
	return p
}

// ownEpsilon finds a learner's own ε in its name.
var ownEpsilon = regexp.MustCompile(`,epsilon=[^,]*`)

// ownEpsilons reports whether learners have an ε of their own that a column can have: their names differ without it.
func ownEpsilons(r *trials.Result) bool {
	own, seen := false, map[string]bool{}
	for _, name := range r.Config.Learners {
		own = own || ownEpsilon.MatchString(name)
		seen[ownEpsilon.ReplaceAllString(name, "")] = true
	}
	return own && len(seen) == len(r.Config.Learners)
}

// named returns the result with the names that learners have in a table: as --learner takes them, or in a paper's table
// as they are written; without the ε that a column has.
func named(r *trials.Result, o Options) *trials.Result {
	named, names, own := *r, map[string]string{}, ownEpsilons(r)
	named.Config.Learners, named.Pairs = nil, slices.Clone(r.Pairs)
	for _, name := range r.Config.Learners {
		short := name
		if own {
			short = ownEpsilon.ReplaceAllString(name, "")
		}
		if o.Format == LaTeX || o.Format == Markdown {
			short = (&trials.Setup{Learners: []string{short}}).Names()[0]
		}
		names[name] = short
		named.Config.Learners = append(named.Config.Learners, short)
	}
	for i := range named.Pairs {
		p := &named.Pairs[i]
		p.First, p.Second = cmp.Or(names[p.First], p.First), cmp.Or(names[p.Second], p.Second)
	}
	return &named
}

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
	case a.Local && !b.Local:
		return 1
	case b.Local && !a.Local:
		return -1
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
