package panel

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"regretscope/learners"
	"regretscope/noise/number"
	"regretscope/ui/kit"
)

const (
	stepWidth    = 3  // of an arm's place in the walk
	outcomeWidth = 16 // of what became of it, at least
)

type walk struct {
	arms   []learners.ArmTerms
	places map[int]int // of each arm in the walk, from 1
	kept   []int       // how many arms were kept before each, and with it
	table  *kit.Fitted
}

// walk retells the greedy oracle arm by arm, in the order in which it went: by
// descending score, each arm kept, or lost to those of the earlier ones that it
// depends on (by their places in the walk), until the basis is complete.
func (w *Why) walk(e *learners.Explanation) armRows {
	g := &walk{arms: e.Arms, places: make(map[int]int, len(e.Arms))}
	kept := 0
	for i := range e.Arms {
		g.places[e.Arms[i].Arm] = i + 1
		if slices.Contains(w.state.view().Play, e.Arms[i].Arm) {
			kept++
		}
		g.kept = append(g.kept, kept)
	}
	name, score := w.state.nameColumn(shortestName), "score"
	if n := len(e.Columns); n > 0 {
		score = e.Columns[n-1].Name
	}
	table := kit.Table{Columns: []kit.Column{
		{Title: "  walk", Width: markWidth + stepWidth, Priority: kit.Always},
		name,
		{Title: score, Width: termWidth, Right: true, Priority: kit.Always},
		{Title: "greedy oracle", Width: outcomeWidth, Priority: kit.Always, Fill: true},
	}}
	g.table = table.Fit(w.width)
	return armRows{g.table.Header(), len(e.Arms), func(i int) string { return w.step(g, i) }}
}

func (w *Why) step(g *walk, i int) string {
	arm, rank := &g.arms[i], len(w.state.view().Play)
	mark, style := w.mark(arm.Arm)
	var outcome string
	switch {
	case slices.Contains(w.state.view().Play, arm.Arm):
		outcome = fmt.Sprintf("kept %d/%d", g.kept[i], rank)
	case w.state.Shot.Config.Scenario.Matroid.Loop(arm.Arm):
		style, outcome = w.theme.Faint, "a loop"
	case g.kept[i] == rank:
		style, outcome = w.theme.Faint, "not reached"
	default:
		outcome = "lost to " + g.placesOf(arm.LostTo)
	}
	if arm.Arm == w.state.Arm {
		mark, style = w.mark(arm.Arm) // also where the walk is faint
	}
	value := ""
	if len(arm.Values) > 0 {
		value = number.Term(arm.Score())
	}
	line := g.table.Line([]string{
		mark + kit.Right(strconv.Itoa(i+1), stepWidth), w.label(arm.Arm), value, outcome,
	})
	return style.Render(line)
}

// placesOf are arms by their places in the walk, the first one first.
func (g *walk) placesOf(arms []int) string {
	places := make([]int, len(arms))
	for i, j := range arms {
		places[i] = g.places[j]
	}
	slices.Sort(places)
	return strings.Trim(fmt.Sprint(places), "[]")
}
