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
	Arm() int                  // that the person looks at; −1 for none
	Hides() bool               // true means, what is best and regret are not shown

	ShowPanel(number int) // from 0: makes sure that it is seen
	Say(text string)      // shows a sentence in the foot until the next key
	Warn(text string)     // shows it as a warning
	// RunLine runs a command of the screen by its name, with its argument behind it.
	RunLine(line string) (tea.Cmd, error)
}

// A Settler keeps up with the run: Settle is called after every command and message that
// changes what is seen.
type Settler interface{ Settle() tea.Cmd }

// A Marker adds to what panels draw.
type Marker interface{ Mark(state *panel.State) }

// A Noticer has a few words for the header; empty where there is nothing to notice.
type Noticer interface{ Notice() string }
