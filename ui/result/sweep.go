package result

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"

	"regretscope/model/trials"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/facts"
	"regretscope/ui/kit"
)

// grid returns the tables of a sweep at the last reported round or at all rounds: a row per
// learner, a column per grid point.
func grid(r *trials.Result, o Options) []Section {
	rounds := []int{0}
	if o.Rounds && len(r.Rows) > 0 {
		rounds = param.Map(r.Rows, func(o trials.Row) int { return o.Round })
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
				part.Title = "round " + number.Count(round)
			}
			parts = append(parts, part)
		}
	}
	columns := []facts.Column[*trials.Row]{facts.Regret}
	if ranked(r) {
		columns = []facts.Column[*trials.Row]{rank(r), facts.Regret}
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
func matrix(r *trials.Result, round int) kit.Table {
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
func at(rows []trials.Row, round int) *trials.Row {
	for i := range rows {
		if rows[i].Round == round || round == 0 && i == len(rows)-1 {
			return &rows[i]
		}
	}
	return nil
}

// sameAsBefore reports whether a learner plays at a grid point as at an earlier one: it has no
// ε, and only ε differs.
func sameAsBefore(c *trials.Setup, point int, id string) bool {
	p := &c.Points[point]
	return !trials.TakesEpsilon(id) && slices.ContainsFunc(c.Points[:point], func(o trials.Point) bool {
		return o.Horizon == p.Horizon && o.Scenario.Title() == p.Scenario.Title()
	})
}

// cost returns the loss of the costliest round: in units of the grid point's ε, in absolute
// terms if the learner has its own ε, or in ρ if it has none.
func cost(o *trials.Row, own bool) (text string, value float64) {
	worst, rho := float64(o.CostliestRound), number.Round(float64(o.Rho), 3)
	switch {
	case worst == 0:
		return "0", 0
	case math.IsInf(worst, 1) && rho > 0 && !math.IsInf(rho, 1):
		return "ρ = " + number.Format(rho), rho
	case math.IsInf(worst, 1):
		return "∞", worst
	}
	if own {
		return "ε = " + number.Loss(worst), worst
	}
	ratio := number.Round(worst/float64(o.Epsilon), 3)
	if ratio == 1 {
		return "ε", 1
	}
	return number.Format(ratio) + "ε", ratio
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
