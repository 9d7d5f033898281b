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

// doubting is the arm that is looked at in a state, with the answer at hand.
func (s *Screen) doubting(shot *model.Snapshot) doubted {
	return doubted{shot.Config, shot.Round, s.learner, s.arm, s.doubted.answer}
}

// doubt asks why the arm that is looked at was not played, unless that is known or
// being found out.
func (s *Screen) doubt() tea.Cmd {
	shot := s.driver.Snapshot()
	if shot == nil || s.dial != nil || s.arm < 0 || shot.Round == 0 || s.driver.Running() || s.driver.Search() != "" || s.learner >= len(shot.Views) {
		return nil
	}
	now := s.doubting(shot)
	if now == s.doubted {
		return nil
	}
	now.answer = nil
	s.doubted = now
	if view := &shot.Views[s.learner]; slices.Contains(view.Play, s.arm) || view.Choice.NeedsBest {
		return s.doubts.Look(shot.Config, 0)
	}
	return s.doubts.Ask(shot.Config, shot.Round, drive.Doubt{Asked: true, Learner: s.learner, Arm: s.arm})
}

// whyNot is what would have had to be different, where that is known of what is seen.
func (s *Screen) whyNot() *model.WhyNot {
	if shot := s.shown.shot; shot == nil || s.dial != nil || s.doubting(shot) != s.doubted {
		return nil
	}
	return s.doubted.answer
}
