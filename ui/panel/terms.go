package panel

import (
	"math"
	"slices"
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"

	"regretscope/learners"
	"regretscope/ui/box"
	"regretscope/ui/numeral"
	"regretscope/ui/theme"
)

const mostFormulas = 3 // of the arms that are played

// formulas are those of the played arms, of the one that came next, and of the
// arm that the person looks at.
func (w *Why) formulas(e *learners.Explanation) []string {
	play := w.state.view().Play
	var lines []string
	add := func(j int, role string, style lipgloss.Style) {
		for i := range e.Arms {
			if e.Arms[i].Arm != j || e.Arms[i].Text == "" {
				continue
			}
			text := "arm " + w.label(j) + role + ": " + e.Arms[i].Text
			for _, line := range box.Wrap(text, w.width, 2) {
				lines = append(lines, style.Render(line))
			}
		}
	}
	for _, j := range play[:min(len(play), mostFormulas)] {
		add(j, " played", w.theme.Strong)
	}
	second := runnerUp(e, play)
	add(second, " next best", w.theme.Text)
	if j := w.state.Arm; j != second && !slices.Contains(play, j) {
		add(j, "", w.theme.Selected)
	}
	return lines
}

// runnerUp is the arm of the largest score that is not played; −1 for none.
func runnerUp(e *learners.Explanation, play []int) int {
	best := -1
	for i := range e.Arms {
		arm := &e.Arms[i]
		if len(arm.Values) == 0 || slices.Contains(play, arm.Arm) {
			continue
		}
		if best < 0 || score(arm) > score(&e.Arms[best]) {
			best = i
		}
	}
	if best < 0 {
		return -1
	}
	return e.Arms[best].Arm
}

func score(a *learners.ArmTerms) float64 { return a.Values[len(a.Values)-1] }

const termWidth = 9

// table has the terms of every arm, the score last.
func (w *Why) table(e *learners.Explanation) []string {
	label := 3
	for i := range e.Arms {
		label = max(label, ansi.StringWidth(w.label(e.Arms[i].Arm)))
	}
	head := "  " + box.FitLine("arm", label)
	for _, name := range e.Columns {
		head += " " + fill(name, columnWidth(name))
	}
	lines := []string{w.theme.Faint.Render(head)}
	play := w.state.view().Play
	whole := wholeColumns(e)
	for i := range e.Arms {
		arm := &e.Arms[i]
		mark, style := "  ", w.theme.Text
		if slices.Contains(play, arm.Arm) {
			mark, style = theme.PlayGlyph+" ", w.theme.Strong
		} else if arm.Arm == w.state.Arm {
			mark, style = theme.SelectedGlyph+" ", w.theme.Selected
		}
		line := mark + box.FitLine(w.label(arm.Arm), label)
		for c, x := range arm.Values[:min(len(arm.Values), len(e.Columns))] {
			line += " " + numeral.Right(term(x, whole[c]), columnWidth(e.Columns[c]))
		}
		lines = append(lines, style.Render(line))
	}
	return lines
}

// columnWidth leaves a column as wide as its head and the usual number.
func columnWidth(name string) int { return max(termWidth, ansi.StringWidth(name)) }

// fill is numeral.Right for names whose runes may take no cell (μ̃).
func fill(name string, width int) string {
	return strings.Repeat(" ", max(0, width-ansi.StringWidth(name))) + name
}

// wholeColumns tells which terms are whole numbers for every arm: counts.
func wholeColumns(e *learners.Explanation) []bool {
	whole := make([]bool, len(e.Columns))
	for c := range whole {
		whole[c] = !slices.ContainsFunc(e.Arms, func(a learners.ArmTerms) bool {
			return c < len(a.Values) && a.Values[c] != math.Trunc(a.Values[c])
		})
	}
	return whole
}

// term writes a term with four decimals, or fewer where it is large or a count.
func term(x float64, whole bool) string {
	switch {
	case whole:
		return numeral.Fixed(x, 0)
	case x > -1000 && x < 1000:
		return numeral.Fixed(x, 4)
	}
	return numeral.Fixed(x, 1)
}
