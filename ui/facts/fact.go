// Package facts puts results into words and numbers: of a snapshot its privacy, arms, play and
// comparison, of an experiment its columns, of an audit its findings. Panels, plain mode and
// files draw the same facts and add nothing to them.
package facts

import (
	"strings"

	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"

	"github.com/charmbracelet/lipgloss"
)

// A Fact is one thing that is known of a result.
type Fact struct {
	Title string  // such as "loss per round"
	Value float64 // NaN if it has no number
	Unit  string  // the symbol of what Value measures; may be empty
	Limit float64 // what Value is compared with; 0 for no limit
	Lines []Line  // the fact in words, beside its title
	Page  string  // the page of the manual that explains it
	Key   string  // the name of Value in the JSON of run; empty if it is not there
	// Progress is how much of the batch that is released next has been observed, from 0 to 1; 0
	// if there is no batch.
	Progress float64
}

// A Line is a part of a fact that is shown on its own line.
type Line struct {
	Lead string // what matters
	Rest string // goes on behind it; may be empty
	Tone Tone   // of Lead
}

// A Tone says how a part is meant.
type Tone int

// The tones.
const (
	Plain Tone = iota
	Faint
	Strong
	Good    // within its limit
	Warning // without a limit
	Bad     // beyond its limit
	New     // of the newest round
	Chosen  // of the arm that the person looks at
)

// Style is how a theme shows a tone.
func (t Tone) Style(of *theme.Theme) lipgloss.Style {
	return [...]lipgloss.Style{of.Text, of.Faint, of.Strong, of.Good, of.Warn, of.Bad, of.Accent, of.Selected}[t]
}

// Sentence returns the fact for those who do not see the screen, in the same words.
func (f *Fact) Sentence() string {
	text := kit.Capital(f.Title) + ":"
	for i, p := range f.Lines {
		if i > 0 && !strings.HasSuffix(text, ".") {
			text += ";"
		}
		said := strings.TrimSuffix(p.Lead+p.Rest, ",")
		if !strings.HasSuffix(text, ".") {
			said = goesOn(said)
		}
		text += " " + said
	}
	return strings.TrimSuffix(text, ".") + "."
}

// goesOn returns a text behind a colon or a semicolon: a sentence of its own begins there
// with a small letter, a name or a symbol stays.
func goesOn(text string) string {
	word, _, more := strings.Cut(text, " ")
	if !more || !strings.HasSuffix(text, ".") || word != kit.Capital(strings.ToLower(word)) {
		return text
	}
	return strings.ToLower(word) + text[len(word):]
}

// Sentences returns those of several facts.
func Sentences(all []Fact) (said []string) {
	for i := range all {
		said = append(said, all[i].Sentence())
	}
	return said
}

// Lines are what matters of parts in lines of their tones, of at most a width.
func Lines(parts []Line, width, indent int, of *theme.Theme) (lines []string) {
	for _, p := range parts {
		lines = append(lines, kit.Styled(p.Lead, width, indent, p.Tone.Style(of))...)
	}
	return lines
}

// tolerance is by how much a computed loss may be off by rounding, in relation.
const tolerance = 1e-9
