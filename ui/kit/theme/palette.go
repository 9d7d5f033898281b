package theme

import (
	"image/color"
	"io"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/guptarohit/asciigraph"
	"github.com/muesli/termenv"
	"github.com/xo/terminfo"
)

// Ink is a color in asciigraph's terms; asciigraph.Default is the terminal's own.
type Ink = asciigraph.AnsiColor

// A palette holds the colors for one kind of terminal and background.
type palette struct {
	faint, title, accent, good, warn, bad, border lipgloss.TerminalColor
	series                                        []Ink
	axis, pointer                                 Ink
}

// The series' colors are those of Okabe and Ito, which color-blind people can tell apart, at the nearest of the 256
// colors, or darker on white. Letters have a contrast of at least 4.5:1 with black (dark) or white (light); lines,
// and letters on an unknown background, of at least 3:1 with black, white, or both. The 16 colors are xterm's. A
// series has the same hue on every background and on paper.
var (
	dark = palette{
		faint: index(245), title: index(254), accent: index(80), good: index(78),
		warn: index(215), bad: index(203), border: index(241),
		series: []Ink{178, 74, 175, 35, 166, 221, 69}, axis: 243, pointer: 80,
	}
	light = palette{
		faint: index(243), title: index(235), accent: index(24), good: index(29),
		warn: index(130), bad: index(160), border: index(246),
		series: []Ink{130, 27, 163, 22, 124, 95, 61}, axis: 246, pointer: 24,
	}
	unknown = palette{
		faint: lipgloss.NoColor{}, title: lipgloss.NoColor{}, accent: index(31), good: index(29),
		warn: index(130), bad: index(160), border: index(244),
		series: []Ink{136, 25, 132, 29, 166, 94, 67}, axis: 244, pointer: 31,
	}
	dark16 = palette{
		faint: index(7), title: index(15), accent: index(14), good: index(10),
		warn: index(11), bad: index(9), border: index(8),
		series: []Ink{11, 14, 13, 10, 9, 12}, axis: asciigraph.Default, pointer: 14,
	}
	light16 = palette{
		faint: index(8), title: lipgloss.NoColor{}, accent: index(4), good: index(12),
		warn: index(5), bad: index(1), border: index(8),
		series: []Ink{1, 4, 5, 8, 12, 9}, axis: asciigraph.Default, pointer: 4,
	}
	// Green, yellow, and cyan are too light for white, and blue is too dark for black.
	unknown16 = palette{
		faint: lipgloss.NoColor{}, title: lipgloss.NoColor{}, accent: index(12), good: index(12),
		warn: index(5), bad: index(1), border: index(8),
		series: []Ink{12, 1, 5, 8}, axis: asciigraph.Default, pointer: 12,
	}
	colorless = palette{series: []Ink{asciigraph.Default}}
)

var hues = []string{"orange", "blue", "pink", "green", "vermilion", "brown", "light blue"}

// Paper returns the color of the i-th line of a chart on white paper, and its name; gray for i < 0.
func Paper(i int) (color color.Color, hue string) {
	ink, hue := light.axis, "grey"
	if i >= 0 {
		i %= len(hues)
		ink, hue = light.series[i], hues[i]
	}
	return termenv.ConvertToRGB(termenv.ANSI256Color(ink)), hue
}

func index(i int) lipgloss.Color { return lipgloss.Color(strconv.Itoa(i)) }

func paletteFor(profile termenv.Profile, shade Shade) palette {
	if profile == termenv.Ascii {
		return colorless
	}
	all := [...]palette{Unknown: unknown, Dark: dark, Light: light}
	if profile == termenv.ANSI {
		all = [...]palette{Unknown: unknown16, Dark: dark16, Light: light16}
	}
	return all[shade]
}

// A Shade is the brightness of a terminal's background, if known.
type Shade int

// Shades of a background.
const (
	Unknown Shade = iota
	Dark
	Light
)

// ShadeOf returns the shade that an environment names: Dark on the Linux console, else what COLORFGBG says,
// "foreground;background", both numbers of the 16 colors; some terminals put another field between them. A background
// of "default" is assumed to contrast with the foreground.
func ShadeOf(env func(string) (string, bool)) Shade {
	if term, _ := env("TERM"); term == "linux" {
		return Dark
	}
	colorFGBG, _ := env("COLORFGBG")
	fields := strings.Split(colorFGBG, ";")
	if len(fields) < 2 {
		return Unknown
	}
	if shade := shadeOfColor(fields[len(fields)-1]); shade != Unknown {
		return shade
	}
	switch shadeOfColor(fields[0]) {
	case Dark:
		return Light
	case Light:
		return Dark
	}
	return Unknown
}

func shadeOfColor(number string) Shade {
	switch n, err := strconv.ParseUint(number, 10, 4); {
	case err != nil:
		return Unknown
	case n == 7 || n > 8:
		return Light
	}
	return Dark
}

// A Series is the look of one line of a chart: a color and, if lines are drawn with characters,
// characters of its own, which tell lines apart without colors.
type Series struct {
	Style lipgloss.Style     // for its name in a legend
	Ink   Ink                // the same color in a chart
	Chars asciigraph.CharSet // the line's characters
	Dots  string             // if there are more than three lines, which dots of it are drawn, again and again
}

