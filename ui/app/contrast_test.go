package app

import (
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"regretscope/ui/kit/theme"
	"regretscope/ui/kit/uitest"
)

// xterm16 lists xterm's 16 colors.
var xterm16 = [16][3]float64{
	{0, 0, 0},
	{205, 0, 0},
	{0, 205, 0},
	{205, 205, 0},
	{0, 0, 238},
	{205, 0, 205},
	{0, 205, 205},
	{229, 229, 229},
	{127, 127, 127},
	{255, 0, 0},
	{0, 255, 0},
	{255, 255, 0},
	{92, 92, 255},
	{255, 0, 255},
	{0, 255, 255},
	{255, 255, 255},
}

// luminance returns the relative luminance of one of xterm's 256 colors, from 0 to 1 (WCAG 2).
func luminance(color int) float64 {
	var rgb [3]float64
	switch {
	case color < 16:
		rgb = xterm16[color]
	case color >= 232:
		grey := float64(8 + 10*(color-232))
		rgb = [3]float64{grey, grey, grey}
	default:
		for i, digit := range [3]int{(color - 16) / 36, (color - 16) / 6 % 6, (color - 16) % 6} {
			if digit > 0 {
				rgb[i] = float64(55 + 40*digit)
			}
		}
	}
	for i, c := range rgb {
		if c /= 255; c <= .03928 {
			rgb[i] = c / 12.92
		} else {
			rgb[i] = math.Pow((c+.055)/1.055, 2.4)
		}
	}
	return .2126*rgb[0] + .7152*rgb[1] + .0722*rgb[2]
}

var style = regexp.MustCompile(`^\x1b\[([0-9;]*)m`)

// colorsOf returns the colors of a screen's visible characters, each with an example. It fails
// for a background color.
func colorsOf(t *testing.T, screen string) map[int]string {
	t.Helper()
	seen, color := map[int]string{}, -1
	for len(screen) > 0 {
		if m := style.FindStringSubmatch(screen); m != nil {
			screen = screen[len(m[0]):]
			codes := strings.Split(m[1], ";")
			for i := 0; i < len(codes); i++ {
				switch n, _ := strconv.Atoi(codes[i]); {
				case n == 0 || n == 39:
					color = -1
				case n >= 30 && n <= 37:
					color = n - 30
				case n >= 90 && n <= 97:
					color = n - 90 + 8
				case n == 38:
					color, _ = strconv.Atoi(codes[i+2])
					i += 2
				case n >= 40 && n <= 48 || n >= 100:
					t.Errorf("a background color: %q", m[0])
				}
			}
			continue
		}
		end := max(strings.IndexByte(screen[1:], '\x1b')+1, 0)
		if end == 0 {
			end = len(screen)
		}
		if text := strings.TrimSpace(screen[:end]); color >= 0 && text != "" {
			seen[color] = text
		}
		screen = screen[end:]
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
	black, white := luminance(0), luminance(15)
	grounds := map[theme.Shade][]float64{theme.Dark: {black}, theme.Light: {white}, theme.Unknown: {black, white}}
	for shade, against := range grounds {
		for _, profile := range []termenv.Profile{termenv.ANSI256, termenv.ANSI} {
			t.Run(fmt.Sprintf("shade %d, %d colors", shade, map[termenv.Profile]int{termenv.ANSI256: 256, termenv.ANSI: 16}[profile]), func(t *testing.T) {
				renderer := lipgloss.NewRenderer(io.Discard)
				renderer.SetColorProfile(profile)
				drawn := map[int]string{}
				visit(t, theme.New(renderer, shade), func(r *root) {
					for color, text := range colorsOf(t, r.View()) {
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
