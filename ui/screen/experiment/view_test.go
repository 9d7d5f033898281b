package experiment

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/muesli/termenv"

	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/facts"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
	"regretscope/ui/kit/uitest"
)

// The golden screens show a made-up result. -update rewrites them; look at them before you commit.
func TestGolden(t *testing.T) {
	for _, c := range []struct {
		name          string
		profile       termenv.Profile
		width, height int
		do            []string
	}{
		{"before", termenv.Ascii, 80, 22, nil},
		{"regret", termenv.Ascii, 80, 22, []string{"run"}},
		{"regret", termenv.Ascii, 120, 34, []string{"run"}},
		{"colors", termenv.ANSI256, 120, 34, []string{"run"}},
		{"bounds", termenv.Ascii, 120, 34, []string{"run", "view", "log-rounds", "overlay", "overlay", "next-learner"}},
		{"rates", termenv.Ascii, 80, 22, []string{"run", "band", "overlay", "overlay", "overlay"}},
		{"return", termenv.Ascii, 80, 22, []string{"run", "view", "view", "log-rounds"}},
		{"save", termenv.Ascii, 80, 22, []string{"run", "save"}},
		{"sweep", termenv.Ascii, 80, 22, []string{"sweep 0.5:50:50", "run", "log-rounds", "next-epsilon"}},
		{"sweep", termenv.Ascii, 120, 34, []string{"sweep 0.5:50:50", "run", "band quartiles", "next-epsilon", "next-epsilon", "pairs", "next-learner"}},
		{"sweep-rounds", termenv.Ascii, 80, 22, []string{"sweep 0.5,1,2", "run", "over-rounds", "pairs"}},
		{"too-small", termenv.Ascii, 50, 10, nil},
	} {
		d := sized(t, c.profile, three(t), instant(), c.width, c.height)
		d.Do(c.do...)
		uitest.GoldenAt(t, c.name, d, [2]int{c.width, c.height})
	}
}

func TestViewIsExactAtAnySize(t *testing.T) {
	for _, profile := range []termenv.Profile{termenv.Ascii, termenv.TrueColor} {
		d := sized(t, profile, three(t), instant(), 80, 24)
		for _, commands := range [][]string{
			nil, {"run"}, {"sweep 0.5,1,2", "run"}, {"pairs", "band error"}, {"overlay", "overlay", "overlay"}, {"save"},
		} {
			d.Do(commands...)
			for width := 0; width < 140; width += 13 {
				for height := 0; height < 50; height += 7 {
					uitest.FillsAt(t, d, [2]int{width, height})
				}
			}
		}
	}
}

func TestSelectionHasAGlyph(t *testing.T) {
	d := open(t, three(t), instant())
	d.Do("run")
	d.Expect(theme.SelectedGlyph + " Lazy-DP-TS 0.5")
	d.Do("next-learner", "next-learner")
	d.Expect(theme.SelectedGlyph + " ══ UCB1")
	d.Do("next-learner")
	d.Expect(theme.SelectedGlyph + " Lazy-DP-TS 0.5")
	d.Do("previous-learner")
	d.Expect(theme.SelectedGlyph + " ══ UCB1")
}

func TestArrange(t *testing.T) {
	for _, c := range []struct {
		name                string
		width, height, rows int
		want                string
	}{
		{"too small", 60, 6, 3, `
...... ×3`},
		{"only the table", 60, 11, 3, `
TTTTTT ×5
SSSSSS`},
		{"before there is a result", 60, 15, 0, `
CCCCCC ×7
SSSSSS`},
		{"three learners", 80, 23, 3, `
CCCCCCCC ×8
TTTTTTTT ×3
SSSSSSSS`},
		{"sixteen learners: the table scrolls", 60, 31, 16, `
CCCCCC ×10
TTTTTT ×5
SSSSSS`},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := arrange(c.width, c.height, c.rows, 3)
			areas := map[string]kit.Rect{"C": l.chart, "T": l.table, "S": l.status}
			uitest.Arranged(t, c.name, c.want, c.width, c.height, 2, areas)
		})
	}
}

