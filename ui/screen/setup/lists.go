package setup

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"

	"regretscope/learners"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

// From oneLineWidth an item of a list is a line; in less room what it is stands
// below its name.
const (
	oneLineWidth = 60
	titleWidth   = 26 // of scenarios
	nameWidth    = 18 // of learners
)

// An item is one thing to choose: what it is called, what it is, and where it
// comes from.
type item struct {
	mark, name, brief, paper string
	style                    lipgloss.Style // of the name
	nameWidth                int            // columns of the names in the list
	selected                 bool
}

// addItem draws an item into a list. Its paper is shown where there is room for all
// of it; the detail below the list has it in any case.
func (s *Screen) addItem(l *listing, i int, it item, atCursor bool, width int) {
	from := len(l.lines)
	head, name := "  ", it.style.Render(it.name)
	if it.selected {
		head, name = s.theme.Selected.Render(theme.SelectedGlyph)+" ", s.theme.Selected.Render(it.name)
	}
	head += it.mark + " "
	indent := strings.Repeat(" ", ansi.StringWidth(head))
	brief := s.theme.Faint.Render(it.brief)
	first := head + name
	if width >= oneLineWidth {
		first = head + kit.FitLine(name, it.nameWidth) + " " + brief
	}
	paper := "  " + it.paper
	if ansi.StringWidth(first+paper) > width {
		paper = ""
	}
	l.add(i, kit.Spread(first, s.theme.Faint.Render(paper), width))
	if width < oneLineWidth && it.brief != "" {
		l.add(i, kit.FitLine(indent+brief, width))
	}
	if atCursor {
		l.from, l.to = from, len(l.lines)
	}
}

func (s *Screen) scenarioList(width int) listing {
	var l listing
	listed := s.listed()
	if len(listed) == 0 {
		l.add(-1, s.nothingFound("scenario", scenarioSection))
	}
	for _, i := range listed {
		e := s.entries[i]
		it := item{mark: "○", name: e.title, nameWidth: titleWidth, brief: e.name, paper: e.paper, style: s.theme.Text}
		if width < oneLineWidth {
			it.brief, it.paper = "", e.name
		}
		if i == s.entry {
			it.mark, it.selected = s.theme.Accent.Render("●"), s.section == scenarioSection
		}
		s.addItem(&l, i, it, i == s.entry, width)
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
		it.selected = i == s.row && s.section == learnerSection
		s.addItem(&l, i, it, i == s.row, width)
	}
	return l
}

// learnerItem is a row of the list of learners; a chosen learner carries its
// place in the comparison, in the colour of its line.
func (s *Screen) learnerItem(r row, playing []*slot, names []string) item {
	if r.heading() {
		return s.headingItem(r)
	}
	it := item{mark: "[ ]", name: r.Name, nameWidth: nameWidth, brief: cmp.Or(r.Brief, r.Summary), paper: r.Paper, style: s.theme.Text}
	switch {
	case r.reason != "" && r.slot != nil:
		it.mark, it.brief, it.style = s.theme.Faint.Render("[–]"), "set aside while it cannot play", s.theme.Faint
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
		mark: s.theme.Faint.Render(mark), name: kit.Count(len(r.folded)) + " cannot play", nameWidth: nameWidth, brief: r.reason, style: s.theme.Faint,
	}
}
