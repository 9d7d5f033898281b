package trials

import (
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
