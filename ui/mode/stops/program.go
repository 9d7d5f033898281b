package stops

import (
	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"

	"regretscope/model"
	"regretscope/ui/kit"
	"regretscope/ui/lesson"
	"regretscope/ui/mode"
	"regretscope/ui/screen/run"
	"regretscope/ui/script"
)

// A Program is the program as a Player sees it.
type Program interface {
	mode.Program
	Clock() *kit.Clock
	Size() (width, height int)
	Resize()
	View() string
	Spoken(text string, rows int, style lipgloss.Style) []string
	Say(error)
	Tell(text string)
	TypeCommand(text string) // opens the palette

	Perform(script.Step) (tea.Cmd, error) // performs a step of a lesson or a script
	Played() bool                         // a lesson or a script acts now, not a person
	LimitRounds() error                   // ends a lesson or script that simulates more than it may, with an error
	Preparing() bool                      // the program is not ready for a step
	StartRun(*model.Config) tea.Cmd
	Restart() tea.Cmd // returns to the state at the start
	Rehearse(*lesson.Lesson) error

	Place() Place
	GoTo(Place) tea.Cmd // sends the run to a place, and runs or pauses it as it did there
	Opened() Opened
	CloseTo(Opened) tea.Cmd    // closes what was opened since
	Snapshot() *model.Snapshot // of the run
	RunBusy() bool             // the run has not reached its round yet
	Pulls() bool               // the run is a game that waits for a pull
	Cursor() int               // the round of the chart's cursor; 0: it is closed
	Choosing() bool            // the setup screen is shown
	Reading() bool             // a page of the manual is shown
}

// A Place is a state of the run.
type Place struct {
	run.Place
	Running bool
	Until   int // the round at which it pauses; 0: the horizon
}

// Opened tells whether the run screen is shown, and whether something is open over it.
type Opened struct{ OnRun, Closes bool }
