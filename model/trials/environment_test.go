package trials

import (
	"slices"
	"testing"

	"regretscope/model"
	"regretscope/scenarios"
)

// Results describe the channels of each phase.
func TestEnvironmentsHaveTheChannelsOfPhases(t *testing.T) {
	s := preset("gaj-switch,K=3,L=3,length=400")
	s.Phases[1].Channels = []string{"rr(0.1,0.2)", "linear(2)", "rr(0.6,0.9)"}
	s.Channels = slices.Repeat([]string{"rr(0.7,0.7)"}, 3)
	e := environment(s)
	for i, p := range e.Phases {
		if !slices.Equal(p.Channels, s.Phases[i].Channels) {
			t.Errorf("phase %d: channels %q, want %q", i+1, p.Channels, s.Phases[i].Channels)
		}
	}
	if !slices.Equal(e.Channels, s.Channels) {
		t.Errorf("channels %q, want %q", e.Channels, s.Channels)
	}
}

// A description says how a table gives rewards.
func TestTablesAreDescribed(t *testing.T) {
	s := asTable(t, invented(100, 3), scenarios.Full, false)
	drawn := asTable(t, invented(100, 3), scenarios.Full, true)
	if got, want := environment(drawn).Table, (&Table{100, "drawn", s.Rows.Sum}); *got != *want {
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
		return (&Experiment{Points: c.Sweep([]float64{1, 2, 3}), Runs: 1}).memory().result
	}
	if got := memoryOf(c) - memoryOf(&without); got != s.Rows.Bytes() || got < 5000*50*8 {
		t.Errorf("%d bytes more in an experiment, want %d", got, s.Rows.Bytes())
	}
}
