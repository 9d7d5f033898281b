package figure

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
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
	random := r.Samples[0].finished(func(learner string) bool { return learner == "random" })
	if want := max(r.Verdicts[0].Runs, r.Verdicts[1].Runs); random != want || want == 32 || r.Runs != 32 {
		t.Errorf("random play has %d runs, want %d, the number that decided its claims; the figure has %d", random, want, r.Runs)
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
	// A long panel has the time that a short one leaves.
	const limit = 100 * time.Millisecond
	long := strings.Replace(small, "[1000]", "[1000000000]", 1)
	r = param.Must(param.Must(Parse("hhmh-small.toml", []byte(long))).Reproduce(t.Context(), Options{Limit: limit}))
	if !r.Limited || r.Seconds < limit.Seconds() {
		t.Errorf("limited %v after %v s", r.Limited, r.Seconds)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := smallFigure("").Reproduce(ctx, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("an interrupted reproduction ends with %v", err)
	}
}
