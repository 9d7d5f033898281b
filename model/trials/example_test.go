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
	"regretscope/scenarios"
)

// Repeat a comparison, and keep every finished run in a file of records. If the experiment
// is stopped, Open with resume runs only what is missing.
func ExampleExperiment() {
	scenario, err := scenarios.Open("hhmh-1", "")
	if err != nil {
		log.Fatal(err)
	}
	learner, err := learners.ParseSpec("random")
	if err != nil {
		log.Fatal(err)
	}
	config := &model.Config{Scenario: scenario, Learners: []learners.Spec{learner}, Horizon: 1000, Epsilon: 1, Seed: 1}
	experiment := &trials.Experiment{Points: []*model.Config{config}, Runs: 20}
	if err := experiment.Check(); err != nil {
		log.Fatal(err)
	}
	folder, err := os.MkdirTemp("", "")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	path, ctx := filepath.Join(folder, "runs.jsonl"), context.Background()
	file, err := record.Open(ctx, path, false, experiment, "go run .")
	if err != nil {
		log.Fatal(err)
	}
	if _, err := experiment.Run(ctx, nil); err != nil {
		log.Fatal(err)
	}
	if err := file.Close(); err != nil {
		log.Fatal(err)
	}

	records, err := record.Read(path)
	if err != nil {
		log.Fatal(err)
	}
	result, err := records.Result()
	if err != nil {
		log.Fatal(err)
	}
	last := result.Rows[len(result.Rows)-1]
	fmt.Printf("%d runs of %d rounds\n", last.Runs, last.Round)
	// A random play costs 0.25 on average.
	fmt.Println("the interval contains 250:", last.Interval[0] < 250 && 250 < last.Interval[1])
	// Output:
	// 20 runs of 1000 rounds
	// the interval contains 250: true
}
