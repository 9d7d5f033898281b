package panel

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"regretscope/learners"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

const (
	stepWidth    = 4  // of an arm's place in the walk
	outcomeWidth = 16 // of what became of it, at least
)

// A walk is what the greedy oracle did, arm by arm.
type walk struct {
	arms        []learners.ArmTerms
	places      map[int]int // of each arm in the walk, from 1
	kept        []int       // how many arms were kept before each, and with it
	label, term int         // widths
}

// walk retells the greedy oracle arm by arm, in the order in which it went: by
// descending score, each arm kept, or lost to those of the earlier ones that it
// depends on (by their places in the walk), until the basis is complete.
func (w *Why) walk(e *learners.Explanation) armRows {
	g := &walk{arms: e.Arms, places: make(map[int]int, len(e.Arms)), term: termWidth}
	score, longest, kept := "score", len("arm"), 0
	for i := range e.Arms {
		j := e.Arms[i].Arm
		g.places[j] = i + 1
		longest = max(longest, ansi.StringWidth(w.label(j)))
		if slices.Contains(w.state.view().Play, j) {
			kept++
		}
		g.kept = append(g.kept, kept)
	}
	if n := len(e.Columns); n > 0 {
		score = e.Columns[n-1].Name
		g.term = max(g.term, ansi.StringWidth(score))
	}
	g.label = max(min(longest, w.width-len("  ")-stepWidth-1-g.term-2-outcomeWidth), shortestName)
	head := "  " + kit.Left("walk", stepWidth) + " " + kit.Left("arm", g.label) + " " +
		fill(score, g.term) + "  greedy oracle"
	return armRows{ansi.Truncate(head, w.width, theme.Ellipsis), len(e.Arms), func(i int) string { return w.step(g, i) }}
}

// step is one arm of the walk.
func (w *Why) step(g *walk, i int) string {
	arm, rank := &g.arms[i], len(w.state.view().Play)
	mark, style := "  ", w.theme.Text
	var outcome string
	switch {
	case slices.Contains(w.state.view().Play, arm.Arm):
		mark, style = theme.PlayGlyph+" ", w.theme.Strong
		outcome = fmt.Sprintf("kept %d/%d", g.kept[i], rank)
	case w.state.Shot.Config.Scenario.Matroid.Loop(arm.Arm):
		style, outcome = w.theme.Faint, "a loop"
	case g.kept[i] == rank:
		style, outcome = w.theme.Faint, "not reached"
	default:
		outcome = "lost to " + g.placesOf(arm.LostTo)
	}
	if arm.Arm == w.state.Arm && mark == "  " {
		mark, style = theme.SelectedGlyph+" ", w.theme.Selected
	}
	value := ""
	if len(arm.Values) > 0 {
		value = term(score(arm), false)
	}
	line := mark + kit.Right(strconv.Itoa(i+1), stepWidth-1) + "  " + kit.FitLine(w.label(arm.Arm), g.label) +
		" " + kit.Right(value, g.term) + "  " + outcome
	return style.Render(ansi.Truncate(line, w.width, theme.Ellipsis))
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
