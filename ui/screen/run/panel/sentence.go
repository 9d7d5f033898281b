package panel

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"regretscope/learners"
	"regretscope/noise/number"
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
	return []string{fmt.Sprintf("%s was drawn: its chance was %s.", kit.Capital(w.arm(play[0])), number.Share(r.score))}
}

// whyArm says by what the winner's score is the largest.
func (w *Why) whyArm(e *learners.Explanation, winner reason, rival int) string {
	thing := w.thing(e)
	lead := kit.Capital(w.arm(winner.arm)) + " won: its " + thing + " " + number.Term(winner.score)
	second, ok := reasonOf(e, rival)
	switch {
	case !ok && !math.IsInf(winner.score, 1):
		return lead + " is the only one."
	case ok && winner.score == second.score:
		lead = fmt.Sprintf("%s won a tie: its %s %s is also that of %s", kit.Capital(w.arm(winner.arm)), thing, number.Term(winner.score), w.arm(rival))
	case math.IsInf(winner.score, 1):
		lead += " comes before all others"
	default:
		lead += fmt.Sprintf(" beat %s’s %s", w.arm(rival), number.Term(second.score))
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
			parts = append(parts, part.before+number.Term(part.x)+part.behind)
		}
	}
	if kit.Finite(r.center) && !kit.Finite(r.estimate) {
		parts = append(parts, "drawn around "+number.Term(r.center))
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
		return text + fmt.Sprintf("Its %s is %s, that of %s is %s.", w.thing(e), number.Term(r.score), first, number.Term(winner.score))
	case gap == 0:
		return text + "It tied with " + first + "; ties are broken at random."
	}
	text += fmt.Sprintf("Its %s %s is %s below %s’s %s.", w.thing(e), number.Term(r.score), number.Term(gap), first, number.Term(winner.score))
	switch {
	case kit.Finite(r.center):
		return text + fmt.Sprintf(" It would have to be drawn above %s, and is drawn around %s.", number.Term(winner.score), number.Term(r.center))
	case !r.adds || w.needs():
		return text
	case kit.Finite(r.noise):
		return text + fmt.Sprintf(" Its noise %s would have to be above %s.", number.Term(r.noise), number.Term(r.noise+gap))
	case kit.Finite(r.confidence) || kit.Finite(r.bonus):
		lift := orZero(r.confidence) + orZero(r.bonus)
		return text + fmt.Sprintf(" Its estimate %s would have to be above %s, or what is added to it, %s, above %s.",
			number.Term(r.estimate), number.Term(r.estimate+gap), number.Term(lift), number.Term(lift+gap))
	}
	return text + fmt.Sprintf(" Its estimate %s would have to be above %s.", number.Term(r.estimate), number.Term(r.estimate+gap))
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
