package facts

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"regretscope/learners"
	"regretscope/noise/number"
	"regretscope/ui/kit"
)

// Why explains why the play was chosen, and why the chosen arm was not played.
func (f *Focus) Why() []kit.Line {
	switch {
	case f.Shot.Round == 0:
		return []kit.Line{{Lead: "before round 1: no rounds played yet", Tone: kit.Faint}}
	case !f.Learner.Explained:
		return []kit.Line{{Lead: "this learner gives no explanation", Tone: kit.Faint}}
	}
	var said []kit.Line
	add := func(tone kit.Tone, text string) {
		if text != "" {
			said = append(said, kit.Line{Lead: text, Tone: tone})
		}
	}
	add(kit.Plain, f.Learner.Explanation.Note)
	play := f.Learner.Play
	if !f.Learner.Explanation.LargestWins() || len(play) == 0 {
		add(kit.Strong, f.byChance())
		add(kit.Chosen, f.different())
		return said
	}
	if len(play) > 1 {
		add(kit.Strong, f.whyBasis())
	} else if winner, ok := f.reason(play[0]); ok {
		add(kit.Strong, f.whyArm(winner))
	}
	if f.Arm >= 0 && !slices.Contains(play, f.Arm) {
		add(kit.Chosen, "Why not "+f.arm(f.Arm)+"? "+f.whyNot())
		add(kit.Chosen, f.different())
	}
	return said
}

// Formulas returns the formulas of the played arm (in a basis, the last one added), of the best
// rival, and of the chosen arm.
func (f *Focus) Formulas() []kit.Line {
	var all []kit.Line
	add := func(j int, role string, tone kit.Tone) {
		if text := f.terms(j).Text; text != "" {
			all = append(all, kit.Line{Lead: f.arm(j) + role + ": " + text, Tone: tone})
		}
	}
	last, role, second := f.lastKept(), " played", f.runnerUp()
	if len(f.Learner.Play) > 1 {
		role = " kept last"
	}
	add(last, role, kit.Strong)
	add(second, " best rival", kit.Plain)
	if f.Arm != second && f.Arm != last {
		add(f.Arm, "", kit.Chosen)
	}
	return all
}

// byChance describes plays that are drawn from probabilities.
func (f *Focus) byChance() string {
	columns, play := f.Learner.Explanation.Columns, f.Learner.Play
	if len(columns) == 0 || len(play) != 1 || columns[len(columns)-1].Role != learners.Probability {
		return ""
	}
	r, ok := f.reason(play[0])
	if !ok {
		return ""
	}
	return fmt.Sprintf("%s was drawn: its chance was %s.", f.capitalArm(play[0]), number.Share(r.score))
}

// whyArm explains which part makes the winner's score the largest.
func (f *Focus) whyArm(winner reason) string {
	thing, rival := f.compared(), f.runnerUp()
	first := f.capitalArm(winner.arm)
	second, ok := f.reason(rival)
	best, next := number.Term(winner.score), ""
	if ok {
		best, next = number.Apart(winner.score, second.score)
	}
	lead := first + " won: its " + thing + " " + best
	switch {
	case !ok && !math.IsInf(winner.score, 1):
		return lead + " is the only one."
	case ok && ties(winner, second):
		lead = fmt.Sprintf("%s won a tie: its %s %s is also that of %s", first, thing,
			number.Term(winner.score), f.arm(rival))
	case math.IsInf(winner.score, 1):
		lead += " comes before all others"
	default:
		lead += fmt.Sprintf(" beat %s’s %s", f.arm(rival), next)
	}
	switch {
	case thing == nearOne:
		return lead + "; indices that round to 1 are compared by it."
	case math.IsInf(winner.score, 1):
		return lead + ", because " + f.unjudged(winner.arm) + "."
	case winner.made() == "":
		return lead + "."
	}
	why := ""
	switch fewer := f.Learner.Pulls[rival] < f.Learner.Pulls[winner.arm]; {
	case fewer && number.Finite(second.confidence) && second.lift() > winner.lift():
		why = fmt.Sprintf(", a larger bonus because %s has fewer pulls", f.arm(rival))
	case fewer && number.Finite(second.bonus) && second.bonus > winner.bonus:
		why = fmt.Sprintf(", a larger bonus because %s’s estimate is noisier", f.arm(rival))
	}
	return fmt.Sprintf("%s. %s is %s; %s is %s%s.", lead, first, winner.made(), f.arm(rival), second.made(), why)
}

// unjudged explains why the score of an arm is infinite in the newest round, which played it.
func (f *Focus) unjudged(arm int) string {
	switch view := f.Learner; {
	case view.Pulls[arm] <= 1:
		return "it had not been tried yet"
	case view.Window != nil && view.Window.Size > 0:
		return fmt.Sprintf("the window of %s had forgotten it", number.Plural(view.Window.Size, "round"))
	default:
		return "all its observations had been forgotten"
	}
}