// Every pair is shown from both sides, with opposite signs.
func TestPairsFromBothSides(t *testing.T) {
	d := open(t, uitest.Config(t, 300, "lazy-dp-ts", "ucb1", "thompson"), Options{Runs: 5})
	d.Do("sweep 0.5,5", "run", "pairs", "next-epsilon")
	pairs := d.Result().Pairs[3:] // of the second grid point
	for focus, want := range [][]struct {
		pair, other int
		sign        float64
	}{{{0, 1, 1}, {1, 2, 1}}, {{0, 0, -1}, {2, 2, 1}}, {{1, 0, -1}, {2, 1, -1}}} {
		all := d.shown.versus()
		if len(all) != len(want) {
			t.Fatalf("learner %d has %d pairs", focus, len(all))
		}
		for i, w := range want {
			v, p := all[i], &pairs[w.pair]
			if v.Pair != p || v.other != w.other || v.Flipped != (w.sign < 0) {
				t.Errorf("learner %d, pair %d: %+v", focus, i, v)
			}
			if better := float64(p.FirstBetter); w.sign > 0 && v.Better() != better || w.sign < 0 && v.Better() != 1-better {
				t.Errorf("learner %d, pair %d: better in %v", focus, i, v.Better())
			}
		}
		d.Do("next-learner")
	}
	d.Expect("Lazy-DP-TS minus the others, run by run", "difference ± se", "× runs")
}

func between(low, high number.Float) string {
	return number.Value(float64(low)) + " to " + number.Value(float64(high))
}

func TestBandsInTheTable(t *testing.T) {
	d := open(t, uitest.Config(t, 300, "ucb1"), Options{Runs: 5})
	d.Do("run")
	row := d.shown.rows(0)[len(d.shown.rows(0))-1]
	for name, want := range map[string][]string{
		"error":     {"mean of 5 runs, 95% interval", between(row.Interval[0], row.Interval[1])},
		"quartiles": {"median of 5 runs, quartiles", between(row.Quartiles[0], row.Quartiles[1])},
		"quantiles": {"median of 5 runs, 5 to 95% of runs", between(row.Tails[0], row.Tails[1])},
		"none":      {"mean of 5 runs, no band"},
	} {
		d.Do("band " + name)
		d.Expect(want...)
	}
	d.tell(": band quartile | ~ band quartile: no such band; did you mean quartiles?")
}

func TestAMeanThatMisleadsIsMarked(t *testing.T) {
	d := open(t, three(t), instant())
	d.Do("run")
	warning := "mean of UCB1 misleads: one of 20 runs makes up 43% of the sum"
	for i := range d.shown.result.Rows {
		if d.shown.result.Rows[i].Series == 2 {
			d.shown.result.Rows[i].Misleading, d.shown.result.Rows[i].Largest = .43, 1
			d.shown.result.Rows[i].Quartiles = []number.Float{1, 2}
		}
	}
	d.SetSize(100, 35)
	d.Expect("691 ± 20 !", warning)
	d.SetSize(70, 35)
	d.tell("~ B: median | : band quartiles")
	if len(d.shown.warnings()) > 0 {
		t.Error("the median misleads nobody")
	}
}

// Runs that are all equal, such as DP-SE's before it drops an arm, have no interval: not in the
// table, between learners, or in sentences.
func TestEqualRunsHaveNoInterval(t *testing.T) {
	d := open(t, uitest.Config(t, 300, "dp-se", "optimal"), Options{Runs: 5})
	d.SetSize(120, 36)
	d.tell(": run | ~ 75.00, all equal | ~ 0, all equal | : band error | ~ 75.00, all equal")
	uitest.Contains(t, strings.Join(d.Sentences(), " "), "DP-SE has 75.00 more regret than Optimal policy, and less in 0% of the runs")
	if got := facts.Pairs[1].Cell(d.shown.versus()[0].Versus); got != kit.None {
		t.Errorf("the interval of equal differences is %s", got)
	}
}

// If room is short, columns are left out before names, and empty ones first.
func TestTableMakesRoomForNames(t *testing.T) {
	d := open(t, uitest.Config(t, 1000, "anytime-lazy-ucb,epsilon=0.25", "ucb1"), instant())
	d.Do("run")
	for _, c := range []struct {
		width         int
		with, without string
	}{
		{100, "distance", "…"},
		{76, "privacy loss ε", " sd "},
		{56, "regret ± se", "privacy loss ε"},
	} {
		head, rows := d.shown.table(c.width)
		if all := head + "\n" + strings.Join(rows, "\n"); !strings.Contains(all, c.with) || strings.Contains(all, c.without) {
			t.Errorf("in %d columns:\n%s", c.width, all)
		}
		uitest.Contains(t, rows[0], "Anytime-Lazy-UCB ε=0.25")
	}
	for i := range d.shown.result.Rows {
		d.shown.result.Rows[i].RegretExact = nil
	}
	if head, _ := d.shown.table(100); strings.Contains(head, "exact") {
		t.Errorf("a column without a number: %s", head)
	}
}

