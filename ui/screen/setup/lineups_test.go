package setup

import (
	"slices"
	"strings"
	"testing"

	"regretscope/model/figure"
)

func TestEveryLineupCanBeChosen(t *testing.T) {
	row, variant, family := -1, 0, ""
	for _, l := range figure.Lineups() {
		if name, _ := l.Family(); name != family {
			row, variant, family = row+1, -1, name
		}
		variant++
		d := drive(t).press("n").press(slices.Repeat([]string{"down"}, row)...).press(slices.Repeat([]string{"right"}, variant)...)
		// Whatever is on the way to it stays in sight.
		for _, size := range [][2]int{{120, 36}, {80, 24}, {minWidth, minHeight}} {
			d.screen.SetSize(size[0], size[1])
			if view := d.screen.View(); !strings.Contains(view, "▸ ● "+family) || !strings.Contains(view, " enter puts "+l.Name+" on") || len(strings.Split(view, "\n")) != size[1] {
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

func TestAFigureIsOneRow(t *testing.T) {
	d := drive(t).press("n")
	for _, step := range []struct{ key, want string }{
		{"right", "hhmh-fig1-0.5"},
		{"right", "hhmh-fig1-1"},
		{"right", "hhmh-fig1"},
		{"left", "hhmh-fig1-1"},
		{"down", "hhmh-fig2"},
		{"right", "hhmh-fig2-0.5"},
		{"up", "hhmh-fig1"},
		{"up", "hhmh-fig1"},
		{"G", "ww-printed"},
	} {
		if d.press(step.key); d.screen.lineups[d.screen.lineup].Name != step.want {
			t.Fatalf("%s leads to %s, want %s", step.key, d.screen.lineups[d.screen.lineup].Name, step.want)
		}
	}
	if rows, all := len(d.screen.families()), len(d.screen.lineups); 2*rows > all {
		t.Errorf("%d rows for %d comparisons", rows, all)
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
