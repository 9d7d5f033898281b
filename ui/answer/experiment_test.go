package answer

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"regretscope/model/audit"
	"regretscope/model/trials"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/noise/privacy"
	"regretscope/ui/kit/uitest"
)

func written(t *testing.T, r *trials.Result, o Options) string {
	t.Helper()
	var b strings.Builder
	uitest.NoError(t, Write(&b, Experiment{r}, o, nil))
	return b.String()
}

var infinite = number.Float(math.Inf(1))

func row(series int, learner string, epsilon number.Float, round int, mean, sd, worst number.Float, rank ...int) trials.Row {
	o := trials.Row{
		Series: series, Scenario: "made-up", Learner: learner, Epsilon: epsilon, Round: round, Runs: 25, Horizon: 1_000_000,
		RegretMean: mean, RegretSD: sd, ReturnMean: .75, CostliestRound: worst, Rank: rank,
	}
	o.Rho, o.Mu = infinite, infinite
	if sd > 0 {
		o.Interval = []number.Float{mean - sd/2, mean + sd/2}
	}
	return o
}

func setup(learners ...string) trials.Setup {
	return trials.Setup{
		Points: []trials.Point{{
			Scenario: trials.Environment{Name: "made-up", Kind: "stochastic", Feedback: "bandit", Phases: []trials.Phase{{Arms: []string{"a", "b"}}}},
			Horizon:  1_000_000, Epsilon: .5,
		}},
		Learners: learners,
	}
}

// Tables of made-up results: one configuration, one run, and a sweep with a learner without ε, a
// misleading mean, equal runs, and one learner with more runs.
func TestTables(t *testing.T) {
	one := &trials.Result{Runs: 25, Seed: 7, Config: setup("lazy-dp-ts", "kl-ucb,c=3"), Rows: []trials.Row{
		row(0, "lazy-dp-ts", .5, 10, 2.5, .5, .5),
		row(0, "lazy-dp-ts", .5, 1000000, 123456.789, 1234, .5),
		row(1, "kl-ucb", .5, 10, 0, 0, infinite),
		row(1, "kl-ucb", .5, 1000000, .012345, .00123, infinite),
	}}
	one.Config.Points[0].Scenario.Phases[0].Means = []float64{.9, .7}
	one.Pairs = []trials.Pair{{First: "lazy-dp-ts", Second: "kl-ucb,c=3", Runs: 25, Error: 246.8, DecidedFrom: 10}}
	uitest.Golden(t, "horizon", written(t, one, Options{}))
	uitest.Golden(t, "rounds", written(t, one, Options{Rounds: true}))
	precise := *one
	precise.Config.Precision = .02
	precise.Rows = []trials.Row{one.Rows[1], one.Rows[3]}
	precise.Rows[1].Runs = 1600
	precise.Pairs = []trials.Pair{{
		First: "lazy-dp-ts", Second: "kl-ucb,c=3", Runs: 25, Difference: 123456.78, Error: 246.8,
		Interval: []number.Float{122947.4, 123966.2}, Effect: 100, PairingGain: 1,
	}}
	uitest.Golden(t, "precise", written(t, &precise, Options{}))
	chosen := *one // learners with an ε of their own, for the same μ
	chosen.Config.Learners = []string{"lazy-dp-ts,epsilon=0.965529162067", "kl-ucb,c=3"}
	chosen.Rows = slices.Clone(precise.Rows)
	chosen.Rows[0].Epsilon, chosen.Rows[0].Mu = .965529162067, 1
	chosen.Pairs = slices.Clone(one.Pairs)
	chosen.Pairs[0].First = chosen.Config.Learners[0]
	uitest.Golden(t, "own-epsilons", written(t, &chosen, Options{}))
	uitest.Golden(t, "own-epsilons-latex", written(t, &chosen, Options{Format: LaTeX}))
	uitest.Golden(t, "columns", written(t, &chosen, Options{Columns: []string{"interval", "epsilon", "regret"}}))
	chosen.Rows[0].Mu, chosen.Rows[0].Rho = 1.0307764064, .5
	uitest.Contains(t, written(t, &chosen, Options{}), "horizon 1,000,000 · ρ = 0.5 · ")
	chosen.RankedBy, chosen.Rows[0].Rank, chosen.Rows[0].Claimed = privacy.Rho, []int{1, 2}, true // a program
	for _, f := range []string{"", LaTeX, Markdown} {
		uitest.Contains(t, written(t, &chosen, Options{Format: f}), ", claimed ", "ranked by the ρ that the program claims")
	}
	single := *one
	single.Runs, single.Rows = 1, one.Rows[:1]
	single.Rows[0].Runs, single.Rows[0].RegretSD = 1, number.Float(math.NaN())
	uitest.Golden(t, "one-run", written(t, &single, Options{}))

	sweep := &trials.Result{Runs: 25, Seed: 7, Config: setup("lazy-dp-ts", "dp-se", "ucb1", "adac-ucb"), Rows: []trials.Row{
		row(0, "lazy-dp-ts", .5, 1000000, 1035, 200, .5, 1, 2), row(1, "dp-se", .5, 1000000, 1100, 200, .5, 1, 2),
		row(2, "ucb1", .5, 1000000, 310, 20, infinite), row(3, "adac-ucb", .5, 1000000, 410, 20, infinite),
		row(4, "lazy-dp-ts", 2, 1000000, 250, 0, 2, 1, 1), row(5, "dp-se", 2, 1000000, 800, 20, 4, 2, 2),
		row(6, "ucb1", 2, 1000000, 310, 20, infinite), row(7, "adac-ucb", 2, 1000000, 410, 20, infinite),
	}}
	sweep.RankedBy = privacy.Epsilon
	sweep.Config.Points = []trials.Point{
		{Scenario: sweep.Config.Points[0].Scenario, Epsilon: .5, Horizon: 1_000_000},
		{Scenario: sweep.Config.Points[0].Scenario, Epsilon: 2, Horizon: 1_000_000},
	}
	sweep.Rows[3].Rho = .1
	sweep.Rows[5].Runs, sweep.Rows[5].Misleading, sweep.Rows[5].Largest = 10_000, .62, 100
	uitest.Golden(t, "sweep", written(t, sweep, Options{}))
	uitest.Golden(t, "sweep-narrow", written(t, sweep, Options{Width: 50}))
	uitest.Golden(t, "sweep-latex", written(t, sweep, Options{Format: LaTeX}))
	uitest.Golden(t, "sweep-markdown", written(t, sweep, Options{Format: Markdown}))
	sweep.Config.Precision = .05
	uitest.Golden(t, "sweep-precise", written(t, sweep, Options{}))
}

