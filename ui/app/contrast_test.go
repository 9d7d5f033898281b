package app

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"testing"
	"unicode"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/cellbuf"
	"github.com/lucasb-eyer/go-colorful"
	"github.com/muesli/termenv"

	"regretscope/noise/param"
	"regretscope/ui/kit/theme"
	"regretscope/ui/kit/uitest"
	"regretscope/ui/screenshot"
)

// xterm16 lists xterm's 16 colors.
var xterm16 = strings.Fields("#000000 #cd0000 #00cd00 #cdcd00 #0000ee #cd00cd #00cdcd #e5e5e5 " +
	"#7f7f7f #ff0000 #00ff00 #ffff00 #5c5cff #ff00ff #00ffff #ffffff")

// luminance returns the relative luminance of one of xterm's 256 colors, from 0 to 1 (WCAG 2).
func luminance(color int) float64 {
	rgb := termenv.ConvertToRGB(termenv.ANSI256Color(color))
	if color < len(xterm16) {
		rgb = param.Must(colorful.Hex(xterm16[color]))
	}
	red, green, blue := rgb.LinearRgb()
	return .2126*red + .7152*green + .0722*blue
}

// colorsOf returns the colors of a screen's visible characters, each with an example. It fails
// for a background color.
func colorsOf(t *testing.T, screen string) map[int]string {
	t.Helper()
	seen, style := map[int]string{}, cellbuf.Style{}
	for line := range strings.SplitSeq(screen, "\n") {
		for _, p := range screenshot.Pieces(&style, line) {
			if p.Bg != nil {
				t.Errorf("a background color behind %q", p.Text)
			}
			text := strings.TrimSpace(p.Text)
			switch c := p.Fg.(type) {
			case nil:
			case ansi.BasicColor:
				seen[int(c)] = cmp.Or(text, seen[int(c)])
			case ansi.IndexedColor:
				seen[int(c)] = cmp.Or(text, seen[int(c)])
			default:
				t.Errorf("%q has the color %v", text, c)
			}
		}
	}
	return seen
}

// visit opens every screen and everything that can be opened over it.
func visit(t *testing.T, th *theme.Theme, look func(*root)) {
	t.Helper()
	config := uitest.Config(t, 1000, "ucb1", "lazy-dp-ts", "dp-se", "adac-ucb", "kl-ucb", "thompson", "anytime-lazy-ucb")
	r := newRoot(th, Options{Config: config, Setup: true})
	r.Update(tea.WindowSizeMsg{Width: 120, Height: 36})
	runAll(t, r, r.Init())
	look(r)
	for _, key := range strings.Fields("? esc enter g 4 0 enter v v v v v v m m h o i esc d esc : esc a esc x enter esc t n esc z M") {
		press(t, r, key)
		look(r)
	}
}

// With the ASCII character set, screens are ASCII and have the same width.
func TestScreensInASCII(t *testing.T) {
	th := uitest.Theme(termenv.Ascii)
	visit(t, th, func(r *root) {
		th.Charset = theme.ASCII
		view := r.View()
		marks := strings.Count(view, "?")
		if i := strings.IndexFunc(view, func(c rune) bool { return c > '~' }); i >= 0 {
			t.Errorf("%q is not ASCII in\n%s", view[i:min(i+4, len(view))], view)
		}
		for _, line := range strings.Split(view, "\n") {
			if n := ansi.StringWidth(line); n > r.width {
				t.Errorf("%d cells: %q", n, line)
			}
		}
		th.Charset = theme.Line // the same screen, but for the chart
		if unknown := marks - strings.Count(r.View(), "?"); unknown > 0 {
			t.Errorf("%d characters have no counterpart in ASCII:\n%s", unknown, view)
		}
	})
}

// Every color on every screen has a contrast of at least 3:1 with its backgrounds, and letters of at
// least 4.5:1 with a known one; users choose the 16 colors themselves. The terminal's
// own foreground is legible on its own background.
func TestContrasts(t *testing.T) {
	uitest.NotForRaces(t)
	black, white := luminance(0), luminance(15)
	const painted = -1 // a picture of a terminal whose background is unknown
	grounds := map[theme.Shade][]float64{theme.Dark: {black}, theme.Light: {white}, theme.Unknown: {black, white}, painted: {black}}
	for shade, against := range grounds {
		for _, profile := range []termenv.Profile{termenv.ANSI256, termenv.ANSI} {
			t.Run(fmt.Sprintf("shade %d, %d colors", shade, map[termenv.Profile]int{termenv.ANSI256: 256, termenv.ANSI: 16}[profile]), func(t *testing.T) {
				renderer := lipgloss.NewRenderer(io.Discard)
				renderer.SetColorProfile(profile)
				drawn := map[int]string{}
				visit(t, theme.New(renderer, max(shade, theme.Unknown)), func(r *root) {
					view := r.View()
					if shade == painted {
						view = r.drawOn()
						if r.theme.Shade != theme.Unknown {
							t.Error("the picture changes the screen")
						}
					}
					for color, text := range colorsOf(t, view) {
						if strings.IndexFunc(drawn[color], unicode.IsLetter) < 0 {
							drawn[color] = text
						}
					}
				})
				if len(drawn) < 4 {
					t.Fatalf("only the colors %v", drawn)
				}
				for color, text := range drawn {
					least := 3.
					if profile == termenv.ANSI256 && len(against) == 1 && strings.IndexFunc(text, unicode.IsLetter) >= 0 {
						least = 4.5
					}
					for _, ground := range against {
						l := luminance(color)
						if contrast := (max(l, ground) + .05) / (min(l, ground) + .05); contrast < least {
							t.Errorf("color %d (%q): contrast %.2f with a background of luminance %v", color, text, contrast, ground)
						}
					}
				}
			})
		}
	}
}
