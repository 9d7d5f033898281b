package setup

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"

	"regretscope/learners"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

// From oneLineWidth an item of a list is a line of columns, whose outer ones
// are nameWidth and at most paperWidth wide; in less room its summary stands
// below its name.
const (
	oneLineWidth = 70
	nameWidth    = 18
	paperWidth   = 18
)

// An item is one thing to choose: what it is called, what it is, and where it
// comes from.
type item struct {
	mark, name, summary, paper string
	style                      lipgloss.Style // of the name
	selected                   bool
	whole                      bool // the summary is wrapped rather than cut
}

func (s *Screen) itemLines(it item, width int) []string {
	head, name := "  ", it.style.Render(it.name)
	if it.selected {
		head, name = s.theme.Selected.Render(theme.SelectedGlyph)+" ", s.theme.Selected.Render(it.name)
	}
	head += it.mark + " "
	if width >= oneLineWidth {
		what := kit.FitLine(name, nameWidth) + " " + s.theme.Faint.Render(it.summary)
		paper := "  " + ansi.Truncate(it.paper, paperWidth, theme.Ellipsis)
		return []string{kit.Spread(head+what, s.theme.Faint.Render(paper), width)}
	}
	indent := ansi.StringWidth(head)
	room := width - indent - ansi.StringWidth(it.name) - 2
	paper := s.theme.Faint.Render(ansi.Truncate(it.paper, max(0, room), theme.Ellipsis))
	summary := []string{it.summary}
	if it.whole {
		summary = kit.Wrap(it.summary, width-indent, 0)
	}
	lines := []string{kit.Spread(head+name, paper, width)}
	for _, line := range summary {
		lines = append(lines, strings.Repeat(" ", indent)+s.theme.Faint.Render(line))
	}
	return lines
}

func (s *Screen) scenarioList(width int, whole bool) listing {
	var l listing
	for i, e := range s.entries {
		it := item{mark: "○", name: e.name, summary: e.summary, paper: e.paper, style: s.theme.Text, whole: whole}
		if i == s.entry {
			it.mark = s.theme.Accent.Render("●")
			it.selected = s.section == scenarioSection
			l.from = len(l.lines)
		}
		l.lines = append(l.lines, s.itemLines(it, width)...)
		if i == s.entry {
			l.to = len(l.lines)
		}
	}
	return l
}

func (s *Screen) learnerList(width int) listing {
	var l listing
	places := map[*slot]int{}
	for i, slot := range s.playing() {
		places[slot] = i
	}
	family := learners.Family(-1)
	for i, r := range s.rows() {
		if i == s.row {
			l.from = len(l.lines)
		}
		if r.Family != family {
			family = r.Family
			l.lines = append(l.lines, s.theme.Accent.Render(family.String()))
		}
		it := s.learnerItem(r, places)
		it.selected = i == s.row && s.section == learnerSection
		l.lines = append(l.lines, s.itemLines(it, width)...)
		if i == s.row {
			l.to = len(l.lines)
		}
	}
	return l
}

// learnerItem is a learner in the list; a chosen one carries its place in the
// comparison, in the colour of its line.
func (s *Screen) learnerItem(r row, places map[*slot]int) item {
	it := item{mark: "[ ]", name: r.Name, summary: r.Summary, paper: r.Paper, style: s.theme.Text}
	reason := s.reason(r.Declaration)
	switch {
	case reason != "" && r.slot != nil:
		it.mark, it.summary, it.style = s.theme.Faint.Render("[–]"), "set aside: "+reason, s.theme.Faint
	case reason != "":
		it.mark, it.summary, it.style = s.theme.Faint.Render(" – "), "not here: "+reason, s.theme.Faint
	case r.slot != nil:
		place := places[r.slot]
		it.style = s.theme.Series(place).Style
		it.mark, it.name = it.style.Render(fmt.Sprintf("[%d]", place+1)), r.slot.label()
	}
	return it
}

// label is the learner's name with what was set, as the run screen will say it.
func (s *slot) label() string {
	if choice, err := s.choice(); err == nil {
		return choice.Label()
	}
	return s.Name
}
