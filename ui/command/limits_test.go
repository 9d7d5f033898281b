package command

import (
	"testing"

	"regretscope/model"
	"regretscope/model/audit"
	"regretscope/noise/channel"
	"regretscope/noise/declare"
	"regretscope/scenarios"
	"regretscope/scenarios/arm"
	"regretscope/scenarios/movielens"
	"regretscope/ui/kit"
	"regretscope/ui/kit/uitest"
)

// The README's table of limits is that of the constants that are checked.
func TestReadmeLimits(t *testing.T) {
	var rows [][]string
	for _, limit := range []struct {
		of   string
		most int
	}{
		{"arms", scenarios.MaxArms},
		{"outcomes of a discrete arm", arm.MaxOutcomes},
		{"phases of a changing environment", scenarios.MaxPhases},
		{"bytes of a scenario file", declare.MaxText},
		{"movies of a data set", movielens.MaxMovies},
		{"rounds, played one by one", scenarios.MaxHorizon},
		{"rounds, with `--engine leap`", model.MaxLeapHorizon},
		{"learners of a comparison", model.MaxLearners},
		{"learners × grid points", model.MaxSeries},
		{"replications", model.MaxRuns},
		{"rounds to report", model.MaxReported},
		{"replications × learners × grid points × rounds to report", model.MaxMeasurements},
		{"learners × grid points × rounds to report × arms", model.MaxCounts},
		{"workers", model.MaxWorkers},
		{"shards", model.MaxShards},
		{"bytes of memory of an experiment, estimated from above", model.MaxBytes},
		{"runs of a statistical audit", audit.MaxRuns},
	} {
		rows = append(rows, []string{limit.of, kit.Count(limit.most)})
	}
	rows = append(rows, []string{"ε", "inf, which is no noise; at least " + declare.FormatNumber(channel.MinEpsilon)})
	uitest.Section(t, "limits", uitest.Markdown([]string{"what", "at most"}, rows))
}
