package app

import (
	"strings"
	"testing"

	"regretscope/ui/kit/uitest"
)

// Other screens, pages and the command line do not tell what is hidden on the run
// screen, and do so again once it is shown.
func TestNothingElseTellsWhatIsHidden(t *testing.T) {
	config := uitest.On(t, "doubling-gap,K=4,gap=.1", "", 1000, "lazy-dp-ts", "ucb1")
	for line, want := range map[string]string{
		"experiment":           "this would reveal hidden values: h shows them",
		"setup":                "the arms are hidden: h shows them",
		"audit\nsetup":         "the arms are hidden: h shows them",
		"copy-command":         "the command line would reveal the scenario’s parameters: h shows hidden values",
		"list scenarios":       "scenarios are hidden: h shows them",
		"explain doubling-gap": "doubling-gap: scenarios are hidden: h shows them",
		"warnings":             "warnings may reveal hidden values: h shows them",
		"status":               "Regret, true means, and the best arm are hidden. Lazy-DP-TS estimates its return at",
		"next-breakpoint":      "breakpoints are hidden: h shows them",
	} {
		t.Run(line, func(t *testing.T) {
			answer := uitest.Words(plainly(t, Options{Config: config}, "go 500", "hide", line))
			if !strings.Contains(answer, want) {
				t.Errorf("%s: no %q in %s", line, want, answer)
			}
			if answer = uitest.Words(plainly(t, Options{Config: config}, "go 500", line)); strings.Contains(answer, want) {
				t.Errorf("%s: %q although nothing is hidden", line, want)
			}
		})
	}
	list := plainly(t, Options{Config: config}, "hide", "key i", "explain")
	if !strings.Contains(list, "Learners") || strings.Contains(list, "jzl-20") {
		t.Errorf("the list of pages tells scenarios:\n%s", list)
	}
	if page := plainly(t, Options{Config: config}, "hide", "explain best arm"); !strings.Contains(page, "largest mean") || strings.Contains(page, "it is arm 1") {
		t.Errorf("a page says what is in a scenario:\n%s", page)
	}
}
