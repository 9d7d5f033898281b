package trials

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats/scalar"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/modeltest"
	"regretscope/noise"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/noise/privacy"
	"regretscope/scenarios"
	"regretscope/scenarios/scenariotest"
)

func (e *Experiment) mustRun(t testing.TB) *Result {
	return param.Must(e.Run(context.Background(), nil))
}

func written(t testing.TB, r *Result) string {
	t.Helper()
	var b bytes.Buffer
	if err := errors.Join(r.WriteJSON(&b, &Made{}), r.WriteCSV(&b, &Made{})); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// The obvious way: one run after the other, all values from the runs themselves.
func TestExperimentAgreesWithSingleRuns(t *testing.T) {
	const runs = 12
	c := config(t, "hhmh-1", 900, "lazy-dp-ts", "ucb1")
	r := (&Experiment{Points: []*model.Config{c}, Runs: runs, At: []int{900, 7, 300, 7}}).mustRun(t)
	if len(r.Rows) != 6 || len(r.Pairs) != 1 {
		t.Fatalf("%d rows and %d pairs, want 2 learners at 3 rounds", len(r.Rows), len(r.Pairs))
	}
	for k, row := range r.Rows {
		i, at := k/3, []int{7, 300, 900}[k%3]
		var regrets, returns []float64
		pulls, worst, user := make([]float64, 5), 0.0, User{}
		for n := range runs {
			own := *c
			own.Seed = noise.ReplicationSeed(c.Seed, n)
			run := model.NewRun(&own, i)
			run.Advance(at)
			regrets, returns = append(regrets, run.Regret()), append(returns, run.MeanReturn())
			worst = max(worst, run.CostliestRound())
			user.AllRounds = max(user.AllRounds, number.Float(run.AllRounds()))
			for j, p := range run.Pulls() {
				pulls[j] += float64(p) / runs
			}
		}
		mean, sd := stat.MeanStdDev(regrets, nil)
		if row.Learner != c.Learners[i].ID || row.Round != at || row.Runs != runs ||
			row.RegretMean != number.Float(mean) || row.RegretSD != number.Float(sd) ||
			row.ReturnMean != number.Float(stat.Mean(returns, nil)) || row.CostliestRound != number.Float(worst) || row.User != user {
			t.Errorf("row %d: %+v, want mean %v, sd %v, costliest round %v", k, row, mean, sd, worst)
		}
		for j := range pulls {
			if math.Abs(row.PullsMean[j]-pulls[j]) > 1e-9*float64(at) {
				t.Errorf("row %d: pulls %v, want %v", k, row.PullsMean, pulls)
			}
		}
	}
}

// Simple expectations: uniform play loses the mean gap per round; the best play loses nothing,
// nor does any play of a single arm.
func TestExactExpectations(t *testing.T) {
	const horizon, runs = 400, 500
	c := config(t, "hhmh-1", horizon, "random", "optimal")
	r := (&Experiment{Points: []*model.Config{c}, Runs: runs, At: []int{horizon}}).mustRun(t)
	gaps := c.Scenario.Gaps()
	mean, deviation := stat.PopMeanStdDev(gaps, nil)
	random, best := r.Rows[0], r.Rows[1]
	// The mean regret over runs is approximately normal with the error below; 4.5 errors are
	// exceeded once in 1.5·10^5.
	wantSD := deviation * math.Sqrt(horizon)
	if miss := math.Abs(float64(random.RegretMean) - mean*horizon); miss > 4.5*wantSD/math.Sqrt(runs) {
		t.Errorf("random: regret %v, expectation %v", random.RegretMean, mean*horizon)
	}
	// The deviation's own error is sd/√(2 runs).
	if miss := math.Abs(float64(random.RegretSD) - wantSD); miss > 4.5*wantSD/math.Sqrt(2*runs) {
		t.Errorf("random: deviation %v, true one %v", random.RegretSD, wantSD)
	}
	if best.RegretMean != 0 || best.RegretSD != 0 || math.Abs(float64(best.ReturnMean)-.75) > 1e-12 {
		t.Errorf("optimal: regret %v ± %v, return %v", best.RegretMean, best.RegretSD, best.ReturnMean)
	}
	if random.CostliestRound != 0 || best.CostliestRound != 0 {
		t.Errorf("costliest round %v and %v of policies that use no reward", random.CostliestRound, best.CostliestRound)
	}
}

// A single arm leaves nothing to regret, whichever learner plays it.
func TestSingleArm(t *testing.T) {
	one := arms("beta(2,3)", scenarios.Bandit)
	for _, id := range modeltest.Suitable("hhmh-1") {
		t.Run(id, func(t *testing.T) {
			c := config(t, "hhmh-1", 200, id)
			c.Scenario = one
			for _, row := range (&Experiment{Points: []*model.Config{c}, Runs: 3}).mustRun(t).Rows {
				if row.RegretMean != 0 || row.RegretSD != 0 || math.Abs(float64(row.ReturnMean)-.4) > 1e-12 || row.PullsMean[0] != float64(row.Round) {
					t.Errorf("%s at %d: %+v", row.Learner, row.Round, row)
				}
			}
		})
	}
}

// An experiment that is interrupted has the result of a shorter one.
func TestInterruption(t *testing.T) {
	c := config(t, "hhmh-1", 1000, "ucb1", "random")
	ctx, cancel := context.WithCancel(context.Background())
	e := Experiment{Points: []*model.Config{c}, Runs: 400, Workers: 3}
	r, err := e.Run(ctx, func(p Progress) {
		if p.Done == 41 {
			cancel()
		}
	})
	// At that point 41 jobs are done, two per run, and workers are at most four runs ahead of the
	// oldest incomplete one.
	if !errors.Is(err, context.Canceled) || r.Runs < 41/2-4 || r.Runs > 30 {
		t.Fatalf("%v after %d runs", err, r.Runs)
	}
	short := (&Experiment{Points: []*model.Config{c}, Runs: r.Runs}).mustRun(t)
	short.Config.Runs = 400
	if written(t, r) != written(t, short) {
		t.Error("the interrupted experiment differs from one of as many runs")
	}
}

func rounds(n int) []int { return param.Indices(n + 1)[1:] }

func TestExperimentChecks(t *testing.T) {
	for want, change := range map[string]func(*Experiment){
		"runs 0: must be a whole number from 1 to 1,000,000":                          func(e *Experiment) { e.Runs = 0 },
		"runs 10000000: must be a whole number from 1 to 1,000,000":                   func(e *Experiment) { e.Runs = 1e7 },
		"workers -1: must be a whole number from 1 to 1,024, or 0 for one per core":   func(e *Experiment) { e.Workers = -1 },
		"workers 1025: must be a whole number from 1 to 1,024, or 0 for one per core": func(e *Experiment) { e.Workers = MaxWorkers + 1 },
		"at 0: must be a round from 1 to the horizon 1,000":                           func(e *Experiment) { e.At = []int{0} },
		"at 1001: must be a round from 1 to the horizon 1,000":                        func(e *Experiment) { e.At = []int{1001} },
		"at: 1,001 rounds to report; at most 1,000 are allowed":                       func(e *Experiment) { e.At = rounds(MaxReported + 1) },
		"": func(e *Experiment) { e.Runs, e.At = 1e6, []int{1} },
		"runs 1000000: with these learners and reported rounds at most 909,090 are allowed": func(e *Experiment) { e.Runs, e.At = 1e6, rounds(11) },
		"precision 1: must be above 0 and below 100%":                                       func(e *Experiment) { e.Precision = 1 },
		"runs 10001: with a precision, must be at most 10,000":                              func(e *Experiment) { e.Precision, e.Runs = .05, 10_001 },
		"shard 1/2: cannot be combined with a precision, which needs all runs":              func(e *Experiment) { e.Precision, e.Shard = .05, Shard{1, 2} },
	} {
		e := &Experiment{Points: []*model.Config{config(t, "hhmh-1", 1000, "ucb1", "random")}, Runs: 1}
		change(e)
		err := e.Check()
		if (err == nil) != (want == "") || err != nil && err.Error() != want {
			t.Errorf("%s: %v", want, err)
		}
		var at *param.FieldError
		if err != nil && e.Precision != 1 && (!errors.As(err, &at) || !strings.HasPrefix(want, at.Field)) {
			t.Errorf("%s: %v is not an error of its flag", want, err)
		}
	}
}

// Experiments do not wait for a person.
func TestAPersonIsRefused(t *testing.T) {
	c := config(t, "hhmh-1", 50, "ucb1")
	c.Learners = append(c.Learners, learners.You(&learners.Game{}, false))
	if err := (&Experiment{Points: []*model.Config{c}, Runs: 1}).Check(); !errors.Is(err, learners.ErrYou) {
		t.Errorf("an experiment: %v", err)
	}
}

func TestReportedByDefault(t *testing.T) {
	cases := map[int][]int{1: {1}, 10: {1, 10}, 25: {1, 10, 25}, 1e4: {1, 10, 100, 1e3, 1e4}}
	for horizon, want := range cases {
		e := Experiment{Points: []*model.Config{config(t, "hhmh-1", horizon, "random")}, Runs: 1}
		if got := e.Reported(0); !slices.Equal(got, want) {
			t.Errorf("horizon %d: %v, want %v", horizon, got, want)
		}
	}
}

func TestNumbersInFiles(t *testing.T) {
	cases := map[number.Float]string{
		number.Float(math.Inf(1)): `"inf"`, number.Float(math.Inf(-1)): `"-inf"`, number.Float(math.NaN()): "null",
		.1: "0.1", 1e21: "1e+21", 5e-324: "5e-324", 0: "0",
	}
	for x, want := range cases {
		got, err := json.Marshal(x)
		if err != nil || string(got) != want || !json.Valid(got) {
			t.Errorf("%v: %s, %v; want %s", float64(x), got, err, want)
		}
	}
}

// A watched learner calls a function before it chooses.
type watched struct {
	learners.Learner
	before func(t int)
}

func (l watched) Choose(t int) []int {
	l.before(t)
	return l.Learner.Choose(t)
}

// watch calls a function before each choice of learner i.
func watch(c *model.Config, i int, before func(t int)) {
	d := *c.Learners[i].Declaration
	made := d.New
	d.New = func(s learners.Setting, v param.Values) learners.Learner { return watched{made(s, v), before} }
	c.Learners[i] = learners.Spec{Declaration: &d}
}

// A panic in a learner must reach the caller of Run, because no caller could recover it in a goroutine.
func TestExperimentPanicsReachTheCaller(t *testing.T) {
	c := config(t, "hhmh-1", 1000, "ucb1", "thompson")
	watch(c, 1, func(t int) {
		if t >= 300 {
			panic("broken learner")
		}
	})
	defer func() {
		if fault := recover(); fault != "broken learner" {
			t.Errorf("recovered %v", fault)
		}
	}()
	_, err := (&Experiment{Points: []*model.Config{c}, Runs: 50, Workers: 4}).Run(context.Background(), nil)
	t.Errorf("no panic, error %v", err)
}

// An experiment within all other limits is refused if it needs too much memory. The number of
// workers in the error fits; so does one per core by default.
func TestExperimentsFitInMemory(t *testing.T) {
	wide := config(t, "ww-det,K=1000", 100_000, "rnm-ftnl")
	cases := []struct {
		e    Experiment
		want string
		fit  int
	}{
		{
			Experiment{Points: []*model.Config{wide}, Runs: 5000, At: rounds(MaxReported), Workers: 1024},
			"workers 1024: may take 13.2 GiB of memory, --memory allows 2 GiB; 143 workers fit", 143,
		},
		{
			Experiment{Points: []*model.Config{config(t, "gaj-switch", 1e8, "sw-ucb,w=10000000")}, Runs: 100, Workers: 64},
			"workers 64: may take 12.7 GiB of memory, --memory allows 2 GiB; 10 workers fit", 10,
		},
		{Experiment{Points: []*model.Config{config(t, "gaj-switch", 1e4, "sw-ucb,w=10000000")}, Runs: 100, Workers: 64}, "", 64},
		{Experiment{Points: []*model.Config{wide}, Runs: 3, At: rounds(MaxReported), Workers: 1024}, "", 1024},
	}
	for _, c := range cases {
		err := c.e.Check()
		if (err == nil) != (c.want == "") || err != nil && err.Error() != c.want {
			t.Errorf("%v, want %q", err, c.want)
		}
		c.e.Workers = c.fit
		if c.e.Check() != nil {
			t.Errorf("%s: %d workers do not fit: %v", c.want, c.fit, c.e.Check())
		}
		if c.want != "" {
			c.e.Workers = c.fit + 1
			if c.e.Check() == nil {
				t.Errorf("%s: %d workers fit too", c.want, c.fit+1)
			}
		}
		c.e.Workers = 0
		if c.e.Check() != nil || c.e.workers() < 1 {
			t.Errorf("%s: without a number of workers: %v", c.want, c.e.Check())
		}
	}
}

// parses compares results, formatted, or errors with the wanted text.
func parses[T any](t *testing.T, parse func(text string) ([]T, error), want map[string]string) {
	t.Helper()
	for text, want := range want {
		got, err := parse(text)
		if err == nil && fmt.Sprint(got) != want || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, %v, want %s", text, got, err, want)
		}
	}
}

