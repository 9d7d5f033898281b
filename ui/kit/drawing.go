package kit

import (
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

// Draw returns what draw draws, or what it drew last if nothing has changed since.
func (d *Drawing) Draw(draw func() Block) string {
	if d.drawn == "" {
		d.drawn = draw().String()
	}
	return d.drawn
}

// Unfit is what is shown of a screen that has too little room, or that err keeps from
// being shown; nil where there is nothing in its way.
func (d *Drawing) Unfit(t *theme.Theme, screen string, needWidth, needHeight int, err error) Block {
	switch {
	case d.Width < needWidth || d.Height < needHeight:
		return d.Say(TooSmall(screen, needWidth, needHeight, d.Width, d.Height), t.Text)
	case err != nil:
		return d.Say("✗ "+declare.Printable(err.Error()), t.Bad)
	}
	return nil
}

// Say is a text in place of all that the screen draws.
func (d *Drawing) Say(text string, style lipgloss.Style) Block {
	return Message(text, d.Width, d.Height, style)
}
