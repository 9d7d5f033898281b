package setup

import (
	"strings"
	"testing"

	"regretscope/model/figure"
)

func TestEveryLineupCanBeChosen(t *testing.T) {
	for i, l := range figure.Lineups() {
		d := drive(t).press("n")
		for range i {
			d.press("down")
		}
		// Whatever is on the way to it stays in sight.
		for _, size := range [][2]int{{120, 36}, {80, 24}, {minWidth, minHeight}} {
			d.screen.SetSize(size[0], size[1])
			if view := d.screen.View(); !strings.Contains(view, "▸ ● "+l.Name) || len(strings.Split(view, "\n")) != size[1] {
				t.Errorf("%s is not seen in %dx%d:\n%s", l.Name, size[0], size[1], view)
			}
		}
		if l.Data {
			continue // it has to be said where the data are
		}
		start := d.press("enter").started()
		want, err := l.Config("")
		if err != nil {
			t.Fatal(err)
		}
		got := start.Config
		if got.Scenario.Name != want.Scenario.Name || ids(got.Learners) != ids(want.Learners) ||
			got.Epsilon != want.Epsilon || got.Horizon != want.Horizon {
			t.Errorf("%s starts %s with %s", l.Name, got.Scenario.Name, ids(got.Learners))
		}
		if start.Source.Scenario != l.Scenario || (l.Arms == "") != (start.Source.Arms == "") {
			t.Errorf("%s: source %+v", l.Name, start.Source)
		}
	}
}

func TestLeavingTheLineupsChangesNothing(t *testing.T) {
	d := drive(t)
	before := d.screen.View()
	if d.press("n", "down", "down", "esc"); d.screen.View() != before {
		t.Errorf("something changed:\n%s", d.screen.View())
	}
	if d.press("3", "n"); !d.screen.browsing && !d.screen.Typing() {
		t.Error("n neither types nor shows the comparisons")
	}
}
