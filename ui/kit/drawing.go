package kit

import (
	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"

	"regretscope/noise/declare"
	"regretscope/ui/kit/theme"
)

// A Drawing is the room of a screen and what it has drawn there. A screen that embeds
// one draws itself again only after its size or, as Changed says, its content has
// changed.
type Drawing struct {
	Width, Height int
	drawn         string // empty where it must be drawn again
}

// SetSize gives the screen its room.
func (d *Drawing) SetSize(width, height int) {
	d.Width, d.Height, d.drawn = max(width, 0), max(height, 0), ""
}

// Changed says that what is drawn is no longer right.
func (d *Drawing) Changed() { d.drawn = "" }

// Typing is false: characters go into no field, unless a screen says otherwise.
func (d *Drawing) Typing() bool { return false }

// Draw returns what draw draws, or what was drawn last if nothing has changed since. A
// screen that has too little room, or that err keeps from being shown, says so instead.
func (d *Drawing) Draw(t *theme.Theme, screen string, needWidth, needHeight int, err error, draw func() Block) string {
	switch {
	case d.drawn != "":
	case d.Width < needWidth || d.Height < needHeight:
		d.drawn = d.Say(TooSmall(screen, needWidth, needHeight, d.Width, d.Height), t.Text).String()
	case err != nil:
		d.drawn = d.Say("✗ "+declare.Printable(err.Error()), t.Bad).String()
	default:
		d.drawn = draw().String()
	}
	return d.drawn
}

// Do does what a command does. An error, or a refusal that was set meanwhile, is shown as
// the refusal until the next command.
func (d *Drawing) Do(refusal *string, do func() (tea.Cmd, error)) (tea.Cmd, error) {
	*refusal = ""
	d.Changed()
	cmd, err := do()
	return cmd, Refused(refusal, err)
}

// Say is a text in place of all that the screen draws.
func (d *Drawing) Say(text string, style lipgloss.Style) Block {
	return Message(text, d.Width, d.Height, style)
}
