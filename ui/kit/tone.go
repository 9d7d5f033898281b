package kit

import (
	"github.com/charmbracelet/lipgloss"

	"regretscope/ui/kit/theme"
)

// A Line is a text that stands on lines of its own.
type Line struct {
	Lead string // the important part
	Rest string // the rest; may be empty
	Tone Tone   // of Lead
}

// A Tone is the meaning of a text.
type Tone int

// The tones of texts.
const (
	Plain Tone = iota
	Faint
	Strong
	Good    // within its limit
	Warning // no limit
	Bad     // exceeds its limit
	New     // about the newest round
	Chosen  // about the chosen arm
)

// Style returns a theme's style for a tone.
func (t Tone) Style(of *theme.Theme) lipgloss.Style {
	return [...]lipgloss.Style{of.Text, of.Faint, of.Strong, of.Good, of.Warn, of.Bad, of.Accent, of.Selected}[t]
}

// Leads returns the important parts in lines of at most a width, in the style of their tones.
func Leads(parts []Line, width, indent int, of *theme.Theme) (lines []string) {
	for _, p := range parts {
		lines = append(lines, Styled(p.Lead, width, indent, p.Tone.Style(of))...)
	}
	return lines
}
