package app

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"regretscope/model"
	"regretscope/ui/chart/curves"
	"regretscope/ui/command/flags"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
	"regretscope/ui/kit/uitest"
	"regretscope/ui/manual"
	"regretscope/ui/mode"
)

// A note is a test screen that shows its subject and its messages.
type note struct {
	kit.Base
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
		Act: kit.Try(func(thing string) error { n.told = append(n.told, "make "+thing); return nil }),
	}}
	if n.escapes {
		list = append(list, kit.Command{
			Name: "leave", Key: "esc", Help: "leave the field", Group: "Note",
			Act: kit.Do(func() { n.told = append(n.told, "esc") }),
		})
	}
	if n.typing {
		list = kit.WhileTyping(list)
	}
	return list
}

// notes returns two test screens, on the keys x and J; each one that is opened is appended to made.
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
	r.screens.subscreens = notes(made)
	r.menu.all = r.menu.table()
	r.Update(tea.WindowSizeMsg{Width: 110, Height: 30})
	runAll(t, r, r.Init())
	return r
}

func TestFurtherScreensOpenAndGoBack(t *testing.T) {
	var made []*note
	r := rootWithNotes(t, &made)
	tell(t, r, `? / note-x | ~ note x | esc x | ~ regretscope   x of learner 1 | ~ the text of x
		~ m makes something · esc back to the run · y copy · ? help`)
	if n := made[0]; n.config != r.screens.run.State().Config || n.Width != 110 || n.Height != 28 || n.told[0] != "begun x" {
		t.Errorf("made %+v", n)
	}
	r.Update(tea.WindowSizeMsg{Width: 90, Height: 20})
	if n := made[0]; n.Width != 90 || n.Height != 18 {
		t.Errorf("resized to %d×%d", n.Width, n.Height)
	}
	tell(t, r, "? | ~ makes something | ? esc | ~ 1 Regret")
	if !quits(press(t, r, "q")) {
		t.Error("q does not quit the run screen after a visit elsewhere")
	}
}

func TestFurtherScreensStayAsLongAsWhatTheyAreAbout(t *testing.T) {
	var made []*note
	r := rootWithNotes(t, &made)
	press(t, r, "x", "esc", "J", "esc", "f", "x", "esc", "J", "esc")
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
	press(t, r, "esc", "e", "enter")
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
	tell(t, r, "esc | ~ 1 Regret")
}

// One key explains the focus on every screen that has one, and esc returns.
func TestWhatIsInFocusIsExplained(t *testing.T) {
	for _, c := range []struct {
		keys []string
		want string
	}{
		{nil, "μ̃ (also estimate"},
		{[]string{"4"}, "lazy-dp-ts · Lazy-DP-TS · learner"},
		{[]string{"4", "f"}, "ucb1 · UCB1 · learner"},
		{[]string{"x"}, "lazy-dp-ts explained"},
		{[]string{"t"}, "twin universes"},
		{[]string{"1"}, "regret (also pseudo-regret"},
		{[]string{"3"}, "costliest round (also"},
		{[]string{"e"}, "hhmh-1 · five arms · scenario"},
		{[]string{"e", "2"}, "lazy-dp-ts · Lazy-DP-TS · learner"},
		{[]string{"e", "3"}, "ε (also"},
		{[]string{"e", "3", "down"}, "horizon, T"},
		{[]string{"e", "3", "down", "down"}, "seed (also seeds"},
		{[]string{":", "explain user level", "enter"}, "user level (also one person"},
		{[]string{":", "explain epsiln", "enter"}, "no page named \"epsiln\" (did you mean \"epsilon\"?)"},
		{[]string{":", "explain risk", "enter"}, "ε = 1          23.2%"},
		{[]string{":", "explain risk", "enter", ">", ">", "<"}, "ε = 1          40.5%"}, // from 20%
	} {
		t.Run(strings.Join(c.keys, " "), func(t *testing.T) {
			r := rootOf(t, Options{Config: uitest.Config(t, 100, "lazy-dp-ts", "ucb1")})
			press(t, r, c.keys...)
			before := r.screens.shown
			if c.keys == nil || c.keys[0] != ":" {
				press(t, r, "f3")
				expect(t, r, c.want)
				uitest.NoError(t, uitest.CheckCommands(r.Commands()))
				for _, size := range [][2]int{{80, 24}, {120, 36}, {60, 16}} {
					r.window.width, r.window.height = size[0], size[1]
					r.window.Resize()
					uitest.NoError(t, uitest.Fills(r.View(), size[0], size[1]))
				}
				press(t, r, "down", "i", "esc")
				if r.screens.shown != before {
					t.Errorf("%q: not back", c.keys)
				}
				return
			}
			expect(t, r, c.want)
		})
	}
}

// Every view of the chart has a page.
func TestViewsAreExplained(t *testing.T) {
	in := curves.Input{Shot: uitest.Snapshot(uitest.Config(t, 100, "lazy-dp-ts"), 10)}
	first := curves.First()
	for v := first; ; {
		if _, err := manual.Find(v.Title); err != nil {
			t.Errorf("%s: %v", v.Title, err)
		}
		if v = v.Next(in, 1); v == first {
			return
		}
	}
}

