package panel

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"regretscope/learners"
	"regretscope/scenarios"
	"regretscope/ui/kit"
)

// noun is what a scenario's arms are called: with full information, actions.
func (s *State) noun() string {
	if s.Shot != nil && s.Shot.Config.Scenario.Feedback == scenarios.Full {
		return "action"
	}
	return "arm"
}

// arm names one arm in a sentence: by its name, or by its number.
func (w *Why) arm(j int) string {
	if len(w.state.Shot.Config.Scenario.Labels) > 0 {
		return w.label(j)
	}
	return w.state.noun() + " " + w.label(j)
}

// A reason is what one arm's score is made of, in the roles that sentences speak of.
type reason struct {
	arm        int
	score      float64 // what arms are compared by
	estimate   float64 // NaN where the score has none
	confidence float64 // added because the arm was tried little; NaN where nothing is
	bonus      float64 // added to make up for privacy noise; NaN where nothing is
	noise      float64 // added for privacy; NaN where none is
	center     float64 // what a draw is around; NaN where nothing is drawn
	adds       bool    // the score is the sum of estimate, additions and noise
}

// reasonOf reads the terms of an arm; ok is false where it has none.
func reasonOf(e *learners.Explanation, j int) (r reason, ok bool) {
	nan := math.NaN()
	r = reason{arm: j, estimate: nan, confidence: nan, bonus: nan, noise: nan, center: nan}
	terms := termsOf(e, j)
	if len(terms.Values) != len(e.Columns) || len(e.Columns) == 0 {
		return r, false
	}
	ones, zeros := nan, nan
	for c, v := range terms.Values {
		switch e.Columns[c].Role {
		case learners.Estimate:
			r.estimate = v
		case learners.Confidence:
			r.confidence = v
		case learners.PrivacyBonus:
			r.bonus = v
		case learners.Noise:
			r.noise = v
		case learners.Center:
			r.center = v
		case learners.Ones:
			ones = v
		case learners.Zeros:
			zeros = v
		}
		r.score = v
	}
	if math.IsNaN(r.center) {
		r.center = ones / (ones + zeros)
	}
	sum := r.estimate + orZero(r.confidence) + orZero(r.bonus) + orZero(r.noise)
	r.adds = math.Abs(sum-r.score) <= 1e-9*max(1, math.Abs(sum))
	if last := e.Columns[len(e.Columns)-1]; last.Name == "index" && !kit.Finite(r.confidence) && !kit.Finite(r.bonus) && r.score > r.estimate {
		r.confidence = r.score - r.estimate // an upper bound: what it is above the estimate
	}
	return r, true
}

// sentences say in words why the play was chosen, and why the arm that the
// person looks at was not.
func (w *Why) sentences(e *learners.Explanation) []string {
	play := w.state.view().Play
	var said []string
	if !e.LargestWins() || len(play) == 0 {
		said = w.byChance(e, play)
		if different := w.different(e); different != "" {
			said = append(said, different)
		}
		return said
	}
	rival := runnerUp(e, play)
	if len(play) > 1 {
		said = append(said, w.whyBasis(e, play))
	} else if winner, ok := reasonOf(e, play[0]); ok {
		said = append(said, w.whyArm(e, winner, rival))
	}
	if j := w.state.Arm; j >= 0 && !slices.Contains(play, j) {
		said = append(said, w.whyNot(e, play, j))
		if different := w.different(e); different != "" {
			said = append(said, different)
		}
	}
	return said
}

// byChance speaks of plays that are drawn from probabilities.
func (w *Why) byChance(e *learners.Explanation, play []int) []string {
	if len(e.Columns) == 0 || len(play) != 1 || e.Columns[len(e.Columns)-1].Role != learners.Probability {
		return nil
	}
	r, ok := reasonOf(e, play[0])
	if !ok {
		return nil
	}
	return []string{fmt.Sprintf("%s was drawn: its chance was %s.", kit.Capital(w.arm(play[0])), percent(r.score))}
}

func percent(p float64) string { return fmt.Sprintf("%.3g %%", 100*p) }

// value writes a term in a sentence.
func value(x float64) string { return term(x, x == math.Trunc(x) && math.Abs(x) >= 10) }

// whyArm says by what the winner's score is the largest.
func (w *Why) whyArm(e *learners.Explanation, winner reason, rival int) string {
	thing := w.thing(e)
	lead := kit.Capital(w.arm(winner.arm)) + " won: its " + thing + " " + value(winner.score)
	second, ok := reasonOf(e, rival)
	switch {
	case !ok && !math.IsInf(winner.score, 1):
		return lead + " is the only one."
	case ok && winner.score == second.score:
		lead = fmt.Sprintf("%s won a tie: its %s %s is also that of %s", kit.Capital(w.arm(winner.arm)), thing, value(winner.score), w.arm(rival))
	case math.IsInf(winner.score, 1):
		lead += " comes before all others"
	default:
		lead += fmt.Sprintf(" beat %s’s %s", w.arm(rival), value(second.score))
	}
	switch {
	case thing == nearOne:
		return lead + "; indices that round to 1 are compared by it."
	case math.IsInf(winner.score, 1):
		return lead + ", because " + w.unjudged(winner.arm) + "."
	}
	mine, theirs := w.made(winner), w.made(second)
	if mine == "" {
		return lead + "."
	}
	why := ""
	pulls := w.state.view().Pulls
	if more := second.confidence + orZero(second.bonus); kit.Finite(second.confidence) && more > winner.confidence+orZero(winner.bonus) && pulls[rival] < pulls[winner.arm] {
		why = fmt.Sprintf(", lifted by more because %s has been tried less", w.arm(rival))
	} else if kit.Finite(second.bonus) && second.bonus > winner.bonus && pulls[rival] < pulls[winner.arm] {
		why = fmt.Sprintf(", lifted by more because %s’s estimate is noisier", w.arm(rival))
	}
	return fmt.Sprintf("%s. %s is %s; %s is %s%s.", lead, kit.Capital(w.arm(winner.arm)), mine, w.arm(rival), theirs, why)
}

