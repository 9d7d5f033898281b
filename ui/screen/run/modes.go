package run

import (
	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/ui/kit"
	"regretscope/ui/mode"
	"regretscope/ui/mode/betting"
	"regretscope/ui/mode/cursor"
	"regretscope/ui/mode/host"
	"regretscope/ui/mode/jump"
	"regretscope/ui/mode/prompt"
	"regretscope/ui/mode/warning"
	"regretscope/ui/mode/whatif"
	"regretscope/ui/mode/whynot"
	"regretscope/ui/mode/you"
	"regretscope/ui/screen/run/drive"
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
		you.New(s),
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

// Driver plays the run.
func (s *Screen) Driver() *drive.Driver { return s.driver }

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

// Compare goes on with other learners, and audits those that are new.
func (s *Screen) Compare(config *model.Config) tea.Cmd {
	return tea.Batch(s.driver.Change(config), s.audits.make(config, config.Learners))
}

// CloseModes closes all modes.
func (s *Screen) CloseModes() tea.Cmd { return s.modes.Close() }