func TestParseEpsilons(t *testing.T) {
	parses(t, ParseEpsilons, map[string]string{
		"0.5":          "[0.5]",
		"0.1,0.5,1":    "[0.1 0.5 1]",
		"0.1 inf":      "[0.1 +Inf]",
		"1:2:3":        "[1 1.5 2]",
		"0.1:2:20":     "[0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1 1.1 1.2 1.3 1.4 1.5 1.6 1.7 1.8 1.9 2]",
		"1:2":          "must be FROM:TO:COUNT",
		"2:1:3":        "finite and rising",
		"1:inf:3":      "finite and rising",
		"1:2:1":        "a count from 2",
		"1:2:1000000":  "a count from 2",
		"0:2:3":        "FROM must be a positive number",
		"1,x":          "must be a positive number or inf",
		",":            "its value is missing",
		"0.1,1:2:2":    "[0.1 1 2]",
		"log:0.1:10:3": "[0.1 1 10]",
		"log:1:8:4":    "[1 2 4 8]",
		"log:1:2":      "or log:FROM:TO:COUNT",
	})
	if e := param.Must(ParseEpsilons("0.5:50:100")); len(e) != 100 || e[0] != .5 || e[99] != 50 || math.Abs(e[1]-1) > 1e-12 {
		t.Error(e)
	}
}

