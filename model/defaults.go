package model

import (
	"cmp"
	"slices"

	"regretscope/learners"
	"regretscope/scenarios"
)

// DefaultLearners are those that play a scenario where nobody has chosen any:
// the featured ones of the families that are made for it, in their order.
func DefaultLearners(s *scenarios.Scenario) []learners.Choice {
	families := familiesFor(s)
	var chosen []learners.Choice
	for _, d := range learners.All() {
		if d.Featured > 0 && slices.Contains(families, d.Family) && Suits(d, s) == nil {
			chosen = append(chosen, learners.Choice{Declaration: d})
		}
	}
	slices.SortStableFunc(chosen, func(a, b learners.Choice) int { return cmp.Compare(a.Featured, b.Featured) })
	return chosen
}

// familiesFor are the families whose learners are made for the scenario.
func familiesFor(s *scenarios.Scenario) []learners.Family {
	switch {
	case s.Kind == scenarios.MatroidKind:
		return []learners.Family{learners.Matroids}
	case s.Feedback == scenarios.Full:
		return []learners.Family{learners.Experts}
	case s.Kind == scenarios.Changing:
		return []learners.Family{learners.ChangingMeans}
	case s.Local:
		return []learners.Family{learners.LocalPrivacy}
	default:
		return []learners.Family{learners.PrivateBandit, learners.Bandit}
	}
}
