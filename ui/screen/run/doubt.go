package run

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/ui/screen/run/drive"
)

// A doubted arm is one that is looked at and was not played: what would have had to be
// different is found beside the run, once that stands still.
type doubted struct {
	config       *model.Config
	round        int
	learner, arm int
	answer       *model.WhyNot // nil while it is sought, and where the arm was played
}

// doubt asks why the arm that is looked at was not played, unless that is known or
// being found out.
func (s *Screen) doubt() tea.Cmd {
	shot := s.driver.Snapshot()
	if shot == nil || s.dial != nil || s.arm < 0 || shot.Round == 0 || s.driver.Running() || s.driver.Search() != "" || s.learner >= len(shot.Views) {
		return nil
	}
	now := doubted{config: shot.Config, round: shot.Round, learner: s.learner, arm: s.arm}
	before := s.doubted
	if before.answer = nil; before == now {
		return nil
	}
	s.doubted = now
	if view := &shot.Views[s.learner]; slices.Contains(view.Play, s.arm) || view.Choice.NeedsBest {
		return s.doubts.Look(shot.Config, 0)
	}
	return s.doubts.Ask(shot.Config, shot.Round, drive.Doubt{Asked: true, Learner: s.learner, Arm: s.arm})
}

// whyNot is what would have had to be different, where that is known of what is seen.
func (s *Screen) whyNot() *model.WhyNot {
	d := &s.doubted
	if shot := s.shown.shot; shot == nil || s.dial != nil || d.config != shot.Config || d.round != shot.Round || d.learner != s.learner || d.arm != s.arm {
		return nil
	}
	return d.answer
}
