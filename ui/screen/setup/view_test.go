package setup

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/scenarios"
	"regretscope/scenarios/file"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
	"regretscope/ui/kit/uitest"
)

// The golden screens show their own catalog, so the program's can grow. -update rewrites them;
// look at them before you commit.
func TestGoldenScreens(t *testing.T) {
	sizes := [][2]int{{120, 36}, {80, 24}}
	screens := []struct {
		name string
		keys []string
	}{
		{"scenario", nil},
		{"learners", []string{"2", "d", "esc", "end", "space"}},
		{"filter", []string{"2", "/", "ucb"}},
		{"parameters", []string{"2", "d", "0.1", "up", "up", "up", "1e"}},
		{"share", []string{"c"}},
		{"lineups", []string{"n", "down"}},
	}
	for _, size := range sizes {
		for _, c := range screens {
			d := &driver{t: t, screen: New(uitest.Theme(termenv.Ascii), smallCatalog(t))}
			d.press(c.keys...)
			d.screen.SetSize(size[0], size[1])
			uitest.Golden(t, fmt.Sprintf("%s-%dx%d", c.name, size[0], size[1]), d.screen.View())
		}
	}
	d := drive(t)
	d.screen.SetSize(40, 10)
	uitest.Golden(t, "too-small-40x10", d.screen.View())
}

func TestSharedFileScrolls(t *testing.T) {
	d := drive(t).press("c")
	d.screen.SetSize(80, 14)
	if view := d.screen.View(); !strings.HasSuffix(view, "more lines") || strings.Contains(view, "bernoulli(0.25)") {
		t.Fatalf("what is hidden is not said:\n%s", view)
	}
	for range 12 {
		d.press("down")
	}
	if view := d.screen.View(); !strings.Contains(view, "bernoulli(0.25)") {
		t.Errorf("the end cannot be reached:\n%s", view)
	}
}

// The view has exactly the screen's lines and columns everywhere.
func TestViewFillsItsRoom(t *testing.T) {
	d := drive(t)
	for _, keys := range []string{"1", "2", "3"} {
		t.Run(keys, func(t *testing.T) {
			d.press(keys)
			for width := minWidth; width < 130; width += 3 {
				for height := minHeight; height < 40; height += 5 {
					uitest.FillsAt(t, d.screen, [2]int{width, height})
				}
			}
		})
	}
}

func TestTooSmallSaysWhatItNeeds(t *testing.T) {
	d := drive(t)
	d.screen.SetSize(minWidth-1, minHeight)
	if want := "needs 60 columns and 14 lines"; !strings.Contains(d.screen.View(), want) {
		t.Errorf("%q is not on screen:\n%s", want, d.screen.View())
	}
}

// For any keys at any size, nothing panics, the view fits, and a started run has been checked.
func TestMashingKeys(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	keys := []string{
		"enter", "tab", "shift+tab", "up", "down", "left", "right", "esc", "f2", "home", "end", "backspace", "ctrl+u", "space",
		"c", "d", "g", "G", "h", "j", "k", "l", "1", "2", "3", "0.", "e", "-", "(", ",", "beta(4,1) ", "two.toml", "inf", "ε", "漢", "\n", "x\x1b[2J",
	}
	runs := 20
	if testing.Short() {
		runs = 5
	}
	for run := range runs {
		d := drive(t)
		var pressed []string
		for range 250 {
			k := keys[random.IntN(len(keys))]
			pressed = append(pressed, k)
			d.press(k)
			if d.start != nil {
				if err := d.start.Check(); err != nil {
					t.Fatalf("run %d: %q started what cannot run: %v", run, pressed, err)
				}
				if n := len(d.start.Learners); n > model.MaxLearners {
					t.Fatalf("run %d: %q started %d learners", run, pressed, n)
				}
			}
			if random.IntN(8) == 0 {
				d.screen.SetSize(random.IntN(140), random.IntN(45))
			}
			lines := strings.Split(d.screen.View(), "\n")
			if len(lines) > max(1, d.screen.Height) {
				t.Fatalf("run %d: after %q %d lines in %dx%d", run, pressed, len(lines), d.screen.Width, d.screen.Height)
			}
			for _, line := range lines {
				if w := ansi.StringWidth(line); w > d.screen.Width || strings.Contains(line, "\x1b") {
					t.Fatalf("run %d: after %q, %dx%d: %q has %d cells or an escape", run, pressed, d.screen.Width, d.screen.Height, line, w)
				}
			}
		}
	}
}

