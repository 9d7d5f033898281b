package experiment

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/chart/overlay"
)

// press does what a key says, or says why it cannot.
func (s *Screen) press(msg tea.KeyMsg) tea.Cmd {
	k := &s.keys
	switch {
	case s.prompt != nil:
		return s.pressPrompt(msg)
	case key.Matches(msg, k.Start):
		if s.task.Running() {
			s.refusal = "the experiment is running: c stops it and keeps the finished runs"
			return nil
		}
		return s.start()
	case key.Matches(msg, k.Stop):
		if !s.task.Running() {
			s.refusal = "nothing is running: enter runs"
			return nil
		}
		s.task.Stop()
	case key.Matches(msg, k.Runs):
		if s.task.Running() {
			s.refusal = "the experiment is running: c stops it"
			return nil
		}
		s.askRuns()
	case key.Matches(msg, k.Save):
		if s.result == nil {
			s.refusal = "there is nothing to save yet: enter runs"
			return nil
		}
		s.askPath(s.fileName())
	default:
		s.pressView(msg)
	}
	return nil
}

// pressView takes the keys that change what is seen of a result.
func (s *Screen) pressView(msg tea.KeyMsg) {
	k, n := &s.keys, len(s.config.Learners)
	switch {
	case key.Matches(msg, k.View):
		s.quantity = (s.quantity + 1) % (overlay.Return + 1)
	case key.Matches(msg, k.Log):
		s.log = !s.log
	case key.Matches(msg, k.Band):
		s.spread = s.spread.Next()
	case key.Matches(msg, k.Overlay):
		s.mode = s.mode.Next()
	case key.Matches(msg, k.Next):
		s.focus = (s.focus + 1) % n
	case key.Matches(msg, k.Before):
		s.focus = (s.focus + n - 1) % n
	}
}
