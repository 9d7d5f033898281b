// Package runmode has the small modes of the run screen, and Run, the screen as its modes see
// it.
package runmode

import (
	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/ui/kit/theme"
	"regretscope/ui/screen/run/drive"
	"regretscope/ui/screen/run/panel"
)

// A Run is the run screen as its modes see it.
type Run interface {
	Theme() *theme.Theme
	Driver() *drive.Driver
	Chart() *panel.Chart
	Config() *model.Config     // of the comparison, without learners that a mode adds
	Snapshot() *model.Snapshot // as shown; nil before the first
	Learner() int              // in focus
	Played() int               // index of the learner in focus among all that are played
	Arm() int                  // the selected arm, or −1
	Hides() bool               // true means, the best arm, and regret are hidden

	LookAt(learner int)
	LookAtArm(arm int)
	ShowPanel(number int) // from 0; makes it visible
	ShowAll()             // reveals everything
	// Compare continues with other learners on the same rewards, from the present round.
	Compare(config *model.Config) tea.Cmd
	Say(text string)  // shows a sentence in the foot until the next key
	Warn(text string) // shows a warning there
	// RunLine runs a command of the screen by name, with its argument.
	RunLine(line string) (tea.Cmd, error)
}

// timing is the heading of commands that play rounds.
const timing = "Time"

// A SavedMsg says which files were written, or why not.
type SavedMsg struct {
	Paths []string
	Err   error
}