// strokes has a place in lineChars and lineDots for each of seven colors: colors that color-blind people
// confuse have different ones. The next seven lines have the strokes after these three, and so on.
var strokes = [...]int{0, 0, 2, 1, 2, 1, 1}

// lineDots lists the ways to draw a line of dots. A gap needs at least four.
var lineDots = [...]string{
	"#", "##############....", "#####.....", "##......", "##############....##....", "#####.....##.....",
	"######################........", "#####.....#####.....##.....", "##############....##....##....",
}

// lineChars lists the ways to draw a line of characters.
var lineChars = []asciigraph.CharSet{
	line("─│╭╮╰╯"),
	line("━┃┏┓┗┛"),
	line("═║╔╗╚╝"),
	line("╌╎╭╮╰╯"),
	line("┅┇┏┓┗┛"),
	line("┄┆╭╮╰╯"),
	line("╍╏┏┓┗┛"),
	line("┉┋┏┓┗┛"),
	line("━│╭╮╰╯"),
}

// asciiChars draw lines in ASCII, which has no second horizontal stroke.
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
		stroke := i % len(lineChars)
		if colors := len(strokes); len(p.series) == colors {
			stroke = (strokes[i%colors] + 3*(i/colors)) % len(lineChars)
		}
		ink := p.series[i%len(p.series)]
		all[i] = Series{Style: renderer.NewStyle(), Ink: ink, Chars: lineChars[stroke], Dots: lineDots[stroke]}
		if ink != asciigraph.Default {
			all[i].Style = all[i].Style.Foreground(index(int(ink)))
		}
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

// ColorChoices are the values of the flag --color.
const ColorChoices = "auto,always,never,16,256,truecolor"

// NewRenderer returns a renderer for an output with the chosen colors: one of ColorChoices; the
// empty string is auto. Env looks up a variable of the environment.
func NewRenderer(out io.Writer, isTerminal bool, choice string, env func(string) (string, bool)) *lipgloss.Renderer {
	renderer := lipgloss.NewRenderer(out)
	renderer.SetColorProfile(colorProfile(isTerminal, choice, env))
	return renderer
}

// colorProfile decides by the choice, then NO_COLOR, then CLICOLOR_FORCE and FORCE_COLOR, then the terminal.
func colorProfile(isTerminal bool, choice string, env func(string) (string, bool)) termenv.Profile {
	set := func(name string) bool {
		value, _ := env(name)
		return value != ""
	}
	forced := func(name string) bool {
		value, _ := env(name)
		return value != "" && value != "0" && value != "false"
	}
	switch choice {
	case "never":
		return termenv.Ascii
	case "16":
		return termenv.ANSI
	case "256":
		return termenv.ANSI256
	case "truecolor":
		return termenv.TrueColor
	case "always":
		return min(terminalProfile(env), termenv.ANSI) // a smaller profile has more colors
	}
	switch {
	case set("NO_COLOR"):
		return termenv.Ascii
	case forced("CLICOLOR_FORCE"), forced("FORCE_COLOR"):
		return min(terminalProfile(env), termenv.ANSI)
	case !isTerminal:
		return termenv.Ascii
	}
	return terminalProfile(env)
}

// terminalProfile returns the number of the terminal's colors: by COLORTERM, by the terminfo
// entry of TERM, or by its name if there is no entry.
func terminalProfile(env func(string) (string, bool)) termenv.Profile {
	term, _ := env("TERM")
	colorTerm, _ := env("COLORTERM")
	switch {
	case term == "dumb":
		return termenv.Ascii
	case colorTerm == "truecolor" || colorTerm == "24bit":
		return termenv.TrueColor
	case term == "" && runtime.GOOS == "windows":
		return termenv.ANSI256 // its console has had truecolor since Windows 10
	case term == "":
		return termenv.Ascii
	}
	colors := colorsByName(term)
	if info, err := terminfo.Load(term); err == nil {
		colors = info.Nums[terminfo.MaxColors]
	}
	return profileOf(colors)
}

func profileOf(colors int) termenv.Profile {
	switch {
	case colors > 256:
		return termenv.TrueColor
	case colors == 256:
		return termenv.ANSI256
	case colors >= 8:
		return termenv.ANSI
	}
	return termenv.Ascii
}

// families lists the prefixes of the names of terminals with 256 or 8 colors.
var families = [...][]string{
	strings.Fields("alacritty foot ghostty iterm iterm2 ms-terminal nsterm wezterm xterm-kitty"),
	strings.Fields("ansi cygwin gnome hterm konsole linux mlterm putty rxvt screen st tmux vte xterm"),
}

// colorsByName guesses the number of colors from the name of a terminal; 0 if it is unknown.
func colorsByName(term string) int {
	switch {
	case strings.HasSuffix(term, "-mono") || strings.HasSuffix(term, "-m"):
		return 0
	case strings.HasSuffix(term, "-direct"):
		return 1 << 24
	case strings.HasSuffix(term, "-256color"):
		return 256
	case strings.HasSuffix(term, "-color") || strings.HasSuffix(term, "-16color"):
		return 16
	}
	for i, family := range families {
		if slices.ContainsFunc(family, func(name string) bool { return strings.HasPrefix(term+"-", name+"-") }) {
			return [...]int{256, 8}[i]
		}
	}
	return 0
}
