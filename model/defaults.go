package model

import (
	"regretscope/learners"
	"regretscope/scenarios"
)

// MaxDefaults is how many learners DefaultLearners chooses at most.
const MaxDefaults = 3

// usual are the learners that a bandit is shown with first.
var usual = []string{"lazy-dp-ts", "anytime-lazy-ucb", "ucb1"}

// DefaultLearners are those that play a scenario where nobody has chosen any:
// the usual ones for bandits; elsewhere the first two private ones of the family
// that is made for the scenario, and one without privacy to compare with.
func DefaultLearners(s *scenarios.Scenario) []learners.Choice {
	var chosen []learners.Choice
	take := func(limit int, wanted func(d *learners.Declaration) bool) {
		for _, d := range learners.All() {
			if len(chosen) < limit && Suits(d, s) == nil && wanted(d) {
				chosen = append(chosen, learners.Choice{Declaration: d})
			}
		}
	}
	if family := familyFor(s); family != learners.PrivateBandit {
		take(MaxDefaults-1, func(d *learners.Declaration) bool { return d.Family == family && d.Privacy != learners.NotPrivate })
		take(MaxDefaults, func(d *learners.Declaration) bool { return d.Family == family && d.Privacy == learners.NotPrivate })
	}
	if len(chosen) > 0 {
		return chosen
	}
	for _, id := range usual {
		take(MaxDefaults, func(d *learners.Declaration) bool { return d.ID == id })
	}
	if len(chosen) == 0 {
		take(1, func(*learners.Declaration) bool { return true })
	}
	return chosen
}

// familyFor is the family whose learners are made for the scenario.
func familyFor(s *scenarios.Scenario) learners.Family {
	switch {
	case s.Kind == scenarios.MatroidKind:
		return learners.Matroids
	case s.Kind == scenarios.Changing:
		return learners.LocalPrivacy
	case s.Feedback == scenarios.Full:
		return learners.Experts
	default:
		return learners.PrivateBandit
	}
}
