package command

import (
	"strings"
	"testing"
)

// Two learners on the same rewards: the differences, without a warning because neither has heavy
// tails.
func TestRunComparesLearners(t *testing.T) {
	text := succeed(t, args("run --learner ucb1 --learner thompson --horizon 1000 --runs 20 --at 1000 --quiet")...)
	says(t, text, "first  second", "ucb1   thompson", "95% interval", " 0%", "pairing is worth:")
	if strings.Contains(text, "warning") {
		t.Errorf("a warning without a reason:\n%s", text)
	}
	for _, line := range []string{"run --learner ucb1 --horizon 100 --runs 20", "run --learner ucb1 --learner thompson --horizon 100 --runs 1"} {
		t.Run(line, func(t *testing.T) {
			if text := succeed(t, args(line+" --quiet")...); strings.Contains(text, "difference") {
				t.Errorf("%s: compares\n%s", line, text)
			}
		})
	}
	sweep := succeed(t, args("run --learner ucb1 --learner thompson --horizon 100 --runs 4 --epsilon 1,2 --at 100 --quiet")...)
	if n := strings.Count(sweep, "\nthompson"); n != 1 { // it has no ε
		t.Errorf("%d rows of thompson, want 1:\n%s", n, sweep)
	}
}

// DP-IMED's first batches are single rewards, whose noise may keep it on a wrong arm for long: at
// ε = .5 a few of 300 runs contribute much of the mean.
func TestRunWarnsOfAMeanThatMisleads(t *testing.T) {
	text := succeed(t, args("run --learner dp-imed --learner dp-klucb --epsilon 0.5 --horizon 1e5 --at 1e5 --runs 300 --quiet")...)
	says(t, strings.ReplaceAll(text, "\n", " "), "warning: the mean of dp-imed misleads: 3 of 300 runs make up ",
		"% of the sum", "contains it less often than 95%",
		"warning: rare runs decide the mean of dp-imed and of dp-klucb, and")
	if strings.Contains(text, "the mean of dp-klucb misleads") {
		t.Errorf("a warning without a reason:\n%s", text)
	}
}

// Regrets on few plateaus with a rare upper one are not misleading.
func TestRunDoesNotWarnOfPlateaus(t *testing.T) {
	text := succeed(t, args("run --learner adap-klucb --learner anytime-lazy-ucb --learner adap-ucb --horizon 1e4 --at 1e4 --runs 20 --quiet")...)
	if strings.Contains(text, "warning") {
		t.Errorf("a warning without a reason:\n%s", text)
	}
}

// Runs that are all equal have no interval, and the table says so.
func TestRunOfEqualRuns(t *testing.T) {
	const line = "run --learner dp-se --learner optimal --epsilon 0.1 --horizon 1000 --at 1000 --runs 20 --quiet"
	text := succeed(t, args(line)...)
	says(t, text, " 250.0, all equal ", "equal: all runs are equal", "  –  ")
	json := succeed(t, args(line+" --format json")...)
	if n := strings.Count(json, `"regret_interval": null`) + strings.Count(json, `"difference_interval": null`); n != 3 {
		t.Errorf("%d intervals are null, want 3:\n%s", n, json)
	}
}