// Texts from a file are shown without control characters.
func TestNamesFromFilesAreHarmless(t *testing.T) {
	s, err := scenarios.FromArms("evil\x1b[2J\nname", fair(2), scenarios.Bandit)
	if err != nil {
		t.Fatal(err)
	}
	s.Labels = []string{"a\x1b]0;title\a", "b\nc"}
	d := driveWith(t, Options{Config: &model.Config{
		Scenario: s, Learners: defaultConfig().Learners, Horizon: 10, Epsilon: 1, Seed: 1,
	}})
	for _, key := range []string{"1", "c"} {
		t.Run(key, func(t *testing.T) {
			d.press(key)
			view := d.screen.View()
			if strings.ContainsAny(view, "\x1b\a") {
				t.Errorf("control characters on screen: %q", view)
			}
			if n := strings.Count(view, "\n"); n != d.screen.Height-1 {
				t.Errorf("%d lines in %d", n+1, d.screen.Height)
			}
		})
	}
}

func TestArrange(t *testing.T) {
	for _, c := range []struct {
		name                      string
		width, height, hint, foot int
		active                    section
		want                      string
	}{
		{"too small", 60, 13, 0, 1, scenarioSection, `
...... ×13`},
		{"the scenarios are unfolded, below a hint", 60, 14, 1, 1, scenarioSection, `
HHHHHH
111111 ×10
222222
333333
FFFFFF`},
		{"the learners are, above a warning", 80, 14, 0, 3, learnerSection, `
11111111
22222222 ×9
33333333
FFFFFFFF ×3`},
		{"side by side", 120, 14, 1, 1, learnerSection, `
HHHHHHHHHHHH
111122222333 ×12
FFFFFFFFFFFF`},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := arrange(c.width, c.height, c.hint, c.foot, c.active)
			areas := map[string]kit.Rect{"H": l.hint, "1": l.sections[0], "2": l.sections[1], "3": l.sections[2], "F": l.foot}
			uitest.Arranged(t, c.name, c.want, c.width, c.height, 1, areas)
		})
	}
}

// Wherever the cursor is among the learners, its learner is visible, and so is the heading of the
// first visible learner.
func TestHeadingsStayInSight(t *testing.T) {
	for _, size := range [][2]int{{80, 22}, {100, 28}, {120, 34}} {
		s := New(uitest.Theme(termenv.Ascii), Options{})
		d := &driver{t: t, screen: s}
		s.SetSize(size[0], size[1])
		d.press("2")
		for range len(s.rows) {
			r, _ := s.at()
			shown := s.learnerPart(s.layout().sections[learnerSection].Inside())
			lines, _, _ := shown.View()
			text := strings.Join(lines, "\n")
			if !r.heading() && (!strings.Contains(text, "▸ ") || !strings.Contains(text, r.Name)) {
				t.Fatalf("%v: %s is not in sight:\n%s", size, r.Name, text)
			}
			first := strings.TrimSpace(lines[0])
			if !isFamily(first) && !strings.Contains(lines[0], "cannot play") {
				t.Errorf("%v: the first line at %d is %q", size, s.row, first)
			}
			if item, ok := shown.ItemAt(0); ok && isFamily(first) {
				t.Errorf("%v: a click on %s chooses %d", size, first, item)
			}
			d.press("down")
		}
	}
}

func isFamily(text string) bool {
	for _, d := range learners.All() {
		if d.Family.String() == text {
			return true
		}
	}
	return false
}

// At the usual widths, no choice is shortened, and the screen opens at the top of its lists.
func TestListsAreReadWhole(t *testing.T) {
	for _, size := range [][2]int{{80, 22}, {120, 34}, {200, 58}} {
		s := New(uitest.Theme(termenv.Ascii), Options{})
		s.SetSize(size[0], size[1])
		for section, list := range map[section]func(width int) choiceList{scenarioSection: s.scenarioList, learnerSection: s.learnerList} {
			s.goTo(section)
			width, height := s.layout().sections[section].Inside()
			all := list(width)
			if _, above, _ := all.Window(height / 2); above > 0 {
				t.Errorf("%v: section %d opens %d lines below its top", size, section+1, above)
			}
			for _, line := range all.Lines {
				if strings.Contains(line, theme.Ellipsis) || ansi.StringWidth(line) > width {
					t.Errorf("%v: %q is cut", size, line)
				}
			}
		}
	}
}

// clickOn clicks the first cell of a text on the screen.
func (d *driver) clickOn(text string) {
	d.t.Helper()
	for y, line := range strings.Split(d.screen.View(), "\n") {
		if before, _, found := strings.Cut(line, text); found {
			d.run(d.screen.Update(tea.MouseMsg{
				X: ansi.StringWidth(before), Y: y, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft,
			}))
			return
		}
	}
	d.t.Fatalf("%q is not on screen:\n%s", text, d.screen.View())
}

