package experiment

import (
	"fmt"

	"regretscope/ui/facts"
	"regretscope/ui/kit"
)

// A versus is the focused learner compared with another one.
type versus struct {
	facts.Versus
	other int
}

// versus lists the pairs of the focused learner at the grid point that is shown.
func (s *Screen) versus() []versus {
	learners := s.result.Config.Learners
	per := len(s.result.Pairs) / len(s.result.experiment.Points)
	pairs := s.result.Pairs[s.point*per:][:per]
	var all []versus
	i := 0
	for a := range learners {
		for b := a + 1; b < len(learners) && i < len(pairs); b++ {
			if a > 0 && per < len(learners) { // each with the first only
				return all
			}
			switch s.focus {
			case a:
				all = append(all, versus{facts.Versus{Pair: &pairs[i]}, b})
			case b:
				all = append(all, versus{facts.Versus{Pair: &pairs[i], Flipped: true}, a})
			}
			i++
		}
	}
	return all
}

// pairTable says how the focused learner compares with each other one.
func (s *Screen) pairTable(width int) (head string, rows []string) {
	t := kit.Table{Columns: []kit.Column{{Title: "against", Priority: kit.Always, Least: 12, Names: true, Fill: true}}}
	for _, c := range facts.Pairs {
		t.Columns = append(t.Columns, kit.Column{Title: c.Title, Right: true, Priority: c.Weight})
	}
	for _, v := range s.versus() {
		t.Rows = append(t.Rows, facts.Cells(facts.Pairs, v.Versus, s.config.Learners[v.other].Label()))
	}
	head, rows = t.Lines(width)
	return s.theme.Faint.Render(head), rows
}

// pairTitle is the heading of pairTable.
func (s *Screen) pairTitle() string {
	return fmt.Sprintf("%s minus the others, run by run", s.config.Learners[s.focus].Label())
}
