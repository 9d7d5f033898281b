package app

import (
	"maps"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit/theme"
	"regretscope/ui/kit/uitest"
	"regretscope/ui/screenshot"
)

// cut returns the lines of a screen in which a text is cut. In a list of which the selected entry is
// explained below, rewards of many rounds, and ranges, an ellipsis is no cut.
func cuts(view string) (lines []string) {
	for line := range strings.Lines(view) {
		line = strings.NewReplacer("ε=0.1…∞", "", "2, …", "", "KEY=VALUE,…", "", "=…", "", "[ε,…]", "", " …", "").Replace(line)
		if strings.Contains(line, theme.Ellipsis) && !strings.Contains(line, "0000") && !strings.Contains(line, "1111") {
			lines = append(lines, line)
		}
	}
	return lines
}

// At 80 × 24 nothing is cut in the middle of a sentence on a screen, with any of its views;
// TestLessonsFromBeginningToEnd expects the same of stops and their answers.
func TestNothingIsCutAt80Columns(t *testing.T) {
	uitest.NotForRaces(t)
	if got := cuts("│ a sent… │\n"); len(got) != 1 {
		t.Fatalf("a cut is not found: %q", got)
	}
	check := func(t *testing.T, p *player, what string) {
		t.Helper()
		for _, line := range cuts(screenshot.Text(p.root.View())) {
			t.Errorf("%s: %s", what, line)
		}
	}
	for _, place := range slices.Sorted(maps.Keys(places)) {
		t.Run(place, func(t *testing.T) {
			p, _ := at(t, places[place])
			p.send(tea.WindowSizeMsg{Width: 80, Height: 24})
			check(t, p, place)
			if !slices.Contains([]string{"run", "cursor", "sweep", "twin"}, place) {
				return
			}
			for _, key := range strings.Fields("v v v v v v v v o o o tab tab tab tab") {
				_ = p.tries(key)
				check(t, p, place+" "+key)
			}
		})
	}
}
