package command

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"regretscope/learners"
	"regretscope/scenarios"
)

// Everything that is declared is listed, in both forms.
func TestListLearners(t *testing.T) {
	text := succeed(t, args("list learners")...)
	var entries []learnerEntry
	if err := json.Unmarshal([]byte(succeed(t, args("list learners --format json")...)), &entries); err != nil {
		t.Fatal(err)
	}
	if len(entries) != len(learners.All()) {
		t.Errorf("%d entries for %d learners", len(entries), len(learners.All()))
	}
	for i, d := range learners.All() {
		e := entries[i]
		if e.ID != d.ID || e.Name != d.Name || e.Family != d.Family.String() || e.Paper != d.Paper || e.Claim != d.Claim || e.Summary != d.Summary || len(e.Parameters) != len(d.Parameters) {
			t.Errorf("%s: %+v", d.ID, e)
		}
		if e.Needs == "" || e.Privacy == "" {
			t.Errorf("%s: needs %q, privacy %q", d.ID, e.Needs, e.Privacy)
		}
		line := regexp.MustCompile(`(?m)^ +` + regexp.QuoteMeta(d.ID) + ` .*$`).FindString(text)
		for _, want := range []string{d.Name, d.Claim, d.Paper} {
			if !strings.Contains(line, want) {
				t.Errorf("%q is missing in %q", want, line)
			}
		}
		for k, p := range d.Parameters {
			line := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(d.ID) + ` +` + regexp.QuoteMeta(p.Name) + ` .*$`).FindString(text)
			for _, want := range []string{e.Parameters[k].Default, p.Range(), p.Meaning} {
				if want == "" || !strings.Contains(line, want) {
					t.Errorf("%s: %q is missing in %q", d.ID, want, line)
				}
			}
		}
	}
}

func TestListScenarios(t *testing.T) {
	text := succeed(t, args("list scenarios")...)
	var entries []scenarioEntry
	if err := json.Unmarshal([]byte(succeed(t, args("list scenarios --format json")...)), &entries); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name)
	}
	for _, p := range scenarios.Presets() {
		if !slices.Contains(names, p.Name) || !strings.Contains(text, p.Name) || !strings.Contains(text, p.Summary) {
			t.Errorf("%s is missing", p.Name)
		}
	}
	if len(names) != len(scenarios.Presets()) {
		t.Errorf("%d entries for %d presets", len(names), len(scenarios.Presets()))
	}
}

// Columns are as wide as their widest cell, counted in characters.
func TestTableColumns(t *testing.T) {
	table := table{right: []bool{false, true}}
	table.add("ε", "1")
	table.add()
	table.add("ab", "1000")
	var b strings.Builder
	if err := table.write(&b); err != nil {
		t.Fatal(err)
	}
	if want := "ε      1\n\nab  1000\n"; b.String() != want {
		t.Errorf("%q, want %q", b.String(), want)
	}
}
