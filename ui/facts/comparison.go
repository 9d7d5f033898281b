package facts

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/stats"
	"regretscope/noise/number"
	"regretscope/scenarios"
	"regretscope/ui/kit"
)

// ranked returns the learners of a snapshot by regret, lowest first.
func ranked(shot *model.Snapshot) []*model.LearnerState {
	order := make([]*model.LearnerState, len(shot.Learners))
	for i := range order {
		order[i] = &shot.Learners[i]
	}
	slices.SortStableFunc(order, func(a, b *model.LearnerState) int { return cmp.Compare(a.Regret, b.Regret) })
	return order
}

// Comparison names the learner with less regret in a snapshot and says why: where each lost its
// regret, and its privacy loss.
func Comparison(shot *model.Snapshot) []string {
	if shot == nil || shot.Round == 0 {
		return []string{"No rounds played yet: go 5000 goes to a round."}
	}
	order := ranked(shot)
	var ranks, said []string
	for _, v := range order {
		ranks = append(ranks, v.Spec.Label()+" "+number.Value(v.Regret))
		text := v.Spec.Label() + " " + (&Topic{Shot: shot, Learner: v}).Spending().spends() + "." + lost(shot, v)
		if v.Spec.Plays().Waits() {
			text = toPerson.Replace(text)
		}
		said = append(said, text)
	}
	said = slices.Insert(said, 0, fmt.Sprintf("Regret after %s of %s, lowest first: %s.",
		number.Plural(shot.Round, "round"), shot.Config.Scenario.Title(), strings.Join(ranks, ", ")))
	private := func(v *model.LearnerState) bool { return v.Spec.Privacy != learners.NotPrivate }
	if best := order[0]; !private(best) && !best.Spec.Plays().Waits() && slices.ContainsFunc(order, private) &&
		stats.Subtract(order[1].Regret, best.Regret) > 0 {
		said = append(said, "So "+best.Spec.Label()+
			" is ahead, but it protects no one: noise and caution are the price of privacy.")
	}
	return append(said, "This is one run; experiment, then run, plays many.")
}

// toPerson turns a sentence about a learner into one for the person who plays.
var toPerson = strings.NewReplacer(" is not", " are not", " sees", " see", "It played", "You played",
	"; it lost", "; you lost")

// Lead compares the learner with the least regret with the one in focus, in versions of decreasing length.
func (f *Topic) Lead() []string {
	order := ranked(f.Shot)
	if len(order) < 2 {
		average := number.Value(f.Learner.Regret / float64(f.Shot.Round))
		return []string{
			f.Learner.Spec.Label() + ", average regret per round: " + average,
			"Average regret per round: " + average, "Regret per round: " + average,
		}
	}
	best, other := order[0], f.Learner
	if other == best {
		other = order[1]
	}
	more := number.Value(stats.Subtract(other.Regret, best.Regret))
	return []string{
		Does(best, "has") + " the least regret; " + Does(other, "has") + " " + more + " more.",
		Does(best, "is") + " ahead by " + more + " regret", best.Spec.Label() + ": " + more + " regret ahead",
	}
}

// Does returns a learner's name with a verb, plays, has, or is, in the second person for the person who plays.
func Does(v *model.LearnerState, verb string) string {
	if v.Spec.Plays().Waits() {
		verb = map[string]string{"plays": "play", "has": "have", "is": "are"}[verb]
	}
	return v.Spec.Label() + " " + verb
}

// PrivacyLoss returns the loss of the costliest round alone, with a title, for a place with room for one number.
func (f Spending) PrivacyLoss() (title string, spent kit.Line) {
	l := f.worst()
	spent = kit.Line{Lead: number.Loss(l.value), Tone: kit.Good}
	if math.IsInf(l.value, 1) {
		spent.Tone = kit.Warning
	}
	switch privacy := f.Learner.Spec.Privacy; {
	case privacy == learners.NotPrivate:
		return "ε:", spent
	case privacy == learners.Local:
		return "ε per report", spent
	}
	return l.unit + " spent", spent
}

// spends returns a learner's privacy loss as part of a sentence.
func (f Spending) spends() string {
	switch v := f.Learner; {
	case v.Spec.Privacy == learners.NotPrivate:
		return "is not private"
	case v.Spec.Privacy == learners.DataFree:
		return "uses no rewards"
	case v.Channels != nil:
		most := ""
		if v.AllRounds < v.CostliestRound*float64(f.Shot.Round)*(1-tolerance) {
			most = "at most "
		}
		return "sees reports that cost " + most + "ε = " + number.Loss(v.CostliestRound) + " each"
	case math.IsInf(v.Epsilon, 1):
		return "runs without noise"
	}
	l := f.worst()
	return "has a loss per round of " + l.Lead + l.Rest
}

