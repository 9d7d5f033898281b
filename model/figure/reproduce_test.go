package figure

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"regretscope/noise/param"
)

const small = `id = "hhmh-small"
paper = "HHMH"
title = "t"
summary = "s"
runs = 4
most = 32
[[panel]]
scenarios = ["hhmh-1"]
learners = ["random", "ucb1", "thompson", "dp-klucb", "dp-imed"]
horizon = [1000]
[[panel]]
name = "second"
scenarios = ["hhmh-2"]
learners = ["ucb1", "random"]
horizon = [100]
[[claim]]
says = "learning helps"
rule = "less-regret"
learners = ["ucb1", "thompson"]
than = ["random"]
[[claim]]
says = "it does not"
rule = "less-regret"
learners = ["random"]
than = ["ucb1"]
`

func smallFigure(more string) *Figure {
	return param.Must(Parse("hhmh-small.toml", []byte(small+more)))
}

func TestReproduceDecides(t *testing.T) {
	f := smallFigure("")
	r := param.Must(f.Reproduce(t.Context(), Options{}))
	if a, b := r.Verdicts[0], r.Verdicts[1]; a.Outcome != Seen || b.Outcome != Contradicted || r.Limited || r.Decided() != 2 {
		t.Errorf("%+v and %+v", a, b)
	}
	if r.Samples[1].Runs != 4 {
		t.Errorf("the panel without a claim has %d runs, want the first look's", r.Samples[1].Runs)
	}
}

// A claim that cannot be decided ends at MaxRuns.
func TestReproduceEnds(t *testing.T) {
	f := smallFigure("[[claim]]\nsays = \"too close\"\nrule = \"less-regret\"\nlearners = [\"dp-klucb\"]\nthan = [\"dp-imed\"]\n")
	r := param.Must(f.Reproduce(t.Context(), Options{}))
	if v := r.Verdicts[2]; v.Outcome != Undecided || v.Runs != 32 || r.Limited {
		t.Errorf("%+v", v)
	}
}

// A second reproduction reads the first one's records and has the same result.
func TestReproduceGoesOn(t *testing.T) {
	f, folder := smallFigure(""), t.TempDir()
	first := param.Must(f.Reproduce(t.Context(), Options{Folder: folder}))
	path := filepath.Join(folder, "hhmh-small.jsonl")
	before := param.Must(os.ReadFile(path))
	second := param.Must(f.Reproduce(t.Context(), Options{Folder: folder}))
	if after, _ := os.ReadFile(path); string(after) != string(before) {
		t.Error("the records have changed")
	}
	for i := range first.Verdicts {
		if a, b := first.Verdicts[i].Text(9), second.Verdicts[i].Text(9); a != b {
			t.Errorf("claim %d: %s, and then %s", i+1, a, b)
		}
	}
	memory := param.Must(f.Reproduce(t.Context(), Options{}))
	if a, b := first.Verdicts[0].Text(9), memory.Verdicts[0].Text(9); a != b {
		t.Errorf("with records %s, without %s", a, b)
	}
}

func TestReproduceKeepsTime(t *testing.T) {
	r := param.Must(smallFigure("").Reproduce(t.Context(), Options{Limit: time.Nanosecond}))
	if !r.Limited || r.Decided() != 0 {
		t.Errorf("%+v", r.Verdicts)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := smallFigure("").Reproduce(ctx, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("an interrupted reproduction ends with %v", err)
	}
}

func TestParseNamesTheMistakeInAClaim(t *testing.T) {
	for _, c := range []struct{ claim, want string }{
		{"", "26: claim 3: says: must state a claim"},
		{"says = 'x'", "26: claim 3: needs a rule"},
		{"says = 'x'\nrule = 'powder'", "28: claim 3: rule: powder: no such rule; did you mean power?"},
		{"says = 'x'\nrule = 'less-regret'\nlearners = ['ucb1']", "26: claim 3: less-regret needs than, two or more learners, or channels and than-channels of the panel"},
		{"says = 'x'\nrule = 'less-regret'\nlearners = ['ucb1', 'dp-se']", "26: claim 3: the panel has no learner dp-se"},
		{"says = 'x'\npanel = 'third'\nrule = 'less-regret'\nlearners = ['ucb1']", "28: claim 3: panel: there is no panel \"third\""},
		{"says = 'x'\nrule = 'less-regret'\nlerner = 'ucb1'", "29: lerner: no such key; did you mean learner?"},
		{"says = 'x'\nrule = 'less-regret'", "26: claim 3: less-regret needs learners"},
		{"says = 'x'\nrule = 'less-regret'\nlearners = ['ucb1', 'random']\nhigh = 1.0", "30: claim 3: high: is not an argument of less-regret"},
		{"says = 'x'\nrule = 'ratio-within'\nlearner = 'ucb1'\nlow = -1.0", "30: claim 3: low: must be a positive number, not -1"},
		{"says = 'x'\nrule = 'ratio-within'\nlearner = 'ucb1'\nlow = inf", "30: claim 3: low: must be a positive number, not +Inf"},
		{"says = 'x'\nrule = 'ratio-within'\nlearner = 'ucb1'", "26: claim 3: ratio-within needs low, high, or both"},
		{"says = 'x'\nrule = 'ratio-within'\nlearner = 'ucb1'\nlow = 2.0\nhigh = 1.0", "30: claim 3: low: 2 must be below high 1"},
		{"says = 'x'\nrule = 'power'\nlearners = ['ucb1']\nin = 'x²'\nhigh = 1.0", "26: claim 3: power needs low, high, or both, an in of x, 1/x, or ln x, and at most one of minus and of"},
		{"says = 'x'\nrule = 'growth-within'\nlearners = ['ucb1']\nfrom = 1\nhigh = 1.0", "26: claim 3: growth-within needs low, high, or both, and either a from of at least 2 or an over of x, 1/x, or ln x"},
		{"says = 'x'\nrule = 'settles'\nlearners = ['ucb1']\nhigh = 3.1", "26: claim 3: settles needs a high below ln T/ln(T/100), the change of ln² t over ln t"},
		{"says = 'x'\nrule = 'less-regret'\nlearners = ['ucb1']\nchannels = ['linear']\nthan-channels = ['rr']", "26: claim 3: less-regret needs than, two or more learners, or channels and than-channels of the panel"},
	} {
		t.Run(c.claim, func(t *testing.T) {
			if _, err := Parse("hhmh-small.toml", []byte(small+"[[claim]]\n"+c.claim+"\n")); err == nil || err.Error() != "hhmh-small.toml:"+c.want {
				t.Errorf("%s: %v\nwant %s", c.claim, err, c.want)
			}
		})
	}
}
