package form

import (
	"unicode"

	"github.com/charmbracelet/bubbles/cursor"
	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"regretscope/ui/kit/theme"
)

// MaxLine is the largest number of characters in a line; excess is dropped.
const MaxLine = 10_000

// cursorGlyph is shown between two characters. A character is visible without colors, a
// reversed cell is not.
const cursorGlyph = "▏"

// lineKeys returns the text input's keys for a line: all except those for suggestions, which a
// line lacks; for a clipboard, which would be that of the machine that runs the program, while
// terminals paste by themselves; and for deleting the next word, which panics before blanks
// (bubbles 1.0.0).
func lineKeys() textinput.KeyMap {
	keys := textinput.DefaultKeyMap
	for _, unused := range []*key.Binding{
		&keys.AcceptSuggestion, &keys.NextSuggestion, &keys.PrevSuggestion, &keys.Paste, &keys.DeleteWordForward,
	} {
		*unused = key.NewBinding(key.WithDisabled())
	}
	return keys
}

// A Line is one line of text with a cursor. It edits with the text input of bubbles but draws
// itself: the text input's cursor is a color, and it uses the default renderer.
type Line struct {
	input *textinput.Model // nil until it is used
	whole bool             // all of the text is selected
}

// edit returns the text input, made on first use.
func (l *Line) edit() *textinput.Model {
	if l.input == nil {
		input := textinput.New()
		input.KeyMap, input.CharLimit = lineKeys(), MaxLine
		input.Cursor.SetMode(cursor.CursorHide)
		input.Focus()
		l.input = &input
	}
	return l.input
}

// Text returns the text of the line.
func (l *Line) Text() string {
	if l.input == nil {
		return ""
	}
	return l.input.Value()
}

// SetText replaces the text and moves the cursor to its end.
func (l *Line) SetText(text string) {
	if text == "" && l.input == nil {
		return
	}
	l.whole = false
	l.edit().SetValue(string(clean([]rune(text))))
	l.input.CursorEnd()
}

// Select selects the whole text: typing replaces it, and moving the cursor keeps it.
func (l *Line) Select() { l.whole = l.Text() != "" }

// Press handles a key.
func (l *Line) Press(msg tea.KeyMsg) {
	input := l.edit()
	keys := &input.KeyMap
	if msg.Alt && !key.Matches(msg, keys.WordForward, keys.WordBackward, keys.DeleteWordBackward) {
		return // a shortcut of the terminal, not a letter
	}
	msg.Runes = clean(msg.Runes)
	if l.whole && (len(msg.Runes) > 0 || key.Matches(msg, keys.DeleteCharacterBackward, keys.DeleteCharacterForward)) {
		input.SetValue("")
	}
	l.whole = false
	*input, _ = input.Update(msg)
}

// clean replaces white space by blanks and removes characters that would disturb a terminal.
func clean(runes []rune) []rune {
	var kept []rune
	for _, r := range runes {
		if unicode.IsSpace(r) {
			r = ' '
		}
		if unicode.IsPrint(r) {
			kept = append(kept, r)
		}
	}
	return kept
}

// View returns the part of the line around the cursor that fits into width
// columns, without padding. Selected text stands between two cursors.
func (l *Line) View(width int, focused bool) string {
	switch {
	case !focused:
		return ansi.Truncate(l.Text(), max(0, width), theme.Ellipsis)
	case l.input == nil:
		return ansi.Truncate(cursorGlyph, max(0, width), "")
	case l.whole && ansi.StringWidth(l.Text()) <= width-2:
		return cursorGlyph + l.Text() + cursorGlyph
	}
	text, at := []rune(l.input.Value()), l.input.Position()
	before, after := string(text[:at]), string(text[at:])
	// Keep a little of the following text visible while typing before it.
	room := width - 1 - min(4, width/4, ansi.StringWidth(after))
	if ansi.StringWidth(before) > room {
		before = lastCells(before, room-1)
		if room > 0 {
			before = theme.Ellipsis + before
		}
	}
	return ansi.Truncate(before+cursorGlyph+after, max(0, width), theme.Ellipsis)
}

// lastCells returns the end of a text that fits into some cells.
func lastCells(text string, cells int) string {
	// A cut through a wide character leaves all of it, so one cell may be too few.
	for cut := ansi.StringWidth(text) - cells; cells > 0; cut++ {
		if end := ansi.TruncateLeft(text, cut, ""); ansi.StringWidth(end) <= cells {
			return end
		}
	}
	return ""
}
