package panel

import (
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"regretscope/ui/box"
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
	if len(play) == 1 {
		return "Why arm " + w.label(play[0]) + "?"
	}
	return "Why " + w.state.names(play, 8) + "?"
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
	if len(code)+len(numbers) < w.height {
		code = append(code, "")
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

func (w *Why) faint(sentence string) []string {
	lines := box.Wrap(sentence, w.width, 0)
	for i := range lines {
		lines[i] = w.theme.Faint.Render(lines[i])
	}
	return lines
}

// numbers are the formulas of the arms that matter, and the terms of all arms.
func (w *Why) numbers() []string {
	view := w.state.view()
	e := &view.Explanation
	switch {
	case w.state.Shot.Round == 0:
		return w.faint("before round 1: nothing has been played yet")
	case !view.Explained:
		return w.faint("this learner does not explain itself")
	}
	var lines []string
	if e.Note != "" {
		lines = append(lines, box.Wrap(e.Note, w.width, 0)...)
	}
	if len(e.Arms) == 0 {
		return lines
	}
	lines = append(lines, w.formulas(e)...)
	if w.state.Shot.Config.Scenario.Matroid != nil {
		return append(lines, w.walk(e)...)
	}
	return append(lines, w.table(e)...)
}
