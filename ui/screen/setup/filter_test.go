package setup

import (
	"strings"
	"testing"

	"regretscope/scenarios"
)

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
			if got := d.screen.scenarios.chosen.Name; got != c.want {
				t.Errorf("%q finds the scenario %s, want %s", c.text, got, c.want)
			}
		})
	}
	for _, c := range []struct{ text, want string }{
		{"klucb", "adap-klucb"}, {"thom", "thompson"}, {"local changing", "sw-klucb-cf"}, {"jzl", "ts-ldp-b"}, {"needs-basis", "needs-basis"},
	} {
		t.Run(c.text, func(t *testing.T) {
			d := drive(t).press("2", "/", c.text)
			at, ok := d.screen.learners.current()
			if ok && at.heading() {
				d.press("down")
				at, ok = d.screen.learners.current()
			}
			if !ok || at.ID != c.want {
				t.Errorf("%q finds the learner %+v, want %s", c.text, at, c.want)
			}
		})
	}
}

func TestFilterIsTypedAndLeft(t *testing.T) {
	d := drive(t).press("2", "/", "t", "h", "o", "m")
	if !d.screen.Typing() || len(d.screen.learners.rows) != 1 {
		t.Fatalf("typing %v, %d rows", d.screen.Typing(), len(d.screen.learners.rows))
	}
	d.press("enter")
	if got, want := ids(d.started().Learners), "lazy-dp-ts anytime-lazy-ucb ucb1 thompson"; got != want {
		t.Errorf("enter chose %q, want %q", got, want)
	}
	d.press("/", "q", "x", "?")
	d.sees("nothing matches “qx?”; esc shows all")
	if d.press("down", "up", "esc"); d.screen.Typing() || len(d.screen.learners.rows) < 10 {
		t.Error("esc does not show all learners again")
	}
	if at, _ := d.screen.learners.current(); at.heading() {
		t.Error("the cursor is on a heading")
	}
	d.press("/", "ucb", "tab")
	if d.screen.Typing() {
		t.Error("tab does not lead to the list")
	}
	if before := len(d.screen.learners.chosen); len(d.press("space").screen.learners.chosen) == before {
		t.Error("the list does not have the keys")
	}
	if d.press("esc"); d.screen.learners.active() {
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