// unjudged says why the score of an arm is infinite in the newest round, which played it.
func (w *Why) unjudged(arm int) string {
	switch view := w.state.view(); {
	case view.Pulls[arm] <= 1:
		return "it had not been tried yet"
	case view.Window != nil && view.Window.Size > 0:
		return fmt.Sprintf("the window of %s rounds had forgotten it", kit.Count(view.Window.Size))
	default:
		return "all that was seen of it had been forgotten"
	}
}

// nearOne is the column that KL indices which round to 1 are compared by.
const nearOne = "−ln(1−index)"

// thing is what arms are compared by, in a word.
func (w *Why) thing(e *learners.Explanation) string {
	switch last := e.Columns[len(e.Columns)-1]; {
	case last.Name == nearOne:
		return nearOne
	case last.Role == learners.Sample:
		return "draw"
	case slices.ContainsFunc(e.Columns, func(c learners.Column) bool { return c.Role == learners.Noise }):
		return "noisy score"
	case strings.Contains(last.Name, "index"):
		return "index"
	default:
		return "score"
	}
}

// made says what a score is made of: "estimated at .75, lifted by .06".
func (w *Why) made(r reason) string {
	var parts []string
	for _, part := range []struct {
		before string
		x      float64
		behind string
	}{
		{"estimated at ", r.estimate, ""},
		{"plus ", r.confidence, " for being tried little"},
		{"plus ", r.bonus, " against privacy noise"},
		{"with noise ", r.noise, ""},
	} {
		if kit.Finite(part.x) {
			parts = append(parts, part.before+value(part.x)+part.behind)
		}
	}
	if kit.Finite(r.center) && !kit.Finite(r.estimate) {
		parts = append(parts, "drawn around "+value(r.center))
	}
	return strings.Join(parts, " ")
}

func orZero(x float64) float64 {
	if math.IsNaN(x) {
		return 0
	}
	return x
}

// whyNot says by what an arm was not played, and what would have to change.
func (w *Why) whyNot(e *learners.Explanation, play []int, j int) string {
	text := "Why not " + w.arm(j) + "? "
	r, ok := reasonOf(e, j)
	switch {
	case w.state.view().Active != nil && !slices.Contains(w.state.view().Active, j):
		return text + "It was dropped for good."
	case !ok:
		return text + "It was not compared in this round."
	case len(play) > 1 || w.state.Shot.Config.Scenario.Matroid != nil:
		return text + w.leftOut(e, play, j, r)
	}
	winner, _ := reasonOf(e, play[0])
	gap, first := winner.score-r.score, w.arm(play[0])
	switch {
	case !kit.Finite(gap):
		return text + fmt.Sprintf("Its %s is %s, that of %s is %s.", w.thing(e), value(r.score), first, value(winner.score))
	case gap == 0:
		return text + "It tied with " + first + "; ties are broken at random."
	}
	text += fmt.Sprintf("Its %s %s is %s below %s’s %s.", w.thing(e), value(r.score), value(gap), first, value(winner.score))
	switch {
	case kit.Finite(r.center):
		return text + fmt.Sprintf(" It would have to be drawn above %s, and is drawn around %s.", value(winner.score), value(r.center))
	case !r.adds || w.needs():
		return text
	case kit.Finite(r.noise):
		return text + fmt.Sprintf(" Its noise %s would have to be above %s.", value(r.noise), value(r.noise+gap))
	case kit.Finite(r.confidence) || kit.Finite(r.bonus):
		lift := orZero(r.confidence) + orZero(r.bonus)
		return text + fmt.Sprintf(" Its estimate %s would have to be above %s, or what is added to it, %s, above %s.",
			value(r.estimate), value(r.estimate+gap), value(lift), value(lift+gap))
	}
	return text + fmt.Sprintf(" Its estimate %s would have to be above %s.", value(r.estimate), value(r.estimate+gap))
}

// whyBasis says how a basis came about.
func (w *Why) whyBasis(e *learners.Explanation, play []int) string {
	last := lastKept(e, play)
	kept, ok := reasonOf(e, last)
	text := fmt.Sprintf("The %d %ss of the basis were taken one by one, the largest %s first", len(play), w.state.noun(), w.thing(e))
	if ok {
		text += fmt.Sprintf("; %s came last with %s", w.arm(last), value(kept.score))
	}
	if rival := runnerUp(e, play); rival >= 0 {
		if r, known := reasonOf(e, rival); known && r.score > kept.score {
			return text + fmt.Sprintf(". %s with %s is larger, but %s.", kit.Capital(w.arm(rival)), value(r.score), w.blocked(e, rival))
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
		return fmt.Sprintf("The basis was complete before it: its %s %s would have to be above %s’s %s.", w.thing(e), value(r.score), w.arm(last), value(kept.score))
	case r.score > kept.score:
		return fmt.Sprintf("Its %s %s is larger than %s’s %s, but it %s.", w.thing(e), value(r.score), w.arm(last), value(kept.score), w.blocked(e, j))
	}
	return fmt.Sprintf("With its %s %s, it %s, which all come before it.", w.thing(e), value(r.score), w.blocked(e, j))
}

// termsOf are the terms of an arm; none where the explanation does not speak of it.
func termsOf(e *learners.Explanation, j int) *learners.ArmTerms {
	for i := range e.Arms {
		if e.Arms[i].Arm == j {
			return &e.Arms[i]
		}
	}
	return &learners.ArmTerms{Arm: j}
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
