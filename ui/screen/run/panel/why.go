package panel

import (
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"

	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

// Why shows the focused learner's pseudo-code with the lines that it is at, and
// what they come to in numbers.
type Why struct {
	base
	kit.Scroller
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
	title := "Why " + w.state.names(play, 8) + "?"
	if ansi.StringWidth(title) > w.width/2 { // the remark needs the rest of the edge
		title = fmt.Sprintf("Why these %d arms?", len(play))
	}
	return title
}

// Remark implements Panel.
func (w *Why) Remark() string {
	if w.total > w.height && w.height > 0 {
		return fmt.Sprintf("↑↓ %d–%d of %d", w.Offset()+1, min(w.Offset()+w.height, w.total), w.total)
	}
	return ""
}

// Rows implements Panel.
func (w *Why) Rows() int { return 0 }

// Scroll implements Panel.
func (w *Why) Scroll(lines int) tea.Cmd {
	w.By(lines)
	w.drawn = nil
	return nil
}

// View implements Panel.
func (w *Why) View() []string { return w.once(w.draw) }

func (w *Why) label(j int) string { return w.state.Shot.Config.Scenario.Label(j) }

// draw shows as much of the pseudo-code as leaves room for the numbers: all of
// it, or with the lines that are not run cut short, or only those that are run,
// and these cut short at last.
func (w *Why) draw() []string {
	numbers, arms := w.numbers()
	below := len(numbers) + arms.count
	code := w.code(wrapped)
	for _, form := range []codeForm{othersCut, currentOnly, currentCut} {
		if len(code)+below > w.height {
			code = w.code(form)
		}
	}
	if len(code)+below < w.height {
		code = append(code, styled{})
	}
	top := append(code, numbers...)
	w.total = len(top) + arms.count
	from, n := w.Window(w.total, w.height)
	lines := make([]string, 0, n)
	for i := from; i < from+n; i++ {
		if i < len(top) {
			lines = append(lines, top[i].style.Render(top[i].text))
		} else {
			lines = append(lines, arms.row(i-len(top)))
		}
	}
	return lines
}

// A styled is a line that is drawn only where it is seen.
type styled struct {
	text  string
	style lipgloss.Style
}

func inStyle(style lipgloss.Style, texts ...string) []styled {
	lines := make([]styled, len(texts))
	for i, text := range texts {
		lines[i] = styled{text, style}
	}
	return lines
}

// armRows are lines of which there may be many more than are seen: one an arm.
type armRows struct {
	head  string
	count int
	row   func(i int) string
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
func (w *Why) code(form codeForm) []styled {
	view := w.state.view()
	var lines []styled
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
		parts := kit.Wrap(text, w.width, 6+indentOf(line.Text))
		if len(parts) > 1 && (form == currentCut || (form == othersCut && mark == " ")) {
			parts = []string{ansi.Truncate(text, w.width, theme.Ellipsis)}
		}
		lines = append(lines, inStyle(style, parts...)...)
	}
	return lines
}

func indentOf(text string) int { return len(text) - len(strings.TrimLeft(text, " ")) + 2 }

// numbers are the formulas of the arms that matter, and the terms of all arms,
// below the heads that are the last line of the former.
func (w *Why) numbers() (lines []styled, arms armRows) {
	view := w.state.view()
	e := &view.Explanation
	said := func(style lipgloss.Style, sentence string) {
		lines = append(lines, inStyle(style, kit.Wrap(sentence, w.width, 0)...)...)
	}
	switch {
	case w.state.Shot.Round == 0:
		said(w.theme.Faint, "before round 1: nothing has been played yet")
		return lines, arms
	case !view.Explained:
		said(w.theme.Faint, "this learner does not explain itself")
		return lines, arms
	}
	if e.Note != "" {
		said(w.theme.Text, e.Note)
	}
	if len(e.Arms) == 0 {
		return lines, arms
	}
	lines = append(lines, w.formulas(e)...)
	if w.state.Shot.Config.Scenario.Matroid != nil {
		arms = w.walk(e)
	} else {
		arms = w.table(e)
	}
	return append(lines, styled{arms.head, w.theme.Faint}), arms
}