// A result without a run is a heading and column titles.
func TestNoRuns(t *testing.T) {
	r := &trials.Result{Seed: 7, Config: setup("ucb1"), Rows: []trials.Row{}}
	if text := written(t, r, Options{}); !strings.HasPrefix(text, "made-up · stochastic · bandit feedback · 2 arms · horizon 1,000,000 · 0 runs from seed 7\n\nlearner") {
		t.Error(text)
	}
	r.Config.Points = []trials.Point{
		{Scenario: r.Config.Points[0].Scenario, Epsilon: .5, Horizon: 1_000_000}, {Scenario: r.Config.Points[0].Scenario, Epsilon: 1, Horizon: 1_000_000},
	}
	if text := written(t, r, Options{Rounds: true}); !strings.Contains(text, "0 runs") {
		t.Error(text)
	}
}

// Of many rounds, --rounds shows powers of ten and the horizon that fit on a screen; those that were chosen stay.
func TestSomeRounds(t *testing.T) {
	r := &trials.Result{Runs: 25, Config: setup("a", "b")}
	for series, id := range r.Config.Learners {
		for round := 1; round <= 1000; round++ {
			r.Rows = append(r.Rows, row(series, id, .5, round, 2, 1, .5))
		}
	}
	for _, c := range []struct {
		o    Options
		rows int
	}{{Options{}, 2}, {Options{Rounds: true, Some: true}, 8}, {Options{Rounds: true}, 2000}} {
		text := written(t, r, c.o)
		got := strings.Count(text, "\na ") + strings.Count(text, "\nb ")
		if got != c.rows || c.o.Some != strings.Contains(text, "--at also shows other rounds") {
			t.Errorf("%+v: %d rows, want %d:\n%s", c.o, got, c.rows, text)
		}
	}
}

