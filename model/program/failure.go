package program

import (
	"fmt"
	"strings"

	"regretscope/noise/param"
)

// A Failure is the reason why a program stopped, in one sentence.
type Failure struct {
	Command string
	Round   int    // the round of the failure; 0 before the first
	Lane    int    // −1: all
	What    string // the problem
	Line    string // the offending answer, if any
	Last    string // its standard error
}

const (
	shownLine = 120 // maximum length of an answer in a message
	shownLast = 3   // maximum number of lines of standard error
)

func (f *Failure) Error() string {
	var b strings.Builder
	b.WriteString(param.Printable(f.Command) + ": ")
	if f.Round > 0 {
		fmt.Fprintf(&b, "round %d: ", f.Round)
	}
	if f.Lane >= 0 {
		fmt.Fprintf(&b, "lane %d: ", f.Lane)
	}
	b.WriteString(f.What)
	if f.Line != "" {
		b.WriteString(", in " + param.Printable(cut(f.Line)))
	}
	if last := lastLines(f.Last); last != "" {
		b.WriteString("; its last output was \"" + param.Printable(last) + "\"")
	}
	return b.String()
}

func cut(line string) string {
	if letters := []rune(line); len(letters) > shownLine {
		return string(letters[:shownLine]) + "…"
	}
	return line
}

// lastLines joins the last lines of a text.
func lastLines(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, cut(line))
		}
	}
	return strings.Join(lines[max(0, len(lines)-shownLast):], " / ")
}
