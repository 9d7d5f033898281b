//go:build !js

package model

import (
	"context"
	"errors"
	"testing"
	"time"

	"regretscope/learners"
	"regretscope/model/program"
	"regretscope/model/program/programtest"
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

func TestRepeatable(t *testing.T) {
	for part, want := range map[string]bool{"seeded": true, "shared": false, "restless": false} {
		t.Run(part, func(t *testing.T) {
			if got, err := acting(t, part, 50).Repeatable(context.Background(), 0); got != want || err != nil {
				t.Errorf("%v, %v", got, err)
			}
		})
	}
}

// A session goes back through the journal, and ends before the round in which the program
// fails, with all learners at the same round.
func TestSessionsOfPrograms(t *testing.T) {
	c := acting(t, "mortal", 1000)
	ucb1, _ := learners.ParseSpec("ucb1")
	c.Learners = append(c.Learners, ucb1)
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
	ucb1, _ := learners.ParseSpec("ucb1")
	plain.Learners = []learners.Spec{ucb1}
	s := NewSession(&plain)
	s.Advance(300)
	ch := s.Change(c)
	if !ch.For(time.Hour) || ch.Err() == nil || s.Config() != &plain || s.Round() != 300 {
		t.Errorf("%v at round %d", ch.Err(), s.Round())
	}
}
