package run

import (
	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
	"regretscope/ui/mode"
	"regretscope/ui/mode/betting"
	"regretscope/ui/mode/cursor"
	"regretscope/ui/mode/host"
	"regretscope/ui/mode/jump"
	"regretscope/ui/mode/prompt"
	"regretscope/ui/mode/warning"
	"regretscope/ui/mode/whatif"
	"regretscope/ui/mode/whynot"
	"regretscope/ui/screen/run/drive"
	"regretscope/ui/screen/run/layout"
	"regretscope/ui/screen/run/panel"
)

// newModes makes the modes of the screen, all closed.
func newModes(s host.Run) *mode.Stack {
	return mode.NewStack(
		jump.New(s),
		prompt.New(s),
		cursor.New(s),
		whynot.New(s),
		whatif.New(s),
		betting.New(s),
		warning.New(s),
	)
}

// inherit has modes go on with what those of the run before have.
func inherit(modes, before *mode.Stack) {
	for heir := range mode.With[host.Heir](modes) {
		for _, earlier := range before.Modes() {
			heir.Follow(earlier)
		}
	}
}

// Theme has the screen's styles.
func (s *Screen) Theme() *theme.Theme { return s.theme }

// Driver plays the run.
func (s *Screen) Driver() *drive.Driver { return s.driver }

// Chart is the panel with curves.
func (s *Screen) Chart() *panel.Chart { return s.chart }

// RunLine runs a command by its name, with its argument behind it.
func (s *Screen) RunLine(line string) (tea.Cmd, error) { return kit.RunLine(s.Commands(), line) }

// Played is the place of the learner in focus among all that are played.
func (s *Screen) Played() int {
	place := s.learner
	for m := range mode.With[host.Player](s.modes) {
		place = m.Played(place)
	}
	return place
}

// Arm is the arm that the person looks at; −1 for none.
func (s *Screen) Arm() int { return s.arm }

// LookAt has the panels follow a learner.
func (s *Screen) LookAt(learner int) { s.learner = learner }

// Compare goes on with other learners, and audits those that are new.
func (s *Screen) Compare(config *model.Config) tea.Cmd {
	return tea.Batch(s.driver.Change(config), s.audit(config.Learners))
}

// LookAtArm has the panels look at an arm.
func (s *Screen) LookAtArm(arm int) { s.arm = arm }

// ArmBeside is the arm some places below another one in the list of arms.
func (s *Screen) ArmBeside(arm, places int) int { return s.arms.Beside(arm, places) }

// ShowAll hides nothing any longer.
func (s *Screen) ShowAll() { s.hidden = nothing }

// CloseModes closes all modes.
func (s *Screen) CloseModes() tea.Cmd { return s.modes.Close() }

// ShowPanel makes sure that a panel is seen, by its number from 0.
func (s *Screen) ShowPanel(number int) {
	if s.places.Panels[number].Empty() {
		s.show, s.focus = layout.All, number
	}
}

// Say shows a sentence in the foot until the next key.
func (s *Screen) Say(text string) { s.said = text }

// Warn shows a sentence as a warning in the foot until the next key.
func (s *Screen) Warn(text string) { s.refusal = text }
