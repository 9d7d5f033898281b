package facts

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"regretscope/learners"
	"regretscope/noise"
	"regretscope/noise/number"
	"regretscope/ui/kit"
)

// Reasons has the facts about why a topic's arm is played or not.
type Reasons struct{ *Topic }

// Reasons returns the reasons for the play.
func (f *Topic) Reasons() Reasons { return Reasons{f} }

// Why explains why the play was chosen, and why the chosen arm was not played.
func (f Reasons) Why() []kit.Line {
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
func (f Reasons) Formulas() []kit.Line {
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

// A Duel compares the scores of the played arm (in a basis, the last one added) and of its best rival by
// the terms that add up to them.
type Duel struct {
	Roles         []learners.Role // of the terms
	Names, Scores [2]string
	Sides         [2]learners.ArmTerms
}

// Duel returns the comparison that decided the newest play, and what to say about it in versions of
// decreasing length; nil if scores did not decide.
func (f Reasons) Duel() (d *Duel, said []string) {
	for _, line := range f.Why() {
		if line.Tone == kit.Strong || line.Tone == kit.Faint {
			said = append(said, line.Lead)
		}
	}
	if f.Shot.Round == 0 || !f.Learner.Explained || !f.Learner.Explanation.LargestWins() || len(f.Learner.Play) == 0 {
		return nil, said
	}
	winner, ok := f.reason(f.lastKept())
	rival, also := f.reason(f.runnerUp())
	sums := winner.adds || number.Finite(winner.center) || winner.lift() > 0
	if !ok || !also || !number.Finite(winner.score-rival.score) || !sums {
		return nil, said
	}
	d = &Duel{Names: [2]string{f.arm(winner.arm), f.arm(rival.arm)}}
	d.Scores[0], d.Scores[1] = number.Apart(winner.score, rival.score)
	var long, short [2][]string
	for _, part := range []struct {
		role learners.Role
		of   func(*reason) float64
	}{
		{learners.Estimate, func(r *reason) float64 { return r.estimate }},
		{learners.Confidence, func(r *reason) float64 { return r.confidence }},
		{learners.PrivacyBonus, func(r *reason) float64 { return r.bonus }},
		{learners.Noise, func(r *reason) float64 { return r.noise }},
	} {
		if !number.Finite(part.of(&winner)) {
			continue
		}
		d.Roles = append(d.Roles, part.role)
		for i, r := range []*reason{&winner, &rival} {
			x := part.of(r)
			d.Sides[i].Values = append(d.Sides[i].Values, x)
			long[i], short[i] = append(long[i], number.Term(x)), append(short[i], number.Fixed(x, 2))
		}
	}
	if d.Roles == nil {
		d.Roles = []learners.Role{learners.Sample}
		d.Sides[0].Values, d.Sides[1].Values = []float64{winner.score}, []float64{rival.score}
		return d, append(said, "The larger "+f.compared()+" wins")
	}
	sum := func(of [2][]string, i int, plus string) string {
		return strings.ReplaceAll(strings.Join(of[i], plus), "+-", "-")
	}
	decided := " beats " + sum(short, 1, "+")
	if !winner.adds && number.Finite(winner.center) {
		decided = ", then a draw" // which may turn the order round
	}
	return d, append(said, fmt.Sprintf("%s: %s; %s: %s.", f.capitalArm(winner.arm), sum(long, 0, " + "), d.Names[1], sum(long, 1, " + ")),
		sum(short, 0, "+")+decided)
}

// byChance describes plays that are drawn from probabilities.
func (f Reasons) byChance() string {
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
func (f Reasons) whyArm(winner reason) string {
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
	case f.score().Role == learners.Rank:
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
func (f Reasons) unjudged(arm int) string {
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
func (f Reasons) whyNot() string {
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

func (f Reasons) whyBasis() string {
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

func (f Reasons) leftOut(r reason) string {
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
	come := "all come"
	if len(f.terms(r.arm).LostTo) == 1 {
		come = "comes"
	}
	return fmt.Sprintf("With its %s %s, it %s, which %s before it.",
		f.compared(), own, f.blocked(r.arm), come)
}

// blocked explains why an arm is not in a basis, in the matroid's terms.
func (f Reasons) blocked(j int) string {
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

// counted has the symbols of the counts in the parameters of a Beta distribution.
var counted = map[learners.Role]string{learners.Ones: "S", learners.Zeros: "F"}

// Symbol describes a symbol of the pseudocode with its value in the newest round, where it is
// known: “θ_j = 0.731 (arm 2): a possible mean, drawn for arm j”.
func (f Reasons) Symbol(s learners.Symbol) string {
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
		case counted[c.Role] == base: // and 1 is added
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
func (f Reasons) reason(j int) (r reason, ok bool) {
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
		if f.score().Role == learners.Score && number.Finite(r.center) { // of the sample taken back
			r.center = f.Learner.Channels[j].Inverse(r.center)
		}
	}
	sum := r.estimate + r.lift() + orZero(r.noise)
	r.adds = math.Abs(sum-r.score) <= 1e-9*max(1, math.Abs(sum))
	if f.score().Role == learners.UpperIndex &&
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

// score returns the column by which arms are compared.
func (f Reasons) score() learners.Column {
	columns := f.Learner.Explanation.Columns
	return columns[len(columns)-1]
}

// compared returns the word for the value by which arms are compared.
func (f Reasons) compared() string {
	columns := f.Learner.Explanation.Columns
	switch last := f.score(); {
	case last.Role == learners.Rank:
		return last.Name
	case last.Role == learners.Sample:
		return "draw"
	case slices.ContainsFunc(columns, func(c learners.Column) bool { return c.Role == learners.Noise }):
		return "noisy score"
	case last.Role == learners.Index, last.Role == learners.UpperIndex:
		return "index"
	default:
		return "score"
	}
}

// terms returns the terms of an arm; empty if the explanation has none.
func (f Reasons) terms(j int) *learners.ArmTerms {
	arms := f.Learner.Explanation.Arms
	if i := slices.IndexFunc(arms, func(a learners.ArmTerms) bool { return a.Arm == j }); i >= 0 {
		return &arms[i]
	}
	return &learners.ArmTerms{Arm: j}
}

// lastKept returns the arm that the greedy walk added last to the basis; the played arm if it is the only one.
func (f Reasons) lastKept() int {
	last := f.Learner.Play[0]
	for _, a := range f.Learner.Explanation.Arms {
		if len(f.Learner.Play) > 1 && slices.Contains(f.Learner.Play, a.Arm) {
			last = a.Arm
		}
	}
	return last
}

// runnerUp returns the arm with the largest score that is not played; −1 if there is no other.
func (f Reasons) runnerUp() int {
	best := &learners.ArmTerms{Arm: -1}
	for i := range f.Learner.Explanation.Arms {
		a := &f.Learner.Explanation.Arms[i]
		if len(a.Values) > 0 && !slices.Contains(f.Learner.Play, a.Arm) && (best.Arm < 0 || a.Score() > best.Score()) {
			best = a
		}
	}
	return best.Arm
}