// Every text is safe in LaTeX, and a cell of Markdown stays one cell.
func TestMarkup(t *testing.T) {
	for text, want := range map[string]string{
		"a_b & 5%": `a\_b \& 5\% \\`, "(2.5 ± 0.3)·10⁻⁸": `(2.5 $\pm$ 0.3)$\cdot$10$^{-8}$ \\`,
		"[x] {~^}": `{[}x] \{\textasciitilde{}\textasciicircum{}\} \\`,
		`C:\x#$`:   `C:\textbackslash{}x\#\$ \\`, "ε ≤ ∞ – a<b|c": `$\varepsilon$ $\leq$ $\infty$ -- a$<$b$|$c \\`,
	} {
		if got := latexRow([]string{text}); got != want+"\n" {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"a|b*<i>": `a\|b\*\<i>`, "![x](y)": `\!\[x\](y)`, "&lt;`#_": "\\&lt;\\`\\#\\_", `\|`: `\\\|`, "http://a.b": `http\://a.b`,
	} {
		if got := inMarkdown(text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

func TestProgramsAreSaid(t *testing.T) {
	no := false
	r := &trials.Result{Rows: []trials.Row{{Learner: "./a", Runs: 9, Repeatable: &no}, {Learner: "ucb1", Runs: 9, Series: 1}}}
	sweep := &trials.Result{Rows: append(r.Rows, r.Rows[0])}
	sweep.Rows[2].Series = 2 // the program at another grid point
	if once, twice := ofPrograms(r), ofPrograms(sweep); !slices.Equal(once, twice) {
		t.Errorf("of a sweep %q, of a point %q", twice, once)
	}
	notes := strings.Join(ofPrograms(r), "\n")
	for _, want := range []string{"./a does not depend on its seed alone"} {
		if !strings.Contains(notes, want) {
			t.Errorf("%q does not say %q", notes, want)
		}
	}
	if strings.Contains(notes, "ucb1") {
		t.Error(notes)
	}
}

func TestWrite(t *testing.T) {
	items := func() []ListEntry {
		return []ListEntry{
			{Item: Item{Group: "bandits", ID: "short", Summary: "what it is", Facts: []string{"one fact", "another"}, Parameters: []Parameter{{Name: "c", Default: "3", Meaning: "a factor", Allowed: "a number"}}}},
			{Item: Item{Group: "bandits", ID: "an-id-that-is-long", Summary: "what it is"}},
			{Item: Item{Group: "experts", ID: "other", Summary: strings.Repeat("word ", 20)}},
		}
	}
	for name, c := range map[string]struct {
		listing Listing
		want    string
	}{
		"items": {Listing{Entries: items, Note: "A note."}, `bandits

short             what it is
                  one fact · another
                  c=3: a factor; a number

an-id-that-is-long
                  what it is

experts

other             word word word word word word word word word word word word word word word word
                  word word word word

A note.
`},
		"a table": {Listing{Entries: items, Titles: []string{"id", "what"}, Note: "A note."}, "id"},
	} {
		t.Run(name, func(t *testing.T) {
			var b strings.Builder
			uitest.NoError(t, Write(&b, &c.listing, Options{Width: 100, Brief: true}, nil))
			if got := b.String(); got != c.want && (c.listing.Titles == nil || !strings.HasPrefix(got, c.want) || !strings.HasSuffix(got, "\nA note.\n")) {
				t.Errorf("written\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

func auditsOf(t *testing.T) *Audits {
	t.Helper()
	config := uitest.On(t, "ww-det", "", 100, "rnm-ftnl")
	a := &audit.Audit{Config: config, Runs: 200, Confidence: .9}
	found := param.Must(a.Run(t.Context(), nil))
	r := &Audits{Findings: []*audit.Finding{found}, DeltaAt: []float64{.25}, RenyiAt: []float64{2}}
	return r
}

// The text has every fact and a cell for each requested value.
func TestTextHasTheFacts(t *testing.T) {
	r := auditsOf(t)
	var b strings.Builder
	uitest.NoError(t, Write(&b, r, Options{Width: 200}, nil))
	for _, fact := range r.findings()[0].facts() {
		for _, part := range fact.Lines {
			if !strings.Contains(b.String(), part.Lead+part.Rest+"\n") {
				t.Errorf("%s: no %q in\n%s", fact.Title, part.Lead, b.String())
			}
		}
	}
	head, _, _ := strings.Cut(b.String(), "\n")
	if got, want := strings.Fields(head), strings.Fields("learner arms of ε claimed true lower bound ρ μ δ(0.25) D_2 verdict"); !slices.Equal(got, want) {
		t.Errorf("columns %q, want %q", got, want)
	}
}

// Scripts read these keys.
func TestKeysOfJSON(t *testing.T) {
	var b strings.Builder
	uitest.NoError(t, auditsOf(t).WriteJSON(&b, &trials.Made{}))
	var entries []map[string]json.RawMessage
	uitest.NoError(t, json.Unmarshal([]byte(b.String()), &entries))
	for _, key := range strings.Fields("learner params scenario channel epsilon horizon seed claimed claim exact exact_by_horizon " +
		"statistical_lower confidence worst_pair verdict statistics zcdp gdp delta renyi") {
		if len(entries) != 1 || len(entries[0][key]) == 0 {
			t.Errorf("no %s in %s", key, b.String())
		}
	}
}
