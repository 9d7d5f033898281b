// Package theme defines the look of screens: styles, the colors and characters of series, and
// glyphs with a fixed meaning.
package theme

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"
)

// A Theme is one look for one output. Only its Charset ever changes.
type Theme struct {
	Renderer *lipgloss.Renderer
	Shade    Shade   // of the background
	Charset  Charset // of charts

	Text     lipgloss.Style // main text
	Faint    lipgloss.Style // secondary text: units, axes, hints
	Strong   lipgloss.Style // important numbers
	Title    lipgloss.Style // names of screens and panels
	Accent   lipgloss.Style // what is happening now
	Good     lipgloss.Style
	Warn     lipgloss.Style
	Bad      lipgloss.Style
	Selected lipgloss.Style // goes with SelectedGlyph

	Border        lipgloss.Style
	BorderFocused lipgloss.Style

	Pointer Ink // of the pointed-at part of a chart

	series []Series
	axis   Ink
}

// Glyphs that have a meaning without any color. Each takes one cell.
const (
	SelectedGlyph = "▸" // before the selected or focused entry
	PlayGlyph     = "▶" // before the played arm, or the executed line
	BestGlyph     = "★" // after the number of an arm with the best mean
	DroppedGlyph  = "×" // before an eliminated arm
	EventGlyph    = "┬" // a release on the timeline
	BreakGlyph    = "╫" // a breakpoint on an axis or the timeline
	HeadGlyph     = "●" // the present round on the timeline
	Ellipsis      = "…" // the end of a cut text
)

// New returns the theme for a renderer on a background of the given shade.
func New(renderer *lipgloss.Renderer, shade Shade) *Theme {
	p := paletteFor(renderer.ColorProfile(), shade)
	style := func(c lipgloss.TerminalColor) lipgloss.Style {
		return renderer.NewStyle().Foreground(c)
	}
	t := &Theme{
		Renderer:      renderer,
		Shade:         shade,
		Text:          renderer.NewStyle(),
		Faint:         style(p.faint),
		Strong:        renderer.NewStyle().Bold(true),
		Title:         style(p.title).Bold(true),
		Accent:        style(p.accent),
		Good:          style(p.good),
		Warn:          style(p.warn),
		Bad:           style(p.bad).Bold(true),
		Selected:      style(p.accent).Bold(true),
		Border:        style(p.border),
		BorderFocused: style(p.accent),
		Pointer:       p.pointer,
		series:        makeSeries(renderer, p),
		axis:          p.axis,
	}
	if p.faint == (lipgloss.NoColor{}) {
		t.Faint = renderer.NewStyle().Faint(true)
	}
	if len(p.series) < len(dark16.series) {
		t.Charset = Line // its strokes tell series apart
	}
	return t
}

// Select returns a line after the glyph and in the style of a selection, or after the same room if
// it is not selected.
func (t *Theme) Select(line string, selected bool) string {
	if selected {
		return t.Selected.Render(SelectedGlyph + " " + line)
	}
	return "  " + line
}

// Colorless reports whether the output shows no colors, by its kind or by NO_COLOR: then say in
// other ways what a color would.
func (t *Theme) Colorless() bool { return t.Renderer.ColorProfile() == termenv.Ascii }

// A Charset is the set of characters for the lines of charts.
type Charset int

// Character sets, in the order in which a key selects them.
const (
	Braille  Charset = iota // 2 × 4 dots per cell: the finest, but only color tells lines apart
	Line                    // line-drawing characters: strokes tell lines apart, too
	ASCII                   // one character per line
	Blocks                  // quarters of a cell: coarse, and thick enough for the back row
	charsets = iota
)

var charsetNames = []string{"braille", "line", "ascii", "blocks"}

// Dots returns the number of dots in a cell, across and down: 1 by 1 for Line and ASCII. If
// there are several, only color tells lines apart.
func (c Charset) Dots() (across, down int) {
	switch c {
	case Braille:
		return 2, 4
	case Blocks:
		return 2, 2
	}
	return 1, 1
}

// Fine reports whether a cell has several dots.
func (c Charset) Fine() bool { return c == Braille || c == Blocks }

// brailleBits are the bits of a cell's dots in Unicode's braille patterns.
var brailleBits = [4][2]rune{{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}}

