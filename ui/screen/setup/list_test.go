package setup

import (
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"regretscope/learners"
	"regretscope/scenarios"
	"regretscope/ui/kit/theme"
	"regretscope/ui/kit/uitest"
)

// Wherever the cursor is among the learners, its learner is in sight, and no heading can be clicked.
func TestTheCursorStaysInSight(t *testing.T) {
	for _, size := range [][2]int{{80, 22}, {100, 28}, {120, 34}} {
		s := New(uitest.Theme(termenv.Ascii), Options{})
		d := &driver{t: t, screen: s}
		s.SetSize(size[0], size[1])
		d.press("2")
		for range len(s.selected.learners.rows) {
			r, _ := s.selected.learners.current()
			width, height := drawing{s}.layout().sections[learnerSection].Inside()
			lines, _, _ := s.selected.learners.view(true, width, height)
			text := strings.Join(lines, "\n")
			if !r.heading() && (!strings.Contains(text, "▸ ") || !strings.Contains(text, r.Name)) {
				t.Fatalf("%v: %s is not in sight:\n%s", size, r.Name, text)
			}
			for i, line := range lines {
				if item, ok := s.selected.learners.itemAt(i); ok && isFamily(strings.TrimSpace(line)) {
					t.Errorf("%v: a click on %s chooses %d", size, line, item)
				}
			}
			d.press("down")
		}
	}
}

func isFamily(text string) bool {
	return slices.ContainsFunc(learners.All(), func(d *learners.Declaration) bool { return d.Family.String() == text })
}

