package kit

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"
)

// A Scroller selects the visible part of a text or list that has more lines than there is room
// for. The zero value is at the top.
type Scroller struct{ offset int }

// By scrolls by some lines, up if negative. Window keeps the offset within the text.
func (s *Scroller) By(lines int) { s.offset = max(s.offset+lines, 0) }

// Offset returns the first visible line.
func (s *Scroller) Offset() int { return s.offset }

// Top scrolls back to the first line.
func (s *Scroller) Top() { s.offset = 0 }

// Window returns the first visible line and the number of visible lines, of total lines in
// room.
func (s *Scroller) Window(total, room int) (from, n int) {
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

// Follow is Window, and reveals an entry if it differs from the one chosen before; −1 is no
// entry.
func (f *Follower) Follow(entry, at, total, room int) (from, n int) {
	if entry >= 0 && entry+1 != f.followed {
		f.Reveal(at, room)
	}
	f.followed = entry + 1
	return f.Window(total, room)
}

// Forget makes Follow reveal the chosen entry again.
func (f *Follower) Forget() { f.followed = 0 }

// Further returns the place some lines below another one in a list, above it for negative
// lines; −1 is no place.
func Further(at, lines, total int) int {
	if at < 0 && lines < 0 {
		at = total
	}
	return min(max(at+lines, 0), total-1)
}

// Seen returns the visible part of a list: 3–10 of 12.
func Seen(offset, room, total int) string {
	return Count(offset+1) + "–" + Count(min(offset+room, total)) + " of " + Count(total)
}

// Wheel returns how many lines a mouse event scrolls: −1 up, 1 down, 0 if it is not the wheel.
func Wheel(msg tea.MouseMsg) int {
	return map[tea.MouseButton]int{tea.MouseButtonWheelUp: -1, tea.MouseButtonWheelDown: 1}[msg.Button]
}

// Clicked reports whether the left button of the mouse is pressed.
func Clicked(msg tea.MouseMsg) bool {
	return msg.Action == tea.MouseActionPress && msg.Button == tea.MouseButtonLeft
}

// Around returns the part of a list that fits into a height, the lines from … to−1, with a
// range of lines in the middle as far as the ends of the list allow. Above and below count the
// hidden lines.
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
	if above+below == 0 {
		return ""
	}
	return fmt.Sprintf("↑%d ↓%d", above, below)
}
