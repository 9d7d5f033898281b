package setup

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"regretscope/learners"
	"regretscope/ui/kit/theme"
	"regretscope/ui/kit/uitest"
)

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
	for _, keys := range []string{"1", "2", "3", "C", "n"} {
		t.Run(keys, func(t *testing.T) {
			d.press(keys)
			before := d.screen.View()
			d.run(d.screen.Update(tea.MouseMsg{Button: tea.MouseButtonWheelDown, Action: tea.MouseActionPress}))
			if d.screen.View() == before && keys != "C" { // all of the command is on screen
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
