package param

import "strings"

// Words splits a command line at blanks as a shell does, with quotes and backslashes.
func Words(line string) []string {
	words, _ := SplitWords(line, true)
	return words
}

// SplitWords splits a command line at blanks outside quotes, and removes the quotes. A backslash escapes a
// character outside quotes only if escapes is set: paths may have them. closed reports whether all quotes are closed: the last
// word is left out if one is not.
func SplitWords(line string, escapes bool) (words []string, closed bool) {
	var word strings.Builder
	begun, escaped, quote := false, false, rune(0)
	for _, r := range line {
		switch {
		case escaped:
			word.WriteRune(r)
			escaped = false
		case r == '\\' && quote == 0 && escapes:
			begun, escaped = true, true
		case r == quote:
			quote = 0
		case quote == 0 && (r == '"' || r == '\''):
			quote, begun = r, true
		case quote == 0 && (r == ' ' || r == '\t'):
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
	if begun && !escaped && quote == 0 {
		words = append(words, word.String())
	}
	return words, quote == 0
}

// JoinWords quotes words and joins them, as the inverse of Words.
func JoinWords(words []string) string { return strings.Join(Map(words, Quote), " ") }

// Quote quotes a word for Words and for POSIX shells.
func Quote(word string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-+=,/:@"
	if word != "" && strings.Trim(word, plain) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
