// Package kit is what all screens are built from: blocks of text, frames, tables, scrolling,
// commands with their keys, and work in the background. What belongs to one screen is not
// here, nor what computes a quantity of a run.
package kit

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"regretscope/ui/kit/theme"
)

// A Block is lines of text, of equal width in cells where Fit made it.
type Block []string

// String returns the block as a terminal takes it.
func (b Block) String() string { return strings.Join(b, "\n") }

// Fit makes a block of exactly width times height cells: what is too long is
// cut, what is too short is filled with blanks.
func Fit(lines []string, width, height int) Block {
	width = max(width, 0)
	b := make(Block, max(height, 0))
	for i := range b {
		if i < len(lines) {
			b[i] = FitLine(lines[i], width)
		} else {
			b[i] = strings.Repeat(" ", width)
		}
	}
	return b
}

// FitLine makes a line exactly width cells wide.
func FitLine(line string, width int) string {
	w := ansi.StringWidth(line)
	if w > width {
		line = ansi.Truncate(line, width, theme.Ellipsis)
		w = ansi.StringWidth(line) // one less where a wide character did not fit
	}
	return line + strings.Repeat(" ", max(0, width-w))
}

// CutMiddle leaves out the middle of a line that is wider than width.
func CutMiddle(line string, width int) string {
	w, tail := ansi.StringWidth(line), (width-1)/2
	if w <= width || width < 3 {
		return line
	}
	return ansi.Truncate(line, width-1-tail, "") + theme.Ellipsis + ansi.TruncateLeft(line, w-tail, "")
}

// Spread puts left at the beginning of a line of the given width and right at
// its end; left is cut where there is no room for both.
func Spread(left, right string, width int) string {
	room := width - ansi.StringWidth(right)
	if room <= 0 {
		return FitLine(right, width)
	}
	return FitLine(left, room) + right
}

// Beside joins blocks of equal height from left to right.
func Beside(blocks ...Block) Block {
	if len(blocks) == 1 {
		return blocks[0]
	}
	joined := make(Block, len(blocks[0]))
	for i := range joined {
		var b strings.Builder
		for _, block := range blocks {
			b.WriteString(block[i])
		}
		joined[i] = b.String()
	}
	return joined
}

// A Frame is a border with a title in its upper edge and a remark at the
// right of it.
type Frame struct {
	Title   string
	Remark  string // left out if there is no room
	Focused bool
}

// The frame takes this many cells away from a panel.
const (
	FrameWidth  = 4 // a border and a blank on either side
	FrameHeight = 2
)

// Draw puts the frame around lines, width times height cells in all.
func (f Frame) Draw(t *theme.Theme, lines []string, width, height int) Block {
	if width < FrameWidth+1 || height < FrameHeight {
		return Fit(nil, width, height)
	}
	border := t.Border
	title := " " + f.Title + " "
	if f.Focused {
		border, title = t.BorderFocused, " "+theme.SelectedGlyph+" "+f.Title+" "
	}
	title = ansi.Truncate(title, width-4, theme.Ellipsis)
	remark := ""
	if f.Remark != "" {
		remark = " " + f.Remark + " "
	}
	rule := width - 4 - ansi.StringWidth(title) - ansi.StringWidth(remark)
	if rule < 1 {
		rule, remark = rule+ansi.StringWidth(remark), ""
	}
	b := make(Block, 0, height)
	b = append(b, border.Render("╭─")+t.Title.Render(title)+border.Render(strings.Repeat("─", rule))+
		t.Faint.Render(remark)+border.Render("─╮"))
	left, right := border.Render("│")+" ", " "+border.Render("│")
	for _, line := range Fit(lines, width-FrameWidth, height-FrameHeight) {
		b = append(b, left+line+right)
	}
	return append(b, border.Render("╰"+strings.Repeat("─", width-2)+"╯"))
}

// A Rect is a rectangle of cells; the upper left corner of a screen is 0,0.
type Rect struct{ X, Y, Width, Height int }

// Empty reports whether there is nothing to draw.
func (r Rect) Empty() bool { return r.Width <= 0 || r.Height <= 0 }

// Contains reports whether a cell lies in the rectangle.
func (r Rect) Contains(x, y int) bool {
	return x >= r.X && x < r.X+r.Width && y >= r.Y && y < r.Y+r.Height
}

// Inside returns the room that a frame leaves in the rectangle.
func (r Rect) Inside() (width, height int) {
	return max(r.Width-FrameWidth, 0), max(r.Height-FrameHeight, 0)
}

// Columns cuts the rectangle into a left one of the given width and the rest.
func (r Rect) Columns(left int) (l, rest Rect) {
	return Rect{r.X, r.Y, left, r.Height}, Rect{r.X + left, r.Y, r.Width - left, r.Height}
}

// Rows cuts the rectangle into an upper one of the given height and the rest.
func (r Rect) Rows(upper int) (u, rest Rect) {
	return Rect{r.X, r.Y, r.Width, upper}, Rect{r.X, r.Y + upper, r.Width, r.Height - upper}
}