// whyNot explains why the chosen arm was not played, and what it would take to play it.
func (f *Focus) whyNot() string {
	play := f.Learner.Play
	r, ok := f.reason(f.Arm)
	switch {
	case f.Learner.Active != nil && !slices.Contains(f.Learner.Active, f.Arm):
		return "It was dropped for good."
	case !ok:
		return "It was not compared in this round."
	case len(play) > 1 || f.Shot.Config.Scenario.Matroid != nil:
		return f.leftOut(r)
	}
	winner, _ := f.reason(play[0])
	gap, thing, first := winner.score-r.score, f.compared(), f.arm(play[0])
	best, own := number.Apart(winner.score, r.score)
	switch {
	case ties(winner, r):
		return "It tied with " + first + "; ties are broken at random."
	case !number.Finite(gap):
		return fmt.Sprintf("Its %s is %s, that of %s is %s.", thing, own, first, best)
	}
	text := fmt.Sprintf("Its %s %s is %s below %s’s %s.", thing, own, number.Term(gap), first, best)
	above := func(what string, x float64) string {
		now, least := number.Apart(x, x+gap)
		return what + " " + now + " would have to be above " + least
	}
	switch {
	case number.Finite(r.center):
		return text + fmt.Sprintf(" It would have to be drawn above %s, and is drawn around %s.", best,
			number.Term(r.center))
	case !r.adds || f.needs():
		return text
	case number.Finite(r.noise):
		return text + above(" Its noise", r.noise) + "."
	case number.Finite(r.confidence) || number.Finite(r.bonus):
		return text + above(" Its "+r.known(), r.estimate) + above(", or its "+r.added(), r.lift()) + "."
	}
	return text + above(" Its "+r.known(), r.estimate) + "."
}

func (f *Focus) whyBasis() string {
	last := f.lastKept()
	kept, ok := f.reason(last)
	text := fmt.Sprintf("The %d %ss of the basis were taken one by one, the largest %s first", len(f.Learner.Play),
		f.noun(), f.compared())
	if ok {
		text += fmt.Sprintf("; %s came last with %s", f.arm(last), number.Term(kept.score))
	}
	if rival := f.runnerUp(); rival >= 0 {
		if r, known := f.reason(rival); known && r.score > kept.score && !ties(r, kept) {
			larger, _ := number.Apart(r.score, kept.score)
			return text + fmt.Sprintf(". %s with %s is larger, but it %s.", f.capitalArm(rival), larger, f.blocked(rival))
		}
	}
	return text + "."
}

func (f *Focus) leftOut(r reason) string {
	last := f.lastKept()
	kept, _ := f.reason(last)
	own, least := number.Apart(r.score, kept.score)
	switch {
	case f.Shot.Config.Scenario.Matroid.Loop(r.arm):
		return "It is a loop, which is in no basis."
	case len(f.terms(r.arm).LostTo) == 0:
		return fmt.Sprintf("The basis was complete before it: its %s %s would have to be above %s’s %s.", f.compared(),
			own, f.arm(last), least)
	case r.score > kept.score && !ties(r, kept):
		return fmt.Sprintf("Its %s %s is larger than %s’s %s, but it %s.",
			f.compared(), own, f.arm(last), least, f.blocked(r.arm))
	}
	come := map[bool]string{true: "comes"}[len(f.terms(r.arm).LostTo) == 1]
	return fmt.Sprintf("With its %s %s, it %s, which %s before it.",
		f.compared(), own, f.blocked(r.arm), cmp.Or(come, "all come"))
}

// blocked explains why an arm is not in a basis, in the matroid's terms.
func (f *Focus) blocked(j int) string {
	arms := f.terms(j).LostTo
	if len(arms) == 0 {
		return "came too late"
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

// Symbol describes a symbol of the pseudocode with its value in the newest round, where it is
// known: “θ_j = 0.731 (arm 2): a possible mean, drawn for arm j”.
func (f *Focus) Symbol(s learners.Symbol) string {
	value, arm := "", f.Arm
	if arm < 0 && len(f.Learner.Play) > 0 {
		arm = f.lastKept()
	}
	base, of, _ := strings.Cut(strings.Replace(s.Name, "(", "_", 1), "_")
	terms, show := f.terms(arm), func(x float64) { value = number.Term(x) + " (" + f.arm(arm) + ")" }
	for i, c := range f.Learner.Explanation.Columns {
		switch {
		case of == "" || i >= len(terms.Values):
		case c.Name == base:
			show(terms.Values[i])
		case c.Name == base+"+1":
			show(terms.Values[i] - 1)
		}
	}
	if i := slices.Index(f.Learner.Explanation.State, base); i >= 0 && of != "" && i < len(terms.State) {
		show(terms.State[i])
	}
	if value == "" && s.Common {
		value = map[string]string{
			"t": number.Count(f.Shot.Round), "K": number.Count(len(f.Shot.Phase.Means)),
			"T": number.Count(f.Shot.Config.Horizon), "ε": number.Tick(f.Learner.Epsilon),
		}[s.Name]
	}
	if value == "" {
		return s.Name + ": " + s.Meaning
	}
	return s.Name + " = " + value + ": " + s.Meaning
}
