package app

import (
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/scenarios"
	"regretscope/scenarios/arm"
	"regretscope/ui/command"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
	"regretscope/ui/kit/uitest"
	"regretscope/ui/screen/run"
	"regretscope/ui/script"
)

// A note is a test screen that shows its subject and its messages.
type note struct {
	kit.Drawing
	name    string
	config  *model.Config
	learner int
	typing  bool
	escapes bool // esc is a key of its own
	told    []string
	closed  int
}

func (n *note) Title() string { return fmt.Sprintf("%s of learner %d", n.name, n.learner+1) }
func (n *note) Typing() bool  { return n.typing }
func (n *note) Close()        { n.closed++ }

func (n *note) Update(msg tea.Msg) tea.Cmd {
	n.told = append(n.told, fmt.Sprint(msg))
	return nil
}

func (n *note) View() string {
	return kit.Fit([]string{"the text of " + n.name}, n.Width, n.Height).String()
}

func (n *note) Commands() []kit.Command {
	list := []kit.Command{{
		Name: "make", Argument: "[THING]", Key: "m", Short: "makes something",
		Help: "makes something", Group: "Note",
		Try: func(thing string) error { n.told = append(n.told, "make "+thing); return nil },
	}}
	if n.escapes {
		list = append(list, kit.Command{
			Name: "leave", Key: "esc", Help: "leave the field", Group: "Note",
			Do: func() { n.told = append(n.told, "esc") },
		})
	}
	if n.typing {
		list = kit.WhileTyping(list)
	}
	return list
}

// notes returns two test screens, on the keys x and J; each one that is opened is appended to
// made.
func notes(made *[]*note) []*subscreen {
	entry := func(on string, ofLearner bool) *subscreen {
		return &subscreen{
			name: "note-" + on, key: on, about: "note " + on, ofLearner: ofLearner,
			open: func(_ *theme.Theme, config *model.Config, learner int) (Screen, tea.Cmd) {
				n := &note{name: on, config: config, learner: learner}
				*made = append(*made, n)
				return n, func() tea.Msg { return "begun " + on }
			},
		}
	}
	return []*subscreen{entry("x", false), entry("J", true)}
}

func rootWithNotes(t *testing.T, made *[]*note) *root {
	t.Helper()
	config := uitest.Config(t, 1000, "ucb1", "lazy-dp-ts")
	r := newRoot(uitest.Theme(termenv.Ascii), Options{Config: config})
	r.subscreens = notes(made)
	r.Update(tea.WindowSizeMsg{Width: 110, Height: 30})
	settle(t, r, r.Init())
	return r
}

func TestFurtherScreensOpenAndGoBack(t *testing.T) {
	var made []*note
	r := rootWithNotes(t, &made)
	press(t, r, "?", "/", "note-x")
	expect(t, r, "note x")
	press(t, r, "esc")
	press(t, r, "x")
	expect(t, r, "regretscope   x of learner 1")
	expect(t, r, "the text of x")
	expect(t, r, "m makes something · esc back to the run · ? help")
	if n := made[0]; n.config != r.run.Config() || n.Width != 110 || n.Height != 28 || n.told[0] != "begun x" {
		t.Errorf("made %+v", n)
	}
	r.Update(tea.WindowSizeMsg{Width: 90, Height: 20})
	if n := made[0]; n.Width != 90 || n.Height != 18 {
		t.Errorf("resized to %d×%d", n.Width, n.Height)
	}
	press(t, r, "?")
	expect(t, r, "makes something")
	press(t, r, "?")
	press(t, r, "esc")
	expect(t, r, "1 Regret")
	if !quits(press(t, r, "q")) {
		t.Error("q does not quit the run screen after a visit elsewhere")
	}
}

func TestFurtherScreensStayAsLongAsWhatTheyAreAbout(t *testing.T) {
	var made []*note
	r := rootWithNotes(t, &made)
	for _, name := range []string{"x", "esc", "J", "esc", "f", "x", "esc", "J", "esc"} {
		press(t, r, name)
	}
	// A second x returns to the first screen; J is about the learner in focus.
	if len(made) != 3 || made[2].name != "J" || made[2].learner != 1 {
		t.Fatalf("made %d screens", len(made))
	}
	r.Update("for whom it concerns")
	if told := made[0].told; told[len(told)-1] != "for whom it concerns" {
		t.Errorf("a screen in the background was told %q", told)
	}
	press(t, r, "s") // another seed, another run
	press(t, r, "x")
	if len(made) != 4 || made[3].config.Seed != 2 {
		t.Fatalf("made %d screens", len(made))
	}
	press(t, r, "esc")
	press(t, r, "e")
	press(t, r, "enter")
	for i, want := range []int{1, 1, 1, 1} {
		if made[i].closed != want {
			t.Errorf("screen %d was closed %d times", i, made[i].closed)
		}
	}
}

func TestTypingAndEscAreTheScreensFirst(t *testing.T) {
	var made []*note
	r := rootWithNotes(t, &made)
	press(t, r, "x")
	made[0].typing, made[0].escapes = true, true
	for _, name := range []string{"q", "?", "esc"} {
		if quits(press(t, r, name)) {
			t.Errorf("%s quits although a value is being typed", name)
		}
	}
	if got := made[0].told[1:]; len(got) != 3 || got[0] != "q" || got[1] != "?" || got[2] != "esc" {
		t.Errorf("told %q", got)
	}
	made[0].escapes = false
	press(t, r, "esc")
	expect(t, r, "1 Regret")
}

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
	settle(t, r, r.Init())
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