// With local privacy, the panel of reports explains the channel.
func TestChannelsAreExplained(t *testing.T) {
	r := rootOf(t, Options{Config: uitest.On(t, "jzl-20", "quadratic,b=1", 1000, "ts-ldp-b")})
	press(t, r, "n", "5", "i")
	if expect(t, r, "quadratic · Quadratic"); !strings.Contains(r.View(), "channel") {
		t.Error("it is not the channel's page")
	}
	tell(t, r, "esc e 3 down down down f3 | ~ quadratic · Quadratic | esc ctrl+u z f3 | ~ local privacy (also")
}

// The manual's tables of commands are generated; -update rewrites them.
func TestManualListsTheCommands(t *testing.T) {
	uitest.NotForRaces(t)
	uitest.Section(t, "ui/manual/keys.md", "commands", cheatSheet(t))
}

// cheatSheet is a table of commands for each screen. It checks that the screens declare them.
func cheatSheet(t *testing.T) string {
	r := rootOf(t, Options{Config: uitest.On(t, "jzl-20", "quadratic,b=1", 1000, "ts-ldp-b", "ucb1"), OpenLesson: flags.OpenLesson})
	press(t, r, "n")
	program := r.over(r.menu.commands())
	var b strings.Builder
	listed := map[string][]string{}
	table := func(title string, list []kit.Command, skip ...string) {
		fmt.Fprintf(&b, "\n%s\n\n| key | command | what it does |\n| --- | --- | --- |\n", title)
		for _, c := range mode.InGroups(list) {
			if !slices.Contains(skip, c.Name) {
				fmt.Fprintf(&b, "| %s | %s | %s |\n", keys(c), names(c), strings.ReplaceAll(c.Help, "|", "\\|"))
				screen, _, _ := strings.Cut(strings.ToLower(strings.Replace(title, "On every", "Run", 1)), " ")
				listed[screen] = append(listed[screen], c.Name)
			}
		}
	}
	table("On every screen, with the keys that they have on the run screen:", program)
	table("Run screen:", r.screens.run.Commands(), "panel-2", "panel-3", "panel-4", "panel-5")
	press(t, r, "e", "2")
	table("Setup screen (among the learners; a field is typed into):", r.screens.setup.Commands())
	r = rootOf(t, Options{Config: uitest.Config(t, 100, "lazy-dp-ts", "ucb1")})
	for i, title := range []string{"Experiment screen (replications):", "Twin screen (two universes that differ in one person):"} {
		runAll(t, r, r.screens.open(r.screens.subscreens[i], true))
		if err := uitest.CheckCommands(r.Commands()); err != nil {
			t.Errorf("%s %v", title, err)
		}
		table(title, r.screens.shown.Commands())
		r.screens.show(r.screens.run)
	}
	for screen, names := range listed {
		for _, name := range names {
			if !slices.ContainsFunc(declared(), func(d declaration) bool { return d.screen == screen && d.CanBe(name) }) {
				t.Errorf("the %s screen does not declare %s", screen, name)
			}
		}
	}
	return strings.TrimPrefix(b.String(), "\n")
}

// names formats a command's names as code, with their arguments.
func names(c kit.Command) string {
	if len(c.Aliases) > 0 {
		return "`" + strings.Join(c.Aliases, "` `") + "`"
	}
	return "`" + strings.ReplaceAll(c.Usage(), "|", "\\|") + "`"
}

// keys formats a command's keys as code.
func keys(c kit.Command) string {
	if c.Key == "" {
		return ""
	}
	return "`" + strings.ReplaceAll(c.Key, " ", "` `") + "`"
}

func TestThePaletteRunsCommands(t *testing.T) {
	var made []*note
	r := rootWithNotes(t, &made)
	press(t, r, "x")
	for _, c := range []struct {
		keys []string
		want string // what the screen was told last
	}{
		{[]string{":", "m", "a", "k", "enter"}, "make "},
		{[]string{":", "make some thing", "enter"}, "make some thing"},
		{[]string{"?", "/", "somet", "enter"}, "make "},
	} {
		made[0].told = nil
		press(t, r, c.keys...)
		if r.palette.Open() || len(made[0].told) != 1 || made[0].told[0] != c.want {
			t.Errorf("%q: told %q, want %q", c.keys, made[0].told, c.want)
		}
	}
	press(t, r, ":", "setup", "enter")
	expect(t, r, "choose scenario and learners")
}

// The palette completes the titles and other names of pages, which / searches on a page and in the help.
func TestThePaletteFindsPages(t *testing.T) {
	for _, c := range []struct {
		keys []string
		want string
	}{
		{[]string{":", "explain tr", "enter"}, "tree explained"},
		{[]string{":", "explain tr", "down", "tab", "enter"}, "trust explained"},
		{[]string{":", "explain epsilon", "enter"}, "ε explained"},
		{[]string{"?", "/", "adversary", "enter"}, "ε explained"},
		{[]string{"i", "/", "non-private", "enter"}, "ε explained"},
		{[]string{":", "explain", "enter"}, "hhmh-1 explained"},
	} {
		t.Run(strings.Join(c.keys, " "), func(t *testing.T) {
			r := rootOf(t, Options{})
			press(t, r, c.keys...)
			expect(t, r, c.want)
		})
	}
}

