package app

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/cellbuf"
	"github.com/lucasb-eyer/go-colorful"
	"github.com/muesli/termenv"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/scenarios/arm"
	"regretscope/ui/command/flags"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
	"regretscope/ui/kit/uitest"
	"regretscope/ui/screen/run"
	"regretscope/ui/screenshot"
	"regretscope/ui/script"
)

// A lesson for the back row: every stop fits and shows its text. Stops about a panel show it; the others are big.
func TestLessonsForTheBackRow(t *testing.T) {
	uitest.NotForRaces(t)
	l := param.Must(flags.OpenLesson("regret"))
	p := newPlayer(Options{Lesson: l, Big: true})
	r := p.root
	r.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	p.runAll(r.Init())
	for i, stop := range l.Stops {
		p.runAll(r.stops.ToStop(i))
		for r.stops.Performing() {
			p.wait(frameTime)
		}
		shows(t, r, stop.Say)
		do := strings.Join(stop.Do, "\n")
		panels := strings.Contains(do, "panel-") && !strings.Contains(do, "panel-1")
		if !r.screens.onRun() {
			continue // the stop shows another screen
		}
		if r.foot.notice.Warn || r.screens.run.BackRow.On() == panels || strings.Contains(r.View(), "╭") != panels {
			t.Errorf("stop %d, %q: big %v, %s", i+1, stop.Do, r.screens.run.BackRow.On(), r.foot.notice.Text)
		}
	}
}

// The command turns big letters on and off, in scripts, too, whose captions become large. A new
// run keeps the setting.
func TestBigByCommand(t *testing.T) {
	s := param.Must(script.Parse("big.script", "go 500\nbig\ncaption Who learns?\n"))
	options := Options{Config: uitest.Config(t, 1000, "lazy-dp-ts", "ucb1")}
	scripted := options
	scripted.Script = s
	last, err := Play(scripted)
	uitest.NoError(t, err)
	caption := strings.Join(kit.BigSentence("Who learns?", 100, 7, theme.Blocks, lipgloss.NewStyle()), "\n")
	if view := ansi.Strip(last); strings.Contains(view, "╭") || !strings.Contains(view, "has the least regret") || !strings.Contains(view, "M panels") ||
		!strings.Contains(uitest.Words(view), uitest.Words(caption)) {
		t.Errorf("%s", view)
	}
	p := newPlayer(options)
	p.root.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	p.runAll(p.root.Init())
	for _, want := range []bool{true, false, true} {
		p.key(t, "M")
		if p.root.screens.run.BackRow.On() != want {
			t.Fatalf("big is %v", !want)
		}
		p.runAll(p.root.startRun(run.Place{Config: options.Config}))
		if p.root.screens.run.BackRow.On() != want {
			t.Errorf("after a new run, big is %v", !want)
		}
	}
}

// On the twin screen, M enlarges the first sentence, which then does not stand below the universes, too.
func TestBigTwins(t *testing.T) {
	p := newPlayer(Options{Config: uitest.Config(t, 1000, "lazy-dp-ts")})
	p.root.Update(tea.WindowSizeMsg{Width: 160, Height: 45})
	p.runAll(p.root.Init())
	p.key(t, "t")
	p.wait(5 * time.Second)
	const first, rest = "So far both universes play the same.", "The person whose rewards differ comes"
	for _, large := range []bool{false, true, false} {
		view := uitest.Words(ansi.Strip(p.root.draw()))
		drawn := uitest.Words(strings.Join(kit.BigSentence(first, 160, 14, theme.Braille, lipgloss.NewStyle()), "\n"))
		if strings.Contains(view, drawn) != large || strings.Contains(view, first) == large || !strings.Contains(view, rest) {
			t.Errorf("large %v:\n%s", large, view)
		}
		p.key(t, "M")
	}
}

// A long message stands above the large sentence, not over its last rows.
func TestMessagesLeaveTheLargeSentence(t *testing.T) {
	p := newPlayer(Options{Config: uitest.Config(t, 1000, "lazy-dp-ts", "ucb1"), Big: true})
	p.root.Update(tea.WindowSizeMsg{Width: 100, Height: 37})
	p.runAll(p.root.Init())
	p.root.foot.warn(strings.Repeat("long ", 30))
	large := kit.BigSentence("No rounds played yet.", 100, 7, theme.Blocks, lipgloss.NewStyle())
	if view := uitest.Words(ansi.Strip(p.root.draw())); !strings.Contains(view, uitest.Words(strings.Join(large, "\n"))) || strings.Count(view, "long") != 30 {
		t.Error(view)
	}
}

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
			if n := ansi.StringWidth(line); n > r.window.width {
				t.Errorf("%d cells: %q", n, line)
			}
		}
		th.Charset = theme.Line // the same screen, but for the chart
		if unknown := marks - strings.Count(r.View(), "?"); unknown > 0 {
			t.Errorf("%d characters have no counterpart in ASCII:\n%s", unknown, view)
		}
	})
}

