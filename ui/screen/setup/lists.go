package setup

import (
	"cmp"
	"fmt"
	"slices"

	"regretscope/learners"
	"regretscope/noise/param"
	"regretscope/ui/kit"
	"regretscope/ui/kit/form"
)

const (
	titleWidth = 26 // of scenarios
	nameWidth  = 18 // of learners
)

func (s *Screen) scenarioList(width int) choiceList {
	var l choiceList
	listed := s.listed()
	if len(listed) == 0 {
		l.Add(-1, s.nothingFound("scenario", scenarioSection))
	}
	for _, i := range listed {
		e := s.entries[i]
		it := choiceItem{
			Mark: "○", Name: e.Title, NameWidth: titleWidth, Brief: e.Name,
			Paper: e.Paper, Style: s.theme.Text,
		}
		if width < oneLine {
			it.Brief, it.Paper = "", e.Name
		}
		if i == s.entry {
			it.Mark, it.Selected = s.theme.Accent.Render("●"), s.section == scenarioSection
		}
		l.Draw(s.theme, i, it, i == s.entry, width)
	}
	return l
}

// nothingFound returns a line for a list that its filter left empty.
func (s *Screen) nothingFound(what string, section section) string {
	return s.theme.Faint.Render(fmt.Sprintf("no %s matches “%s”; esc shows all", what, s.filters[section].line.Text()))
}

func (s *Screen) learnerList(width int) choiceList {
	var l choiceList
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

// learnerItem returns a row of the list of learners: a learner, or the heading of those that cannot
// play for one reason. A chosen learner has its place in the comparison, in the color of its line.
func (s *Screen) learnerItem(r row, playing []*slot, names []string) choiceItem {
	if r.heading() {
		mark := " + "
		if s.unfolded[r.reason] {
			mark = " − "
		}
		return choiceItem{
			Mark: s.theme.Faint.Render(mark), Name: kit.Count(len(r.folded)) + " cannot play", NameWidth: nameWidth,
			Brief: r.reason, Style: s.theme.Faint,
		}
	}
	it := choiceItem{
		Mark: "[ ]", Name: r.Name, NameWidth: nameWidth, Brief: cmp.Or(r.Brief, r.Summary),
		Paper: r.Paper, Style: s.theme.Text,
	}
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

// takeLineup puts the comparison at the cursor on the screen.
func (s *Screen) takeLineup(string) error {
	l := s.lineups[s.lineup]
	config, err := l.Config("")
	if err != nil {
		return err
	}
	s.Edit(config)
	s.goTo(learnerSection)
	return nil
}

func (s *Screen) takeNamed(name string) error {
	var names []string
	for i, l := range s.lineups {
		names = append(names, l.Name)
		if l.Name == name {
			s.lineup = i
			return s.takeLineup("")
		}
	}
	return fmt.Errorf("comparisons %s: no such comparison%s", name, param.DidYouMean(name, names))
}

// viewLineups draws the list of named comparisons, and below it the parts of the one at the cursor.
func (s *Screen) viewLineups() kit.Block {
	l := s.lineups[s.lineup]
	lines, above, below := s.lineupPart(s.Width-kit.FrameWidth, s.Height-kit.FrameHeight-1).View()
	frame := kit.Frame{Title: "Named comparisons", Focused: true, Remark: kit.Hidden(above, below)}
	verdict := s.theme.Good.Render(" enter") + " puts " + l.Name + " on the screen, where it can be changed"
	if s.Notice.Text != "" {
		verdict = s.verdict()
	}
	return append(frame.Draw(s.theme, lines, s.Width, s.Height-1), kit.FitLine(verdict, s.Width))
}

// families returns the comparisons by their figures, each as the first and the last place in
// s.lineups.
func (s *Screen) families() [][2]int {
	var all [][2]int
	before := ""
	for i, l := range s.lineups {
		name, _ := l.Family()
		if i == 0 || name != before {
			all = append(all, [2]int{i, i})
		}
		all[len(all)-1][1], before = i, name
	}
	return all
}

// family returns the place of the chosen comparison's family in the families.
func (s *Screen) family() int {
	return slices.IndexFunc(s.families(), func(f [2]int) bool { return f[0] <= s.lineup && s.lineup <= f[1] })
}

// turnLineup goes to another panel or ε of the figure, in a circle.
func (s *Screen) turnLineup(by int) {
	f := s.families()[s.family()]
	n := f[1] - f[0] + 1
	s.lineup = f[0] + (s.lineup-f[0]+by+n)%n
}

func (s *Screen) lineupPart(width, height int) choicePart {
	var list choiceList
	at := s.family()
	for i, f := range s.families() {
		first := s.lineups[f[0]]
		name, summary := first.Family()
		it := choiceItem{
			Mark: "○", Name: name, NameWidth: nameWidth, Brief: summary,
			Paper: first.Paper, Style: s.theme.Text,
		}
		if i == at {
			it.Mark, it.Selected = s.theme.Accent.Render("●"), true
		}
		list.Draw(s.theme, f[0], it, i == at, width)
	}
	detail := s.lineupDetail(width)
	keep := min(len(detail), 2*height/3) // the list keeps a third
	return choicePart{List: list, Detail: detail, Keep: keep, Height: height}
}

func (s *Screen) lineupDetail(width int) []string {
	l, f := s.lineups[s.lineup], s.families()[s.family()]
	detail := s.headline(l.Name, param.SpellOut(l.Paper), width)
	if n := f[1] - f[0] + 1; n > 1 {
		turn := s.theme.Accent.Render("‹ ›") + fmt.Sprintf(" %d of %d of this figure", s.lineup-f[0]+1, n)
		detail = append(detail, kit.FitLine(turn, width))
	}
	detail = append(detail, kit.Styled(l.Summary, width, 0, s.theme.Text)...)
	setting := "on " + l.Place()
	if l.Epsilon != 0 {
		setting += " · ε " + param.FormatNumber(l.Epsilon)
	}
	detail = append(detail, kit.Styled(setting, width, 0, s.theme.Faint)...)
	for i, learner := range l.Learners {
		detail = append(detail, "  "+s.theme.Series(i).Style.Render(learner))
	}
	return detail
}
