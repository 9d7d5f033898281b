//go:build heavy && !js

package audit

import (
	"context"
	"flag"
	"os/exec"
	"path/filepath"
	"testing"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/program"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/scenarios/scenariotest"
)

var programs = flag.Bool("programs", false, "audit the right program a hundred times, which takes a quarter of an hour")

// auditProgram audits a program of testdata/programs at ε = 1.
func auditProgram(t *testing.T, name string, arms string, seed uint64, runs int) *Finding {
	t.Helper()
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("there is no python3")
	}
	path := param.Must(filepath.Abs("../../testdata/programs/" + name))
	spec := param.Must(learners.ParseTyped("python3 '" + path + "'"))
	s := scenariotest.Arms(arms, scenarios.Bandit)
	c := &model.Config{Scenario: s, Learners: []learners.Spec{spec}, Horizon: 1000, Epsilon: 1, Seed: seed, Programs: program.NewHost()}
	defer c.Programs.Close()
	return param.Must((&Audit{Config: c, Runs: runs, Confidence: DefaultConfidence}).Run(context.Background(), nil))
}

func TestBrokenProgramsAreFound(t *testing.T) {
	for _, c := range []struct{ name, arms string }{
		{"one_noise.py", "0.9 0.5"},
		{"one_noise.py", "0.9 0.8 0.7 0.6 0.5"},
		{"half_batch.py", "0.9 0.5"},
		{"same_noise.py", "0.9 0.5"},
		{"no_noise.py", "0.9 0.5"},
	} {
		t.Run(c.name+" "+c.arms, func(t *testing.T) {
			f := auditProgram(t, c.name, c.arms, 1, 10_000)
			if !f.Refuted() {
				t.Errorf("ε ≥ %.3f is all that was found: %s", f.Lower, f.Tests[0].Event)
			}
			if f.Noiseless != (c.name == "no_noise.py") {
				t.Errorf("without noise: %v", f.Noiseless)
			}
			t.Logf("ε ≥ %.3f by %s", f.Lower, f.Tests[0].Event)
		})
	}
}

// Each audit accuses it with a chance of at most 1%: four alarms of a hundred would come by
// chance in 1.8% of such tests.
func TestTheRightProgramIsNotAccused(t *testing.T) {
	if !*programs {
		t.Skip("-programs was not given")
	}
	alarms := 0
	for seed := range uint64(100) {
		if auditProgram(t, "right.py", "0.9 0.5", seed, 400).Refuted() {
			alarms++
			t.Logf("seed %d: an alarm", seed)
		}
	}
	if alarms > 3 {
		t.Errorf("%d alarms in 100 audits", alarms)
	}
}

var benchPart = flag.String("only", "", "audit only this program of the bench")

// Six errors in programs that claim ε = 1 on eight arms, and relatives of them: a later phase on raw means, an arm
// without noise, longer phases, and blocks in place of turns.
func TestTheBenchIsFound(t *testing.T) {
	for _, part := range []string{
		"se-8-halved", "se-8-raw2", "se-8-reused", "se-8-raw1", "se-8-last2", "ucb-1-variance",
		"se-8-raw3", "se-8-oneraw", "se-50-blocks-raw1", "se-1000-wide-halved", "se-400-raw1", "ucb-8-halved", "tree-1-onelevel",
	} {
		if *benchPart != "" && part != *benchPart {
			continue
		}
		t.Run(part, func(t *testing.T) {
			f := auditBench(t, part, 8, 100_000, DefaultRuns)
			if !f.Refuted() {
				t.Errorf("ε ≥ %.3f is all that was found", f.Lower)
			}
			t.Logf("ε ≥ %.3f in %d runs by %s. %s", f.Lower, f.Statistics.Runs, f.Tests[0].Event, f.Window)
		})
	}
}

// Correct programs of four kinds, a third of which release nothing in the first 400 rounds, and some nothing in 2,000. An
// audit accuses a program whose true loss equals its claim with a chance of at most 1%.
func TestTheBenchIsNotAccused(t *testing.T) {
	for _, part := range []string{
		"se-1000-wide", "ucb-1000", "tree-1024", "thompson-1000", "se-400", "ucb-400", "tree-256", "thompson-200",
		"se-8", "ucb-1", "tree-1", "thompson-1", "se-8-blocks", "ucb-16", "tree-32", "thompson-16",
		"se-64", "se-50-blocks", "se-250-wide", "ucb-100",
	} {
		if *benchPart != "" && part != *benchPart {
			continue
		}
		t.Run(part, func(t *testing.T) {
			f := auditBench(t, part, 8, 100_000, DefaultRuns)
			if f.Refuted() || f.Noiseless {
				t.Errorf("accused: %s, by %s", f.Line(), f.Tests[0].Event)
			}
			t.Logf("ε ≥ %.3f: %s. %s", f.Lower, f.Line(), f.Window)
		})
	}
}
