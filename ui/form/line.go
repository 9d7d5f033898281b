package form

import (
	"slices"
	"unicode"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"regretscope/ui/theme"
)

// MaxLine is how many characters a line takes; what exceeds it is dropped.
const MaxLine = 10_000

// cursorGlyph stands between two characters. It is a character rather than a
// reversed cell, so that the cursor is seen without colours too.
const cursorGlyph = "▏"

// LineKeys are the keys that edit a line.
type LineKeys struct {
	Left, Right, Home, End          key.Binding
	Backspace, Delete, Word, Before key.Binding
}

// NewLineKeys returns the usual keys.
func NewLineKeys() LineKeys {
	bind := func(description string, keys ...string) key.Binding {
		return key.NewBinding(key.WithKeys(keys...), key.WithHelp(keys[0], description))
	}
	return LineKeys{
		Left:      bind("character back", "left", "ctrl+b"),
		Right:     bind("character on", "right", "ctrl+f"),
		Home:      bind("to the beginning", "home", "ctrl+a"),
		End:       bind("to the end", "end", "ctrl+e"),
		Backspace: bind("delete before", "backspace", "ctrl+h"),
		Delete:    bind("delete at", "delete", "ctrl+d"),
		Word:      bind("delete the word before", "ctrl+w", "alt+backspace"),
		Before:    bind("delete all before", "ctrl+u"),
	}
}

// A Line is one line of text with a cursor.
type Line struct {
	text   []rune
	cursor int // 0 … len(text)
}

// Text returns what the line holds.
func (l *Line) Text() string { return string(l.text) }

// SetText replaces the line; the cursor goes to its end.
func (l *Line) SetText(text string) {
	l.text, l.cursor = nil, 0
	l.insert([]rune(text))
}

// Update takes a key and tells whether it was one of editing.
func (l *Line) Update(msg tea.KeyMsg, keys *LineKeys) bool {
	switch {
	case key.Matches(msg, keys.Left):
		l.cursor = max(0, l.cursor-1)
	case key.Matches(msg, keys.Right):
		l.cursor = min(len(l.text), l.cursor+1)
	case key.Matches(msg, keys.Home):
		l.cursor = 0
	case key.Matches(msg, keys.End):
		l.cursor = len(l.text)
	case key.Matches(msg, keys.Backspace):
		l.cut(l.cursor-1, l.cursor)
	case key.Matches(msg, keys.Delete):
		l.cut(l.cursor, l.cursor+1)
	case key.Matches(msg, keys.Word):
		l.cut(l.wordStart(), l.cursor)
	case key.Matches(msg, keys.Before):
		l.cut(0, l.cursor)
	case (msg.Type == tea.KeyRunes || msg.Type == tea.KeySpace) && !msg.Alt:
		l.insert(msg.Runes)
	default:
		return false
	}
	return true
}

// insert puts characters at the cursor: whatever is white becomes a blank, and
// what would disturb a terminal is left out.
func (l *Line) insert(runes []rune) {
	clean := make([]rune, 0, len(runes))
	for _, r := range runes {
		if unicode.IsSpace(r) {
			r = ' '
		}
		if unicode.IsPrint(r) && len(l.text)+len(clean) < MaxLine {
			clean = append(clean, r)
		}
	}
	l.text = slices.Insert(l.text, l.cursor, clean...)
	l.cursor += len(clean)
}

// cut removes the characters from … to−1, as far as they exist.
func (l *Line) cut(from, to int) {
	from, to = max(0, from), min(len(l.text), to)
	l.text = slices.Delete(l.text, from, to)
	l.cursor = min(from, len(l.text))
}

// wordStart is where the word before the cursor begins.
func (l *Line) wordStart() int {
	i := l.cursor
	for i > 0 && l.text[i-1] == ' ' {
		i--
	}
	for i > 0 && l.text[i-1] != ' ' {
		i--
	}
	return i
}

// View returns the part of the line around the cursor that fits into width
// columns, without padding.
func (l *Line) View(width int, focused bool) string {
	if !focused {
		return ansi.Truncate(l.Text(), max(0, width), theme.Ellipsis)
	}
	before, after := string(l.text[:l.cursor]), string(l.text[l.cursor:])
	// A little of what follows stays visible while one types before it.
	room := width - 1 - min(4, width/4, ansi.StringWidth(after))
	if ansi.StringWidth(before) > room {
		before = lastCells(before, room-1)
		if room > 0 {
			before = theme.Ellipsis + before
		}
	}
	return ansi.Truncate(before+cursorGlyph+after, max(0, width), theme.Ellipsis)
}

// lastCells is as much of the end of a text as fits into some cells.
func lastCells(text string, cells int) string {
	// A cut through a wide character leaves all of it, so one may be too few.
	for cut := ansi.StringWidth(text) - cells; cells > 0; cut++ {
		if end := ansi.TruncateLeft(text, cut, ""); ansi.StringWidth(end) <= cells {
			return end
		}
	}
	return ""
}
