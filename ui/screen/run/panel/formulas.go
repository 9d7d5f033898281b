package panel

import (
	"slices"

	"github.com/charmbracelet/lipgloss"

	"regretscope/learners"
	"regretscope/ui/kit"
)

// formulas are those of the played arm, or of the one that came last into the
// basis, of the best rival, and of the arm that the person looks at.
func (w *Why) formulas(e *learners.Explanation) []styled {
	play := w.state.view().Play
	var lines []styled
	add := func(j int, role string, style lipgloss.Style) {
		if text := termsOf(e, j).Text; text != "" {
			lines = append(lines, inStyle(style, kit.Wrap(w.arm(j)+role+": "+text, w.width, 2)...)...)
		}
	}
	last, role := play[0], " played"
	if len(play) > 1 {
		last, role = lastKept(e, play), " kept last"
	}
	second := runnerUp(e, play)
	add(last, role, w.theme.Strong)
	add(second, " best rival", w.theme.Text)
	if j := w.state.Arm; j != second && j != last {
		add(j, "", w.theme.Selected)
	}
	return lines
}

// lastKept is the arm of the basis that the greedy walk came to last.
func lastKept(e *learners.Explanation, play []int) int {
	for i := len(e.Arms) - 1; i >= 0; i-- {
		if slices.Contains(play, e.Arms[i].Arm) {
			return e.Arms[i].Arm
		}
	}
	return play[0]
}

// runnerUp is the arm of the largest score that is not played; −1 for none.
func runnerUp(e *learners.Explanation, play []int) int {
	best := &learners.ArmTerms{Arm: -1}
	for i := range e.Arms {
		arm := &e.Arms[i]
		if len(arm.Values) > 0 && !slices.Contains(play, arm.Arm) && (best.Arm < 0 || score(arm) > score(best)) {
			best = arm
		}
	}
	return best.Arm
}

func score(a *learners.ArmTerms) float64 { return a.Values[len(a.Values)-1] }
