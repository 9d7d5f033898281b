package theme

import (
	"strconv"

	"github.com/charmbracelet/lipgloss"
	"github.com/guptarohit/asciigraph"
)

// A Series is the look of one line of a chart: a color and, if lines are drawn with characters,
// characters of its own, which tell lines apart without colors.
type Series struct {
	Style lipgloss.Style     // for its name in a legend
	Ink   Ink                // the same color in a chart
	Chars asciigraph.CharSet // the line's characters
}

// The ways to draw a line. Their number has no common divisor with the number of colors, so
// that pairs repeat late.
var lineChars = []asciigraph.CharSet{
	line("─│╭╮╰╯"),
	line("━┃┏┓┗┛"),
	line("═║╔╗╚╝"),
	line("╌╎╭╮╰╯"),
	line("┅┇┏┓┗┛"),
}

// asciiChars has the ways to draw a line in ASCII: each with one character, because ASCII has
// no second horizontal stroke.
const asciiChars = "*o+x#@%&=$"

// line returns the character set of horizontal, vertical, and the four corners.
func line(chars string) asciigraph.CharSet {
	c := []rune(chars)
	at := func(i int) string { return string(c[i]) }
	return asciigraph.CharSet{
		Horizontal: at(0), VerticalLine: at(1),
		ArcDownRight: at(2), ArcDownLeft: at(3), ArcUpRight: at(4), ArcUpLeft: at(5),
		StartCap: at(0), EndCap: at(0),
		UpRight: "└", DownHorizontal: "┬",
	}
}

func makeSeries(renderer *lipgloss.Renderer, p palette) []Series {
	all := make([]Series, len(p.series)*len(lineChars))
	for i := range all {
		ink, chars := p.series[i%len(p.series)], lineChars[i%len(lineChars)]
		all[i] = Series{Style: inkStyle(renderer, ink), Ink: ink, Chars: chars}
	}
	return all
}

// Series returns the look of the i-th line of a chart, i ≥ 0. It repeats after about thirty
// lines, or after five without colors.
func (t *Theme) Series(i int) Series {
	look := t.series[i%len(t.series)]
	if t.Charset == ASCII {
		at := i % len(asciiChars)
		look.Chars = asciigraph.CreateCharSet(asciiChars[at : at+1])
	}
	return look
}

// Guide returns the look of a reference line: faint dots.
func (t *Theme) Guide() Series {
	look := Series{Style: t.Faint, Ink: t.axis, Chars: line("┈┊┈┈┈┈")}
	if t.Charset == ASCII {
		look.Chars = asciigraph.CreateCharSet(".")
	}
	return look
}

func inkStyle(renderer *lipgloss.Renderer, ink Ink) lipgloss.Style {
	if ink == asciigraph.Default {
		return renderer.NewStyle()
	}
	return renderer.NewStyle().Foreground(lipgloss.Color(strconv.Itoa(int(ink))))
}
