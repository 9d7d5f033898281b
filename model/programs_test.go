//go:build !js

package model

import (
	"context"
	"errors"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"regretscope/learners"
	"regretscope/model/program"
	"regretscope/model/program/programtest"
	"regretscope/noise/param"
)

func TestMain(m *testing.M) { programtest.Main(m, act) }

// act plays arms by a number of each lane, initialized by its seed. "seeded" is correct; in
// "shared", all lanes share one number; "restless" starts with the time; "mortal" dies in round
// 100; and "mute" leaves a file where it started and does not answer.
func act(part string, states []uint64, arms int) (ready string, play func(t int, feedback []float64) []int) {
	if part == "restless" {
		states[0] = uint64(time.Now().UnixNano())
	}
	return `{"name":"Act"}`, func(t int, feedback []float64) []int {
		if part == "mute" {
			os.CreateTemp(os.Getenv("REGRETSCOPE_TEST_STARTS"), "")
			time.Sleep(time.Hour)
		}
		if part == "mortal" && t == 100 {
			return nil
		}
		plays := make([]int, len(states))
		for i := range states {
			k := i
			if part == "shared" {
				k = 0
			} else if t > 1 {
				states[k] += uint64(feedback[i])
			}
			states[k] = states[k]*6364136223846793005 + 1442695040888963407
			plays[i] = int(states[k] >> 33 % uint64(arms))
		}
		return plays
	}
}

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

// A program that does not answer in time is not started again: its limit is the time until the
// error.
func TestALateProgramIsNotAskedAgain(t *testing.T) {
	starts := t.TempDir()
	t.Setenv("REGRETSCOPE_TEST_STARTS", starts)
	c := acting(t, "mute", 50)
	c.Programs.Answer = 200 * time.Millisecond
	for name, work := range map[string]func(*Experiment) error{
		"run":  func(e *Experiment) error { _, err := e.Run(t.Context(), nil); return err },
		"plan": func(e *Experiment) error { _, err := e.Cost(t.Context(), time.Second, nil); return err },
	} {
		before, _ := os.ReadDir(starts)
		err := work(&Experiment{Points: []*Config{c}, Runs: 2})
		after, _ := os.ReadDir(starts)
		if f := new(program.Failure); !errors.As(err, &f) || !f.Late || len(after) != len(before)+1 {
			t.Errorf("%s: %v after %d starts", name, err, len(after)-len(before))
		}
	}
}

// A run of a session, one alone and a lane of an experiment are the same run.
func TestLanesAreRuns(t *testing.T) {
	c := acting(t, "seeded", 200)
	s := NewSession(c)
	s.Advance(200)
	run := NewRun(c, 0)
	run.Advance(200)
	units := Memory{}
	e := &Experiment{Points: []*Config{c}, Runs: 60, Workers: 3, Store: units}
	result := param.Must(e.Run(context.Background(), nil))
	if s.tracks[0].run.Hash() != run.Hash() || units[Unit{0, 0}].Played != run.changes {
		t.Error("the first run is not the same everywhere")
	}
	last := result.Of(0)[len(result.Of(0))-1]
	if last.Distinct != 60 || last.Repeatable == nil || !*last.Repeatable {
		t.Errorf("%d distinct runs, repeatable %v", last.Distinct, last.Repeatable)
	}
	sharded := Memory{}
	for part := range 3 {
		e := &Experiment{Points: []*Config{c}, Runs: 60, Workers: 1, Store: sharded, Shard: Shard{part + 1, 3}}
		if _, err := e.Run(context.Background(), nil); err != nil {
			t.Fatal(err)
		}
	}
	if len(sharded) != 60 {
		t.Errorf("shards have %d units", len(sharded))
	}
	for u, f := range sharded {
		if !reflect.DeepEqual(f.Pulls, units[u].Pulls) {
			t.Errorf("%v differs in its shard", u)
		}
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

// Units that a program finished before it failed are kept, and the error explains the failure.
func TestExperimentsKeepWhatIsFinished(t *testing.T) {
	c := acting(t, "mortal", 150)
	e := &Experiment{Points: []*Config{c}, Runs: 4}
	result, err := e.Run(context.Background(), nil)
	if !errors.As(err, new(*program.Failure)) || result == nil || result.Runs != 0 {
		t.Errorf("%v, %v", result, err)
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

func TestFilesOfAProgramAreKnown(t *testing.T) {
	c := acting(t, "seeded", 10)
	e := &Experiment{Points: []*Config{c}, Runs: 1}
	d := e.Design(context.Background())
	self, _ := os.Executable()
	if len(d.Series[0].Files) != 1 || len(d.Series[0].Files[self]) != 64 {
		t.Errorf("%v", d.Series[0].Files)
	}
	other := *d
	other.Series = slices.Clone(d.Series)
	other.Series[0].Files = map[string]string{self: "changed"}
	if d.Hash() == other.Hash() || d.Difference(&other) != "the files of a program differ" {
		t.Errorf("not told apart: %q", d.Difference(&other))
	}
}

// A program knows the channels of round 1 alone, so it is refused if they change.
func TestProgramsCannotFollowChannels(t *testing.T) {
	c := acting(t, "seeded", 1200)
	c.Scenario = switching()
	err := c.Check()
	if err == nil || !strings.HasSuffix(err.Error(), "cannot use channels that change with a phase: a program knows only the channels of round 1") {
		t.Error(err)
	}
	if c.Horizon = 400; c.Check() != nil {
		t.Error(c.Check())
	}
}
