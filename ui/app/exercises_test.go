package app

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"regretscope/ui/command"
	"regretscope/ui/kit/uitest"
)

// What the exercises at the ends of lessons ask for can be done by the keys that they
// name, and leads to what they speak of.
func TestExercisesWorkAsTheyAreAsked(t *testing.T) {
	typed := func(text string) []string { return strings.Split(text, "") }
	for _, c := range []struct {
		lesson string
		keys   []string
		want   []string // on the screen then
	}{
		{"you", []string{"1", "2", "1", "h"}, []string{"You: regret", "on the same rewards"}},
		{
			"regret",
			slices.Concat([]string{"esc", "e", "/"}, typed("your"), []string{"enter"}, typed("0.5 0.49"), []string{"enter", "x", "enter"}),
			[]string{"K=2", "mean of 20 runs", "Thompson", "f2 returns to the stop"},
		},
		{"noise", slices.Concat([]string{"esc", "s", "g"}, typed("1e4"), []string{"enter"}), []string{"seed 2", "round 10,000", "RNM-FTNL"}},
		{"twins", slices.Concat([]string{"esc", ":"}, typed("explain user-level"), []string{"enter"}), []string{"user level explained"}},
		{"local", []string{"esc", "e", "3"}, []string{"quadratic,b=3.4", "does not learn the best arm"}},
		{"matroid", slices.Concat([]string{"esc", "e", "/"}, typed("spanning"), []string{"enter"}), []string{"spanning trees · graphic matroid"}},
		{"change", []string{"esc", "e", "3"}, []string{"1 SW-KLUCB-CF", "w 348"}},
		{"audit", []string{"esc", "-", "-", "-", "-", " "}, []string{"Claimed and true", "with 99% confidence"}}, // of fewer runs, to be fast
		{"notions", slices.Concat([]string{"esc", ":"}, typed("notion"), []string{"enter"}), []string{"loss per round", "privacy is shown as"}},
	} {
		t.Run(c.lesson, func(t *testing.T) {
			l, err := command.OpenLesson(c.lesson)
			if err != nil {
				t.Fatal(err)
			}
			p := begin(t, l, 120, 36)
			p.settle(p.root.stops.ToStop(len(l.Stops) - 1))
			p.wait(time.Second)
			for _, key := range c.keys {
				p.key(t, key)
			}
			view := uitest.Words(ansi.Strip(p.root.View()))
			for _, want := range c.want {
				if !strings.Contains(view, want) {
					t.Errorf("no %q after %q in\n%s", want, c.keys, ansi.Strip(p.root.View()))
				}
			}
		})
	}
}
