package kit

import "github.com/charmbracelet/lipgloss"

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

// Say is a text in place of all that the screen draws.
func (d *Drawing) Say(text string, style lipgloss.Style) Block {
	return Message(text, d.Width, d.Height, style)
}

// OnlyLearner is why no other of so many learners can be looked at; empty where one can.
func OnlyLearner(learners int) string {
	if learners > 1 {
		return ""
	}
	return "there is only one learner; the setup screen adds others"
}
