package experiment

import (
	"fmt"

	"regretscope/model"
	"regretscope/noise/number"
	"regretscope/ui/kit"
)

// A versus is the focused learner compared with another one, run by run.
type versus struct {
	*model.Pair
	other   int
	flipped bool // the focused learner is the second of the pair
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
				all = append(all, versus{&pairs[i], b, false})
			case b:
				all = append(all, versus{&pairs[i], a, true})
			}
			i++
		}
	}
	return all
}

// signed is a difference seen from the focused learner.
func (v *versus) signed(x model.Number) float64 {
	if v.flipped {
		return 0 - float64(x)
	}
	return float64(x)
}

// better is the share of runs in which the focused learner has less regret.
func (v *versus) better() float64 {
	if v.flipped {
		return 1 - float64(v.FirstBetter)
	}
	return float64(v.FirstBetter)
}

func (v *versus) interval() string {
	if v.Interval == nil {
		return kit.None
	}
	low, high := v.signed(v.Interval[0]), v.signed(v.Interval[1])
	return number.Interval(min(low, high), max(low, high))
}

// pairTable says how the focused learner compares with each other one.
func (s *Screen) pairTable(width int) (head string, rows []string) {
	t := kit.Table{Columns: []kit.Column{
		{Title: "against", Priority: kit.Always, Least: 12, Fill: true},
		{Title: "difference ± se", Right: true, Priority: 8},
		{Title: "95 % interval", Right: true, Priority: 7},
		{Title: "less regret in", Right: true, Priority: 6},
		{Title: "effect", Right: true, Priority: 4},
		{Title: "pairing is worth", Right: true, Priority: 5},
	}}
	for _, v := range s.versus() {
		t.Rows = append(t.Rows, []string{
			s.config.Learners[v.other].Label(),
			kit.WithError(v.signed(v.Difference), float64(v.Error)),
			v.interval(),
			number.Share(v.better()) + " of runs",
			kit.Fixed(v.signed(v.Effect), 2) + " sd",
			kit.Fixed(float64(v.PairingGain), 1) + " × runs",
		})
	}
	head, rows = t.Lines(width)
	return s.theme.Faint.Render(head), rows
}

// pairTitle is the heading of pairTable.
func (s *Screen) pairTitle() string {
	return fmt.Sprintf("%s minus the others, run by run", s.config.Learners[s.focus].Label())
}
