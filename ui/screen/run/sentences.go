package run

import (
	"fmt"
	"slices"
	"strings"

	"regretscope/noise/number"
	"regretscope/ui/facts"
	"regretscope/ui/screen/run/panel"
)

// Sentences describes the run for people who do not see the screen: the round, each
// learner's regret, and the play of the focused learner.
func (s *Screen) Sentences() []string {
	shot := s.Snapshot()
	if shot == nil {
		return []string{"The run is being prepared."}
	}
	c := shot.Config
	state := "paused"
	if s.driver.Running() {
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
		all = append(all, s.Focus.believed(shot))
	} else {
		var regrets []string
		for i := range shot.Learners {
			v := &shot.Learners[i]
			has := "has"
			if v.Spec.Plays().Waits() {
				has = "have"
			}
			regrets = append(regrets, fmt.Sprintf("%s %s regret %s", v.Spec.Label(), has, number.Value(v.Regret)))
		}
		all = append(all, strings.Join(regrets, ", ")+".")
	}
	view := &shot.Learners[s.Focus.Learner]
	focus := "In focus: " + view.Spec.Label() + "."
	if shot.Round > 0 {
		focus = fmt.Sprintf("In focus: %s, which plays arm %s.", view.Spec.Label(), s.Focus.plays(view.Play))
	}
	if view.Spec.Plays().Waits() && shot.Round > 0 {
		focus = fmt.Sprintf("You pulled arm %s.", s.Focus.plays(view.Play))
	}
	if n := view.Account.Releases; n > 0 {
		focus += fmt.Sprintf(" Its last release was at the end of round %s. After %s, the costliest round has lost %s.",
			number.Count(view.Account.Last.Round), number.Plural(n, "release"), s.Focus.about().Cost())
	}
	return slices.Concat(all, []string{focus}, s.warnings.sentences(), s.you.sentences())
}

// Comparison returns sentences on which learner has less regret, and why.
func (s *Screen) Comparison() []string {
	switch shot := s.Snapshot(); {
	case shot != nil && s.Focus.Hides() && s.shown.config.Waits():
		return []string{"Regret is hidden: reveal shows it."}
	case shot == nil || shot.Round == 0 || !s.Focus.Hides():
		return facts.Comparison(shot)
	}
	return []string{"Regret is hidden: hide nothing shows it."}
}

// Subject returns the word that explains the focused panel: the view of the chart, the chosen fact
// about privacy, the channel of the arm, or the learner.
func (s *Screen) Subject() string {
	if s.shown.shot == nil {
		return ""
	}
	view := s.Focus.view()
	switch p := s.panels.all[s.panels.at].(type) {
	case *panel.Chart:
		return s.chart.Shown()
	case *panel.Privacy:
		return p.Subject()
	case *panel.Reports:
		return view.Channels[max(s.Focus.arm, 0)].ID()
	}
	return view.Spec.ID
}
