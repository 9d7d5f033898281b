package choice

import (
	"math"
	"strings"
	"testing"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/trials"
	"regretscope/noise/param"
	"regretscope/scenarios"
)

func made(t *testing.T, c Choice) *model.Config {
	t.Helper()
	config, err := c.Config()
	if err != nil {
		t.Fatal(err)
	}
	return config
}

func on(source string, learners ...string) Choice {
	return Choice{Sources: []Source{{Scenario: source}}, Learners: learners, Seed: 1}
}

// short writes a run without the program's name and the seed.
func short(c *model.Config) string {
	line := strings.Join(CommandLine(c)[1:], " ")
	return strings.TrimSuffix(line, " --seed 1")
}

// read reads a command line as the flags do.
func read(line string) Choice {
	var c Choice
	var from Source
	words := param.Words(line)[1:]
	for i := 0; i < len(words); i += 2 {
		switch value := words[i+1]; words[i] {
		case "--scenario":
			from.Scenario = value
		case "--arms":
			from.Arms = value
		case "--feedback":
			from.Feedback = scenarios.Feedback(value)
		case "--learner":
			c.Learners = append(c.Learners, value)
		case "--channel":
			c.Channels = []string{value}
		case "--epsilon":
			c.Epsilons = []float64{param.Must(learners.ParseEpsilon(value))}
		case "--horizon":
			c.Horizons = []int{param.Must(scenarios.ParseHorizon(value))}
		case "--seed":
			c.Seed = param.Must(learners.ParseSeed(value))
		}
	}
	c.Sources = []Source{from}
	return c
}

// A run's command line makes the run again.
func TestCommandLinesReadBack(t *testing.T) {
	for name, c := range map[string]Choice{
		"defaults":   {Seed: 1},
		"a preset":   on("gap,K=9", "ucb1", "lazy-dp-ts,epsilon=2"),
		"arms":       {Sources: []Source{{Arms: "0.9 beta(4,1)"}}},
		"all seen":   {Sources: []Source{{Arms: "0.9 0.8", Feedback: scenarios.Full}}, Epsilons: []float64{math.Inf(1)}},
		"every flag": {Learners: []string{"ucb-ldp-b"}, Channels: []string{"rr"}, Epsilons: []float64{.1}, Horizons: []int{777}, Seed: 1<<64 - 1},
	} {
		config := made(t, c)
		if again := made(t, read(strings.Join(CommandLine(config), " "))); !Same(config, again) {
			t.Errorf("%s: %s reads back as %s", name, CommandLine(config), CommandLine(again))
		}
	}
}

// Each setting changes alone; another scenario brings what the run left to its own scenario.
func TestWith(t *testing.T) {
	cases := []struct {
		name          string
		of            Choice
		setting, text string
		want          string
	}{
		{"epsilon", on("gap", "ucb1"), "epsilon", "inf", "--scenario gap --learner ucb1 --epsilon inf --horizon 1000000"},
		{"horizon", on("gap", "ucb1"), "horizon", "1,000", "--scenario gap --learner ucb1 --epsilon 0.5 --horizon 1000"},
		{"seed", on("gap", "ucb1"), "seed", "1e3", "--scenario gap --learner ucb1 --epsilon 0.5 --horizon 1000000 --seed 1000"},
		{"arms", on("gap,gap=0.2", "ucb1"), "arms", "50", "--scenario gap,K=50,gap=0.2 --learner ucb1 --epsilon 0.5 --horizon 1000000"},
		{"scenario's own", on("gap", "ucb1"), "scenario", "hhmh-2", "--scenario hhmh-2 --learner ucb1 --epsilon 0.5 --horizon 1000000"},
		{
			"given values stay",
			Choice{Learners: []string{"ucb1"}, Epsilons: []float64{3}, Horizons: []int{99}, Seed: 1},
			"scenario", "gap",
			"--scenario gap --learner ucb1 --epsilon 3 --horizon 99",
		},
		{"those that fit", on("gap", "ucb1", "random"), "scenario", "--arms 0.9 0.8", "--arms '0.9 0.8' --feedback bandit --learner ucb1 --learner random --epsilon 0.5 --horizon 100000"},
	}
	for _, c := range cases {
		config := made(t, c.of)
		before := short(config)
		next, err := With(config, c.setting, c.text, nil)
		if err != nil || short(next) != c.want || short(config) != before {
			t.Fatalf("%s: %v, %v, want %s", c.name, param.Must(next, err), err, c.want)
		}
	}
	defaults := made(t, on("gap"))
	if next := param.Must(With(defaults, "scenario", "hhmh-2", nil)); len(next.Learners) != len(model.DefaultLearners(next.Scenario)) {
		t.Error("the default learners are not the other scenario's")
	}
}

