package trials

import (
	"fmt"
	"math"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"regretscope/model"
	"regretscope/noise/param"
	"regretscope/scenarios/scenariotest"
)

// limitRows lists the rows of the manual's table of speeds: a learner, and the plain loop that it is compared with.
var limitRows = []struct {
	learner, plain string
	arms           []int
	horizon        int
}{
	{"optimal", "draws", []int{5}, 1e7},
	{"ucb1", "ucb1", []int{5, 20, 100}, 1e6},
	{"ucb1", "ucb1", []int{5, 20, 100}, 1e8},
	{"thompson", "thompson", []int{5, 20, 100}, 1e6},
	{"anytime-lazy-ucb", "lazy-ucb", []int{5, 100}, 1e6},
	{"adap-ucb", "draws", []int{5, 100}, 1e6},
	{"adap-klucb", "draws", []int{5, 100}, 1e6},
	{"dp-klucb", "draws", []int{5, 100}, 1e6},
	{"dp-imed", "draws", []int{5, 100}, 1e6},
	{"dp-se", "draws", []int{5, 100}, 1e6},
	{"lazy-dp-ts", "lazy-ts", []int{5, 100}, 1e6},
	{"kl-ucb", "kl-ucb", []int{5, 100}, 1e6},
	{"kl-ucb-cf", "kl-ucb-cf", []int{5, 100}, 1e6},
	{"sw-klucb-cf,w=1000", "sw-kl-ucb-cf", []int{5, 100}, 1e6},
}

// BenchmarkLimit measures learners as run does, on one core, in turn with plain C++ loops compiled here. It prints
// the manual's table with the fastest of each; an operation is one run of both.
func BenchmarkLimit(b *testing.B) {
	compiler, err := exec.LookPath("g++")
	if err != nil {
		b.Skip("the plain loops need g++, which is not installed")
	}
	limit := filepath.Join(b.TempDir(), "limit")
	source := filepath.Join("..", "..", "testdata", "limit", "limit.cpp")
	if out, err := exec.Command(compiler, "-O3", "-march=native", source, "-o", limit).CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	table := "| learner | K | T | ns a round | plain loop | ns a round | ratio |\n| --- | --- | --- | --- | --- | --- | --- |\n"
	for _, row := range limitRows {
		for _, arms := range row.arms {
			b.Run(fmt.Sprintf("%s/K=%d/T=%.0e", row.learner, arms, float64(row.horizon)), func(b *testing.B) {
				plain, own := math.Inf(1), math.Inf(1)
				for b.Loop() { // in turn, so that both meet the same quiet moments
					plain = min(plain, plainLoop(limit, row.plain, arms, row.horizon))
					own = min(own, oneRun(b, row.learner, arms, row.horizon))
				}
				b.ReportMetric(own, "ns/round")
				b.ReportMetric(plain/own, "×plain")
				table += fmt.Sprintf("| %s | %d | 10^%.0f | %.1f | %s | %.1f | %.2f |\n",
					row.learner, arms, math.Log10(float64(row.horizon)), own, row.plain, plain, plain/own)
			})
		}
	}
	fmt.Print("\n", table)
}

func plainLoop(limit, name string, arms, rounds int) float64 {
	out := param.Must(exec.Command(limit, name, strconv.Itoa(arms), strconv.Itoa(rounds), "1").Output())
	return param.Must(strconv.ParseFloat(strings.TrimSpace(string(out)), 64))
}

// oneRun returns the nanoseconds per round of one replication.
func oneRun(b *testing.B, learner string, arms, horizon int) float64 {
	b.Helper()
	c := checked(b, &model.Config{Scenario: scenariotest.EvenlySpaced(arms), Horizon: horizon, Epsilon: .5, Seed: 1}, learner)
	start := time.Now()
	(&Experiment{Points: []*model.Config{c}, Runs: 1, Workers: 1}).mustRun(b)
	return float64(time.Since(start)) / float64(horizon)
}
