package trials_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/record"
	"regretscope/model/trials"
	"regretscope/noise/param"
	"regretscope/scenarios"
)

// Repeat a comparison, and keep every finished run in a file of records. If the experiment
// is stopped, Open with resume runs only what is missing.
func ExampleExperiment() {
	scenario := param.Must(scenarios.Open("hhmh-1", ""))
	learner := param.Must(learners.ParseSpec("random"))
	config := &model.Config{Scenario: scenario, Learners: []learners.Spec{learner}, Horizon: 1000, Epsilon: 1, Seed: 1}
	experiment := &trials.Experiment{Points: []*model.Config{config}, Runs: 20}
	if err := experiment.Check(); err != nil {
		log.Fatal(err)
	}
	folder := param.Must(os.MkdirTemp("", ""))
	defer os.RemoveAll(folder)
	path, ctx := filepath.Join(folder, "runs.jsonl"), context.Background()
	file := param.Must(record.Open(ctx, path, false, experiment, "go run ."))
	param.Must(experiment.Run(ctx, nil))
	if err := file.Close(); err != nil {
		log.Fatal(err)
	}

	result := param.Must(param.Must(record.Read(path)).Result())
	last := result.Rows[len(result.Rows)-1]
	fmt.Printf("%d runs of %d rounds\n", last.Runs, last.Round)
	// A random play costs 0.25 on average.
	fmt.Println("the interval contains 250:", last.Interval[0] < 250 && 250 < last.Interval[1])
	// Output:
	// 20 runs of 1000 rounds
	// the interval contains 250: true
}
