package command

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"regretscope/learners"
	"regretscope/model/figure"
	"regretscope/noise/channel"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/ui/lesson"
	"regretscope/ui/manual"
)

// Everything that is declared is listed with its texts, in both forms.
func TestListings(t *testing.T) {
	declared := map[string]map[string][]string{} // texts by kind and name
	add := func(kind, name string, texts ...string) {
		if declared[kind] == nil {
			declared[kind] = map[string][]string{}
		}
		declared[kind][name] = texts
	}
	for _, d := range learners.All() {
		add("learners", d.ID, append(parametersOf(d.Parameters), d.Name, d.Summary, d.Claim, d.Paper, d.Channel)...)
	}
	for _, d := range channel.Catalog() {
		texts := []string{d.Name, d.Meaning, d.Formula, d.Paper}
		for _, p := range d.Parameters {
			texts = append(texts, p.Name, p.DefaultText, p.Meaning, p.Range)
		}
		add("channels", d.ID, texts...)
	}
	for _, p := range scenarios.Presets() {
		add("scenarios", p.Name, append(parametersOf(p.Parameters), p.Title, p.Summary, string(p.Kind), string(p.Feedback), p.Paper)...)
	}
	for _, l := range lesson.All() {
		add("lessons", l.Name, l.Title, l.About, fmt.Sprint(len(l.Stops)))
	}
	for _, l := range figure.Lineups() {
		add("comparisons", l.Name, append([]string{l.Summary, l.Paper, l.Scenario, l.Channel}, l.Learners...)...)
	}
	for _, f := range figure.All() {
		add("figures", f.ID, f.Title, f.Summary, f.Paper, fmt.Sprint(f.Runs))
	}
	for kind, all := range declared {
		text := succeed(t, "list", kind, "--long")
		var entries []map[string]any
		if err := json.Unmarshal([]byte(succeed(t, "list", kind, "--format", "json")), &entries); err != nil || len(entries) != len(all) {
			t.Errorf("%d entries for %d %s, %v", len(entries), len(all), kind, err)
		}
		for _, e := range entries {
			name, named := e["id"].(string)
			if !named {
				name = e["name"].(string)
			}
			t.Run(kind+"/"+name, func(t *testing.T) {
				if all[name] == nil {
					t.Fatal("it is not declared")
				}
				if kind == "comparisons" { // one line each; -0.5 beside hhmh-fig1 is hhmh-fig1-0.5
					for _, want := range all[name] {
						if json := fmt.Sprint(e); !strings.Contains(json, want) {
							t.Errorf("%q is missing in %s", want, json)
						}
					}
					base := name
					for !strings.Contains(text, "\n"+base+" ") && !strings.Contains(text, "\n"+base+",") {
						if base = base[:max(strings.LastIndex(base, "-"), 0)]; base == "" {
							t.Fatal("it is not listed")
						}
					}
					if suffix := strings.TrimPrefix(name, base); suffix != "" && !strings.Contains(text, ", "+suffix) {
						t.Errorf("%s is not listed", suffix)
					}
					return
				}
				said, json := itemOf(t, text, name), strings.Join(strings.Fields(fmt.Sprint(e)), " ")
				for _, want := range all[name] {
					if want = strings.Join(strings.Fields(want), " "); !strings.Contains(json, want) || !strings.Contains(said, want) && !strings.Contains(said, param.SpellOut(want)) {
						t.Errorf("%q is missing in %q or in %s", want, said, json)
					}
				}
				if needs, known := e["needs_data"].(bool); known && strings.Contains(said, "needs --data") != needs {
					t.Errorf("needs data: %v, in %q", needs, said)
				}
			})
		}
	}
	if succeed(t, "lesson") != succeed(t, "list", "lessons") {
		t.Error("lesson and list lessons differ")
	}
}

func parametersOf(declared param.List) (texts []string) {
	for i := range declared {
		p := &declared[i]
		texts = append(texts, p.Name, cmp.Or(p.Derived, p.Default), p.Meaning, p.Range())
	}
	return texts
}

// itemOf returns a listing's text about an id, in one line.
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

