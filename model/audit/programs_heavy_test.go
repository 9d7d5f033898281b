//go:build heavy && !js

package audit

import (
	"context"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/program"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/scenarios/scenariotest"
)

// auditProgram audits a program of testdata/programs at ε = 1.
func auditProgram(t *testing.T, name string, arms string, seed uint64) *Finding {
	t.Helper()
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("there is no python3")
	}
	path := param.Must(filepath.Abs("../../testdata/programs/" + name))
	spec := param.Must(learners.ParseTyped("python3 '" + path + "'"))
	s := scenariotest.Arms(arms, scenarios.Bandit)
	c := &model.Config{Scenario: s, Learners: []learners.Spec{spec}, Horizon: 1000, Epsilon: 1, Seed: seed, Programs: program.NewHost()}
	defer c.Programs.Close()
	return param.Must((&Audit{Config: c, Runs: 10_000, Confidence: DefaultConfidence, MaxRounds: 10_000_000, Limit: time.Hour}).Run(context.Background(), nil))
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
			f := auditProgram(t, c.name, c.arms, 1)
			if !f.Refuted() {
				t.Errorf("ε ≥ %.3f is all that was found: %s", f.Lower, f.Tests[0].Event)
			}
			if f.Noiseless != (c.name == "no_noise.py" || c.name == "one_noise.py") { // whose noise cancels
				t.Errorf("without noise: %v", f.Noiseless)
			}
			t.Logf("ε ≥ %.3f by %s", f.Lower, f.Tests[0].Event)
		})
	}
}

// The audit accuses it with a chance of at most 1%.
func TestTheRightProgramIsNotAccused(t *testing.T) {
	if f := auditProgram(t, "right.py", "0.9 0.5", 1); f.Refuted() {
		t.Errorf("ε ≥ %.3f by %s", f.Lower, f.Tests[0].Event)
	}
}
