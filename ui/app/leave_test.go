package app

import (
	"strings"
	"testing"
	"time"

	"regretscope/ui/kit"
	"regretscope/ui/kit/uitest"
)

// leaves presses q, and reports whether the program ends.
func leaves(t *testing.T, r *root) bool {
	t.Helper()
	r.sincePress = time.Second
	settle(t, r, r.pressOne(uitest.Key("q")))
	msg, _ := r.Clock().Advance(alone)
	_, leaves := msg.(quitMsg)
	return leaves
}

// Where nothing would be lost, q quits at once from the run and the setup screen, and
// goes back from all others.
func TestQGoesBackOrQuits(t *testing.T) {
	for _, c := range []struct {
		keys   string // pressed first
		leaves bool
		then   string // on the screen where it stays
	}{
		{"", true, ""},
		{"n", true, ""},
		{"e", true, ""},
		{"e 1 n", false, "1 Scenario"},
		{"x", false, "1 Regret"},
		{"a", false, "1 Regret"},
		{"i", false, "1 Regret"},
		{"e i", false, "1 Scenario"},
		{"d", false, "1 Regret"},
		{"?", false, "1 Regret"},
	} {
		t.Run(c.keys, func(t *testing.T) {
			r := rootOf(t, Options{Config: uitest.Config(t, 1_000_000, "lazy-dp-ts", "ucb1"), clock: kit.NewClock()})
			press(t, r, strings.Fields(c.keys)...)
			if got := leaves(t, r); got != c.leaves {
				t.Fatalf("q leaves: %v", got)
			}
			if !c.leaves {
				expect(t, r, c.then)
			}
		})
	}
}

// Before an experiment is lost that is not saved, q asks once.
func TestQAsksWhereSomethingWouldBeLost(t *testing.T) {
	r := rootOf(t, Options{Config: uitest.Config(t, 1000, "ucb1"), clock: kit.NewClock()})
	press(t, r, "x", "enter", "esc")
	if leaves(t, r) {
		t.Fatal("it does not ask")
	}
	expect(t, r, "the experiment is not saved: q again quits")
	if press(t, r, "v"); leaves(t, r) {
		t.Error("another key in between is forgotten")
	}
	if !leaves(t, r) {
		t.Error("it asks twice")
	}
}
