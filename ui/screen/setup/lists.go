package setup

import (
	"cmp"
	"fmt"
	"slices"

	"regretscope/learners"
	"regretscope/ui/kit"
	"regretscope/ui/kit/form"
	"regretscope/ui/screen/setup/choices"
)

const (
	titleWidth = 26 // of scenarios
	nameWidth  = 18 // of learners
)

func (s *Screen) scenarioList(width int) choices.List {
	var l choices.List
	listed := s.listed()
	if len(listed) == 0 {
		l.Add(-1, s.nothingFound("scenario", scenarioSection))
	}
	for _, i := range listed {
		e := s.entries[i]
		it := choices.Item{Mark: "○", Name: e.Title, NameWidth: titleWidth, Brief: e.Name, Paper: e.Paper, Style: s.theme.Text}
		if width < choices.OneLine {
			it.Brief, it.Paper = "", e.Name
		}
		if i == s.entry {
			it.Mark, it.Selected = s.theme.Accent.Render("●"), s.section == scenarioSection
		}
		l.Draw(s.theme, i, it, i == s.entry, width)
	}
	return l
}

// nothingFound is a line for a list that its filter left empty.
func (s *Screen) nothingFound(what string, section section) string {
	return s.theme.Faint.Render(fmt.Sprintf("no %s matches “%s”; esc shows all", what, s.filters[section].text()))
}

func (s *Screen) learnerList(width int) choices.List {
	var l choices.List
	playing := s.playing()
	names := form.Labels(playing)
	family := learners.Family(-1)
	if len(s.rows) == 0 {
		l.Add(-1, s.nothingFound("learner", learnerSection))
	}
	for i, r := range s.rows {
		if r.reason == "" && r.Family != family {
			family = r.Family
			l.Add(-1, s.theme.Accent.Render(family.String()))
		}
		it := s.learnerItem(r, playing, names)
		it.Selected = i == s.row && s.section == learnerSection
		l.Draw(s.theme, i, it, i == s.row, width)
	}
	return l
}

// learnerItem is a row of the list of learners; a chosen learner carries its
// place in the comparison, in the colour of its line.
func (s *Screen) learnerItem(r row, playing []*slot, names []string) choices.Item {
	if r.heading() {
		return s.headingItem(r)
	}
	it := choices.Item{Mark: "[ ]", Name: r.Name, NameWidth: nameWidth, Brief: cmp.Or(r.Brief, r.Summary), Paper: r.Paper, Style: s.theme.Text}
	switch {
	case s.isTyped(r):
		it.Mark = " ○ "
	case r.reason != "" && r.slot != nil:
		it.Mark, it.Brief, it.Style = s.theme.Faint.Render("[–]"), "set aside while it cannot play", s.theme.Faint
	case r.reason != "":
		it.Mark, it.Style = s.theme.Faint.Render(" – "), s.theme.Faint
	case r.slot != nil:
		place := slices.Index(playing, r.slot)
		it.Style = s.theme.Series(place).Style
		it.Mark, it.Name = it.Style.Render(fmt.Sprintf("[%d]", place+1)), names[place]
	}
	return it
}

// headingItem stands for the learners that cannot play for one reason.
func (s *Screen) headingItem(r row) choices.Item {
	mark := " + "
	if s.unfolded[r.reason] {
		mark = " − "
	}
	return choices.Item{
		Mark: s.theme.Faint.Render(mark), Name: kit.Count(len(r.folded)) + " cannot play", NameWidth: nameWidth, Brief: r.reason, Style: s.theme.Faint,
	}
}