// Ranges of rounds are whole numbers, each once and in order.
func TestParseRounds(t *testing.T) {
	parses(t, ParseRounds, map[string]string{
		"1e3,10":           "[1000 10]",
		"1e3:5e3:5":        "[1000 2000 3000 4000 5000]",
		"log:1:1e6:7":      "[1 10 100 1000 10000 100000 1000000]",
		"log:1:8:12":       "[1 2 3 4 5 7 8]",
		"5,1:3:3,2":        "[1 2 3 5]",
		"1:10:2000":        "a count from 2 to 1,000",
		"0:10:5":           "FROM must be a whole number of at least 1",
		"1.5":              "must be a whole number of at least 1",
		"log:10:1:5":       "finite and rising",
		"log:1:10:5,x":     "must be a whole number of at least 1",
		"":                 "its value is missing",
		"log:1:1e6:7,1e99": "must be a whole number of at most 2^53",
	})
}

// A result has ρ and μ of the costliest round of all runs, in closed form here.
func TestResultsGoBeyondEpsilon(t *testing.T) {
	const epsilon = .5
	c := config(t, "hhmh-1", 40, "lazy-dp-ts", "ucb1", "adac-ucb,rho=0.125", "random")
	c.Epsilon = epsilon
	e := &Experiment{Points: []*model.Config{c}, Runs: 2, At: []int{40}}
	all := math.Inf(1)
	for i, want := range [][2]float64{
		{epsilon + math.Expm1(-epsilon), -2 * distuv.UnitNormal.Quantile(math.Exp(-epsilon/2)/2)}, {all, all}, {.125, .5}, {},
	} {
		got := e.mustRun(t).Rows[i].OtherNotions
		if !scalar.EqualWithinRel(float64(got.Rho), want[0], 1e-9) || !scalar.EqualWithinRel(float64(got.Mu), want[1], 1e-9) ||
			got.RhoStatus != privacy.Exact || got.MuStatus != privacy.Exact {
			t.Errorf("%s: %+v, want %+v", c.Learners[i].ID, got, want)
		}
	}
}

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
	if less := got.At(plain.At); !reflect.DeepEqual(less, want) {
		t.Errorf("%+v, want %+v", less, want)
	}
	given := &Experiment{Points: plain.Points, At: []int{7}}
	if given.ReportCurves(); !slices.Equal(given.At, []int{7}) {
		t.Errorf("rounds that were asked for became %v", given.At)
	}
}

// Helpers of other packages.
var (
	config, opened, checked, choose = modeltest.Config, modeltest.Opened, modeltest.Checked, modeltest.Choose
	preset, arms, invented, asTable = scenariotest.Preset, scenariotest.Arms, scenariotest.Rewards, scenariotest.Table
)
