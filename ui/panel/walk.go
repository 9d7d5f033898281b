package panel

import (
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"regretscope/learners"
	"regretscope/ui/box"
	"regretscope/ui/numeral"
	"regretscope/ui/theme"
)

const (
	stepWidth    = 4  // of an arm's place in the walk
	outcomeWidth = 16 // of what became of it, at least
)

// walk retells the greedy oracle arm by arm, in the order in which it went: by
// descending score, each arm kept, or lost to those of the earlier ones that it
// depends on (by their places in the walk), until the basis is complete.
func (w *Why) walk(e *learners.Explanation) []string {
	places := make(map[int]int, len(e.Arms))
	name := len("arm")
	for i := range e.Arms {
		places[e.Arms[i].Arm] = i + 1
		name = max(name, ansi.StringWidth(w.label(e.Arms[i].Arm)))
	}
	score, scoreWidth := "score", termWidth
	if n := len(e.Columns); n > 0 {
		score = e.Columns[n-1]
		scoreWidth = max(termWidth, ansi.StringWidth(score))
	}
	name = max(min(name, w.width-2-stepWidth-1-scoreWidth-2-outcomeWidth-1), 3)
	lines := []string{w.theme.Faint.Render(strings.Repeat(" ", 2) + numeral.Left("walk", stepWidth) + " " +
		numeral.Left("arm", name) + " " + fill(score, scoreWidth) + "  greedy oracle")}
	play := w.state.view().Play
	kept := 0
	for i := range e.Arms {
		arm := &e.Arms[i]
		mark, style := "  ", w.theme.Text
		outcome := w.outcome(arm, places, kept)
		switch {
		case slices.Contains(play, arm.Arm):
			kept++
			outcome = "kept " + strconv.Itoa(kept) + "/" + strconv.Itoa(len(play))
			mark, style = theme.PlayGlyph+" ", w.theme.Strong
		case arm.Arm == w.state.Arm:
			mark, style = theme.SelectedGlyph+" ", w.theme.Selected
		case len(arm.LostTo) == 0 || kept == len(play):
			style = w.theme.Faint
		}
		value := ""
		if len(arm.Values) > 0 {
			value = term(arm.Values[len(arm.Values)-1], false)
		}
		line := mark + numeral.Right(strconv.Itoa(i+1), stepWidth-1) + "  " + box.FitLine(w.label(arm.Arm), name) +
			" " + numeral.Right(value, scoreWidth) + "  " + outcome
		lines = append(lines, style.Render(ansi.Truncate(line, w.width, theme.Ellipsis)))
	}
	return lines
}

// outcome is what became of an arm that was not kept.
func (w *Why) outcome(arm *learners.ArmTerms, places map[int]int, kept int) string {
	switch {
	case w.state.Shot.Config.Scenario.Matroid.Loop(arm.Arm):
		return "a loop"
	case kept == len(w.state.view().Play):
		return "not reached"
	}
	steps := make([]int, len(arm.LostTo))
	for i, e := range arm.LostTo {
		steps[i] = places[e]
	}
	slices.Sort(steps)
	texts := make([]string, len(steps))
	for i, step := range steps {
		texts[i] = strconv.Itoa(step)
	}
	return "lost to " + strings.Join(texts, " ")
}