// Every color on every screen has a contrast of at least 3:1 with its backgrounds. The terminal's
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
						drawn[color] = text
					}
				})
				if len(drawn) < 4 {
					t.Fatalf("only the colors %v", drawn)
				}
				for color, text := range drawn {
					for _, ground := range against {
						l := luminance(color)
						if contrast := (max(l, ground) + .05) / (min(l, ground) + .05); contrast < 3 {
							t.Errorf("color %d (%q): contrast %.2f with a background of luminance %v", color, text, contrast, ground)
						}
					}
				}
			})
		}
	}
}

// wideScenarios lists scenarios of every kind with a thousand arms.
func wideScenarios(t testing.TB) []*scenarios.Scenario {
	t.Helper()
	laws, err := arm.ParseList(strings.Repeat("0.9 beta(4,1) ", 500))
	if err != nil {
		t.Fatal(err)
	}
	bandit, err := scenarios.FromArms("arms", laws, scenarios.Bandit)
	if err != nil {
		t.Fatal(err)
	}
	all := []*scenarios.Scenario{bandit}
	for _, reference := range []string{"ww-det,K=1000", "chh-uniform,L=1000,rank=20", "gaj-switch,K=1000"} {
		s, err := scenarios.Open(reference, "")
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, s)
	}
	return all
}

// On an oversized terminal, only the upper left is used.
func TestAHugeTerminal(t *testing.T) {
	r := rootOf(t, Options{Config: uitest.Config(t, 1000, "lazy-dp-ts", "ucb1")})
	press(t, r, "n")
	r.Update(tea.WindowSizeMsg{Width: 4000, Height: 4000})
	if err := uitest.Fills(r.View(), script.MaxWidth, script.MaxHeight); err != nil {
		t.Error(err)
	}
}

// A thousand arms fit on every screen, small and large: with a learner of every kind or, with
// more storms, every learner.
func TestAThousandArms(t *testing.T) {
	t.Chdir(t.TempDir())
	some := []string{"lazy-dp-ts", "rnm-ftnl", "dpucb-mat", "ts-ldp-b", "sw-klucb-cf"}
	for _, d := range learners.All() {
		t.Run(d.ID, func(t *testing.T) {
			if *storms == 1 && !slices.Contains(some, d.ID) {
				return
			}
			s, ok := suited(t, d)
			if !ok {
				t.Errorf("%s plays no thousand arms", d.ID)
				return
			}
			spec, err := learners.ParseSpec(d.ID)
			if err != nil {
				t.Fatal(err)
			}
			config := &model.Config{Scenario: s, Learners: []learners.Spec{spec, spec}, Horizon: 3000, Epsilon: 1, Seed: 1}
			if err := config.Check(); err != nil {
				t.Errorf("%s: %v", d.ID, err)
				return
			}
			drawn(t, config)
		})
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
	for _, f := range st.root.subscreens {
		f.close()
	}
}

// A lesson for the back row: every stop fits and shows its text. Stops about a panel show it; the
// others are big.
func TestLessonsForTheBackRow(t *testing.T) {
	l, err := command.OpenLesson("regret")
	if err != nil {
		t.Fatal(err)
	}
	p := newPlayer(Options{Lesson: l, Big: true})
	r := p.root
	r.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	p.settle(r.Init())
	for i, stop := range l.Stops {
		p.settle(r.stops.ToStop(i))
		for r.stops.OnWay() {
			p.wait(frameTime)
		}
		shows(t, r, stop.Say)
		panels := strings.Contains(strings.Join(stop.Do, "\n"), "panel")
		if r.notice.Warn || r.run.Big() == panels || strings.Contains(r.View(), "╭") != panels {
			t.Errorf("stop %d, %q: big %v, %s", i+1, stop.Do, r.run.Big(), r.notice.Text)
		}
	}
}

// The command turns big letters on and off, in scripts, too, whose captions become large. A new
// run keeps the setting.
func TestBigByCommand(t *testing.T) {
	s, err := script.Parse("big.script", "go 500\nbig\ncaption Who learns?\n")
	if err != nil {
		t.Fatal(err)
	}
	options := Options{Config: uitest.Config(t, 1000, "lazy-dp-ts", "ucb1")}
	scripted := options
	scripted.Script = s
	last, _, err := Play(scripted)
	if err != nil {
		t.Fatal(err)
	}
	caption := strings.Join(kit.BigSentence("Who learns?", 100, 7, theme.Blocks, lipgloss.NewStyle()), "\n")
	if view := ansi.Strip(last); strings.Contains(view, "╭") || !strings.Contains(view, "has the least regret") || !strings.Contains(view, "M panels") ||
		!strings.Contains(uitest.Words(view), uitest.Words(caption)) {
		t.Errorf("%s", view)
	}
	p := newPlayer(options)
	p.root.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	p.settle(p.root.Init())
	for _, want := range []bool{true, false, true} {
		p.key(t, "M")
		if p.root.run.Big() != want {
			t.Fatalf("big is %v", !want)
		}
		p.settle(p.root.startRun(run.Place{Config: options.Config}))
		if p.root.run.Big() != want {
			t.Errorf("after a new run, big is %v", !want)
		}
	}
}
