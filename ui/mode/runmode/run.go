// Package runmode has what modes of the run screen see of it and may do with it, and those of
// them that are no larger than a file.
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
	Config() *model.Config     // of the comparison, without what a mode plays besides
	Snapshot() *model.Snapshot // as it is shown; nil before the first
	Learner() int              // in focus
	Played() int               // its place among all learners that are played
	Arm() int                  // that the person looks at, or −1
	Hides() bool               // true means, what is best and regret are not shown

	LookAt(learner int)
	LookAtArm(arm int)
	ShowPanel(number int) // from 0: makes sure that it is seen
	ShowAll()             // hides nothing any longer
	// Compare goes on with other learners on the same rewards, from the present round.
	Compare(config *model.Config) tea.Cmd
	Say(text string)  // shows a sentence in the foot until the next key
	Warn(text string) // shows it as a warning
	// RunLine runs a command of the screen by its name, with its argument behind it.
	RunLine(line string) (tea.Cmd, error)
}

// timing is the heading of the commands that play rounds.
const timing = "Time"

// A SavedMsg says which files were written, or why not.
type SavedMsg struct {
	Paths []string
	Err   error
}