// If a learner has no ε, all are also compared by μ.
func TestTableSaysMuBesideEpsilon(t *testing.T) {
	for learner, want := range map[string]bool{"adac-ucb,rho=0.125": true, "ucb1": false} {
		d := open(t, uitest.Config(t, 1000, "lazy-dp-ts", learner), instant())
		d.Do("run")
		for i := range d.shown.result.Rows {
			d.shown.result.Rows[i].Mu = .25
		}
		head, rows := d.shown.table(120)
		if strings.Contains(head, "privacy loss μ") != want {
			t.Errorf("%s: %s", learner, head)
		}
		if want && !strings.HasSuffix(strings.TrimRight(rows[1], " "), " 0.25") {
			t.Errorf("%s: %s", learner, rows[1])
		}
	}
}

func TestASweepOnScreen(t *testing.T) {
	config := uitest.Config(t, 500, "lazy-dp-ts", "ucb1")
	d := open(t, config, Options{Runs: 3})
	d.SetSize(120, 40)
	d.tell(": sweep 0.5:50:3 | ~ at ε = 0.5, 25.25, 50 on all cores")
	if got, want := d.CommandLine(), " --epsilon 0.5,25.25,50 "; !strings.Contains(got, want) || !strings.HasSuffix(got, " --runs 3") {
		t.Errorf("%q, want %q", got, want)
	}
	d.Do("run")
	want := param.Must(curves(3, config.Sweep([]float64{.5, 25.25, 50})...).Run(context.Background(), nil))
	if !reflect.DeepEqual(d.Result(), want) {
		t.Fatal("the screen's sweep is another one")
	}
	at := func(epsilon string, point int) {
		t.Helper()
		rows := want.Of(2 * point)
		row := &rows[len(rows)-1]
		d.Expect("At ε = "+epsilon+", round 500", number.WithError(float64(row.RegretMean), row.StandardError()))
	}
	d.Expect("Regret over ε · mean of 3 runs ± standard error", " log ─")
	at("0.5", 0)
	d.Do("next-epsilon")
	at("25.25", 1)
	d.Do("previous-epsilon", "previous-epsilon")
	at("50", 2)
	d.tell(`: over-rounds | : log-rounds | ~ Regret at ε = 50 · mean | ~ " rounds 1 "`)
	for i := range 2 {
		if d.shown.rows(i)[0].Series != 4+i {
			t.Errorf("rows of series %d", d.shown.rows(i)[0].Series)
		}
	}
	d.Do("sweep off")
	if d.Do("run"); d.shown.swept() || d.Result().Config.Sweep() {
		t.Error("the sweep goes on")
	}
}

func TestSweepsThatAreWrong(t *testing.T) {
	d := open(t, three(t), instant())
	for text, want := range map[string]string{
		"0.1,x": "✗ sweep 0.1,x: x must be a positive number or inf",
		"2:1:3": "✗ sweep 2:1:3: must be FROM:TO:COUNT, finite and rising",
	} {
		if d.Do("sweep " + text); d.epsilons != nil {
			t.Errorf("%s: sweeps %v", text, d.epsilons)
		}
		d.Expect(want)
	}
	d.tell(": next-epsilon | ~ ✗ no sweep yet")
}

func TestPlotsAreSaved(t *testing.T) {
	folder := t.TempDir()
	d := open(t, uitest.Config(t, 300, "lazy-dp-ts", "ucb1"), Options{Runs: 3})
	d.Do("run", "band sd", "log-rounds")
	for ending, begins := range map[string]string{".svg": "<?xml", ".png": "\x89PNG", ".pdf": "%PDF"} {
		t.Run(ending, func(t *testing.T) {
			path := filepath.Join(folder, "a"+ending)
			d.Do("save " + path)
			text, err := os.ReadFile(path)
			if err != nil || !strings.HasPrefix(string(text), begins) {
				t.Errorf("%s: %v, %.10q", ending, err, text)
			}
			if made := uitest.ReadMade(string(text)); ending == ".svg" && (made == nil || !strings.HasSuffix(made.Command, " --runs 3 --band sd --log-x")) {
				t.Errorf("%+v", made)
			}
		})
	}
}
