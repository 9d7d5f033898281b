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
		text := v.Spec.Label() + " " + (&Focus{Shot: shot, Learner: v}).spends() + "." + lost(shot, v)
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

// Lead compares the learner with the least regret with the one in focus, in versions of
// decreasing length.
func (f *Focus) Lead() []string {
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
	leader, more := best.Spec.Label(), number.Value(stats.Subtract(other.Regret, best.Regret))
	return []string{
		leader + " has the least regret; " + other.Spec.Label() + " has " + more + " more.",
		leader + " is ahead by " + more + " regret", leader + ": " + more + " regret ahead",
	}
}

// PrivacyLoss returns the loss of the costliest round alone, with a title, for a place with room
// for one number.
func (f *Focus) PrivacyLoss() (title string, spent kit.Line) {
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
func (f *Focus) spends() string {
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

// lost names the arms that cost a learner its regret, if means do not change and one arm is
// played per round.
func lost(shot *model.Snapshot, v *model.LearnerState) string {
	scenario := shot.Config.Scenario
	if len(scenario.Phases) != 1 || scenario.Matroid != nil || scenario.InOrder() || v.Regret <= 0 {
		return ""
	}
	phase := &scenario.Phases[0]
	equal, played, worst := 0, 0, 0
	cost := func(j int) float64 { return float64(v.Pulls[j]) * (phase.BestMean - phase.Means[j]) }
	for j, pulls := range v.Pulls {
		if phase.IsBest(j) {
			equal, played = equal+1, played+pulls
		}
		if cost(j) > cost(worst) {
			worst = j
		}
	}
	best := "arm " + scenario.Label(phase.Best[0]) + ", the best one,"
	if equal > 1 {
		best = fmt.Sprintf("one of the %d best arms", equal)
	}
	return fmt.Sprintf(" It played %s in %s of the rounds; it lost most, %s, by playing arm %s, which is worse by "+
		"%s, %s.",
		best, number.Share(float64(played)/float64(shot.Round)), number.Value(cost(worst)), scenario.Label(worst),
		number.Tick(phase.BestMean-phase.Means[worst]), number.Plural(v.Pulls[worst], "time"))
}