func TestWhatIsClickedIsReached(t *testing.T) {
	for _, size := range [][2]int{{120, 36}, {80, 24}} {
		d := drive(t)
		d.screen.SetSize(size[0], size[1])
		d.clickOn("doubling gaps")
		if got := d.started().Scenario.Name; got != "doubling-gap" {
			t.Errorf("%v: a click chose %s", size, got)
		}
		d.clickOn("five arms")
		d.clickOn("2 Learners")
		d.clickOn("DP-SE")
		if at, _ := d.screen.at(); at.ID != "dp-se" || at.slot != nil || d.screen.section != learnerSection {
			t.Errorf("%v: a click went to %s", size, at.ID)
		}
		d.clickOn("DP-SE")
		if got := ids(d.started().Learners); !strings.HasSuffix(got, " dp-se") {
			t.Errorf("%v: a click on the cursor's learner left %q", size, got)
		}
		d.clickOn("3 Parameters")
		d.clickOn("T  ")
		if d.screen.section != parameterSection || d.screen.form.Focus().Name != "horizon" {
			t.Errorf("%v: a click on a field went to %s", size, d.screen.form.Focus().Name)
		}
		d.press("esc", "n")
		d.clickOn("hhmh-fig2 ")
		d.clickOn("hhmh-fig2 ")
		if got := d.started().Scenario.Reference; got != "hhmh-2" {
			t.Errorf("%v: the comparison's scenario is %s", size, got)
		}
	}
}

func TestTheWheelMovesTheCursor(t *testing.T) {
	d := drive(t)
	for _, keys := range []string{"1", "2", "3", "c", "n"} {
		t.Run(keys, func(t *testing.T) {
			d.press(keys)
			before := d.screen.View()
			d.run(d.screen.Update(tea.MouseMsg{Button: tea.MouseButtonWheelDown, Action: tea.MouseActionPress}))
			if d.screen.View() == before && keys != "c" { // all of the command is on screen
				t.Errorf("after %s the wheel does nothing:\n%s", keys, before)
			}
			d.run(d.screen.Update(tea.MouseMsg{Button: tea.MouseButtonWheelUp, Action: tea.MouseActionPress}))
			if d.screen.View() != before {
				t.Errorf("after %s the wheel does not come back", keys)
			}
			d.press("esc")
		})
	}
}

// A window has as many lines as fit, including the item at the cursor.
func TestWindow(t *testing.T) {
	var l choiceList
	l.Add(-1, "H")
	for i := range 5 {
		l.Add(i, string(rune('a'+i)), string(rune('A'+i)))
	}
	for _, c := range []struct {
		cursor, room int
		want         string
	}{
		{0, 20, "HaAbBcCdDeE"},
		{0, 5, "HaAbB"},
		{1, 5, "HbBcC"},
		{2, 5, "HcCdD"},
		{4, 5, "HdDeE"},
		{4, 4, "HeE"},
		{4, 2, "eE"},
		{4, 1, "e"},
		{4, 0, ""},
		{0, 1, "a"},
	} {
		l.from, l.to = 1+2*c.cursor, 3+2*c.cursor
		shown, above, below := l.Window(c.room)
		if got := strings.Join(shown.Lines, ""); got != c.want {
			t.Errorf("item %d in %d lines: %s, want %s", c.cursor, c.room, got, c.want)
		}
		if n := len(shown.Lines); n > c.room || above+below+n < len(l.Lines) || len(shown.items) != n {
			t.Errorf("item %d in %d lines: %d above, %d below", c.cursor, c.room, above, below)
		}
	}
}

// A heading without a visible item is not shown above the next one.
func TestWindowAtAHeading(t *testing.T) {
	var l choiceList
	for i, line := range []string{"H", "a", "A", "I", "b", "B"} {
		l.Add([]int{-1, 0, 0, -1, 1, 1}[i], line)
	}
	l.from, l.to = 4, 6
	if shown, above, below := l.Window(4); strings.Join(shown.Lines, "") != "IbB" || above != 3 || below != 0 {
		t.Errorf("%q, %d above, %d below", shown.Lines, above, below)
	}
}

// channelDriver returns a driver at the channel's field, with a learner that takes one.
func channelDriver(t *testing.T) *driver {
	t.Helper()
	d := drive(t).learner("reports").press("space", "3", "down", "down", "down")
	if f := d.screen.form.Focus(); f.Name != "channel" {
		t.Fatalf("the focus is on %s", f.Name)
	}
	return d
}

