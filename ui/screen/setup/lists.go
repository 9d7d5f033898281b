package setup

import (
	"fmt"
	"slices"
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
	listed := s.listed()
	if len(listed) == 0 {
		l.add(-1, s.nothingFound("scenario", scenarioSection))
	}
	for _, i := range listed {
		e := s.entries[i]
		it := item{mark: "○", name: e.name, summary: e.summary, paper: e.paper, style: s.theme.Text, whole: whole}
		if i != s.entry {
			l.add(i, s.itemLines(it, width)...)
			continue
		}
		it.mark, it.selected = s.theme.Accent.Render("●"), s.section == scenarioSection
		l.addAtCursor(i, s.itemLines(it, width)...)
	}
	return l
}

// nothingFound is a line for a list that its filter left empty.
func (s *Screen) nothingFound(what string, section section) string {
	return s.theme.Faint.Render(fmt.Sprintf("no %s matches “%s”; esc shows all", what, s.filters[section].text()))
}

func (s *Screen) learnerList(width int) listing {
	var l listing
	playing := s.playing()
	names := labels(playing)
	family := learners.Family(-1)
	if len(s.rows) == 0 {
		l.add(-1, s.nothingFound("learner", learnerSection))
	}
	for i, r := range s.rows {
		if r.reason == "" && r.Family != family {
			family = r.Family
			l.add(-1, s.theme.Accent.Render(family.String()))
		}
		it := s.learnerItem(r, playing, names)
		if i != s.row {
			l.add(i, s.itemLines(it, width)...)
			continue
		}
		it.selected = s.section == learnerSection
		l.addAtCursor(i, s.itemLines(it, width)...)
	}
	return l
}

// learnerItem is a row of the list of learners; a chosen learner carries its
// place in the comparison, in the colour of its line.
func (s *Screen) learnerItem(r row, playing []*slot, names []string) item {
	if r.heading() {
		return s.headingItem(r)
	}
	it := item{mark: "[ ]", name: r.Name, summary: r.Summary, paper: r.Paper, style: s.theme.Text}
	switch {
	case r.reason != "" && r.slot != nil:
		it.mark, it.summary, it.style = s.theme.Faint.Render("[–]"), "set aside: "+r.reason, s.theme.Faint
	case r.reason != "":
		it.mark, it.style = s.theme.Faint.Render(" – "), s.theme.Faint
	case r.slot != nil:
		place := slices.Index(playing, r.slot)
		it.style = s.theme.Series(place).Style
		it.mark, it.name = it.style.Render(fmt.Sprintf("[%d]", place+1)), names[place]
	}
	return it
}

// headingItem stands for the learners that cannot play for one reason.
func (s *Screen) headingItem(r row) item {
	mark := " + "
	if s.unfolded[r.reason] {
		mark = " − "
	}
	return item{
		mark: s.theme.Faint.Render(mark), name: kit.Count(len(r.folded)) + " cannot play", summary: r.reason, style: s.theme.Faint,
	}
}
