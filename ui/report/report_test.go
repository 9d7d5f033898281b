package report

import (
	"math"
	"strings"
	"testing"

	"regretscope/model"
	"regretscope/model/figure"
)

// made is a report of one figure with every outcome, and of one that was left out.
func made(t *testing.T) *Report {
	t.Helper()
	f, err := figure.Parse("hhmh-x.toml", []byte(`id = "hhmh-x"
paper = "HHMH"
title = "a <title>"
summary = "what to see"
runs = 2
most = 4
[[gap]]
what = "the colour"
ours = "blue"
[[panel]]
scenarios = ["hhmh-1"]
learners = ["random", "ucb1"]
horizon = [100]
[[claim]]
says = "less | more"
rule = "less-regret"
learners = ["ucb1"]
than = ["random"]
`))
	if err != nil {
		t.Fatal(err)
	}
	outcome, err := f.Reproduce(t.Context(), figure.Options{})
	if err != nil {
		t.Fatal(err)
	}
	nan := model.Number(math.NaN())
	outcome.Verdicts[0] = figure.Verdict{
		Outcome: figure.NotSeen, Runs: 4,
		Numbers: []figure.Number{{What: "beside", Value: 3, Low: nan, High: nan, Least: nan, Most: nan}, {What: "R", Value: 1, Low: 0, High: 2, Least: 3, Most: nan, Outcome: figure.NotSeen}},
	}
	r := New("regretscope reproduce x")
	r.Entries = []Entry{{Figure: f, Outcome: outcome, Folder: true}, {Figure: f, Skipped: "there are no data"}}
	return r
}

func TestReportsSayWhatCameOut(t *testing.T) {
	r := made(t)
	var markdown, html strings.Builder
	if err := r.WriteMarkdown(&markdown); err != nil {
		t.Fatal(err)
	}
	if err := r.WriteHTML(&html); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"## hhmh-x: a <title>", "![hhmh-x](hhmh-x.svg)", `| less \| more | **not seen** | 4 runs | R: 1 [0, 2], claimed ≥ 3; beside: 3 |`,
		"Ours: blue.", "Left out: there are no data.", "0 are seen, 1 are not seen and 0 are undecided",
	} {
		if !strings.Contains(markdown.String(), want) {
			t.Errorf("%q is not in\n%s", want, &markdown)
		}
	}
	for _, want := range []string{"a &lt;title&gt;", "<svg", `class="claim not-seen"`, "R: 1 [0, 2], claimed ≥ 3; beside: 3", "Left out: there are no data."} {
		if !strings.Contains(html.String(), want) {
			t.Errorf("%q is not in the page", want)
		}
	}
	if strings.Contains(html.String(), "<?xml") {
		t.Error("a drawing's own head is in the page")
	}
	if entries := r.JSON(); len(entries) != 2 || entries[0].Claims[0].Outcome != figure.NotSeen || entries[1].Skipped == "" {
		t.Errorf("%+v", entries)
	}
}
