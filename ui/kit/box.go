// Package kit provides the parts that screens share: blocks of text, frames, tables, scrolling,
// commands with their keys, and background work. A part that only one screen uses belongs to that
// screen, and quantities of a run are computed elsewhere.
package kit

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"

	"regretscope/noise/number"
	"regretscope/ui/kit/theme"
)

// A Block is lines of text; Fit makes them equally wide.
type Block []string

// String returns the block for a terminal.
func (b Block) String() string { return strings.Join(b, "\n") }

// Fit returns a block of exactly width times height cells: longer lines are cut, shorter ones padded.
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

// Spread returns a line with left at its beginning and right at its end; left is cut if there is not enough room.
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

// Draw returns the frame around lines, width times height cells in total.
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

// A Scroller selects the visible part of a text or list that has more lines than there is room
// for. The zero value is at the top.
type Scroller struct{ offset int }

// By scrolls by some lines, up if negative. Visible keeps the offset within the text.
func (s *Scroller) By(lines int) { s.offset = max(s.offset+lines, 0) }

// Offset returns the first visible line.
func (s *Scroller) Offset() int { return s.offset }

// Top scrolls back to the first line.
func (s *Scroller) Top() { s.offset = 0 }

// Visible returns the first visible line and the number of visible lines, of total lines in room.
func (s *Scroller) Visible(total, room int) (from, n int) {
	room = max(room, 0)
	s.offset = min(max(s.offset, 0), max(total-room, 0))
	return s.offset, min(room, total-s.offset)
}

// Reveal scrolls no more than needed to make a line visible.
func (s *Scroller) Reveal(line, room int) {
	if line < s.offset {
		s.offset = line
	} else if line >= s.offset+room {
		s.offset = line - room + 1
	}
}

// A Follower scrolls a list so that the chosen entry is visible.
type Follower struct {
	Scroller
	followed int // the entry chosen last, from 1, or 0
}

// Follow is Visible, and reveals an entry if it differs from the one chosen before; −1 is no entry.
func (f *Follower) Follow(entry, at, total, room int) (from, n int) {
	if entry >= 0 && entry+1 != f.followed {
		f.Reveal(at, room)
	}
	f.followed = entry + 1
	return f.Visible(total, room)
}

// Forget makes Follow reveal the chosen entry again.
func (f *Follower) Forget() { f.followed = 0 }

// MovedBy returns the place some lines below another one in a list, above it for negative
// lines, stopping at the ends; −1 is no place.
func MovedBy(at, lines, total int) int {
	if at < 0 && lines < 0 {
		at = total
	}
	return max(min(at+lines, total-1), 0)
}

// Seen returns the visible part of a list: 3–10 of 12.
func Seen(offset, room, total int) string {
	return number.Count(offset+1) + "–" + number.Count(min(offset+room, total)) + " of " + number.Count(total)
}

// Wheel returns how many lines a mouse event scrolls: −1 up, 1 down, 0 if it is not the wheel.
func Wheel(msg tea.MouseMsg) int {
	return map[tea.MouseButton]int{tea.MouseButtonWheelUp: -1, tea.MouseButtonWheelDown: 1}[msg.Button]
}

// Clicked reports whether the left button of the mouse is pressed.
func Clicked(msg tea.MouseMsg) bool {
	return msg.Action == tea.MouseActionPress && msg.Button == tea.MouseButtonLeft
}

// Around returns the part of a list that fits into a height, the lines from … to−1, with a range of lines in the
// middle as far as the ends of the list allow. Above and below count the hidden lines.
func Around(lines []string, from, to, height int) (shown []string, above, below int) {
	height = max(0, height)
	if len(lines) <= height {
		return lines, 0, 0
	}
	top := from - max(0, height-(to-from))/2
	top = min(max(top, 0), len(lines)-height)
	return lines[top : top+height], top, len(lines) - top - height
}

// Hidden describes how many lines are hidden above and below; empty if all are visible.
func Hidden(above, below int) string {
	switch {
	case above+below == 0:
		return ""
	case above == 0:
		return fmt.Sprintf("↓%d", below)
	case below == 0:
		return fmt.Sprintf("↑%d", above)
	}
	return fmt.Sprintf("↑%d ↓%d", above, below)
}

// Runs returns a number of runs in words, or a range of them: 20 to 40 runs.
func Runs(least, most int) string {
	if least < most {
		return number.Count(least) + " to " + number.Plural(most, "run")
	}
	return number.Plural(most, "run")
}

