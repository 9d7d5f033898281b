package theme

import (
	"fmt"
	"io"
	"testing"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"
	"github.com/guptarohit/asciigraph"
	"github.com/lucasb-eyer/go-colorful"
	"github.com/muesli/termenv"
)

func themeFor(profile termenv.Profile, shade Shade) *Theme {
	renderer := lipgloss.NewRenderer(io.Discard)
	renderer.SetColorProfile(profile)
	return New(renderer, shade)
}

func TestColorlessOutputHasNoEscapes(t *testing.T) {
	theme := themeFor(termenv.Ascii, Dark)
	if !theme.Colorless() {
		t.Error("the theme does not know that it is colorless")
	}
	for name, style := range map[string]lipgloss.Style{
		"Text": theme.Text, "Faint": theme.Faint, "Strong": theme.Strong, "Title": theme.Title,
		"Accent": theme.Accent, "Good": theme.Good, "Warn": theme.Warn, "Bad": theme.Bad,
		"Selected": theme.Selected, "Border": theme.Border, "BorderFocused": theme.BorderFocused,
		"Series": theme.Series(0).Style,
	} {
		if got := style.Render("x"); got != "x" {
			t.Errorf("%s renders %q", name, got)
		}
	}
	for i := range 10 {
		if ink := theme.Series(i).Ink; ink != asciigraph.Default {
			t.Errorf("series %d has ink %d", i, ink)
		}
	}
}

func TestSelectionHasAGlyph(t *testing.T) {
	theme := themeFor(termenv.Ascii, Dark)
	if got := theme.Select("arm 3", true); got != "▸ arm 3" {
		t.Errorf("selected: %q", got)
	}
	if got := theme.Select("arm 3", false); got != "  arm 3" {
		t.Errorf("not selected: %q", got)
	}
}

func TestSeriesDiffer(t *testing.T) {
	tests := []struct {
		name     string
		profile  termenv.Profile
		distinct int
	}{
		{"256 colors", termenv.ANSI256, 16},
		{"16 colors", termenv.ANSI, 16},
		{"no colors", termenv.Ascii, 4},
	}
	for _, test := range tests {
		for _, shade := range []Shade{Unknown, Dark, Light} {
			theme := themeFor(test.profile, shade)
			seen := map[string]int{}
			for i := range test.distinct {
				s := theme.Series(i)
				look := s.Ink.String() + s.Chars.Horizontal + s.Chars.VerticalLine
				if before, ok := seen[look]; ok {
					t.Errorf("%s, shade %v: series %d looks like series %d", test.name, shade, i, before)
				}
				seen[look] = i
			}
		}
	}
}

func TestSixteenColorsAreEnough(t *testing.T) {
	for _, shade := range []Shade{Unknown, Dark, Light} {
		theme := themeFor(termenv.ANSI, shade)
		for i := range 16 {
			if ink := theme.Series(i).Ink; ink > 15 {
				t.Errorf("shade %v: series %d uses color %d", shade, i, ink)
			}
		}
	}
}

func TestGlyphsTakeOneCell(t *testing.T) {
	for _, glyph := range []string{
		SelectedGlyph, PlayGlyph, BestGlyph, DroppedGlyph, EventGlyph, BreakGlyph, HeadGlyph, Ellipsis,
	} {
		if w := ansi.StringWidth(glyph); w != 1 {
			t.Errorf("%q takes %d cells", glyph, w)
		}
	}
}

// lookup returns a function that looks up variables, given as names and values in turn.
func lookup(pairs ...string) func(string) (string, bool) {
	return func(name string) (string, bool) {
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1], true
			}
		}
		return "", false
	}
}

