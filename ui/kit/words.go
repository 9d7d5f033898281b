package kit

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"
)

// Plural counts things in words: 1 run, 2 runs, 48 210 runs.
func Plural(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return Count(n) + " " + thing
}

// FewRuns says how much of a sum the largest of some runs make up: one of 20 runs makes
// up 62 % of the sum.
func FewRuns(largest, runs int, share float64) string {
	some, make := Count(largest), "make"
	if largest == 1 {
		some, make = "one", "makes"
	}
	return fmt.Sprintf("%s of %s %s up %s %% of the sum", some, Plural(runs, "run"), make, Fixed(100*share, 0))
}

// Capital makes the first letter of a sentence a capital, but leaves Greek
// symbols as they are: ε and Ε are two things.
func Capital(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if size == 0 || unicode.Is(unicode.Greek, first) {
		return text
	}
	return string(unicode.ToUpper(first)) + text[size:]
}

// Styled breaks a plain text into lines of a style, as Wrap does; there are none
// of an empty text.
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

// Message fills a whole screen with one text.
func Message(text string, width, height int, style lipgloss.Style) Block {
	return Fit(Styled(text, width, 0, style), width, height)
}

// TooSmall says that a screen has too little room, and how much it needs.
func TooSmall(screen string, needWidth, needHeight, width, height int) string {
	return fmt.Sprintf("%s needs %d columns and %d lines; this terminal leaves it %d columns and %d lines.",
		Capital(strings.TrimSpace(screen)), needWidth, needHeight, width, height)
}

// WrapEvenly breaks plain text into as many lines as Wrap, as even as they can be, so that
// no word is alone on the last one.
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

// Wrap breaks plain text into lines of at most width cells, between words where
// it can. Lines after the first begin with indent blanks.
func Wrap(text string, width, indent int) []string {
	width = max(width, 1)
	indent = min(indent, width/2)
	var lines []string
	line, used := "", 0
	lead := 0 // blanks that the present line begins with
	for i, word := range strings.SplitAfter(text, " ") {
		w := ansi.StringWidth(strings.TrimRight(word, " "))
		if used > lead && used+w > width {
			lines = append(lines, strings.TrimRight(line, " "))
			line, used, lead = strings.Repeat(" ", indent), indent, indent
		}
		for used+w > width { // one word longer than a line
			head := ansi.Truncate(word, width-used, "")
			if head == "" {
				break
			}
			lines = append(lines, line+head)
			word = strings.TrimPrefix(word, head)
			w = ansi.StringWidth(strings.TrimRight(word, " "))
			line, used, lead = strings.Repeat(" ", indent), indent, indent
		}
		line += word
		used += ansi.StringWidth(word)
		if i == 0 && strings.TrimSpace(word) == "" {
			lead = used // leading blanks of the text are no words
		}
	}
	return append(lines, strings.TrimRight(line, " "))
}
