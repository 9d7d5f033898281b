package trials

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"regretscope/model"
	"regretscope/model/stats"
	"regretscope/model/theory"
	"regretscope/noise"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/scenarios/file"
)

// Distances equal those of runs that are played alone, round by round.
func TestDistancesOfSingleRuns(t *testing.T) {
	const runs = 5
	for _, c := range []struct{ scenario, learner string }{
		{"hhmh-1", "ucb1"}, {"hhmh-1", "anytime-lazy-ucb"}, {"jzl-20", "ts-ldp-b"}, {"ww-det,K=8", "rnm-ftnl"},
	} {
		config := opened(t, c.scenario, "", .5, c.learner)
		config.Horizon, config.Seed = 3000, 7
		r := (&Experiment{Points: []*model.Config{config}, Runs: runs, At: []int{1, 2, 17, 50, 3000}}).mustRun(t)
		floor, missing := config.Floor(0, 3000)
		if missing != "" {
			t.Fatal(c.learner, missing)
		}
		for _, row := range r.Rows {
			var times []float64
			for i := range runs {
				run := config.Starter(0).Run(noise.ReplicationSeed(7, i))
				before := 0.
				for run.Round() < row.Round {
					if run.Advance(1); run.Round() == theory.Root(row.Round) {
						before = run.Regret()
					}
				}
				want := run.Regret() / floor.At(row.Round)
				if floor.Kind == theory.Slope {
					s := math.Ceil(math.Sqrt(float64(row.Round)))
					want = (run.Regret() - before) / (floor.At(row.Round) - floor.At(int(s)))
				}
				times = append(times, want)
			}
			mean, _ := stats.StudentInterval(times, .95)
			if math.IsNaN(mean) {
				if row.Round > 2 || row.Times != nil {
					t.Errorf("%s: round %d: no distance, and %v", c.learner, row.Round, row.Times)
				}
				continue
			}
			interval := stats.MeanInterval(times, .95)
			close := func(x *number.Float, want float64) bool {
				return x == nil && math.IsNaN(want) || x != nil && math.Abs(float64(*x)-want) <= 1e-9*math.Abs(want)
			}
			if !close(row.Times, mean) || !close(row.TimesLow, interval.Low) || !close(row.TimesHigh, interval.High) ||
				row.FloorKind != floor.Kind || row.FloorSource != floor.Source {
				t.Errorf("%s: round %d: %+v, want %v in %+v", c.learner, row.Round, row.Distance, mean, interval)
			}
		}
	}
}

// What a record lacks is empty in CSV and null in JSON: floors, and regret at roots.
func TestDistancesOfOldRecords(t *testing.T) {
	kept := Memory{}
	e := &Experiment{Points: []*model.Config{opened(t, "hhmh-1", "", .5, "ucb1")}, Runs: 2, At: []int{100}, Store: kept}
	d := e.mustRun(t).Design
	csv := func() (row []string, r *Result) {
		totals := NewTotals(d)
		for i := range 2 {
			totals.Add(kept[Unit{Run: i}])
		}
		var b strings.Builder
		r = totals.Result(2)
		if err := r.WriteCSV(&b, &Made{Fingerprint: "f"}); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(b.String(), "\n")
		if !strings.HasSuffix(lines[0], "fingerprint,arms,gap,floor,floor_kind,times_floor,times_floor_low,times_floor_high") {
			t.Errorf("columns %s", lines[0])
		}
		return strings.Split(lines[1], ",")[18:], r
	}
	if row, _ := csv(); row[0] != "f" || row[1] != "" || row[2] != "0.125" || !strings.HasPrefix(row[3], "7.128277950") ||
		row[4] != "slope" || row[5] == "" || row[6] == "" || row[7] == "" {
		t.Errorf("%q", row)
	}
	kept[Unit{Run: 1}].Roots = nil
	if row, _ := csv(); row[3] == "" || row[5] != "" || row[6] != "" || row[7] != "" {
		t.Errorf("without roots: %q", row)
	}
	d.Series[0].Floor = nil
	if row, r := csv(); strings.Join(row[3:], "") != "" || r.Rows[0].Missing != "" {
		t.Errorf("without floors: %q", row)
	}
	d.Series[0].Floor = &Floor{Missing: "a reason"}
	if row, r := csv(); strings.Join(row[3:], "") != "" || r.Rows[0].Missing != "a reason" {
		t.Errorf("with a reason: %q", row)
	}
}

// The arms in CSV are those of --arms, and do not change which records belong together.
func TestWrittenArms(t *testing.T) {
	config := opened(t, "hhmh-1", "", .5, "ucb1")
	config.Scenario = arms(".9 .5 .7", "bandit")
	config.Scenario.Written = ".9 .5 .7"
	e := &Experiment{Points: []*model.Config{config}, Runs: 1, At: []int{10}}
	row := e.mustRun(t).Rows[0]
	if row.Arms != ".9 .5 .7" || row.Gap == nil || *row.Gap != .2 {
		t.Errorf("arms %q, gap %v", row.Arms, row.Gap)
	}
	hash := e.Design(t.Context()).Hash()
	config.Scenario.Written = "0.9 0.5 0.7"
	if e.Design(t.Context()).Hash() != hash {
		t.Error("other spelling, other design")
	}
	config.Scenario = arms(".5 .5", "bandit")
	if row := e.mustRun(t).Rows[0]; row.Gap != nil {
		t.Errorf("gap %v of equal arms", *row.Gap)
	}
}

