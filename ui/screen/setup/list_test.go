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
		d := drive(t).tell("2")
		d.SetSize(size[0], size[1])
		for range len(d.selected.learners.rows) {
			r, _ := d.selected.learners.current()
			width, height := drawing{d.Screen}.layout().sections[learnerSection].Inside()
			lines, _, _ := d.selected.learners.view(true, width, height)
			text := strings.Join(lines, "\n")
			if !r.heading() && (!strings.Contains(text, "▸ ") || !strings.Contains(text, r.Name)) {
				t.Fatalf("%v: %s is not in sight:\n%s", size, r.Name, text)
			}
			for i, line := range lines {
				if item, ok := d.selected.learners.itemAt(i); ok && isFamily(strings.TrimSpace(line)) {
					t.Errorf("%v: a click on %s chooses %d", size, line, item)
				}
			}
			d.Types("down")
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

func TestWhatIsClickedIsReached(t *testing.T) {
	for _, size := range [][2]int{{120, 36}, {80, 24}} {
		d := drive(t)
		d.SetSize(size[0], size[1])
		d.tell("& doubling gaps | = --scenario doubling-gap | & five arms | & 2 Learners | & DP-SE | > dp-se | & DP-SE | = +dp-se")
		d.tell("& 3 Parameters | & \"T  \" | > horizon | esc | n | & \"hhmh-fig2 \" | & \"hhmh-fig2 \" | = --scenario hhmh-2")
	}
}

func TestTheWheelMovesTheCursor(t *testing.T) {
	d := drive(t)
	for _, keys := range []string{"1", "2", "3", "C", "n"} {
		d.Types(keys)
		before := d.View()
		d.Mouse(tea.MouseButtonWheelDown, 0, 0)
		if d.View() == before && keys != "C" { // all of the command is on screen
			t.Errorf("after %s the wheel does nothing:\n%s", keys, before)
		}
		d.Mouse(tea.MouseButtonWheelUp, 0, 0)
		if d.View() != before {
			t.Errorf("after %s the wheel does not come back", keys)
		}
		d.Types("esc")
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
	for text, want := range map[string]string{
		"jzl": "jzl-20", "switch": "gaj-switch", "WW": "ww-det", "matroid": "chh-synthetic", "full information": "hhmh-1",
		"deterministic": "ww-det", "of your own": "--arms", "arms": "--arms", "own": "--arms", "five arms": "hhmh-1",
		"comes and goes": "gaj-tide", "hhmh second": "hhmh-2",
	} {
		drive(t).tell("/ | \"" + text + "\" | > " + want)
	}
	for text, want := range map[string]string{
		"klucb": "adap-klucb", "thom": "thompson", "local changing": "sw-klucb-cf", "jzl": "ts-ldp-b", "needs-basis": "needs-basis",
	} {
		d := drive(t).tell("2 / | \"" + text + "\"")
		if d.place() == "a heading" {
			d.tell("down")
		}
		d.tell("> " + want)
	}
}

func TestFilterIsTypedAndLeft(t *testing.T) {
	d := drive(t).tell("2 / t h o m")
	if !d.Typing() || len(d.selected.learners.rows) != 1 {
		t.Fatalf("typing %v, %d rows", d.Typing(), len(d.selected.learners.rows))
	}
	d.tell("enter | = +thompson | / q x ? | ~ nothing matches “qx?”; esc shows all | down up esc")
	if d.Typing() || len(d.selected.learners.rows) < 10 || d.place() == "a heading" {
		t.Errorf("esc does not show all learners again: at %s", d.place())
	}
	if d.tell("/ ucb tab"); d.Typing() {
		t.Error("tab does not lead to the list")
	}
	if before := len(d.selected.learners.chosen); len(d.tell("space").selected.learners.chosen) == before {
		t.Error("the list does not have the keys")
	}
	if d.tell("esc"); d.selected.learners.active() {
		t.Error("esc does not clear the filter")
	}
}

// At most eight keys lead from the first screen to the first round, for every kind of scenario;
// the last is space on the run screen.
func TestEveryKindOfScenarioIsAFewKeysAway(t *testing.T) {
	for keys, is := range map[string]func(*scenarios.Scenario) bool{
		"":                  func(s *scenarios.Scenario) bool { return s.Kind == scenarios.Stochastic },
		"/ w w":             func(s *scenarios.Scenario) bool { return s.Kind == scenarios.Deterministic },
		"down down":         func(s *scenarios.Scenario) bool { return s.Feedback == scenarios.Full },
		"/ c h h":           func(s *scenarios.Scenario) bool { return s.Kind == scenarios.MatroidKind },
		"/ g a j":           func(s *scenarios.Scenario) bool { return s.Kind == scenarios.Changing },
		"/ j z l":           func(s *scenarios.Scenario) bool { return s.Local },
		"/ o w n enter 1,0": func(s *scenarios.Scenario) bool { return s.Name == "arms" },
	} {
		if c := drive(t).tell(keys).started(); !is(c.Scenario) || len(strings.Fields(keys))+2 > 8 {
			t.Errorf("%s starts %s", keys, c.Scenario.Name)
		}
	}
}

// A list emptied by the filter says so even if the focus is elsewhere.
func TestNothingFoundIsToldFromAfar(t *testing.T) {
	d := drive(t).tell("2 / qx tab tab")
	if d.Expect("nothing matches “qx”; esc shows all"); d.section != parameterSection {
		t.Error(d.View())
	}
}
