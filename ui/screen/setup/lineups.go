package setup

import (
	"fmt"

	"regretscope/noise/declare"
	"regretscope/ui/kit"
)

// takeLineup puts the comparison at the cursor on the screen.
func (s *Screen) takeLineup() error {
	l := s.lineups[s.lineup]
	config, err := l.Config("")
	if err != nil {
		return err
	}
	s.Edit(config, Source{Scenario: l.Scenario}) // arms of its own have no source
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
	lines, above, below := s.lineupPart(s.Width-kit.FrameWidth, s.Height-kit.FrameHeight-1).view()
	frame := kit.Frame{Title: "Named comparisons", Focused: true, Remark: kit.Hidden(above, below)}
	verdict := s.theme.Good.Render(" enter") + " puts " + l.Name + " on the screen, where it can be changed"
	if s.refusal != "" {
		verdict = s.verdict()
	}
	return append(frame.Draw(s.theme, lines, s.Width, s.Height-1), kit.FitLine(verdict, s.Width))
}

func (s *Screen) lineupPart(width, height int) part {
	l := s.lineups[s.lineup]
	var list listing
	for i, each := range s.lineups {
		it := item{mark: "○", name: each.Name, brief: each.Summary, paper: each.Paper, style: s.theme.Text}
		if i == s.lineup {
			it.mark, it.selected = s.theme.Accent.Render("●"), true
		}
		s.addItem(&list, i, it, i == s.lineup, width)
	}
	detail := s.headline(l.Name, l.Paper, width)
	detail = append(detail, kit.Styled(l.Summary, width, 0, s.theme.Text)...)
	detail = append(detail, kit.Styled("on "+l.Place(), width, 0, s.theme.Faint)...)
	for i, learner := range l.Learners {
		detail = append(detail, "  "+s.theme.Series(i).Style.Render(learner))
	}
	return part{list, detail, min(len(detail), 2*height/3), height} // the list keeps a third
}
