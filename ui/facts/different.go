package facts

import (
	"fmt"
	"math"
	"strings"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise/number"
)

// known returns what it would take to play the chosen arm; nil if unknown.
func (f *Focus) known() *model.WhyNot {
	if why := f.WhyNot; why != nil && why.Arm == f.Arm && &f.Shot.Learners[why.Learner] == f.Learner {
		return why
	}
	return nil
}

// needs reports whether a sufficient estimate is known.
func (f *Focus) needs() bool {
	why := f.known()
	return why != nil && number.Finite(why.Needed)
}

// different returns what it would take to play the chosen arm if nothing else changed; empty if
// unknown.
func (f *Focus) different() string {
	why := f.known()
	if why == nil {
		return ""
	}
	var said []string
	name := f.arm(why.Arm)
	if f.needs() {
		text := f.capitalArm(why.Arm) + " would be played if its estimate"
		if why.Decided < why.Round {
			text += fmt.Sprintf(" in round %s, when this was decided,", number.Count(why.Decided))
		}
		text += " were " + instead(why.Needed, why.Estimate)
		said = append(said, text+f.byNoise(why.More)+f.byAddition()+".")
	}
	switch {
	case f.Hidden: // the rewards are not known either
	case why.Next > 0:
		said = append(said, fmt.Sprintf("In this run %s is played in round %s, after %s without it.",
			name, number.Count(why.Next), number.Plural(why.Next-why.Round-1, "more round")))
	case why.Ahead > 0:
		said = append(said, f.capitalArm(why.Arm)+" is not played again within "+number.Plural(why.Ahead, "round")+".")
	}
	return strings.Join(said, " ")
}

// instead formats a required number, rounded so that it suffices, and the present one.
func instead(needed, now float64) string {
	least, present := number.Beyond(needed, now)
	return least + " instead of " + present
}

// byNoise returns the noise that would suffice: the noise in the score, or, for learners that add
// noise to sums of rewards, the noise in the sum behind the estimate.
func (f *Focus) byNoise(more float64) string {
	view := f.Learner
	if r, ok := f.reason(f.Arm); ok && number.Finite(r.noise) && r.adds {
		if winner, known := f.reason(view.Play[0]); known && number.Finite(winner.score) && winner.score > r.score {
			return ", or if its noise were " + instead(r.noise+winner.score-r.score, r.noise)
		}
		return ""
	}
	private := view.Spec.Privacy == learners.Central && !math.IsInf(view.Epsilon, 1)
	if !private || view.Account.Releases == 0 {
		return ""
	}
	way := map[bool]string{true: "larger", false: "smaller"}[more >= 0]
	least, _ := number.Beyond(math.Abs(more), 0)
	return fmt.Sprintf(", or if the noise in its sum were %s by %s", way, least)
}

// byAddition returns the addition that would suffice if scores are sums.
func (f *Focus) byAddition() string {
	play := f.Learner.Play
	r, ok := f.reason(f.Arm)
	winner, known := f.reason(play[0])
	lift := r.lift()
	if !ok || !known || len(play) > 1 || !r.adds || number.Finite(r.noise) || number.Finite(r.center) || !(lift > 0) ||
		f.Shot.Config.Scenario.Matroid != nil {
		return ""
	}
	needed := lift + winner.score - r.score
	if !number.Finite(needed) || needed <= lift {
		return ""
	}
	return ", or if its " + r.added() + " were " + instead(needed, lift)
}
