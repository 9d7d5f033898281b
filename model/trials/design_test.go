package trials

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"testing"

	"regretscope/model"
	"regretscope/scenarios"
)

// A description says how a table gives rewards.
func TestTablesAreDescribed(t *testing.T) {
	s := asTable(t, invented(100, 3), scenarios.Full, false)
	drawn := asTable(t, invented(100, 3), scenarios.Full, true)
	if got, want := environment(drawn).Table, (&Table{100, "drawn", s.Rows.Sum, false}); *got != *want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got := environment(s).Table.Order; got != "as it is" {
		t.Error(got)
	}
}

// Records of one table cannot be resumed with another.
func TestTablesAreKnownByTheirRewards(t *testing.T) {
	rewards := invented(100, 3)
	hash := func(drawn bool) string {
		c := checked(t, &model.Config{Scenario: asTable(t, rewards, scenarios.Full, drawn), Horizon: 50, Epsilon: .5, Seed: 1}, "hedge")
		return (&Experiment{Points: []*model.Config{c}, Runs: 1}).Design(t.Context()).Hash()
	}
	before := hash(false)
	if hash(true) == before || hash(false) != before {
		t.Error("the order is not known, or the same table is not")
	}
	rewards[70][1], rewards[71][1] = rewards[71][1], rewards[70][1] // beyond the horizon, means the same
	if hash(false) == before {
		t.Error("another table is taken for it")
	}
}

// A table counts once, for any number of points of a sweep.
func TestTablesCountOnceInASweep(t *testing.T) {
	s := asTable(t, invented(5000, 50), scenarios.Full, false)
	c := checked(t, &model.Config{Scenario: s, Horizon: 100, Epsilon: .5, Seed: 1}, "hedge")
	without := *c
	without.Scenario = preset("ww-det,K=50")
	memoryOf := func(c *model.Config) int {
		result, _ := (&Experiment{Points: c.Sweep([]float64{1, 2, 3}), Runs: 1}).memory()
		return result
	}
	if got := memoryOf(c) - memoryOf(&without); got != s.Rows.Bytes() || got < 5000*50*8 {
		t.Errorf("%d bytes more in an experiment, want %d", got, s.Rows.Bytes())
	}
}

// A file identifies a program, unless reading it could take long.
func TestHashOf(t *testing.T) {
	folder := t.TempDir()
	path := func(name string, size int64) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte("abc"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(path, size); err != nil {
			t.Fatal(err)
		}
		return path
	}
	const ofABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" // FIPS 180-2, B.1
	small := path("small", 3)
	ended, end := context.WithCancel(t.Context())
	end()
	for _, c := range []struct {
		name, path string
		ctx        context.Context
		sum        string
	}{
		{"file", small, t.Context(), ofABC},
		{"interrupted", small, ended, ""},
		{"too large", path("large", maxHashed+1), t.Context(), ""},
		{"folder", folder, t.Context(), ""},
		{"device", os.DevNull, t.Context(), ""},
		{"missing", filepath.Join(folder, "none"), t.Context(), ""},
	} {
		if sum, ok := hashOf(c.ctx, c.path); ok != (c.sum != "") || ok && sum != c.sum {
			t.Errorf("%s: %s, %v, want %q", c.name, sum, ok, c.sum)
		}
	}
}

// Uniform play loses the mean gap of each phase in each of its rounds.
func TestUniformRegret(t *testing.T) {
	e := &Environment{Phases: []Phase{{From: 1, Means: []float64{1, 0}}, {From: 11, Means: []float64{.5, .5, .2}}}}
	for round, want := range map[int]float64{4: 2, 10: 5, 20: 5 + 10*.1} {
		if got, ok := e.UniformRegret(round); !ok || math.Abs(got-want) > 1e-12 {
			t.Errorf("round %d: %v, %v, want %v", round, got, ok, want)
		}
	}
	for _, none := range []*Environment{{}, {Table: &Table{}, Phases: e.Phases}, {Matroid: &Structure{}, Phases: e.Phases}} {
		if got, ok := none.UniformRegret(5); ok {
			t.Errorf("%+v: %v, want none", none, got)
		}
	}
}