func TestThePaletteSaysWhatIsWrong(t *testing.T) {
	r := rootOf(t, Options{})
	press(t, r, ":", "horizn 5", "enter")
	tell(t, r, `~ horizn: no such command on this screen; did you mean horizon? | esc : horizon enter
		~ write horizon N | many enter | ~ horizon many: must be a whole number`)
	if r.palette.Open() {
		t.Error("the menu is still open")
	}
	press(t, r, ":", "duplicate", "enter")
	expect(t, r, "duplicate: no such command") // of the learners' section
}

func TestTheMenuIsLeft(t *testing.T) {
	for _, keys := range [][]string{{"?", "esc"}, {"?", "?"}, {"?", "q"}, {":", "esc"}, {"f1", "f1"}, {":", "backspace"}, {"?", "/", "x", "esc"}} {
		r := rootOf(t, Options{})
		if quits(press(t, r, keys...)) {
			t.Errorf("%q quits", keys)
		}
		if expect(t, r, "1 Scenario"); r.palette.Open() {
			t.Errorf("%q does not close the menu", keys)
		}
	}
}

// While text is typed into a field, help has a key that types nothing, and the foot shows no key that would be typed.
func TestHelpWhileTyping(t *testing.T) {
	r := rootOf(t, Options{})
	press(t, r, "3")
	foot := r.View()[strings.LastIndex(r.View(), "\n")+1:]
	if !strings.Contains(foot, "f1 help") || !strings.Contains(foot, "ctrl+c quit") || strings.Contains(foot, "? help") {
		t.Errorf("the foot is %q", foot)
	}
	tell(t, r, "f1 | ~ delete all before the cursor | f1 q ? : | ~ q?:")
}

func TestUnknownKeysSaySoOnce(t *testing.T) {
	r := rootOf(t, Options{})
	tell(t, r, "Z | ~ Z does nothing here; ? lists the keys | 2")
	if strings.Contains(r.View(), "does nothing here") {
		t.Error("it is still said")
	}
}

func TestTheFootAndTheMenuCanBeClicked(t *testing.T) {
	r := rootOf(t, Options{})
	click := func(text string) {
		t.Helper()
		lines := strings.Split(r.View(), "\n")
		for y := len(lines) - 1; y >= 0; y-- {
			if before, _, found := strings.Cut(lines[y], text); found {
				_, cmd := r.Update(tea.MouseMsg{
					X: ansi.StringWidth(before), Y: y, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress,
				})
				runAll(t, r, cmd)
				return
			}
		}
		t.Fatalf("no %q in\n%s", text, r.View())
	}
	click("/ find")
	tell(t, r, "~ 1 Scenario · / ▏ | esc")
	click("? help")
	click("comparisons [NAME]  ")
	click("comparisons [NAME]  ")
	expect(t, r, "Named comparisons")
}

func TestTheMenuFitsAnySize(t *testing.T) {
	uitest.NotForRaces(t)
	for _, opens := range []string{"?", ":"} {
		r := rootOf(t, Options{})
		press(t, r, opens)
		for width := 1; width < 140; width += 7 {
			for height := 1; height < 50; height += 5 {
				r.Update(tea.WindowSizeMsg{Width: width, Height: height})
				press(t, r, "down")
				if height > 2 {
					if err := uitest.Fills(r.View(), width, height); err != nil {
						t.Fatalf("%s: %dx%d: %v", opens, width, height, err)
					}
				}
			}
		}
	}
}

// However often keys are pressed, the foot of an 80x24 terminal shows how to get a copy and a named comparison.
func TestTheFootOfTheLearners(t *testing.T) {
	r := rootOf(t, Options{})
	r.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	press(t, r, "2")
	for range 20 {
		tell(t, r, `~ "space remove · D copy · n comparisons · " | down up`)
	}
}

// The help begins with twelve keys, the most useful first; /picture finds something.
func TestTheHelpBeginsWithTwelveKeys(t *testing.T) {
	p := toured(t, Options{OpenLesson: flags.OpenLesson})
	p.wait(time.Second)
	p.presses(t, "?")
	view := ansi.Strip(p.root.View())
	first, _, _ := strings.Cut(view, "│ Time")
	keys := regexp.MustCompile(`(?m)^│ [▸ ] (space|\S( \S+)?|tab|i f3) {2,}`).FindAllString(first, -1)
	if len(keys) != 12 || !strings.Contains(keys[0], "space") {
		t.Errorf("%q in\n%s", keys, view)
	}
	p.presses(t, "esc ? / p i c t u r e")
	if view := ansi.Strip(p.root.View()); strings.Contains(view, "no command matches") {
		t.Error(view)
	}
}
