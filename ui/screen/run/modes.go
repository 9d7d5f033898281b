package run

import (
	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/ui/kit"
	"regretscope/ui/mode"
	"regretscope/ui/mode/runmode"
	"regretscope/ui/mode/whatif"
	"regretscope/ui/screen/run/drive"
)

// addModes makes the modes of the run.
func (s *Screen) addModes() {
	s.whatIf = whatif.New(s)
	s.whyNot = runmode.NewWhyNot(s)
	s.warnings = runmode.NewWarnings(s)
	s.you = runmode.NewYou(s)
	s.modes = mode.NewStack(
		runmode.Events(s), runmode.Prompt(s), runmode.Cursor(s),
		s.whyNot.Mode(), s.whatIf.Mode(), s.warnings.Mode(), s.you.Mode(),
	)
}

// Driver plays the run.
func (s *Screen) Driver() *drive.Driver { return s.driver }

// RunLine runs a command by name, with its argument.
func (s *Screen) RunLine(line string) (tea.Cmd, error) { return kit.RunLine(s.Commands(), line) }

// Played returns the place of the focused learner among all played learners.
func (s *Screen) Played() int { return s.whatIf.Played(s.learner) }

// Compare continues with other learners, and audits new ones.
func (s *Screen) Compare(config *model.Config) tea.Cmd {
	return tea.Batch(s.driver.Change(config), s.audits.make(config, config.Learners))
}

// CloseAll closes all modes, and shows all panels.
func (s *Screen) CloseAll() tea.Cmd {
	s.show = allPanels
	return s.settle(s.modes.Close())
}

// Pause pauses the run, before another screen is shown.
func (s *Screen) Pause() tea.Cmd {
	if s.driver.Running() {
		return s.driver.Toggle()
	}
	return nil
}

// LookAtClicked focuses a learner whose name was clicked.
func (s *Screen) LookAtClicked(learner int) {
	s.Notice.Refuse(s.lookAt(min(learner, len(s.Config().Learners)-1)))
}