const brailleBlank = 0x2800

// quarters lists the block elements by the sum of their bits: 1 and 2 above, 4 and 8 below.
var quarters = []rune(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█")

// Dot adds a dot to the glyph of a cell of dots; 0 is a cell without dots.
func (c Charset) Dot(glyph rune, x, y int) rune {
	if c == Blocks {
		return Quarter(max(slices.Index(quarters, glyph), 0) | 1<<(2*y+x))
	}
	return max(glyph, brailleBlank) | brailleBits[y][x]
}

// Quarter returns the block element with the quarters of the given bits: 1 and 2 above, 4 and 8 below.
func Quarter(bits int) rune { return quarters[bits] }

// String returns the name of the character set for flags.
func (c Charset) String() string { return charsetNames[c] }

// Next returns the following character set, in a circle.
func (c Charset) Next() Charset { return (c + 1) % charsets }

// ParseCharset reads the name of a character set.
func ParseCharset(name string) (Charset, error) {
	if i := slices.Index(charsetNames, name); i >= 0 {
		return Charset(i), nil
	}
	return 0, fmt.Errorf("%s: must be one of %s", name, strings.Join(charsetNames, ", "))
}

// asciiFor maps the characters of screens to ASCII ones of the same width, in pairs.
var asciiFor = pairs("" +
	"─-━-═-╌-┅-┈-┄-│|┃|║|╎|┇|┊|╭+╮+╰+╯+┌+┐+└+┘+├+┤+┬+┴+┼+┏+┓+┗+┛+╔+╗+╚+╝+╫#" +
	"█#▉#▊#▋#▌#▍#▎|▏|▕|▐#▇#▆#▅=▄=▃-▂_▁_░.▒:▓%▀#▘'▝'▖.▗.▚%▞%▛#▜#▙#▟#" +
	"★*●o○o◆*▶>▸>◀<◂<▲^▼v↑^↓v←<→>✓+✗x×x…~·.•*−-–-—-±+∞8√V∫S≤<≥>≠!≈~∝~∈e⇔=½2¼4′'’'‘'“\"”\"‹<›>" +
	"αaβbγgΓGδdΔDεeΕEζzηhθtκkλlμuνvξxπpΠPρrσsΣSτtφfΦFχxψpωwΩOℓlℝRℚQûuũuŵw" +
	"⁰0¹1²2³3⁴4⁵5⁶6⁷7⁸8⁹9⁻-⁺+ⁿn⁽(⁾)₀0₁1₂2₃3₄4₅5₆6₇7₈8₉9₊+⌈[⌉]⌊[⌋]éeÉEöoüuáaïi§S")

func pairs(text string) map[rune]rune {
	all := map[rune]rune{}
	for text != "" {
		from, n := utf8.DecodeRuneInString(text)
		to, m := utf8.DecodeRuneInString(text[n:])
		all[from], text = to, text[n+m:]
	}
	return all
}

// ToASCII replaces every character that is not ASCII by one that is, or by question marks,
// keeping the width of the text. Escape sequences stay.
func ToASCII(text string) string {
	var out strings.Builder
	for _, r := range text {
		switch to, ok := asciiFor[r]; {
		case r < utf8.RuneSelf:
			out.WriteRune(r)
		case ok:
			out.WriteRune(to)
		case r == brailleBlank:
			out.WriteByte(' ')
		case r > brailleBlank && r < brailleBlank+256:
			out.WriteByte('*')
		default:
			out.WriteString(strings.Repeat("?", ansi.StringWidth(string(r))))
		}
	}
	return out.String()
}

// CharsetOf returns the character set that suits the terminal and the locale of an environment:
// ASCII on the Linux console, whose fonts lack most other characters, and in a locale with a
// charset other than UTF-8; Braille otherwise.
func CharsetOf(env func(string) (string, bool)) Charset {
	if term, _ := env("TERM"); term == "linux" {
		return ASCII
	}
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		locale, _ := env(name)
		if locale == "" {
			continue
		}
		_, charset, named := strings.Cut(locale, ".")
		charset, _, _ = strings.Cut(strings.ToLower(charset), "@")
		if named && charset != "utf-8" && charset != "utf8" {
			return ASCII
		}
		break
	}
	return Braille
}
