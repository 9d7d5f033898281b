package panel

import (
	"fmt"

	"regretscope/learners"
	"regretscope/noise/number"
	"regretscope/ui/kit"
)

// whyBasis says how a basis came about.
func (w *Why) whyBasis(e *learners.Explanation, play []int) string {
	last := lastKept(e, play)
	kept, ok := reasonOf(e, last)
	text := fmt.Sprintf("The %d %ss of the basis were taken one by one, the largest %s first", len(play), w.state.noun(), w.thing(e))
	if ok {
		text += fmt.Sprintf("; %s came last with %s", w.arm(last), number.Term(kept.score))
	}
	if rival := runnerUp(e, play); rival >= 0 {
		if r, known := reasonOf(e, rival); known && r.score > kept.score {
			return text + fmt.Sprintf(". %s with %s is larger, but %s.", kit.Capital(w.arm(rival)), number.Term(r.score), w.blocked(e, rival))
		}
	}
	return text + "."
}

// leftOut says why an arm is not in the basis.
func (w *Why) leftOut(e *learners.Explanation, play []int, j int, r reason) string {
	last := lastKept(e, play)
	kept, _ := reasonOf(e, last)
	switch {
	case w.state.Shot.Config.Scenario.Matroid.Loop(j):
		return "It is a loop, which is in no basis."
	case len(termsOf(e, j).LostTo) == 0:
		return fmt.Sprintf("The basis was complete before it: its %s %s would have to be above %s’s %s.", w.thing(e), number.Term(r.score), w.arm(last), number.Term(kept.score))
	case r.score > kept.score:
		return fmt.Sprintf("Its %s %s is larger than %s’s %s, but it %s.", w.thing(e), number.Term(r.score), w.arm(last), number.Term(kept.score), w.blocked(e, j))
	}
	return fmt.Sprintf("With its %s %s, it %s, which all come before it.", w.thing(e), number.Term(r.score), w.blocked(e, j))
}

// blocked says what keeps an arm out of a basis, in the words of the matroid.
func (w *Why) blocked(e *learners.Explanation, j int) string {
	arms := termsOf(e, j).LostTo
	if len(arms) == 0 {
		return "it came too late"
	}
	names := w.state.names(arms, 6)
	switch w.state.Shot.Config.Scenario.Matroid.Kind() {
	case "graphic":
		return "closes a cycle with " + names
	case "linear":
		return "depends linearly on " + names
	case "partition", "uniform":
		return "finds its block full of " + names
	default:
		return "does not fit beside " + names
	}
}