func TestColorProfile(t *testing.T) {
	cases := []struct {
		name     string
		choice   string
		terminal bool
		env      []string
		want     termenv.Profile
	}{
		{name: "terminal", terminal: true, env: []string{"TERM", "xterm-256color"}, want: termenv.ANSI256},
		{name: "pipe", env: []string{"TERM", "xterm-256color"}, want: termenv.Ascii},
		{name: "NO_COLOR", terminal: true, env: []string{"TERM", "xterm", "NO_COLOR", "1"}, want: termenv.Ascii},
		{name: "empty NO_COLOR", terminal: true, env: []string{"TERM", "xterm-256color", "NO_COLOR", ""}, want: termenv.ANSI256},
		{name: "NO_COLOR before FORCE_COLOR", terminal: true, env: []string{"TERM", "xterm", "NO_COLOR", "1", "FORCE_COLOR", "1"}, want: termenv.Ascii},
		{name: "flag before NO_COLOR", choice: "256", env: []string{"NO_COLOR", "1"}, want: termenv.ANSI256},
		{name: "16", choice: "16", terminal: true, env: []string{"TERM", "xterm-256color"}, want: termenv.ANSI},
		{name: "truecolor", choice: "truecolor", want: termenv.TrueColor},
		{name: "never", choice: "never", terminal: true, env: []string{"TERM", "xterm", "FORCE_COLOR", "1"}, want: termenv.Ascii},
		{name: "always, of 256", choice: "always", env: []string{"TERM", "xterm-256color"}, want: termenv.ANSI256},
		{name: "always, of an unknown terminal", choice: "always", want: termenv.ANSI},
		{name: "CLICOLOR_FORCE", env: []string{"TERM", "vt100", "CLICOLOR_FORCE", "1"}, want: termenv.ANSI},
		{name: "FORCE_COLOR", env: []string{"TERM", "xterm-256color", "FORCE_COLOR", "1"}, want: termenv.ANSI256},
		{name: "FORCE_COLOR=0", env: []string{"TERM", "xterm", "FORCE_COLOR", "0"}, want: termenv.Ascii},
		{name: "COLORTERM", terminal: true, env: []string{"TERM", "xterm", "COLORTERM", "truecolor"}, want: termenv.TrueColor},
		{name: "dumb", terminal: true, env: []string{"TERM", "dumb", "COLORTERM", "truecolor"}, want: termenv.Ascii},
	}
	for _, c := range cases {
		if got := colorProfile(c.terminal, c.choice, lookup(c.env...)); got != c.want {
			t.Errorf("%s: profile %v, want %v", c.name, got, c.want)
		}
	}
}

// Color counts equal those of ncurses' terminfo database (6.4); a newer one may have more. They
// do not depend on this machine's database.
func TestTerminals(t *testing.T) {
	profiles := map[int]termenv.Profile{0: termenv.Ascii, 8: termenv.ANSI, 256: termenv.ANSI256, 1 << 24: termenv.TrueColor}
	terminals := map[string]int{
		"alacritty": 256, "alacritty-direct": 1 << 24, "ansi": 8, "cygwin": 8, "foot": 256, "gnome": 8, "gnome-256color": 256,
		"hterm": 8, "iterm2": 256, "konsole": 8, "konsole-256color": 256, "linux": 8, "mlterm": 8, "ms-terminal": 256,
		"nsterm": 256, "putty": 8, "putty-256color": 256, "rxvt": 8, "rxvt-unicode": 8, "rxvt-unicode-256color": 256,
		"screen": 8, "screen-256color": 256, "screen-bce": 8, "st": 8, "st-256color": 256, "tmux": 8, "tmux-256color": 256,
		"vt100": 0, "vte": 8, "xterm": 8, "xterm-256color": 256, "xterm-direct": 1 << 24, "xterm-kitty": 256,
	}
	for name, colors := range terminals {
		t.Run(name, func(t *testing.T) {
			t.Setenv("TERMINFO", t.TempDir())
			if got := profileOf(colorsByName(name)); got != profiles[colors] {
				t.Errorf("by its name: profile %v, want %v", got, profiles[colors])
			}
			if got := colorProfile(true, "", lookup("TERM", name)); got > profiles[colors] {
				t.Errorf("with terminfo: profile %v, want %v or more colors", got, profiles[colors])
			}
		})
	}
}

