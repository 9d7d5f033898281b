// Package kit has the parts that screens share: blocks of text, frames, tables, scrolling,
// commands with their keys, and background work. A part that only one screen uses belongs to
// that screen; quantities of a run are computed elsewhere.
package kit

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"regretscope/ui/kit/theme"
)

// A Block is lines of text; Fit makes them equally wide.
type Block []string

// String returns the block for a terminal.
func (b Block) String() string { return strings.Join(b, "\n") }

// Fit returns a block of exactly width times height cells: longer lines are cut, shorter ones
// padded.
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

// FitLine returns a line of exactly width cells.
func FitLine(line string, width int) string {
	w := ansi.StringWidth(line)
	if w > width {
		line = ansi.Truncate(line, width, theme.Ellipsis)
		w = ansi.StringWidth(line) // one less if a wide character did not fit
	}
	return line + strings.Repeat(" ", max(0, width-w))
}

// CutMiddle removes the middle of a line that is wider than width.
func CutMiddle(line string, width int) string {
	w, tail := ansi.StringWidth(line), (width-1)/2
	if w <= width || width < 3 {
		return line
	}
	return ansi.Truncate(line, width-1-tail, "") + theme.Ellipsis + ansi.TruncateLeft(line, w-tail, "")
}

// Spread puts left at the beginning of a line and right at its end; left is cut if there is not
// enough room.
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

// A Frame is a border with a title and, to its right, a remark in its upper edge.
type Frame struct {
	Title   string
	Remark  string // left out if there is no room
	Focused bool
}

// Cells that the frame takes from a panel.
const (
	FrameWidth  = 4 // a border and a blank on either side
	FrameHeight = 2
)

// Draw puts the frame around lines, width times height cells in total.
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

// Inside returns the room inside a frame of the rectangle.
func (r Rect) Inside() (width, height int) {
	return max(r.Width-FrameWidth, 0), max(r.Height-FrameHeight, 0)
}

// Columns splits the rectangle into a left part of the given width and the rest.
func (r Rect) Columns(left int) (l, rest Rect) {
	return Rect{r.X, r.Y, left, r.Height}, Rect{r.X + left, r.Y, r.Width - left, r.Height}
}

// Rows splits the rectangle into an upper part of the given height and the rest.
func (r Rect) Rows(upper int) (u, rest Rect) {
	return Rect{r.X, r.Y, r.Width, upper}, Rect{r.X, r.Y + upper, r.Width, r.Height - upper}
}
