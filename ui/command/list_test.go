package command

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"regretscope/learners"
	"regretscope/noise/channel"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/ui/lesson"
	"regretscope/ui/result"
)

// Everything that is declared is listed, in both forms.
func TestListLearners(t *testing.T) {
	text := succeed(t, args("list learners")...)
	var entries []result.Learner
	if err := json.Unmarshal([]byte(succeed(t, args("list learners --format json")...)), &entries); err != nil {
		t.Fatal(err)
	}
	if len(entries) != len(learners.All()) {
		t.Errorf("%d entries for %d learners", len(entries), len(learners.All()))
	}
	for i, d := range learners.All() {
		t.Run(d.ID, func(t *testing.T) {
			e := entries[i]
			if e.ID != d.ID || e.Name != d.Name || e.Family != d.Family.String() || e.Paper != d.Paper || e.Claim != d.Claim || e.Summary != d.Summary || len(e.Parameters) != len(d.Parameters) {
				t.Errorf("%s: %+v", d.ID, e)
			}
			if e.Needs == "" || e.Privacy == "" {
				t.Errorf("%s: needs %q, privacy %q", d.ID, e.Needs, e.Privacy)
			}
			said := itemOf(t, text, d.ID)
			wants := []string{d.Name, d.Summary, d.Claim, param.SpellOut(d.Paper), d.Channel}
			for k, p := range d.Parameters {
				wants = append(wants, fmt.Sprintf("%s=%s: %s; %s", p.Name, e.Parameters[k].Default, p.Meaning, p.Range()))
			}
			for _, want := range wants {
				if !strings.Contains(said, want) {
					t.Errorf("%s: %q is missing in %q", d.ID, want, said)
				}
			}
		})
	}
}

// itemOf is what a listing says of an id, in one line.
func itemOf(t *testing.T, text, id string) string {
	t.Helper()
	_, rest, found := strings.Cut("\n"+text, "\n"+id+" ")
	if !found {
		if _, rest, found = strings.Cut("\n"+text, "\n"+id+"\n"); !found {
			t.Fatalf("%s is not listed", id)
		}
	}
	item, _, _ := strings.Cut(rest, "\n\n")
	return strings.Join(strings.Fields(item), " ")
}

// Listings fit into the width that they promise and end with their last line.
func TestListingsFit(t *testing.T) {
	for _, what := range strings.Fields(succeed(t, "complete", "list", "")) {
		text := succeed(t, args("list "+what)...)
		if !strings.HasSuffix(text, "\n") || strings.HasSuffix(text, "\n\n") {
			t.Errorf("%s end with %q", what, text[len(text)-10:])
		}
		for line := range strings.SplitSeq(text, "\n") {
			if n := utf8.RuneCountInString(line); n > result.Width {
				t.Errorf("%s: %d columns: %s", what, n, line)
			}
		}
	}
}

func TestListChannels(t *testing.T) {
	text := succeed(t, args("list channels")...)
	var entries []result.Channel
	if err := json.Unmarshal([]byte(succeed(t, args("list channels --format json")...)), &entries); err != nil {
		t.Fatal(err)
	}
	if len(entries) != len(channel.Catalog()) {
		t.Errorf("%d entries for %d channels", len(entries), len(channel.Catalog()))
	}
	for i, d := range channel.Catalog() {
		t.Run(d.ID, func(t *testing.T) {
			if e := entries[i]; e.ID != d.ID || e.Formula != d.Formula || e.TakesEpsilon != d.TakesEpsilon || len(e.Parameters) != len(d.Parameters) {
				t.Errorf("%s: %+v", d.ID, e)
			}
			said := itemOf(t, text, d.ID)
			wants := []string{d.Name, d.Meaning, d.Formula, param.SpellOut(d.Paper)}
			for _, p := range d.Parameters {
				wants = append(wants, p.Name+"="+p.DefaultText+": "+p.Meaning+"; "+p.Range)
			}
			for _, want := range wants {
				if !strings.Contains(said, want) {
					t.Errorf("%s: %q is missing in %q", d.ID, want, said)
				}
			}
		})
	}
}

func TestListScenarios(t *testing.T) {
	text := succeed(t, args("list scenarios")...)
	var entries []result.Scenario
	if err := json.Unmarshal([]byte(succeed(t, args("list scenarios --format json")...)), &entries); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name)
	}
	for _, p := range scenarios.Presets() {
		t.Run(p.Name, func(t *testing.T) {
			said := itemOf(t, text, p.Name)
			if !slices.Contains(names, p.Name) || !strings.Contains(said, p.Summary) || !strings.Contains(said, param.SpellOut(p.Paper)) || strings.Contains(said, "--data") != p.NeedsData {
				t.Errorf("%s: %q", p.Name, said)
			}
		})
	}
	if len(names) != len(scenarios.Presets()) {
		t.Errorf("%d entries for %d presets", len(names), len(scenarios.Presets()))
	}
}

// Every lesson is listed, by either command.
func TestListLessons(t *testing.T) {
	text := succeed(t, "lesson")
	if text != succeed(t, args("list lessons")...) {
		t.Error("lesson and list lessons differ")
	}
	var entries []result.Lesson
	if err := json.Unmarshal([]byte(succeed(t, args("list lessons --format json")...)), &entries); err != nil || len(entries) != len(lesson.All()) {
		t.Errorf("%d entries, %v", len(entries), err)
	}
	for _, e := range entries {
		if !strings.Contains(text, e.Name) || !strings.Contains(text, e.Title) || e.Stops < 3 {
			t.Errorf("%+v in\n%s", e, text)
		}
	}
}
