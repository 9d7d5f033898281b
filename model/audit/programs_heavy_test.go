//go:build heavy

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
	"regretscope/scenarios/arm"
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
	laws := param.Must(arm.ParseList(arms))
	s := param.Must(scenarios.FromArms("arms", laws, scenarios.Bandit))
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
