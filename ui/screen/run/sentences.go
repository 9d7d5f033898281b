package run

import (
	"fmt"
	"slices"
	"strings"

	"regretscope/noise/number"
	"regretscope/ui/facts"
)

// Sentences describes the run for people who do not see the screen: the round, each
// learner's regret, and the play of the focused learner.
func (s *Screen) Sentences() []string {
	shot := s.State().Shot
	if shot == nil {
		return []string{"The run is being prepared."}
	}
	c := shot.Config
	state := "paused"
	if s.State().Running {
		state = "running"
	}
	all := []string{fmt.Sprintf("Round %s of %s in %s, seed %d, %s.", number.Count(shot.Round), number.Count(c.Horizon),
		s.Focus.scenario(), c.Seed, state)}
	if shot.Round == 0 {
		all[0] += " No rounds played yet"
		if c.Waits() {
			all[0] += "."
		} else {
			all[0] += ": step plays one, go 5000 goes to a round."
		}
	}
	if s.Focus.Hides() {
		all = append(all, s.Focus.estimates(shot))
	} else {
		var regrets []string
		for i := range shot.Learners {
			v := &shot.Learners[i]
			regrets = append(regrets, facts.Does(v, "has")+" regret "+number.Value(v.Regret))
		}
		all = append(all, strings.Join(regrets, ", ")+".")
	}
	view := &shot.Learners[s.Focus.Learner]
	play := "In focus: " + view.Spec.Label() + "."
	if shot.Round > 0 {
		play = fmt.Sprintf("In focus: %s, which plays arm %s.", view.Spec.Label(), s.Focus.plays(view.Play))
	}
	if view.Spec.Plays().Waits() && shot.Round > 0 {
		play = fmt.Sprintf("You pulled arm %s.", s.Focus.plays(view.Play))
	}
	if n := view.Account.Releases; n > 0 {
		play += fmt.Sprintf(" Its last release was at the end of round %s. After %s, the costliest round has lost %s.",
			number.Count(view.Account.Last.Round), number.Plural(n, "release"), s.Focus.about().Spending().Cost())
	}
	return slices.Concat(all, []string{play}, s.warnings.sentences(), s.you.sentences())
}

// Comparison returns sentences on which learner has less regret, and why.
func (s *Screen) Comparison() []string {
	switch shot := s.State().Shot; {
	case shot != nil && s.Focus.Hides() && s.shown.Config.Waits():
		return []string{"Regret is hidden: reveal shows it."}
	case shot == nil || shot.Round == 0 || !s.Focus.Hides():
		return facts.Comparison(shot)
	}
	return []string{"Regret is hidden: hide nothing shows it."}
}
