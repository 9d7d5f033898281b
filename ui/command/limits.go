package command

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/audit"
	"regretscope/model/record"
	"regretscope/noise/channel"
	"regretscope/noise/declare"
	"regretscope/scenarios"
	"regretscope/scenarios/arm"
	"regretscope/scenarios/movielens"
	"regretscope/ui/kit"
	"regretscope/ui/lesson"
	"regretscope/ui/script"
)

// A limit is how much may be asked for. What is beyond is refused with a sentence,
// before memory is taken for it.
type limit struct {
	Of    string `json:"of"`
	Most  int    `json:"most,omitempty"`
	Range string `json:"range,omitempty"` // where it is no number of things
}

// text is the limit as people read it.
func (l *limit) text() string { return cmp.Or(l.Range, kit.Count(l.Most)) }

// limits are all that README, list limits, the manual page and help state.
var limits = []limit{
	{Of: "arms", Most: scenarios.MaxArms},
	{Of: "outcomes of a discrete arm", Most: arm.MaxOutcomes},
	{Of: "phases of a changing environment", Most: scenarios.MaxPhases},
	{Of: "movies of a data set that are taken", Most: movielens.MaxMovies},
	{Of: "genres of a data set", Most: movielens.MaxGenres},
	{Of: "users of a data set", Most: movielens.MaxUsers},
	{Of: "bytes of a data set's list of movies", Most: movielens.MaxListing},
	{Of: "bytes of a scenario, script or lesson", Most: declare.MaxText},
	{Of: "steps of a script", Most: script.MaxSteps},
	{Of: "stops of a lesson", Most: lesson.MaxStops},
	{Of: "bytes of a line of records", Most: record.MaxLine},
	{Of: "rounds, played one by one", Most: scenarios.MaxHorizon},
	{Of: "rounds, with --engine leap", Most: model.MaxLeapHorizon},
	{Of: "learners side by side on a screen", Most: model.MaxLearners},
	{Of: "learners × grid points", Most: model.MaxSeries},
	{Of: "replications", Most: model.MaxRuns},
	{Of: "rounds to report", Most: model.MaxReported},
	{Of: "replications × learners × grid points × rounds to report", Most: model.MaxMeasurements},
	{Of: "learners × grid points × rounds to report × arms", Most: model.MaxCounts},
	{Of: "workers", Most: model.MaxWorkers},
	{Of: "shards", Most: model.MaxShards},
	{Of: "bytes of memory of an experiment, estimated from above", Most: model.MaxBytes},
	{Of: "runs of a statistical audit, on either side", Most: audit.MaxRuns},
	{Of: "ε", Range: "inf (no noise); at least " + declare.FormatNumber(learners.MinEpsilon)},
	{Of: "ε of a local channel", Range: fmt.Sprintf("%d, or inf; at least %v", channel.MaxEpsilon, channel.MinEpsilon)},
}

// mostOf are the limits in the help of flags, by the names there.
func mostOf() map[string]string {
	vars := map[string]string{}
	for name, most := range map[string]int{
		"arms": scenarios.MaxArms, "learners": model.MaxLearners, "horizon": scenarios.MaxHorizon, "leapt": model.MaxLeapHorizon,
		"runs": model.MaxRuns, "reported": model.MaxReported, "workers": model.MaxWorkers, "shards": model.MaxShards,
		"audits": audit.MaxRuns, "steps": script.MaxSteps,
	} {
		vars["most_"+name] = strconv.Itoa(most)
		if most >= 1e9 {
			vars["most_"+name] = strings.Replace(declare.FormatNumber(float64(most)), "+", "", 1)
		}
	}
	return vars
}

// seeLimits stands at the end of the help of the program and of run.
const seeLimits = `

What may be asked for at most, and is refused beyond:

	regretscope list limits`

// limitTable is the limits for people.
func limitTable() string {
	t := tableOf(1, "what", "at most")
	for i := range limits {
		t.Rows = append(t.Rows, []string{limits[i].Of, limits[i].text()})
	}
	return t.String()
}