// Every color on every screen has a contrast of at least 3:1 with its backgrounds, and letters of at least 4.5:1 with
// a known one; users choose the 16 colors themselves. The terminal's own foreground is legible on its own background.
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
						view = r.window.painted()
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

// cut returns the lines of a screen in which a text is cut. In a list of which the selected entry is
// explained below, rewards of many rounds, and ranges, an ellipsis is no cut.
func cuts(view string) (lines []string) {
	for line := range strings.Lines(view) {
		line = strings.NewReplacer("ε=0.1…∞", "", "2, …", "", "KEY=VALUE,…", "", "=…", "", "[ε,…]", "", " …", "").Replace(line)
		if strings.Contains(line, theme.Ellipsis) && !strings.Contains(line, "0000") && !strings.Contains(line, "1111") {
			lines = append(lines, line)
		}
	}
	return lines
}

// At 80 × 24 nothing is cut in the middle of a sentence on a screen, with any of its views;
// TestLessonsFromBeginningToEnd expects the same of stops and their answers.
func TestNothingIsCutAt80Columns(t *testing.T) {
	uitest.NotForRaces(t)
	if got := cuts("│ a sent… │\n"); len(got) != 1 {
		t.Fatalf("a cut is not found: %q", got)
	}
	check := func(t *testing.T, p *player, what string) {
		t.Helper()
		for _, line := range cuts(screenshot.Text(p.root.View())) {
			t.Errorf("%s: %s", what, line)
		}
	}
	for _, place := range slices.Sorted(maps.Keys(places)) {
		t.Run(place, func(t *testing.T) {
			p, _ := at(t, places[place])
			p.send(tea.WindowSizeMsg{Width: 80, Height: 24})
			check(t, p, place)
			if !slices.Contains([]string{"run", "cursor", "sweep", "twin"}, place) {
				return
			}
			for _, key := range strings.Fields("v v v v v v v v o o o tab tab tab tab") {
				_ = p.tries(key)
				check(t, p, place+" "+key)
			}
		})
	}
}

// wideScenarios lists scenarios of every kind with a thousand arms.
func wideScenarios(t testing.TB) []*scenarios.Scenario {
	t.Helper()
	laws := param.Must(arm.ParseList(strings.Repeat("0.9 beta(4,1) ", 500)))
	bandit := param.Must(scenarios.FromArms("arms", laws, scenarios.Bandit))
	all := []*scenarios.Scenario{bandit}
	for _, reference := range []string{"ww-det,K=1000", "chh-uniform,L=1000,rank=20", "gaj-switch,K=1000"} {
		s := param.Must(scenarios.Open(reference, ""))
		all = append(all, s)
	}
	return all
}

// On an oversized terminal, only the upper left is used.
func TestAHugeTerminal(t *testing.T) {
	r := rootOf(t, Options{Config: uitest.Config(t, 1000, "lazy-dp-ts", "ucb1")})
	press(t, r, "n")
	r.Update(tea.WindowSizeMsg{Width: 4000, Height: 4000})
	uitest.NoError(t, uitest.Fills(r.View(), script.MaxWidth, script.MaxHeight))
}

// A thousand arms fit on every screen, small and large: with a learner of every kind or, with
// more storms, every learner.
func TestAThousandArms(t *testing.T) {
	uitest.NotForRaces(t)
	t.Chdir(t.TempDir())
	some := []string{"hedge", "dpucb-mat", "ts-ldp-b", "sw-klucb-cf"}
	for _, d := range learners.All() {
		if *storms == 1 && !slices.Contains(some, d.ID) {
			continue
		}
		s, ok := suited(t, d)
		if !ok {
			t.Errorf("%s plays no thousand arms", d.ID)
			continue
		}
		spec := param.Must(learners.ParseSpec(d.ID))
		config := &model.Config{Scenario: s, Learners: []learners.Spec{spec, spec}, Horizon: 300, Epsilon: 1, Seed: 1}
		if err := config.Check(); err != nil {
			t.Errorf("%s: %v", d.ID, err)
			continue
		}
		drawn(t, config)
	}
}

func suited(t *testing.T, d *learners.Declaration) (*scenarios.Scenario, bool) {
	for _, s := range wideScenarios(t) {
		if model.Suits(d, s) == nil {
			return s, true
		}
	}
	return nil, false
}

// drawn goes through the screens of a comparison.
func drawn(t *testing.T, config *model.Config) {
	t.Helper()
	st := newStorm(t, 1, config)
	for _, keys := range []string{"n", "g 4 0 enter", "v", "v v v", "v v", "m", "m z j", "i", "x enter", "a", "t space", "e"} {
		for _, key := range strings.Fields(keys) {
			st.press(key)
		}
		st.wait(50 * time.Millisecond)
		for _, size := range []tea.WindowSizeMsg{{Width: 80, Height: 24}, {Width: 120, Height: 36}} {
			st.send(size)
			st.fits()
		}
		for range 3 {
			if strings.ContainsAny(keys[:1], "xate") {
				st.press("esc")
			}
		}
	}
	for _, f := range st.root.screens.subscreens {
		f.close()
	}
}
