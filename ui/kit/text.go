package kit

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"

	"regretscope/noise/number"
	"regretscope/ui/kit/theme"
)

// Runs returns a number of runs in words, or a range of them: 20 to 40 runs.
func Runs(least, most int) string {
	if least < most {
		return number.Count(least) + " to " + number.Plural(most, "run")
	}
	return number.Plural(most, "run")
}

// Capital makes the first letter of a sentence a capital, except for Greek symbols: ε and Ε
// differ.
func Capital(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if size == 0 || unicode.Is(unicode.Greek, first) {
		return text
	}
	return string(unicode.ToUpper(first)) + text[size:]
}

// Styled breaks a plain text into lines of a style, as Wrap does; an empty text has no lines.
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

// Cut returns at most some of the lines; the end of the last one says that there are more.
func Cut(lines []string, width, most int) []string {
	if 0 < most && most < len(lines) {
		lines[most-1] = ansi.Truncate(lines[most-1], width-2, "") + " " + theme.Ellipsis
	}
	return lines[:min(len(lines), most)]
}

// WrapEvenly breaks plain text into as many lines as Wrap, but of similar length, so that no
// word is alone on the last.
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

// No line may end at a hyphen: tight replaces hyphens while lines are broken, and loose
// restores them.
var (
	tight = strings.NewReplacer("-", "\u2011")
	loose = strings.NewReplacer("\u2011", "-")
)

// Wrap is Break for text in sentences: no word is alone on the last line if the line
// before can spare one.
func Wrap(text string, width, indent int) []string {
	lines := Break(text, width, indent)
	if last := len(lines) - 1; last > 0 {
		avoidWidow(lines[last-1:], text, max(width, 1), min(indent, width/2))
	}
	return lines
}

// Break breaks plain text into lines of at most width cells, between words if possible. Lines
// after the first begin with indent blanks.
func Break(text string, width, indent int) []string {
	width = max(width, 1)
	indent = min(indent, width/2)
	text = tight.Replace(text)
	lines := strings.SplitN(ansi.Wrap(text, width, ""), "\n", 2)
	if len(lines) > 1 {
		rest := strings.TrimLeft(strings.TrimPrefix(text, lines[0]), " \n")
		lines = append(lines[:1], strings.Split(ansi.Wrap(rest, width-indent, ""), "\n")...)
	}
	for i := range lines {
		lines[i] = strings.TrimRight(loose.Replace(lines[i]), " ")
		if i > 0 {
			lines[i] = strings.Repeat(" ", indent) + lines[i]
		}
	}
	return lines
}

// avoidWidow moves the last word of a line to the next line, the last of a text, if a word is alone
// there and the first line keeps two words.
func avoidWidow(lines []string, text string, width, indent int) {
	before, alone := strings.Fields(lines[0]), strings.TrimSpace(lines[1])
	if len(before) < 3 || strings.Contains(alone, " ") {
		return
	}
	spared := before[len(before)-1]
	pair := strings.Repeat(" ", indent) + spared + " " + alone
	ends := strings.HasSuffix(strings.TrimRight(text, " "), " "+spared+" "+alone)
	if spared == "%" || ansi.StringWidth(pair) > width || !ends {
		return // it belongs to a number, or is a paragraph of its own
	}
	lines[0] = strings.TrimRight(strings.TrimSuffix(lines[0], spared), " ")
	lines[1] = pair
}

// Right pads text on the left to width cells; every rune must take one cell.
func Right(text string, width int) string {
	return strings.Repeat(" ", max(0, width-utf8.RuneCountInString(text))) + text
}

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
