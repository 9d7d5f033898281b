package ui

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/record"
	"regretscope/model/trials"
	"regretscope/scenarios"
)

// little is the memory of a request that is refused before anything is built.
const little = 100 << 20

// sizeAttacks request large sizes with small files.
var sizeAttacks = []attack{
	{name: "a grid of scenarios", file: "fair.toml", run: "run --scenario ww-det" + many(40, ",p%d=1|2"), memory: little, status: 2, says: "sweep: learners × grid points are 1 × 1,099,511,627,776, at most 10,000 are allowed"},
	{name: "a grid of learners", file: "fair.toml", run: "run --learner ucb1" + many(1000, ",p%d=1|2"), memory: little, status: 2, says: "sweep: learners × grid points are 1.07·10³⁰¹ × 1, at most 10,000 are allowed"},
	{name: "a grid of ε and horizons", file: "fair.toml", run: "run --epsilon 0.1:1:10000 --horizon 1" + many(4999, ",1%d"), memory: little, status: 2, says: "sweep: learners × grid points are 1 × 50,000,000, at most 10,000 are allowed"},
	{name: "a grid in a lesson's start", file: "grid.toml", text: func() string { return strings.Replace(oneStop, "hhmh-1", "ww-det"+many(40, ",p%d=1|2"), 1) }, run: "lesson FILE --plain", memory: little, status: 2, says: "lesson FILE:5: --scenario ww-det" + many(40, ",p%d=1|2") + ": each parameter must be one value here; regretscope run takes lists"},
	{name: "wide windows", file: "fair.toml", run: "--plain --scenario gaj-tide --horizon 1e9" + strings.Repeat(" --learner sw-ucb,w=1e7", 16), memory: little, status: 2, says: "learners: 16 learners on 2 arms, with the history to go back, may take 35 GiB of memory, --memory allows 2 GiB"},
	{name: "wide windows in a script's start", file: "wide.script", text: func() string {
		return "start --scenario gaj-tide --horizon 1e9" + strings.Repeat(" --learner sw-ucb,w=1e7", 16) + "\ngo 5\n"
	}, run: "--script FILE --svg /dev/null", memory: little, status: 2, says: "FILE:1: learners: 16 learners on 2 arms, with the history to go back, may take 35 GiB of memory, --memory allows 2 GiB"},
	{name: "wide windows in an experiment", file: "fair.toml", run: "run --scenario gaj-tide --horizon 1e9 --learner sw-ucb,w=1e7 --workers 1000 --runs 1000", memory: little, status: 2, says: "--workers 1000: may take 199 GiB of memory, --memory allows 2 GiB; 9 workers fit"},
	{name: "records of two thousand series that claim a million runs", file: "claim.jsonl", text: forged(1_000_000), run: "summary FILE", status: 2, says: "FILE: line 1: not a design that this program writes"},
	{name: "records of two thousand series without a unit", file: "empty.jsonl", text: forged(10_000), run: "summary FILE", says: "warning: 20,000,000 units missing, 0 runs complete; run again with --resume", shows: "0 runs"},
	{name: "ratings that unpack to a thousand times their size", file: "data.zip", text: bomb, run: "run --scenario chh-movielens,movies=1 --data FILE", memory: little, status: 2, says: "--scenario chh-movielens: FILE/ratings.csv: cannot be read: the file unpacks to more than 100 times its size"},
}

func many(times int, text string) string {
	var all strings.Builder
	for i := range times {
		fmt.Fprintf(&all, text, i)
	}
	return all.String()
}

// forged returns records of 2000 series and as many runs, without any unit.
func forged(runs int) func() string {
	return func() string {
		s, err := scenarios.Open("hhmh-1", "")
		if err != nil {
			panic(err)
		}
		ucb1, err := learners.ParseSpec("ucb1")
		if err != nil {
			panic(err)
		}
		point := &model.Config{Scenario: s, Learners: []learners.Spec{ucb1, ucb1}, Horizon: 10, Epsilon: 1, Seed: 1}
		e := &trials.Experiment{Points: slices.Repeat([]*model.Config{point}, 1000), Runs: 1, At: []int{10}}
		d := e.Design(context.Background())
		d.Config.Runs = runs
		folder, err := os.MkdirTemp("", "regretscope-forged")
		if err != nil {
			panic(err)
		}
		defer os.RemoveAll(folder)
		path := filepath.Join(folder, "a.jsonl")
		file, err := record.Resume(path, d, trials.Shard{}, nil)
		if err != nil {
			panic(err)
		}
		file.Close()
		text, err := os.ReadFile(path)
		if err != nil {
			panic(err)
		}
		return string(text)
	}
}

// bomb is a data set in a zip file of 150 kB whose ratings have 128 MB.
func bomb() string {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	put := func(name, head, text string, times int) {
		file, err := w.Create(name)
		if err == nil {
			_, err = io.WriteString(file, head)
		}
		for range times {
			_, err = io.WriteString(file, text)
		}
		if err != nil {
			panic(err)
		}
	}
	put("movies.csv", "movieId,title,genres\n", "1,T,Drama\n", 1)
	put("ratings.csv", "userId,movieId,rating,timestamp\n", strings.Repeat("1,1,5,0\n", 1<<17), 128)
	if err := w.Close(); err != nil {
		panic(err)
	}
	return b.String()
}