// costs returns what each arm cost a learner, and the costliest; nil unless means never change and one
// arm is played per round.
func costs(shot *model.Snapshot, v *model.LearnerState) (of []float64, worst int) {
	scenario := shot.Config.Scenario
	if len(scenario.Phases) != 1 || scenario.Matroid != nil || scenario.InOrder() {
		return nil, 0
	}
	phase := &scenario.Phases[0]
	for j, pulls := range v.Pulls {
		of = append(of, float64(pulls)*(phase.BestMean-phase.Means[j]))
		if of[j] > of[worst] {
			worst = j
		}
	}
	return of, worst
}

// bestPlays returns how many arms are best, and how often a learner played one of them.
func bestPlays(p *scenarios.Phase, v *model.LearnerState) (best, played int) {
	for j, pulls := range v.Pulls {
		if p.IsBest(j) {
			best, played = best+1, played+pulls
		}
	}
	return best, played
}

// lost names the arms that cost a learner its regret, if costs are known.
func lost(shot *model.Snapshot, v *model.LearnerState) string {
	cost, worst := costs(shot, v)
	if cost == nil || v.Regret <= 0 {
		return ""
	}
	scenario := shot.Config.Scenario
	phase := &scenario.Phases[0]
	equal, played := bestPlays(phase, v)
	best := "arm " + scenario.Label(phase.Best[0]) + ", the best one,"
	if equal > 1 {
		best = fmt.Sprintf("one of the %d best arms", equal)
	}
	return fmt.Sprintf(" It played %s in %s of the rounds; it lost most, %s, by playing arm %s, which is worse by "+
		"%s, %s.",
		best, number.Share(float64(played)/float64(shot.Round)), number.Value(cost[worst]), scenario.Label(worst),
		number.Tick(phase.BestMean-phase.Means[worst]), number.Plural(v.Pulls[worst], "time"))
}

// Game says which arm the person played most, which is best, and which cost most; then how often the
// other learners played the best one. Both are empty before a round, and where costs are unknown.
func Game(shot *model.Snapshot, person int) (yours, others string) {
	v, scenario := &shot.Learners[person], shot.Config.Scenario
	cost, worst := costs(shot, v)
	if cost == nil || shot.Round == 0 {
		return "", ""
	}
	most, phase := 0, &scenario.Phases[0]
	for j, pulls := range v.Pulls {
		if pulls > v.Pulls[most] {
			most = j
		}
	}
	equal, played := bestPlays(phase, v)
	best := "arm " + scenario.Label(phase.Best[0])
	if equal > 1 {
		best = fmt.Sprintf("one of the %d best arms", equal)
	}
	yours = fmt.Sprintf("You played arm %s most, in %s of %s", scenario.Label(most), number.Count(v.Pulls[most]), number.Plural(shot.Round, "round"))
	switch times := number.Plural(played, "time"); {
	case phase.IsBest(most):
		yours += "; no arm is better"
	case played == 0:
		yours += "; " + best + " is better, and you never played it"
	case equal > 1:
		yours += "; you played " + best + " " + times
	default:
		yours += "; " + best + " is better, and you played it " + times
	}
	if v.Regret > 0 {
		yours += fmt.Sprintf("; arm %s cost you most, %s of your %s", scenario.Label(worst), number.Fixed(cost[worst], 1), number.Fixed(v.Regret, 1))
	}
	var said []string
	for i := range shot.Learners {
		if other := &shot.Learners[i]; i != person {
			_, played := bestPlays(phase, other)
			said = append(said, number.Plural(played, "time")+" by "+other.Spec.Label())
		}
	}
	if len(said) > 0 {
		others = kit.Capital(best) + " was played " + strings.Join(said, ", ") + "."
	}
	return yours + ".", others
}

// known returns what it would take to play the chosen arm; nil if unknown.
func (f Reasons) known() *model.WhyNot {
	if why := f.WhyNot; why != nil && why.Arm == f.Arm && &f.Shot.Learners[why.Learner] == f.Learner {
		return why
	}
	return nil
}

func (f Reasons) needs() bool {
	why := f.known()
	return why != nil && number.Finite(why.Needed)
}

// different returns what it would take to play the chosen arm if nothing else changed; empty if unknown.
func (f Reasons) different() string {
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
func (f Reasons) byNoise(more float64) string {
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
	way := "smaller"
	if more >= 0 {
		way = "larger"
	}
	least, _ := number.Beyond(math.Abs(more), 0)
	return fmt.Sprintf(", or if the noise in its sum were %s by %s", way, least)
}

// byAddition returns the addition that would suffice if scores are sums.
func (f Reasons) byAddition() string {
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
