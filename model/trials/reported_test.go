package trials

import (
	"reflect"
	"slices"
	"testing"

	"regretscope/learners"
	"regretscope/model"
)

// curves returns an experiment that reports curves, one grid point per horizon.
func curves(t *testing.T, runs int, scenario string, learner string, times int, horizons ...int) *Experiment {
	t.Helper()
	s := preset(scenario)
	spec := choose(learner)
	e := &Experiment{Runs: runs}
	for _, horizon := range horizons {
		e.Points = append(e.Points, &model.Config{Scenario: s, Learners: slices.Repeat([]learners.Spec{spec}, times), Horizon: horizon, Epsilon: 1})
	}
	e.ReportCurves()
	return e
}

func TestReportedRoundsDrawCurves(t *testing.T) {
	for _, horizon := range []int{1, 7, 100, 12_345, 1_000_000, 10_000_000_000} {
		e := curves(t, 20, "hhmh-1", "ucb1", 2, horizon)
		if err := e.Check(); err != nil {
			t.Fatal(err)
		}
		at := e.Reported(0)
		if !slices.IsSorted(at) || len(at) > finestCurve {
			t.Errorf("T = %d: %d rounds", horizon, len(at))
		}
		for _, decade := range decades(horizon) {
			if !slices.Contains(at, decade) {
				t.Errorf("T = %d: round %d is not reported", horizon, decade)
			}
		}
		// A chart of 80 columns has its own value in each, except in the first columns of a
		// logarithmic axis, which have few rounds.
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
	for _, runs := range []int{1, 100, 10_000, 100_000} {
		if err := curves(t, runs, "ww-det,K=1000", "rnm-ftnl", 16, 1e6).Check(); err != nil {
			t.Errorf("%d runs: %v", runs, err)
		}
	}
}

// A result with more rounds, for curves, contains the same result as one without them.
func TestCurvesLeaveTheResultAlone(t *testing.T) {
	with := curves(t, 3, "hhmh-1", "lazy-dp-ts", 2, 300, 5000)
	plain := *with
	plain.At = nil
	want := plain.mustRun(t)
	got := with.mustRun(t)
	if n := len(got.Rows); n < 10*len(want.Rows) {
		t.Errorf("%d rows, %d without curves", n, len(want.Rows))
	}
	want.Design, got.Design = nil, nil
	if less := got.At(&plain); !reflect.DeepEqual(less, want) {
		t.Errorf("%+v, want %+v", less, want)
	}
	given := &Experiment{Points: plain.Points, At: []int{7}}
	if given.ReportCurves(); !slices.Equal(given.At, []int{7}) {
		t.Errorf("rounds that were asked for became %v", given.At)
	}
}
