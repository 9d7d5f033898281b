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
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
	"regretscope/ui/kit/uitest"
)

// The golden screens show a catalog of their own, so that the program's can
// grow; after a wanted change, -update writes them again, to be looked at.
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

// Every line of the view has the width of the screen, and there are as many as
// it is high, wherever one is.
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

// Whatever is pressed in whatever room: nothing panics, the view fits, and what
// starts has been checked.
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

// What a file says is shown, and cannot take the terminal over.
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

// Wherever the cursor is among the learners, from the beginning on, its learner is in
// sight, and so is the heading that the first learner in sight belongs to.
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

// What there is to choose from is read without an ellipsis at the usual widths, all
// the way down, and the screen opens at the top of its lists.
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

// clickOn clicks the first cell in which a text stands on the screen.
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

// A window has the lines that there is room for, with the item at the cursor.
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

// A heading of which no item is seen is not shown above the next one.
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
