//go:build !js

package model

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"regretscope/learners"
	"regretscope/model/program"
	"regretscope/model/program/programtest"
	"regretscope/noise/param"
	"regretscope/noise/privacy"
)

func TestMain(m *testing.M) { programtest.Main(m, programtest.Counters) }

// acting returns a configuration with the test binary in a part.
func acting(t *testing.T, part string, horizon int) *Config {
	t.Helper()
	c := config(t, "hhmh-1", horizon, "ucb1")
	c.Learners, c.Programs = []learners.Spec{programtest.Learner(t, part)}, program.NewHost()
	t.Cleanup(c.Programs.Close)
	return c
}

func TestOnlyAHostStartsPrograms(t *testing.T) {
	c := acting(t, "seeded", 10)
	if err := c.Check(); err != nil {
		t.Fatal(err)
	}
	c.Programs = nil
	if err := c.Check(); !errors.Is(err, learners.ErrProgram) {
		t.Errorf("without a host: %v", err)
	}
}

// solve and worst ask for the exact regret of any learner.
func TestProgramsHaveNoExactRegret(t *testing.T) {
	if _, ok := acting(t, "seeded", 10).ExpectedRegret(t.Context(), 0); ok {
		t.Error("the exact regret of a program")
	}
}

// A program whose ρ is ε²/8 is told the ε at which that is the ρ asked for.
func TestProgramsAreEqualByTheirClaims(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("there is no python3")
	}
	claiming := func(ready string) *Config {
		path := filepath.Join(t.TempDir(), "claims.py")
		text := "import json\nepsilon = json.loads(input())['epsilon']\nprint(json.dumps(" + ready + "))\n"
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		c := acting(t, "seeded", 10)
		c.Learners = []learners.Spec{param.Must(learners.ParseTyped("python3 '" + path + "'"))}
		return c
	}
	rho, mu := privacy.Measure{Notion: privacy.Rho}, privacy.Measure{Notion: privacy.Mu}
	c := claiming("{'private': 'central', 'claim': {'rho': epsilon**2/8}}")
	chosen, err := c.Equal(rho, .02)
	if err != nil || !strings.HasSuffix(chosen[0].String(), ",epsilon=0.4") {
		t.Errorf("%v, %v", chosen, err)
	}
	if _, err := c.Equal(mu, .2); err == nil || !strings.Contains(err.Error(), "it does not claim a μ") {
		t.Errorf("a claim of ρ: %v", err)
	}
	if chosen, err := claiming("{'private': 'no'}").Equal(mu, .2); err != nil || chosen[0].Sets("epsilon") {
		t.Errorf("no privacy: %v, %v", chosen, err)
	}
}

func TestRepeatable(t *testing.T) {
	for part, want := range map[string]bool{"seeded": true, "shared": false, "restless": false} {
		if got, err := acting(t, part, 50).Repeatable(context.Background(), 0); got != want || err != nil {
			t.Errorf("%s: %v, %v", part, got, err)
		}
	}
}

// A session goes back through the journal, and ends before the round in which the program
// fails, with all learners at the same round.
func TestSessionsOfPrograms(t *testing.T) {
	c := acting(t, "mortal", 1000)
	c.Learners = append(c.Learners, choose("ucb1"))
	s := NewSession(c)
	s.Advance(50)
	at50 := s.tracks[0].run.Hash()
	s.AdvanceFor(1000, time.Hour)
	if s.Round() != 99 || s.Err() == nil || !s.Done() || s.tracks[1].run.Round() != 99 {
		t.Errorf("round %d, %v", s.Round(), s.Err())
	}
	if s.Seek(50); s.Round() != 50 || s.tracks[0].run.Hash() != at50 {
		t.Error("the past is another one")
	}
	if s.Seek(1000); s.Round() != 99 {
		t.Errorf("round %d", s.Round())
	}
}

func TestChangesToProgramsThatFail(t *testing.T) {
	c := acting(t, "mortal", 1000)
	plain := *c
	plain.Learners = []learners.Spec{choose("ucb1")}
	s := NewSession(&plain)
	s.Advance(300)
	ch := s.Change(c)
	if !ch.For(time.Hour) || ch.Err() == nil || s.Config() != &plain || s.Round() != 300 {
		t.Errorf("%v at round %d", ch.Err(), s.Round())
	}
}