// meanRegrets returns the mean regrets of a configuration's learners at its horizon.
func meanRegrets(t *testing.T, c *model.Config, runs int) []float64 {
	t.Helper()
	r := (&Experiment{Points: []*model.Config{c}, Runs: runs, At: []int{c.Horizon}}).mustRun(t)
	means := make([]float64, len(r.Rows))
	for i, row := range r.Rows {
		means[i] = float64(row.RegretMean)
	}
	return means
}

// The presets match their summaries: one favors windows and two do not, each by more than half.
func TestWhereWindowsWinAndLose(t *testing.T) {
	cases := []struct {
		scenario, learner string
		low, high         float64 // of its regret over that of KL-UCB, which never forgets
	}{
		{"gaj-tide", "sw-klucb-cf", 0, .6},
		{"gaj-switch", "sw-klucb-cf", 2, 20},
		{"gaj-swap", "sw-klucb-cf", 4, 20},
		{"gaj-tide", "glr-klucb-cf", 0, .6}, // restarts
	}
	for _, c := range cases {
		got := meanRegrets(t, opened(t, c.scenario, "", 1, c.learner, "kl-ucb-cf"), 2)
		if ratio := got[0] / got[1]; ratio < c.low || ratio > c.high {
			t.Errorf("%s: regret %.0f of %s, %.0f of kl-ucb-cf", c.scenario, got[0], c.learner, got[1])
		}
	}
}

// JZL Fig. 2: Thompson sampling has less regret than UCB at every ε, and regret falls as ε grows.
// The differences are many standard errors.
func TestThompsonBeatsUCBBehindChannels(t *testing.T) {
	for _, mechanism := range []string{"linear", "quadratic", "exponential"} {
		before := []float64{math.Inf(1), math.Inf(1)}
		for _, epsilon := range []float64{.5, 1, 2} {
			c := opened(t, "jzl-20", mechanism, epsilon, "ts-ldp-b", "ucb-ldp-b")
			c.Horizon = 10_000
			got := meanRegrets(t, c, 4)
			if !(got[0] < .8*got[1] && got[0] < .9*before[0] && got[1] < before[1]) {
				t.Errorf("%s at ε = %v: Thompson %.0f, UCB %.0f; at the ε before %.0f", mechanism, epsilon, got[0], got[1], before)
			}
			before = got
		}
	}
}

// JSON keeps every character of a text, and escapes invisible ones.
func TestWriteJSONHidesNothing(t *testing.T) {
	want := "ε & <b>, a\u202eb\u200b\u009b31m\U000e0041\x7f \x1b]0;x\x07\n"
	var b strings.Builder
	if err := WriteJSON(&b, want); err != nil {
		t.Fatal(err)
	}
	written := strings.TrimSuffix(b.String(), "\n")
	if !param.IsPrintable(written) || !strings.Contains(written, `ε & <b>`) {
		t.Errorf("written as %q", written)
	}
	var got string
	if err := json.Unmarshal([]byte(written), &got); err != nil || got != want {
		t.Errorf("came back as %q, %v", got, err)
	}
}

// A result describes its scenario with these fields.
func TestEnvironmentIsWrittenOut(t *testing.T) {
	cases := map[string]string{
		"arms = [0.25]\nlabels = ['A']\nchannels = ['rr(0.75,0.5)']": `{"name":"e","kind":"stochastic","feedback":"bandit",` +
			`"labels":["A"],"channels":["rr(0.75,0.5)"],"phases":[{"from":1,"arms":["bernoulli(0.25)"],"means":[0.25]}]}`,
		"kind = 'matroid'\narms = [0.25, 0.5, 1]\n[matroid]\nkind = 'partition'\nblocks = [[1, 3], [2]]\ncapacities = [1, 0]": `{"name":"e","kind":"matroid",` +
			`"feedback":"semi-bandit","matroid":{"kind":"partition","rank":1,"arms":["block 1 of capacity 1","block 2 of capacity 0","block 1 of capacity 1"]},` +
			`"phases":[{"from":1,"arms":["bernoulli(0.25)","bernoulli(0.5)","bernoulli(1)"],"means":[0.25,0.5,1]}]}`,
		"kind = 'matroid'\narms = [0.25, 0.5]\n[matroid]\nkind = 'linear'\nvectors = [[1, 0.5], [0, 0]]": `{"name":"e","kind":"matroid",` +
			`"feedback":"semi-bandit","matroid":{"kind":"linear","rank":1,"arms":["(1, 0.5)","(0, 0)"]},` +
			`"phases":[{"from":1,"arms":["bernoulli(0.25)","bernoulli(0.5)"],"means":[0.25,0.5]}]}`,
	}
	for text, want := range cases {
		s := param.Must(file.Parse("e.toml", []byte(text)))
		got, err := json.Marshal(environment(s))
		if err != nil || string(got) != want {
			t.Errorf("%s: %v\n got %s\nwant %s", text, err, got, want)
		}
	}
	movies := preset("movies")
	if e := environment(movies); !e.SharedDraws || len(e.Matroid.Arms) != 100 {
		t.Errorf("movies: shared draws %v, matroid %+v", e.SharedDraws, e.Matroid)
	}
}
