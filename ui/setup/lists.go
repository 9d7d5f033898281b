package setup

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"

	"regretscope/learners"
	"regretscope/ui/theme"
)

// oneLineWidth is from where an item of a list fits on one line.
const oneLineWidth = 70

// An item is one thing to choose.
type item struct {
	mark, name, summary, paper string
	style                      lipgloss.Style // of the name
	selected, greyed           bool
}

// itemLines draws an item on one line or two, whichever the width allows.
func (s *Screen) itemLines(it item, width int) []string {
	name := it.style.Render(it.name)
	if it.selected {
		name = s.theme.Selected.Render(it.name)
	}
	if it.greyed {
		name = s.theme.Faint.Render(it.name)
	}
	head := "  "
	if it.selected {
		head = s.theme.Selected.Render(theme.SelectedGlyph) + " "
	}
	head += it.mark + " "
	if width >= oneLineWidth {
		const names = 18
		text := fit(name, names) + " " + s.theme.Faint.Render(it.summary)
		return []string{spread(head+text, s.theme.Faint.Render(it.paper), width)}
	}
	indent := strings.Repeat(" ", ansi.StringWidth(head))
	paper := ansi.Truncate(it.paper, max(0, width-ansi.StringWidth(head)-ansi.StringWidth(it.name)-2), theme.Ellipsis)
	return []string{
		spread(head+name, s.theme.Faint.Render(paper), width),
		indent + s.theme.Faint.Render(it.summary),
	}
}

func (s *Screen) scenarioList(width int) listing {
	var l listing
	for i, e := range s.entries {
		mark := "○"
		if i == s.entry {
			mark = s.theme.Accent.Render("●")
			l.from = len(l.lines)
		}
		l.lines = append(l.lines, s.itemLines(item{
			mark: mark, name: e.name, summary: e.summary, paper: e.paper, style: s.theme.Text,
			selected: i == s.entry && s.section == scenarioSection,
		}, width)...)
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
		it := item{
			mark: "[ ]", name: r.Name, summary: r.Summary, paper: r.Paper, style: s.theme.Text,
			selected: i == s.row && s.section == learnerSection,
		}
		if reason := s.reason(r.Declaration); reason != "" {
			it.greyed, it.mark = true, " – "
			it.summary = "cannot play this scenario: " + reason
			if r.slot != nil {
				it.mark = "[–]"
				it.summary = "set aside: " + reason
			}
			it.mark = s.theme.Faint.Render(it.mark)
		} else if r.slot != nil {
			it.style = s.theme.Series(places[r.slot]).Style
			it.mark = it.style.Render(fmt.Sprintf("[%d]", places[r.slot]+1))
			it.name = r.slot.label()
		}
		l.lines = append(l.lines, s.itemLines(it, width)...)
		if i == s.row {
			l.to = len(l.lines)
		}
	}
	return l
}

// label is the learner's name with what was set, as the run screen will say it.
func (s *slot) label() string {
	if choice, err := s.choice(); err == nil {
		return choice.Label()
	}
	return s.Name
}