// At the usual widths, no choice is shortened, and the screen opens at the top of its lists.
func TestListsAreReadWhole(t *testing.T) {
	for _, size := range [][2]int{{80, 22}, {120, 34}, {200, 58}} {
		s := New(uitest.Theme(termenv.Ascii), Options{})
		s.SetSize(size[0], size[1])
		for section, view := range map[section]func(focused bool, width, height int) ([]string, int, int){
			scenarioSection: s.selected.scenarios.view, learnerSection: s.selected.learners.view,
		} {
			s.goTo(section)
			width, height := drawing{s}.layout().sections[section].Inside()
			if _, above, _ := view(true, width, height); above > 0 {
				t.Errorf("%v: section %d opens %d lines below its top", size, section+1, above)
			}
			lines, _, _ := view(true, width, 1000)
			for _, line := range lines[:slices.Index(lines, "")] { // above the details
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
		if at, _ := d.screen.selected.learners.current(); at.ID != "dp-se" || at.slot != nil || d.screen.section != learnerSection {
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

// A list has as many lines as fit, with the item at the cursor near the middle.
func TestListFollowsItsCursor(t *testing.T) {
	var items []item
	for _, name := range []string{"a", "b", "c", "d", "e"} {
		items = append(items, item{Heading: "H", Name: name, Brief: strings.ToUpper(name)})
	}
	for _, c := range []struct {
		cursor, room int
		want         string
	}{
		{0, 20, "HaAbBcCdDeE"},
		{0, 5, "HaAbB"},
		{1, 5, "aAbBc"},
		{2, 5, "bBcCd"},
		{4, 5, "CdDeE"},
		{4, 2, "eE"},
		{4, 0, ""},
		{0, 2, "aA"},
	} {
		l := list{theme: uitest.Theme(termenv.Ascii), at: c.cursor}
		lines, above, below := l.view(items, nil, look{}, 10, c.room+1)
		got := strings.Join(strings.Fields(strings.Join(lines, " ")), "")
		if got != c.want || len(l.drawn) != len(c.want) || above+below+len(l.drawn) != 11 {
			t.Errorf("item %d in %d lines: %s, want %s; %d above, %d below", c.cursor, c.room, got, c.want, above, below)
		}
	}
}

func TestFilterFindsByNamePaperAndFamily(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"jzl", "jzl-20"},
		{"switch", "gaj-switch"},
		{"WW", "ww-det"},
		{"matroid", "chh-synthetic"},
		{"full information", "hhmh-1"},
		{"deterministic", "ww-det"},
		{"of your own", "--arms"},
		{"arms", "--arms"},
		{"own", "--arms"},
		{"five arms", "hhmh-1"},
		{"comes and goes", "gaj-tide"},
		{"hhmh second", "hhmh-2"},
	} {
		t.Run(c.text, func(t *testing.T) {
			d := drive(t).press("/", c.text)
			if got := d.screen.selected.scenarios.chosen.Name; got != c.want {
				t.Errorf("%q finds the scenario %s, want %s", c.text, got, c.want)
			}
		})
	}
	for _, c := range []struct{ text, want string }{
		{"klucb", "adap-klucb"}, {"thom", "thompson"}, {"local changing", "sw-klucb-cf"}, {"jzl", "ts-ldp-b"}, {"needs-basis", "needs-basis"},
	} {
		t.Run(c.text, func(t *testing.T) {
			d := drive(t).press("2", "/", c.text)
			at, ok := d.screen.selected.learners.current()
			if ok && at.heading() {
				d.press("down")
				at, ok = d.screen.selected.learners.current()
			}
			if !ok || at.ID != c.want {
				t.Errorf("%q finds the learner %+v, want %s", c.text, at, c.want)
			}
		})
	}
}

func TestFilterIsTypedAndLeft(t *testing.T) {
	d := drive(t).press("2", "/", "t", "h", "o", "m")
	if !d.screen.Typing() || len(d.screen.selected.learners.rows) != 1 {
		t.Fatalf("typing %v, %d rows", d.screen.Typing(), len(d.screen.selected.learners.rows))
	}
	d.press("enter")
	if got, want := ids(d.started().Learners), "lazy-dp-ts anytime-lazy-ucb ucb1 thompson"; got != want {
		t.Errorf("enter chose %q, want %q", got, want)
	}
	d.press("/", "q", "x", "?")
	d.sees("nothing matches “qx?”; esc shows all")
	if d.press("down", "up", "esc"); d.screen.Typing() || len(d.screen.selected.learners.rows) < 10 {
		t.Error("esc does not show all learners again")
	}
	if at, _ := d.screen.selected.learners.current(); at.heading() {
		t.Error("the cursor is on a heading")
	}
	d.press("/", "ucb", "tab")
	if d.screen.Typing() {
		t.Error("tab does not lead to the list")
	}
	if before := len(d.screen.selected.learners.chosen); len(d.press("space").screen.selected.learners.chosen) == before {
		t.Error("the list does not have the keys")
	}
	if d.press("esc"); d.screen.selected.learners.active() {
		t.Error("esc does not clear the filter")
	}
}

// At most eight keys lead from the first screen to the first round, for every kind of scenario;
// the last is space on the run screen.
func TestEveryKindOfScenarioIsAFewKeysAway(t *testing.T) {
	for _, c := range []struct {
		keys []string
		is   func(*scenarios.Scenario) bool
	}{
		{nil, func(s *scenarios.Scenario) bool { return s.Kind == scenarios.Stochastic }},
		{[]string{"/", "w", "w"}, func(s *scenarios.Scenario) bool { return s.Kind == scenarios.Deterministic }},
		{[]string{"down", "down"}, func(s *scenarios.Scenario) bool { return s.Feedback == scenarios.Full }},
		{[]string{"/", "c", "h", "h"}, func(s *scenarios.Scenario) bool { return s.Kind == scenarios.MatroidKind }},
		{[]string{"/", "g", "a", "j"}, func(s *scenarios.Scenario) bool { return s.Kind == scenarios.Changing }},
		{[]string{"/", "j", "z", "l"}, func(s *scenarios.Scenario) bool { return s.Local }},
		{[]string{"/", "o", "w", "n", "enter", "1 0"}, func(s *scenarios.Scenario) bool { return s.Name == "arms" }},
	} {
		t.Run(strings.Join(c.keys, " "), func(t *testing.T) {
			start := drive(t).press(c.keys...).started()
			if !c.is(start.Scenario) || len(c.keys)+2 > 8 {
				t.Errorf("%v starts %s", c.keys, start.Scenario.Name)
			}
		})
	}
}

// A list emptied by the filter says so even if the focus is elsewhere.
func TestNothingFoundIsToldFromAfar(t *testing.T) {
	d := drive(t).press("2", "/", "qx", "tab", "tab")
	if view := d.screen.View(); d.screen.section != parameterSection || !strings.Contains(view, "nothing matches “qx”; esc shows all") {
		t.Error(view)
	}
}
