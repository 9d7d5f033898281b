// Package host has what modes of the run screen see of it, and may do with it.
package host

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
	// RunLine runs a command of the screen by its name, with its argument behind it.
	RunLine(line string) (tea.Cmd, error)
}
