package kit

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

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
