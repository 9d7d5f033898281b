package facts

import (
	"math"
	"slices"
	"strings"

	"regretscope/learners"
	"regretscope/noise"
	"regretscope/noise/number"
)

// A reason splits one arm's score into the roles that sentences name.
type reason struct {
	arm        int
	score      float64 // the value by which arms are compared
	estimate   float64 // NaN if the score has no estimate
	reported   bool    // the estimate is a mean report, not inverted through the channel
	confidence float64 // added for few pulls; NaN if nothing is
	bonus      float64 // added for privacy noise; NaN if nothing is
	noise      float64 // noise for privacy; NaN without noise
	center     float64 // the center of a draw; NaN if nothing is drawn
	adds       bool    // the score is the sum of estimate, additions, and noise
}

func (r *reason) lift() float64 { return orZero(r.confidence) + orZero(r.bonus) }

// ties reports whether two scores are equal but for rounding.
func ties(winner, other reason) bool { return other.score >= noise.TieLimit(winner.score) }

// known names the estimate in a sentence.
func (r *reason) known() string {
	if r.reported {
		return "mean report"
	}
	return "estimate"
}

// added names what is added to the estimate.
func (r *reason) added() string {
	switch {
	case !number.Finite(r.bonus):
		return "exploration bonus"
	case !number.Finite(r.confidence):
		return "bonus for privacy noise"
	}
	return "sum of bonuses"
}

func orZero(x float64) float64 {
	if math.IsNaN(x) {
		return 0
	}
	return x
}

// reason reads the terms of an arm; ok is false if it has no terms.
func (f *Focus) reason(j int) (r reason, ok bool) {
	e, terms := &f.Learner.Explanation, f.terms(j)
	ok = len(terms.Values) == len(e.Columns) && len(e.Columns) > 0
	term := func(role learners.Role) float64 {
		if ok {
			if x, known := e.Term(terms, role); known {
				return x
			}
		}
		return math.NaN()
	}
	r = reason{
		arm: j, estimate: term(learners.Estimate), confidence: term(learners.Confidence), bonus: term(learners.PrivacyBonus),
		noise: term(learners.Noise), center: term(learners.Center),
	}
	if !ok {
		return r, false
	}
	r.score = terms.Score()
	if report := term(learners.Report); number.Finite(report) {
		r.estimate, r.reported = report, true
	}
	if math.IsNaN(r.center) {
		r.center = term(learners.Ones) / (term(learners.Ones) + term(learners.Zeros))
		if e.Columns[len(e.Columns)-1].Role == learners.Score && number.Finite(r.center) { // of the sample taken back
			r.center = f.Learner.Channels[j].Inverse(r.center)
		}
	}
	sum := r.estimate + r.lift() + orZero(r.noise)
	r.adds = math.Abs(sum-r.score) <= 1e-9*max(1, math.Abs(sum))
	if last := e.Columns[len(e.Columns)-1]; last.Name == "index" &&
		!number.Finite(r.confidence) && !number.Finite(r.bonus) && r.score > r.estimate {
		r.confidence = r.score - r.estimate // an upper bound: its excess over the estimate
	}
	return r, true
}

// made describes the parts of a score: "estimated at .75, lifted by .06".
func (r *reason) made() string {
	var parts []string
	estimated := "estimated at "
	if r.reported {
		estimated = "reported at "
	}
	for _, part := range []struct {
		before string
		x      float64
		behind string
	}{
		{estimated, r.estimate, ""},
		{"plus ", r.confidence, " for few pulls"},
		{"plus ", r.bonus, " for privacy noise"},
		{"with noise ", r.noise, ""},
	} {
		if number.Finite(part.x) {
			parts = append(parts, part.before+number.Term(part.x)+part.behind)
		}
	}
	if number.Finite(r.center) && !number.Finite(r.estimate) {
		parts = append(parts, "drawn around "+number.Term(r.center))
	}
	return strings.Join(parts, " ")
}

// nearOne is the column that compares KL indices that round to 1.
const nearOne = "−ln(1−index)"

// compared returns the word for the value by which arms are compared.
func (f *Focus) compared() string {
	columns := f.Learner.Explanation.Columns
	switch last := columns[len(columns)-1]; {
	case last.Name == nearOne:
		return nearOne
	case last.Role == learners.Sample:
		return "draw"
	case slices.ContainsFunc(columns, func(c learners.Column) bool { return c.Role == learners.Noise }):
		return "noisy score"
	case strings.Contains(last.Name, "index"):
		return "index"
	default:
		return "score"
	}
}

// terms returns the terms of an arm; empty if the explanation has none.
func (f *Focus) terms(j int) *learners.ArmTerms {
	arms := f.Learner.Explanation.Arms
	if i := slices.IndexFunc(arms, func(a learners.ArmTerms) bool { return a.Arm == j }); i >= 0 {
		return &arms[i]
	}
	return &learners.ArmTerms{Arm: j}
}

// lastKept returns the arm that the greedy walk added last to the basis; the played arm if it
// is the only one.
func (f *Focus) lastKept() int {
	last := f.Learner.Play[0]
	for _, a := range f.Learner.Explanation.Arms {
		if len(f.Learner.Play) > 1 && slices.Contains(f.Learner.Play, a.Arm) {
			last = a.Arm
		}
	}
	return last
}

// runnerUp returns the arm with the largest score that is not played; −1 if there is no other.
func (f *Focus) runnerUp() int {
	best := &learners.ArmTerms{Arm: -1}
	for i := range f.Learner.Explanation.Arms {
		a := &f.Learner.Explanation.Arms[i]
		if len(a.Values) > 0 && !slices.Contains(f.Learner.Play, a.Arm) && (best.Arm < 0 || a.Score() > best.Score()) {
			best = a
		}
	}
	return best.Arm
}