func TestChannelIsAskedForWhereALearnerTakesOne(t *testing.T) {
	d := drive(t)
	if d.screen.form.Has(d.screen.run.channel) {
		t.Error("no learner takes a channel, and one is asked for")
	}
	d = channelDriver(t)
	d.sees("linear · default")
	d.sees("allowed: linear; quadratic,b=… (b from 0 to 2(e^ε − 1));")
	d.press("quadratic,b=0.5")
	if c := d.started(); c.Channel != "quadratic,b=0.5" {
		t.Errorf("channel %q", c.Channel)
	}
	d.sees("0.5 = max ε") // of the channel at the run's ε
	if command := command(d.started()); !strings.Contains(command, " --channel quadratic,b=0.5 ") {
		t.Errorf("the channel is not in the command %s", command)
	}
	// The channel is removed with the learner, and returns with it.
	d.press("esc").learner("reports").press("space")
	if c := d.started(); c.Channel != "" {
		t.Errorf("channel %q without a learner that takes one", c.Channel)
	}
	d.learner("reports").press("space")
	if c := d.started(); c.Channel != "quadratic,b=0.5" {
		t.Errorf("channel %q", c.Channel)
	}
}

func TestWrongChannelsAreRefusedInPlace(t *testing.T) {
	for text, why := range map[string]string{
		"liner":       "channel: liner: no such channel; did you mean linear? (known: linear, quadratic, exponential, rr, laplace, none)",
		"rr(2,0.5)":   "channel: rr: p00 must lie in [0, 1], not 2",
		"quadratic,b": "channel: quadratic: write quadratic(epsilon,b), or any of them by name",
		"laplace":     "reports cannot use the channel laplace(0.5): it needs bits",
	} {
		t.Run(text, func(t *testing.T) {
			d := channelDriver(t).press(text)
			if err := d.screen.run.channel.Err(); err == nil || err.Error() != why {
				t.Errorf("%s: refused with %v, want %s", text, err, why)
			}
			d.sees("✗ " + why[:40])
			d.screen.goTo(scenarioSection)
			d.refused(why[:min(len(why), 70)]) // the rest may be on another line
			if f := d.screen.form.Focus(); f.Name != "channel" || f.Text() != text || !d.screen.Typing() {
				t.Errorf("%s cannot be edited where it is wrong", text)
			}
			d.press("ctrl+u").started()
		})
	}
}

// A parabola, whose range depends on ε, is checked again when ε changes.
func TestChannelIsReadAtTheRunsEpsilon(t *testing.T) {
	d := channelDriver(t).press("quadratic,b=3")
	d.refused("channel: quadratic: b must lie in [0, 1.297442] (0 to 2(e^ε − 1) at ε = 0.5), not 3")
	d.press("up", "up", "up", "2")
	if c := d.started(); c.Channel != "quadratic,b=3" || c.Epsilon != 2 {
		t.Errorf("channel %q at ε %v", c.Channel, c.Epsilon)
	}
}

// A misleading channel causes a warning before the run that names the arms, at any size.
func TestMisleadingChannelIsWarnedOf(t *testing.T) {
	d := channelDriver(t).press("rr(0.1,0.1)")
	const warning = "Reports through rr(0.1,0.1) does not learn the best arm: arm 5 (mean 0.25) reports more ones (0.7) than arm 1 (mean 0.75: 0.3)"
	for _, size := range [][2]int{{160, 36}, {100, 30}, {60, 30}} {
		d.screen.SetSize(size[0], size[1])
		if view := strings.Join(strings.Fields(d.screen.View()), " "); !strings.Contains(view, "! "+warning) {
			t.Errorf("%v: no warning:\n%s", size, d.screen.View())
		}
	}
	d.screen.SetSize(minWidth, minHeight)
	if view := d.screen.View(); !strings.Contains(view, "! Reports through rr(0.1,0.1) does not learn the best") || !strings.Contains(view, "…") {
		t.Errorf("no warning:\n%s", view)
	}
	d.started() // it is a warning, not a refusal
	if d.press("ctrl+u", "rr(0.9,0.9)"); len(d.screen.warnings) > 0 {
		t.Errorf("warnings %q of a good channel", d.screen.warnings)
	}
}

// A scenario's own channels hold if none is given.
func TestScenariosChannelsAreTheDefault(t *testing.T) {
	s, err := file.Read("../../../testdata/scenarios/surveys.toml")
	if err != nil {
		t.Fatal(err)
	}
	config := defaultConfig()
	config.Scenario = s
	config.Learners = []learners.Spec{{Declaration: reports}}
	d := driveWith(t, Options{Config: config})
	d.press("3")
	d.sees("the scenario's, arm by arm · default")
	d.sees("! Reports through linear(0.5) does not learn the best arm: arm 3 (mean 0.4)")
}
