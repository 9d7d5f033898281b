package script

import (
	"fmt"
	"strings"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"
)

// ParseKey parses the name of a key: v, enter, pgdown, ctrl+c, space.
func ParseKey(name string) (tea.KeyMsg, error) {
	if name == " " || name == "space" {
		return tea.KeyMsg{Type: tea.KeySpace, Runes: []rune(" ")}, nil
	}
	const first, last = tea.KeyF20, tea.KeyCtrlQuestionMark // the range of special keys
	for special := first; name != "" && special <= last; special++ {
		if msg := (tea.KeyMsg{Type: special}); special != tea.KeyRunes && msg.String() == name {
			return msg, nil
		}
	}
	if utf8.RuneCountInString(name) != 1 {
		return tea.KeyMsg{},
			fmt.Errorf("key %s: no such key; a character, or enter, esc, tab, space, up, down, left, right, pgup, pgdown, …",
				name)
	}
	return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(name)}, nil
}

// Words splits a line as a shell does, with quotes and backslashes.
func Words(line string) []string {
	var words []string
	var word strings.Builder
	begun, escaped, quote := false, false, rune(0)
	for _, r := range line + " " {
		switch {
		case escaped:
			word.WriteRune(r)
			escaped = false
		case r == '\\' && quote == 0:
			begun, escaped = true, true
		case r == quote:
			quote = 0
		case quote == 0 && (r == '"' || r == '\''):
			quote, begun = r, true
		case r == ' ' && quote == 0:
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

// Join quotes words and joins them, as the inverse of Words.
func Join(words []string) string {
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = Quote(word)
	}
	return strings.Join(quoted, " ")
}

// Quote quotes a word for Words and for POSIX shells.
func Quote(word string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-+=,/:@"
	if word != "" && strings.Trim(word, plain) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
