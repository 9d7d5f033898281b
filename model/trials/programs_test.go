//go:build !js

package trials

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/program"
	"regretscope/model/program/programtest"
	"regretscope/noise/param"
)

func TestMain(m *testing.M) { programtest.Main(m, programtest.Counters) }

// acting returns a configuration with the test binary in a part.
func acting(t *testing.T, part string, horizon int) *model.Config {
	t.Helper()
	c := config(t, "hhmh-1", horizon, "ucb1")
	c.Learners, c.Programs = []learners.Spec{programtest.Learner(t, part)}, program.NewHost()
	t.Cleanup(c.Programs.Close)
	return c
}

// A run of a session, one alone and a lane of an experiment are the same run.
func TestLanesAreRuns(t *testing.T) {
	c := acting(t, "seeded", 200)
	s := model.NewSession(c)
	s.Advance(200)
	run := model.NewRun(c, 0)
	run.Advance(200)
	units := Memory{}
	e := &Experiment{Points: []*model.Config{c}, Runs: 60, Workers: 3, Store: units}
	result := param.Must(e.Run(context.Background(), nil))
	if s.Snapshot().Learners[0].Regret != run.Regret() || float64(units[Unit{0, 0}].Regret[len(units[Unit{0, 0}].Regret)-1]) != run.Regret() {
		t.Error("the first run is not the same everywhere")
	}
	last := result.Of(0)[len(result.Of(0))-1]
	if last.Repeatable == nil || !*last.Repeatable {
		t.Errorf("repeatable %v", last.Repeatable)
	}
	sharded := Memory{}
	for part := range 3 {
		e := &Experiment{Points: []*model.Config{c}, Runs: 60, Workers: 1, Store: sharded, Shard: Shard{part + 1, 3}}
		param.Must(e.Run(context.Background(), nil))
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

// Units that a program finished before it failed are kept, and the error explains the failure.
func TestExperimentsKeepWhatIsFinished(t *testing.T) {
	c := acting(t, "mortal", 150)
	e := &Experiment{Points: []*model.Config{c}, Runs: 4}
	result, err := e.Run(context.Background(), nil)
	if !errors.As(err, new(*program.Failure)) || result == nil || result.Runs != 0 {
		t.Errorf("%v, %v", result, err)
	}
}

// A program that does not start is started once, for all points of a sweep.
func TestTheFirstFailedStartIsTheError(t *testing.T) {
	c := acting(t, "seeded", 10)
	starts := filepath.Join(t.TempDir(), "starts")
	path := filepath.Join(t.TempDir(), "fails")
	if err := os.WriteFile(path, []byte("#!/bin/sh\necho >>"+starts+"\nexit 3\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	c.Learners = []learners.Spec{param.Must(learners.ParseTyped(path))}
	e := &Experiment{Points: []*model.Config{c, c}, Runs: 3, Workers: 2}
	_, err := e.Run(context.Background(), nil)
	if text, _ := os.ReadFile(starts); !errors.As(err, new(*program.Failure)) || string(text) != "\n" {
		t.Errorf("%v, starts %q", err, text)
	}
}

func TestFilesOfAProgramAreKnown(t *testing.T) {
	c := acting(t, "seeded", 10)
	e := &Experiment{Points: []*model.Config{c}, Runs: 1}
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