// Capital makes the first letter of a sentence a capital, except for Greek symbols: ε and Ε differ.
func Capital(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if size == 0 || unicode.Is(unicode.Greek, first) {
		return text
	}
	return string(unicode.ToUpper(first)) + text[size:]
}

// Styled breaks a plain text into lines of a style, as Wrap does; an empty text has no lines.
func Styled(text string, width, indent int, style lipgloss.Style) []string {
	if text == "" {
		return nil
	}
	lines := Wrap(text, width, indent)
	for i := range lines {
		lines[i] = style.Render(lines[i])
	}
	return lines
}

// Cut returns at most some of the lines; the end of the last one says that there are more.
func Cut(lines []string, width, most int) []string {
	if 0 < most && most < len(lines) {
		lines[most-1] = ansi.Truncate(lines[most-1], width-2, "") + " " + theme.Ellipsis
	}
	return lines[:min(len(lines), most)]
}

// WrapEvenly breaks plain text into as many lines as Wrap, but of similar length, so that no
// word is alone on the last.
func WrapEvenly(text string, width int) []string {
	lines := Wrap(text, width, 0)
	for width > 1 {
		width--
		narrower := Wrap(text, width, 0)
		if len(narrower) > len(lines) {
			break
		}
		lines = narrower
	}
	return lines
}

// No line may end at a hyphen: tight replaces them while lines are broken.
var (
	tight = strings.NewReplacer("-", "\u2011")
	loose = strings.NewReplacer("\u2011", "-")
)

// Wrap is Break for text in sentences: no word is alone on the last line if the line before can spare one.
func Wrap(text string, width, indent int) []string {
	lines := Break(text, width, indent)
	if last := len(lines) - 1; last > 0 {
		avoidWidow(lines[last-1:], text, max(width, 1), min(indent, width/2))
	}
	return lines
}

// Break breaks plain text into lines of at most width cells, between words if possible. Lines
// after the first begin with indent blanks.
func Break(text string, width, indent int) []string {
	width = max(width, 1)
	indent = min(indent, width/2)
	text = tight.Replace(text)
	lines := strings.SplitN(ansi.Wrap(text, width, ""), "\n", 2)
	if len(lines) > 1 {
		rest := strings.TrimLeft(strings.TrimPrefix(text, lines[0]), " \n")
		lines = append(lines[:1], strings.Split(ansi.Wrap(rest, width-indent, ""), "\n")...)
	}
	for i := range lines {
		lines[i] = strings.TrimRight(loose.Replace(lines[i]), " ")
		if i > 0 {
			lines[i] = strings.Repeat(" ", indent) + lines[i]
		}
	}
	return lines
}

// avoidWidow moves the last word of a line to the next line, the last of a text, if a word is alone
// there and the first line keeps two words.
func avoidWidow(lines []string, text string, width, indent int) {
	before, alone := strings.Fields(lines[0]), strings.TrimSpace(lines[1])
	if len(before) < 3 || strings.Contains(alone, " ") {
		return
	}
	spared := before[len(before)-1]
	pair := strings.Repeat(" ", indent) + spared + " " + alone
	ends := strings.HasSuffix(strings.TrimRight(text, " "), " "+spared+" "+alone)
	if spared == "%" || ansi.StringWidth(pair) > width || !ends {
		return // it belongs to a number, or is a paragraph of its own
	}
	lines[0] = strings.TrimRight(strings.TrimSuffix(lines[0], spared), " ")
	lines[1] = pair
}

// Right pads text on the left to width cells; every rune must take one cell.
func Right(text string, width int) string {
	return strings.Repeat(" ", max(0, width-utf8.RuneCountInString(text))) + text
}

// A Line is a text that stands on lines of its own.
type Line struct {
	Lead string // the important part
	Rest string // the rest; may be empty
	Tone Tone   // of Lead
}

// A Tone is the meaning of a text.
type Tone int

// The tones of texts.
const (
	Plain Tone = iota
	Faint
	Strong
	Good    // within its limit
	Warning // no limit
	Bad     // exceeds its limit
	New     // about the newest round
	Chosen  // about the chosen arm
)

// Style returns a theme's style for a tone.
func (t Tone) Style(of *theme.Theme) lipgloss.Style {
	return [...]lipgloss.Style{of.Text, of.Faint, of.Strong, of.Good, of.Warn, of.Bad, of.Accent, of.Selected}[t]
}

// Leads returns the important parts in lines of at most a width, in the style of their tones.
func Leads(parts []Line, width, indent int, of *theme.Theme) (lines []string) {
	for _, p := range parts {
		lines = append(lines, Styled(p.Lead, width, indent, p.Tone.Style(of))...)
	}
	return lines
}