// Listings keep their promised width and end with their last line.
func TestListingsFit(t *testing.T) {
	for _, what := range strings.Fields(succeed(t, "complete", "list", "")) {
		text := succeed(t, args("list "+what)...)
		if what == "learners" { // one line each
			if n := strings.Count(text, "\n"); n > len(learners.All())+25 {
				t.Errorf("%d lines:\n%s", n, text)
			}
		}
		if !strings.HasSuffix(text, "\n") || strings.HasSuffix(text, "\n\n") {
			t.Errorf("%s end with %q", what, text[len(text)-10:])
		}
		for line := range strings.SplitSeq(text, "\n") {
			if n := utf8.RuneCountInString(line); n > 80 {
				t.Errorf("%s: %d columns: %s", what, n, line)
			}
		}
	}
}

func TestExplain(t *testing.T) {
	for line, wants := range map[string][]string{
		"explain ε":          {"ε (also epsilon", "e^ε", "Dwork", "regretscope --scenario"},
		"explain user level": {"user level (also one person"},
		"explain lazy-dp-ts": {"   4    draw θ_j", "Hu, Huang, Mehta & Hegde (HHMH) Alg. 3"},
		"explain":            {"Learners", "Scenarios", "Channels", "Terms"},
	} {
		t.Run(line, func(t *testing.T) {
			text := succeed(t, args(line)...)
			says(t, text, wants...)
		})
	}
}

func TestCompletion(t *testing.T) {
	for _, c := range []struct {
		words string // separated by blanks; the last one may be empty
		want  []string
		not   []string
	}{
		{"", []string{"run", "list"}, []string{"completion", "terminal", "--seed"}},
		{"tr", []string{"trace"}, []string{"run"}},
		{"--sc", []string{"--scenario"}, []string{"--seed", "run"}},
		{"run --", []string{"--runs", "--scenario", "--help"}, []string{"--mouse", "--version"}},
		{"--m", []string{"--mouse"}, nil},
		{"run --learner kl", []string{"kl-ucb", "kl-ucb-cf"}, []string{"ucb1"}},
		{"run --learner = lazy", []string{"lazy-dp-ts"}, nil},
		{"run --format =", []string{"table", "csv"}, []string{"--format"}},
		{"run --learner ", []string{learners.All()[0].ID}, nil},
		{"run --scenario hh", []string{"hhmh-1", "hhmh-2"}, nil},
		{"worst --against lazy", []string{"lazy-dp-ts"}, nil},
		{"worst --family ", []string{"gap", "switch"}, nil},
		{"--channel li", []string{"linear"}, nil},
		{"run --lineup ww", []string{"ww-lower"}, nil},
		{"run --format ", []string{"csv", "json"}, nil},
		{"audit --format ", []string{"table", "json"}, []string{"csv"}},
		{"lesson ", []string{"regret", "twins"}, []string{"learners"}},
		{"lesson reg", []string{"regret"}, []string{"twins"}},
		{"lesson my", nil, nil},
		{"explain us", []string{"user-level"}, []string{"regret"}},
		{"explain lazy", []string{"lazy-dp-ts"}, nil},
		{"explain worst e", nil, nil},
		{"list ", []string{"learners", "scenarios"}, []string{"run"}},
		{"run --quiet --s", []string{"--seed", "--scenario"}, nil},
		{"run --output ", nil, []string{"run"}},
	} {
		got := strings.Fields(succeed(t, append([]string{"complete"}, strings.Split(c.words, " ")...)...))
		for _, want := range c.want {
			if !slices.Contains(got, want) {
				t.Errorf("%q: %q lacks %s", c.words, got, want)
			}
		}
		for _, not := range c.not {
			if slices.Contains(got, not) {
				t.Errorf("%q: %q has %s", c.words, got, not)
			}
		}
		if c.want == nil && len(got) > 0 {
			t.Errorf("%q: %q instead of files", c.words, got)
		}
	}
}

func TestCompletionScripts(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish"} {
		script := succeed(t, "completion", shell)
		path, err := exec.LookPath(shell)
		if err != nil {
			continue // only shells that are here can read it
		}
		check := exec.Command(path, "-n")
		check.Stdin = strings.NewReader(script)
		if out, err := check.CombinedOutput(); err != nil {
			t.Errorf("%s: %v, %s", shell, err, out)
		}
	}
}

// Each completed word has a page.
func TestCompletedWordsAreExplained(t *testing.T) {
	for _, word := range strings.Fields(succeed(t, "complete", "explain", "")) {
		if _, err := manual.Find(word); err != nil {
			t.Error(err)
		}
	}
}
