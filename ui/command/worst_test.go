package command

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"regretscope/noise/param"
	"regretscope/scenarios/file"
)

type worstAnswer struct {
	Found    float64
	Verdict  string
	Exact    bool
	Measured *struct {
		Mean, Low, High float64
		Runs            int
		Seed            uint64
	}
	Normalized float64
	Instance   struct{ Values, Means []float64 }
	Command    string
	Tried      int
	Finds      []any
}

// The measured number is that of run with the printed scenario, seed, and number of runs.
func TestWorstCanBeMeasuredAgain(t *testing.T) {
	var a worstAnswer
	const search = "worst --learner ucb1 --against kl-ucb --family gap --arms 3 --horizon 500 --tries 12 --runs 40 --seed 5 --quiet"
	decode(t, succeed(t, args(search+" --format json")...), &a)
	line, found := strings.CutPrefix(a.Command, "regretscope --arms '")
	arms, rest, _ := strings.Cut(line, "' ")
	if !found || a.Verdict != "found" || a.Measured == nil || a.Measured.Runs != 40 || a.Tried != 12 || len(a.Finds) > 10 {
		t.Fatalf("%+v", a)
	}
	var result struct {
		Rows []struct {
			T    int
			Mean float64 `json:"regret_mean"`
		}
	}
	again := append([]string{"run", "--arms", arms}, strings.Fields(rest)...)
	decode(t, succeed(t, append(again, "--runs", "40", "--at", "500", "--format", "json", "--quiet")...), &result)
	if d := result.Rows[0].Mean - result.Rows[1].Mean; math.Abs(d-a.Measured.Mean) > 1e-9 || a.Measured.Low > d || a.Measured.High < d {
		t.Errorf("run finds a difference of %v, worst %+v", d, a.Measured)
	}
	text := succeed(t, args(search)...)
	says(t, text, "regret of ucb1 − that of kl-ucb · family gap · 3 arms · horizon 500", "mean from 0.02 to 0.99\ngap from 0.001 to 1\n",
		"in 12 scenarios, measured again: ", "Values of the table are selected by the search, and so too large.", a.Command)
}

// Exact regret has no runs to measure again.
func TestWorstExact(t *testing.T) {
	var a worstAnswer
	const search = "worst --learner rnm-ftnl,noise=gumbel --family gap --arms 8 --epsilon 0.01 --horizon 1e10 --quiet"
	decode(t, succeed(t, args(search+" --format json")...), &a)
	if !a.Exact || a.Measured != nil || a.Verdict != "found" || math.Abs(a.Normalized-5.77419) > 5e-6 {
		t.Errorf("%+v", a)
	}
	says(t, succeed(t, args(search)...), "the largest found in ", "(exact)", "ε R/ln K = 5.77419", "constant(1) constant(0.99")
	rows := strings.Split(succeed(t, args(search+" --format csv")...), "\n")
	if value, _, _ := strings.Cut(rows[1], ","); rows[0] != "found,runs,gap1" || param.Must(strconv.ParseFloat(value, 64)) != a.Found {
		t.Errorf("%q, want %v", rows[:2], a.Found)
	}
}

// A saved scenario opens, also one with phases, which no flag describes.
func TestWorstSaves(t *testing.T) {
	t.Chdir(t.TempDir())
	var a worstAnswer
	const search = "worst --learner sw-ucb --against ucb1 --family switch --horizon 200 --tries 8 --runs 30 --quiet --format json"
	decode(t, succeed(t, args(search)...), &a)
	if a.Command != "" {
		t.Errorf("phases in a command: %s", a.Command)
	}
	decode(t, succeed(t, args(search+" --save found.toml")...), &a)
	s := param.Must(file.Open("./found.toml", ""))
	if len(s.Phases) < 2 || s.Horizon != 200 || s.Phases[0].Means[0] != a.Instance.Means[0] || s.Phases[1].From != 1+int(a.Instance.Values[2]) {
		t.Errorf("%+v", s)
	}
	says(t, a.Command, "--scenario found.toml --learner sw-ucb --learner ucb1")
	if status := newTestProgram().Run(t.Context(), args(search+" --save found.toml")); status != wrong {
		t.Errorf("an existing file is replaced: status %d", status)
	}
}

func TestWorstRefusals(t *testing.T) {
	refuseAll(t, strings.Contains, map[string]string{
		"worst --family gap":                                             "--learner",
		"worst --learner ucb1":                                           "--family",
		"worst --learner ucb1 --family gaps":                             "--family gaps: must be one of gap, means, losses, switch; did you mean gap?",
		"worst --learner ucb1 --family losses":                           "--family losses: needs a learner with full information; bandits have gap, means, and switch",
		"worst --learner ftl --family switch":                            "--family switch: needs bandits; full information has gap, means, and losses",
		"worst --learner omm --family gap":                               "--learner omm cannot play gap: it needs a matroid",
		"worst --learner ucb1 --against ucb1 --family gap":               "--against ucb1: is the same learner with the same random numbers; add a parameter, or seed=N",
		"worst --learner ucb1 --against kl-ucb --floor --family gap":     "--floor",
		"worst --learner ucb1 --against nosuch --family gap":             "--against nosuch: no such learner",
		"worst --learner private --family gap":                           "--learner private: no such learner",
		"worst --learner hedge --family gap --floor":                     "--floor: there is no floor for hedge in family gap: ",
		"worst --learner ucb1 --family gap --arms 1":                     "--arms 1: must be a whole number from 2 to 100",
		"worst --learner ucb1 --family gap --horizon 19":                 "--horizon 19: must be a whole number from 20 to 10,000,000,000",
		"worst --learner ucb1 --family gap --tries 1e6":                  "--tries 1000000: must be at most 10,000",
		"worst --learner ucb1 --family gap --runs 1e7":                   "--runs 10000000: must be from 2 to 1,000,000",
		"worst --learner ucb1 --family gap --epsilon 1,2":                "--epsilon 1,…: must be one value here",
		"worst --learner kl-ucb,c=0|1 --family gap":                      "--learner kl-ucb,c=0|1: each parameter must be one value here",
		"worst --learner ts-ldp-b --channel nosuch --family gap":         "--channel nosuch",
		"worst --learner ucb1 --family gap --save -":                     "--save -: must be a file",
		"worst --learner ucb1 --family gap --save x.csv":                 "--save x.csv: ",
		"worst --learner ucb1 --family gap --time-limit 1ns --quiet":     "--time-limit 1ns: ends before the first scenario is tried\n",
		"worst --learner ucb1 --family gap --save no/such/folder/x.toml": "--save no/such/folder/x.toml",
	})
}
