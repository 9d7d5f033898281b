package facts

import (
	"fmt"

	"regretscope/noise/number"
	"regretscope/ui/kit"
)

// whyBasis says how a basis came about.
func (f *Focus) whyBasis() string {
	last := f.lastKept()
	kept, ok := f.reason(last)
	text := fmt.Sprintf("The %d %ss of the basis were taken one by one, the largest %s first", len(f.View.Play), f.noun(), f.compared())
	if ok {
		text += fmt.Sprintf("; %s came last with %s", f.arm(last), number.Term(kept.score))
	}
	if rival := f.runnerUp(); rival >= 0 {
		if r, known := f.reason(rival); known && r.score > kept.score {
			return text + fmt.Sprintf(". %s with %s is larger, but %s.", kit.Capital(f.arm(rival)), number.Term(r.score), f.blocked(rival))
		}
	}
	return text + "."
}

// leftOut says why an arm is not in the basis.
func (f *Focus) leftOut(r reason) string {
	last := f.lastKept()
	kept, _ := f.reason(last)
	switch {
	case f.Shot.Config.Scenario.Matroid.Loop(r.arm):
		return "It is a loop, which is in no basis."
	case len(f.terms(r.arm).LostTo) == 0:
		return fmt.Sprintf("The basis was complete before it: its %s %s would have to be above %s’s %s.", f.compared(), number.Term(r.score), f.arm(last), number.Term(kept.score))
	case r.score > kept.score:
		return fmt.Sprintf("Its %s %s is larger than %s’s %s, but it %s.", f.compared(), number.Term(r.score), f.arm(last), number.Term(kept.score), f.blocked(r.arm))
	}
	return fmt.Sprintf("With its %s %s, it %s, which all come before it.", f.compared(), number.Term(r.score), f.blocked(r.arm))
}

// blocked says what keeps an arm out of a basis, in the words of the matroid.
func (f *Focus) blocked(j int) string {
	arms := f.terms(j).LostTo
	if len(arms) == 0 {
		return "it came too late"
	}
	names := Names(f.Shot.Config.Scenario, arms, 6)
	switch f.Shot.Config.Scenario.Matroid.Kind() {
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
