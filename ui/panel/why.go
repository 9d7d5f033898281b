package panel

import (
	"fmt"
	"math"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"

	"regretscope/learners"
	"regretscope/ui/box"
	"regretscope/ui/numeral"
	"regretscope/ui/theme"
)

// Why shows the focused learner's pseudo-code with the lines that it is at, and
// what they come to in numbers.
type Why struct {
	base
	scroller
	total int // lines there are
}

// NewWhy makes the panel.
func NewWhy(t *theme.Theme) *Why { return &Why{base: base{theme: t}} }

// Title implements Panel.
func (w *Why) Title() string {
	if w.state.Shot == nil || w.state.Shot.Round == 0 {
		return "Why"
	}
	play := w.state.view().Play
	names := make([]string, 0, 8)
	for _, j := range play[:min(len(play), 8)] {
		names = append(names, w.label(j))
	}
	if len(play) == 1 {
		return "Why arm " + names[0] + "?"
	}
	return "Why " + strings.Join(names, " ") + "?"
}

// Remark implements Panel.
func (w *Why) Remark() string {
	if w.total > w.height && w.height > 0 {
		return fmt.Sprintf("↑↓ %d–%d of %d", w.offset+1, min(w.offset+w.height, w.total), w.total)
	}
	return ""
}

// Rows implements Panel.
func (w *Why) Rows() int { return 0 }

// Scroll implements Panel.
func (w *Why) Scroll(lines int) tea.Cmd {
	w.offset, w.drawn = w.offset+lines, nil
	return nil
}

// View implements Panel.
func (w *Why) View() []string { return w.once(w.draw) }

func (w *Why) label(j int) string { return w.state.Shot.Config.Scenario.Label(j) }

// draw shows as much of the pseudo-code as leaves room for the numbers: all of
// it, or with the lines that are not run cut short, or only those that are run,
// and these cut short at last.
func (w *Why) draw() []string {
	numbers := w.numbers()
	code := w.code(wrapped)
	for _, form := range []codeForm{othersCut, currentOnly, currentCut} {
		if len(code)+len(numbers) > w.height {
			code = w.code(form)
		}
	}
	lines := append(code, numbers...)
	w.total = len(lines)
	from, n := w.window(len(lines), w.height)
	return lines[from : from+n]
}

type codeForm int

const (
	wrapped     codeForm = iota // all lines, in full
	othersCut                   // all lines, those that are not run cut to the width
	currentOnly                 // the lines that are run, in full
	currentCut                  // the lines that are run, cut to the width
)

// code is the pseudo-code. ▶ marks the lines that chose the play, ◆ those that
// ran because a release was made in this round.
func (w *Why) code(form codeForm) []string {
	view := w.state.view()
	var lines []string
	for _, line := range view.Choice.Pseudocode {
		mark, style := " ", w.theme.Faint
		switch {
		case view.Released && slices.Contains(view.Choice.ReleaseLines, line.Number):
			mark, style = "◆", w.theme.Warn
		case view.Explained && slices.Contains(view.Explanation.Lines, line.Number):
			mark, style = theme.PlayGlyph, w.theme.Accent
		case form >= currentOnly && w.state.Shot.Round > 0:
			continue
		}
		text := fmt.Sprintf("%s %2d: %s", mark, line.Number, line.Text)
		parts := box.Wrap(text, w.width, 6+indentOf(line.Text))
		if len(parts) > 1 && (form == currentCut || (form == othersCut && mark == " ")) {
			parts = []string{ansi.Truncate(text, w.width, theme.Ellipsis)}
		}
		for _, part := range parts {
			lines = append(lines, style.Render(part))
		}
	}
	return lines
}

func indentOf(text string) int { return len(text) - len(strings.TrimLeft(text, " ")) + 2 }

// numbers are the formulas of the arms that matter, and the terms of all arms.
func (w *Why) numbers() []string {
	view := w.state.view()
	e := &view.Explanation
	switch {
	case w.state.Shot.Round == 0:
		return []string{"", w.theme.Faint.Render("before round 1: nothing has been played yet")}
	case !view.Explained:
		return []string{"", w.theme.Faint.Render("this learner does not explain itself")}
	}
	var lines []string
	if e.Note != "" {
		lines = append(lines, box.Wrap(e.Note, w.width, 0)...)
	}
	if len(e.Arms) == 0 {
		return lines
	}
	lines = append(lines, w.formulas(e)...)
	return append(lines, w.table(e)...)
}

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
		for c, x := range arm.Values {
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
			return a.Values[c] != math.Trunc(a.Values[c])
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