func TestCharsetOf(t *testing.T) {
	cases := []struct {
		name string
		env  []string
		want Charset
	}{
		{name: "nothing set", want: Braille},
		{name: "Linux console", env: []string{"TERM", "linux", "LANG", "en_US.UTF-8"}, want: ASCII},
		{name: "UTF-8", env: []string{"TERM", "xterm", "LANG", "de_DE.UTF-8@euro"}, want: Braille},
		{name: "utf8", env: []string{"LC_ALL", "C.utf8"}, want: Braille},
		{name: "C", env: []string{"LC_ALL", "C"}, want: Braille},
		{name: "POSIX", env: []string{"LANG", "POSIX"}, want: Braille},
		{name: "Latin 1", env: []string{"LANG", "de_DE.ISO-8859-1"}, want: ASCII},
		{name: "LC_ALL first", env: []string{"LC_ALL", "C.UTF-8", "LANG", "de_DE.ISO-8859-1"}, want: Braille},
		{name: "LC_CTYPE before LANG", env: []string{"LC_CTYPE", "ru_RU.KOI8-R", "LANG", "ru_RU.UTF-8"}, want: ASCII},
	}
	for _, c := range cases {
		if got := CharsetOf(lookup(c.env...)); got != c.want {
			t.Errorf("%s: character set %v, want %v", c.name, got, c.want)
		}
	}
}

func TestShadeOf(t *testing.T) {
	for value, want := range map[string]Shade{
		"15;0": Dark, "0;15": Light, "7;0": Dark, "0;7": Light, "15;8": Dark, "0;default;15": Light, "12;default;0": Dark,
		"0;default": Light, "15;default": Dark, "default;default": Unknown, "": Unknown, "15": Unknown, "x;y": Unknown, "0;16": Light,
	} {
		if got := ShadeOf(lookup("TERM", "xterm", "COLORFGBG", value)); got != want {
			t.Errorf("%s: shade %d, want %d", value, got, want)
		}
	}
	if got := ShadeOf(lookup("TERM", "linux")); got != Dark {
		t.Errorf("Linux console: shade %d, want %d", got, Dark)
	}
}

// without returns a color as people without green (0) or red cones see it (Machado et al. 2009).
func without(cones int, c colorful.Color) colorful.Color {
	r, g, b := c.LinearRgb()
	m := [2][9]float64{
		{.367322, .860646, -.227968, .280085, .672501, .047413, -.011820, .042940, .968881},
		{.152286, 1.052583, -.204868, .114503, .786281, .099216, -.003882, -.048116, 1.051998},
	}[cones]
	return colorful.LinearRgb(m[0]*r+m[1]*g+m[2]*b, m[3]*r+m[4]*g+m[5]*b, m[6]*r+m[7]*g+m[8]*b).Clamped()
}

// Any two of the sixteen lines that a comparison may have differ in stroke, or by at least 15 (CIEDE2000)
// for people without green or red cones.
func TestLinesDifferForTheColorBlind(t *testing.T) {
	for _, shade := range []Shade{Unknown, Dark, Light} {
		th := themeFor(termenv.ANSI256, shade)
		for i := range 16 {
			for j := range i {
				a, b := th.Series(i), th.Series(j)
				x, y := termenv.ConvertToRGB(termenv.ANSI256Color(a.Ink)), termenv.ConvertToRGB(termenv.ANSI256Color(b.Ink))
				apart := 100 * min(without(0, x).DistanceCIEDE2000(without(0, y)), without(1, x).DistanceCIEDE2000(without(1, y)))
				if apart < 15 && (a.Dots == b.Dots || a.Chars == b.Chars) {
					t.Errorf("shade %d, series %d and %d: the same stroke and %.1f apart", shade, j+1, i+1, apart)
				}
			}
		}
	}
}

// The colors of two series differ. In CIELAB, a difference of 0.02 is just noticeable.
func TestColorsOfSeriesDiffer(t *testing.T) {
	for name, p := range map[string]palette{"dark": dark, "light": light} {
		for i, ink := range p.series {
			for j, other := range p.series[:i] {
				a, b := termenv.ConvertToRGB(termenv.ANSI256Color(ink)), termenv.ConvertToRGB(termenv.ANSI256Color(other))
				pair := fmt.Sprintf("%s: series %d and %d, %d and %d", name, j+1, i+1, other, ink)
				if d := a.DistanceLab(b); d < .19 {
					t.Errorf("%s: difference %.3f", pair, d)
				}
				if d := without(0, a).DistanceLab(without(0, b)); d < .13 {
					t.Errorf("%s: difference %.3f for deuteranopes", pair, d)
				}
			}
		}
	}
}