func TestWrongSettingsAreRefused(t *testing.T) {
	config := made(t, on("hhmh-1", "ucb1"))
	for line, want := range map[string]string{
		"epsilon -1":     "epsilon -1: must be a positive number or inf",
		"horizon 1e11":   "horizon 1e11: must be a whole number from 1 to 10,000,000,000",
		"seed 1.5":       "seed 1.5: must be a whole number from 0 to 2^64 − 1",
		"channel rr":     "channel rr: none of the learners takes a channel",
		"arms 50":        "arms 50: hhmh-1 has 5 arms; scenario gap,K=50 plays another scenario",
		"scenario gapp":  "scenario gapp: no such scenario; did you mean gap?",
		"scenario x.csv": "scenario x.csv: no such scenario",
		"learner ucb1":   "learner ucb1: must be epsilon, horizon, seed, or channel",
	} {
		setting, text, _ := strings.Cut(line, " ")
		if _, err := With(config, setting, text, nil); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", line, err, want)
		}
	}
}

// A grid has every combination, and its command line has every ε.
func TestPoints(t *testing.T) {
	c := Choice{Sources: []Source{{Scenario: "gap,K=2|3"}}, Learners: []string{"sw-ucb,w=10|20"}, Epsilons: []float64{1, 2}, Horizons: []int{10, 20}}
	points, err := c.Points()
	if err != nil || len(points) != 8 || len(points[0].Learners) != 2 || points[7].Scenario.Arms() != 3 {
		t.Fatalf("%d points, %v", len(points), err)
	}
	const want = "regretscope run --scenario gap --learner ucb1 --epsilon 0.5,2 --horizon 1000000 --seed 1 --runs 3"
	if got := RunLine(&trials.Experiment{Points: made(t, on("gap", "ucb1")).Sweep([]float64{.5, 2}), Runs: 3}); got != want {
		t.Error(got)
	}
}

// Learners are named one by one, in groups, or by comparisons; of many, those that do not fit are left out.
func TestLearnersByName(t *testing.T) {
	lineup := func(name string) []string { return map[string][]string{"pair": {"ucb1", "cts"}}[name] }
	for text, want := range map[string]string{
		"ucb1":   "ucb1",
		"pair":   "ucb1; learner pair leaves out cts (it needs a matroid)",
		"pair,x": "learner pair,x: names many learners, and takes no parameters",
		"cts":    "learner cts cannot play gap: it needs a matroid",
		"ucb":    "learner ucb: no such learner; did you mean ucb1?",
		"./a.py": "learner ./a.py: this file may not start programs: give --learner on the command line",
		"you":    "learner you: needs a person at the screen or in --plain",
	} {
		c := on("gap", text)
		c.Lineup = lineup
		config, err := c.Config()
		got := ""
		if err == nil {
			got = strings.Join(param.Map(config.Learners, learners.Spec.String), " ")
		} else {
			got = err.Error()
		}
		for _, left := range c.LeftOut {
			got += "; " + left.Error()
		}
		if got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// One run has one value of everything, and a grid is not too large.
func TestSizes(t *testing.T) {
	const one = ": must be one value here; regretscope run takes lists"
	for want, c := range map[string]Choice{
		"epsilon 1,…" + one:                              {Epsilons: []float64{1, 2}},
		"horizon 5,…" + one:                              {Horizons: []int{5, 6}},
		"arms 0.1 0.2|0.3 0.4" + one:                     {Sources: []Source{{Arms: "0.1 0.2"}, {Arms: "0.3 0.4"}}},
		"scenario gap,K=2|3: each parameter" + one[1:]:   on("gap,K=2|3"),
		"learner sw-ucb,w=2|3: each parameter" + one[1:]: on("gap", "sw-ucb,w=2|3"),
	} {
		if _, err := c.Config(); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
		if points, err := c.Points(); err != nil || len(points)*len(points[0].Learners)%2 != 0 {
			t.Errorf("%s: %d points, %v", want, len(points), err)
		}
	}
	long := make([]float64, 101)
	for i := range long {
		long[i] = float64(i + 1)
	}
	c := Choice{Epsilons: long, Horizons: []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, Learners: []string{"sw-ucb,w=1|2|3|4|5|6|7|8|9|10"}}
	if _, err := c.Points(); err == nil || !strings.Contains(err.Error(), "10,000") {
		t.Errorf("10,100 series: %v", err)
	}
	if c.Epsilons = long[:100]; len(param.Must(c.Points())) != 1000 {
		t.Error("10,000 series are not 1,000 points")
	}
}
