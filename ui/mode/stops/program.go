package stops

import (
	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"

	"regretscope/model"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
	"regretscope/ui/lesson"
	"regretscope/ui/script"
)

// A Program is what a file is played in.
type Program interface {
	Theme() *theme.Theme
	Clock() *kit.Clock
	Size() (width, height int)
	Resize()
	View() string
	Spoken(text string, rows int, style lipgloss.Style) []string
	Say(error)
	Tell(text string)
	TypeCommand(text string) // opens the palette

	// Perform does what a step says, with the rights of a lesson or a script, and without effects
	// outside of the program where the step was performed before. refused is what the rights
	// do not allow.
	Perform(by string, step script.Step, again bool) (cmd tea.Cmd, refused, err error)
	Acting() bool    // a step is performed just now
	Preparing() bool // the program is not ready for the next step
	StartRun(*model.Config) tea.Cmd
	Restart() tea.Cmd // brings back what the program began with
	Rehearse(*lesson.Lesson) error

	Place() Place
	GoTo(Place) tea.Cmd // sends the run to a place, where it runs or pauses
	Opened() Opened
	CloseTo(Opened) tea.Cmd    // closes what was opened since
	Snapshot() *model.Snapshot // of the run
	RunBusy() bool             // the run is on its way
	Typing() bool              // characters go into a field of the screen
	Choosing() bool            // the setup screen is shown
	Reading() bool             // a page of the manual is shown
}

// A Place is where a run is.
type Place struct {
	Round   int
	Running bool
	Until   int // the round at which it pauses; 0: it does not
}

// Opened says what is open: the run screen is shown, and something is open over it.
type Opened struct{ OnRun, Closes bool }
