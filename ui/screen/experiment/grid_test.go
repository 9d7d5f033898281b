package experiment

import (
	"slices"
	"testing"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/scenarios"
	"regretscope/ui/kit/uitest"
)

func TestReportedRoundsDrawCurves(t *testing.T) {
	for _, horizon := range []int{1, 7, 100, 12_345, 1_000_000, 10_000_000_000} {
		c := uitest.Config(t, horizon, "ucb1", "thompson")
		at := reported(c, DefaultRuns)
		e := &model.Experiment{Points: []*model.Config{c}, Runs: DefaultRuns, At: at}
		if err := e.Check(); err != nil {
			t.Fatal(err)
		}
		if !slices.IsSorted(at) || len(at) > fineness {
			t.Errorf("T = %d: %d rounds", horizon, len(at))
		}
		for _, decade := range (&model.Experiment{Points: []*model.Config{c}}).Reported(0) {
			if !slices.Contains(at, decade) {
				t.Errorf("T = %d: round %d is not reported", horizon, decade)
			}
		}
		// A chart of 80 columns has a value of its own in each, but for the first
		// columns of a logarithmic axis, where rounds are few.
		widest := 0
		for i := 1; i < len(at); i++ {
			widest = max(widest, at[i]-at[i-1])
		}
		if widest > max(1, horizon/80) {
			t.Errorf("T = %d: %d rounds without a report", horizon, widest)
		}
		if horizon == 1_000_000 {
			if n := slices.Index(at, 100_000) - slices.Index(at, 10_000); n < 20 {
				t.Errorf("%d reports in a decade", n)
			}
		}
	}
}

func TestReportedRoundsKeepToTheLimits(t *testing.T) {
	s, err := scenarios.Open("ww-det,K=1000", "")
	if err != nil {
		t.Fatal(err)
	}
	choice, err := learners.ParseChoice("rnm-ftnl")
	if err != nil {
		t.Fatal(err)
	}
	c := &model.Config{Scenario: s, Learners: slices.Repeat([]learners.Choice{choice}, 16), Horizon: 1e6, Epsilon: 1}
	for _, runs := range []int{1, 100, 10_000, 100_000} {
		e := &model.Experiment{Points: []*model.Config{c}, Runs: runs, At: reported(c, runs)}
		if err := e.Check(); err != nil {
			t.Errorf("%d runs: %v", runs, err)
		}
	}
}
