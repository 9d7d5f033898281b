package run

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise/number"
	"regretscope/ui/kit"
)

// Comparison says which learner has less regret at the present round, and why: where
// each one lost it, and what it spent on privacy.
func (s *Screen) Comparison() []string {
	shot := s.Snapshot()
	switch {
	case shot == nil || shot.Round == 0:
		return []string{"No round has been played yet: go 5000 goes to a round."}
	case s.Hides():
		return []string{"Regret is hidden: hide nothing shows it."}
	}
	order := make([]*model.View, len(shot.Views))
	for i := range order {
		order[i] = &shot.Views[i]
	}
	slices.SortStableFunc(order, func(a, b *model.View) int { return cmp.Compare(a.Regret, b.Regret) })
	var ranks []string
	for _, v := range order {
		ranks = append(ranks, v.Choice.Label()+" "+kit.Measured(v.Regret))
	}
	said := []string{fmt.Sprintf("Regret after %s rounds of %s, the least first: %s.", kit.Count(shot.Round), s.scenario(), strings.Join(ranks, ", "))}
	for _, v := range order {
		said = append(said, v.Choice.Label()+" "+s.spends(v)+"."+s.lost(shot, v))
	}
	if len(order) > 1 && order[0].Choice.Privacy == learners.NotPrivate {
		said = append(said, fmt.Sprintf("So %s is ahead, but it protects no one: noise and caution are the price that the others pay.", order[0].Choice.Label()))
	}
	return append(said, "This is one run; experiment, and then run, plays many.")
}

// spends is what a learner's privacy costs.
func (s *scene) spends(v *model.View) string {
	switch {
	case v.Choice.Privacy == learners.NotPrivate:
		return "is not private"
	case v.Choice.Privacy == learners.DataFree:
		return "looks at no reward"
	case v.Choice.Privacy == learners.Concentrated:
		return "adds normal noise, which has no ε"
	case v.Channels != nil:
		return "sees reports that cost ε = " + kit.Epsilon(v.Worst) + " each"
	case math.IsInf(v.Epsilon, 1):
		return "runs without noise"
	}
	return fmt.Sprintf("has spent ε = %s of %s on the costliest round", kit.Epsilon(v.Worst), kit.Epsilon(v.Epsilon))
}

// lost says in which arms a learner's regret was lost, where means stand still and one
// arm is played a round.
func (s *scene) lost(shot *model.Snapshot, v *model.View) string {
	scenario := s.config.Scenario
	if len(scenario.Phases) != 1 || scenario.Matroid != nil || scenario.InOrder() || v.Regret <= 0 {
		return ""
	}
	phase := &scenario.Phases[0]
	equal, played := 0, 0
	for j, pulls := range v.Pulls {
		if phase.IsBest(j) {
			equal, played = equal+1, played+pulls
		}
	}
	best := "arm " + scenario.Label(phase.Best[0]) + ", the best one,"
	if equal > 1 {
		best = fmt.Sprintf("one of the %d best arms", equal)
	}
	cost := func(j int) float64 { return float64(v.Pulls[j]) * (phase.BestMean - phase.Means[j]) }
	worst := 0
	for j := range v.Pulls {
		if cost(j) > cost(worst) {
			worst = j
		}
	}
	return fmt.Sprintf(" It played %s in %s of the rounds; it lost most, %s, by playing arm %s, which is worse by %s, %s.",
		best, number.Share(float64(played)/float64(shot.Round)),
		kit.Measured(cost(worst)), scenario.Label(worst), kit.Short(phase.BestMean-phase.Means[worst]), kit.Plural(v.Pulls[worst], "time"))
}
