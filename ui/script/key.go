package script

import (
	"fmt"
	"strings"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"
)

// ParseKey makes the message of a key from its name, as bindings have it: v, enter,
// pgdown, ctrl+c, space.
func ParseKey(name string) (tea.KeyMsg, error) {
	if name == " " || name == "space" {
		return tea.KeyMsg{Type: tea.KeySpace, Runes: []rune(" ")}, nil
	}
	const first, last = tea.KeyF20, tea.KeyCtrlQuestionMark // of the keys that are no characters
	for special := first; name != "" && special <= last; special++ {
		if msg := (tea.KeyMsg{Type: special}); special != tea.KeyRunes && msg.String() == name {
			return msg, nil
		}
	}
	if utf8.RuneCountInString(name) != 1 {
		return tea.KeyMsg{}, fmt.Errorf("key %s: no such key; a character, or enter, esc, tab, space, up, down, left, right, pgup, pgdown, …", name)
	}
	return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(name)}, nil
}

// Words splits a line at blanks; blanks within double quotes stay.
func Words(line string) []string {
	var words []string
	var word strings.Builder
	begun, quoted := false, false
	for _, r := range line + " " {
		switch {
		case r == '"':
			quoted, begun = !quoted, true
		case r == ' ' && !quoted:
			if begun {
				words = append(words, word.String())
			}
			word.Reset()
			begun = false
		default:
			word.WriteRune(r)
			begun = true
		}
	}
	return words
}
