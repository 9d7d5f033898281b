package setup

import (
	"fmt"
	"slices"

	"regretscope/noise/declare"
	"regretscope/ui/kit"
	"regretscope/ui/screen/setup/choices"
	"regretscope/ui/screen/setup/source"
)

// takeLineup puts the comparison at the cursor on the screen.
func (s *Screen) takeLineup() error {
	l := s.lineups[s.lineup]
	config, err := l.Config("")
	if err != nil {
		return err
	}
	s.Edit(config, source.Source{Scenario: l.Scenario}) // arms of its own have no source
	s.goTo(learnerSection)
	return nil
}

// takeNamed puts a named comparison on the screen.
func (s *Screen) takeNamed(name string) error {
	var names []string
	for i, l := range s.lineups {
		if names = append(names, l.Name); l.Name == name {
			s.lineup = i
			return s.takeLineup()
		}
	}
	return fmt.Errorf("comparisons %s: no such comparison%s", name, declare.DidYouMean(name, names))
}

// viewLineups lists the named comparisons, and below them what the one at the
// cursor consists of.
func (s *Screen) viewLineups() kit.Block {
	l := s.lineups[s.lineup]
	lines, above, below := s.lineupPart(s.Width-kit.FrameWidth, s.Height-kit.FrameHeight-1).View()
	frame := kit.Frame{Title: "Named comparisons", Focused: true, Remark: kit.Hidden(above, below)}
	verdict := s.theme.Good.Render(" enter") + " puts " + l.Name + " on the screen, where it can be changed"
	if s.refusal != "" {
		verdict = s.verdict()
	}
	return append(frame.Draw(s.theme, lines, s.Width, s.Height-1), kit.FitLine(verdict, s.Width))
}

// families are the comparisons by their figures, each as the first and the last place in
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

// family is the place of the chosen comparison's family in the families.
func (s *Screen) family() int {
	return slices.IndexFunc(s.families(), func(f [2]int) bool { return f[0] <= s.lineup && s.lineup <= f[1] })
}

// turnLineup goes to another panel or ε of the figure, round and round.
func (s *Screen) turnLineup(by int) {
	f := s.families()[s.family()]
	n := f[1] - f[0] + 1
	s.lineup = f[0] + (s.lineup-f[0]+by+n)%n
}

func (s *Screen) lineupPart(width, height int) choices.Part {
	var list choices.List
	at := s.family()
	for i, f := range s.families() {
		first := s.lineups[f[0]]
		name, summary := first.Family()
		it := choices.Item{Mark: "○", Name: name, NameWidth: nameWidth, Brief: summary, Paper: first.Paper, Style: s.theme.Text}
		if i == at {
			it.Mark, it.Selected = s.theme.Accent.Render("●"), true
		}
		list.Draw(s.theme, f[0], it, i == at, width)
	}
	detail := s.lineupDetail(width)
	return choices.Part{List: list, Detail: detail, Keep: min(len(detail), 2*height/3), Height: height} // the list keeps a third
}

// lineupDetail says what the chosen comparison consists of.
func (s *Screen) lineupDetail(width int) []string {
	l, f := s.lineups[s.lineup], s.families()[s.family()]
	detail := s.headline(l.Name, declare.SpellOut(l.Paper), width)
	if n := f[1] - f[0] + 1; n > 1 {
		turn := s.theme.Accent.Render("‹ ›") + fmt.Sprintf(" %d of %d of this figure", s.lineup-f[0]+1, n)
		detail = append(detail, kit.FitLine(turn, width))
	}
	detail = append(detail, kit.Styled(l.Summary, width, 0, s.theme.Text)...)
	setting := "on " + l.Place()
	if l.Epsilon != 0 {
		setting += " · ε " + declare.FormatNumber(l.Epsilon)
	}
	detail = append(detail, kit.Styled(setting, width, 0, s.theme.Faint)...)
	for i, learner := range l.Learners {
		detail = append(detail, "  "+s.theme.Series(i).Style.Render(learner))
	}
	return detail
}
