package overlay

import (
	"math"
	"slices"
	"strings"
	"testing"

	"regretscope/model"
	"regretscope/model/trials"
	"regretscope/noise/number"
	"regretscope/ui/chart"
	"regretscope/ui/kit/uitest"
)

func config(t *testing.T, scenario, learner string, epsilon float64, horizon int) *model.Config {
	t.Helper()
	c := uitest.On(t, scenario, "", horizon, learner)
	c.Epsilon = epsilon
	return c
}

func picture(of Quantity, log bool, round int) *Picture {
	return &Picture{Of: of, Log: log, Round: round}
}

func values(l chart.Line) (rounds []int, values []float64) {
	for _, p := range l.Points {
		rounds, values = append(rounds, int(p.X)), append(values, p.Y)
	}
	return rounds, values
}

func TestRoundsReachThePresent(t *testing.T) {
	for _, log := range []bool{false, true} {
		for _, round := range []int{1, 2, 3, 399, 400, 401, 12_345, 1_000_000, 10_000_000_000} {
			all, _ := values(chart.Line{Points: picture(Regret, log, round).points(func(int) float64 { return 0 })})
			if n := len(all); n == 0 || n > fineness || all[n-1] != round || all[0] < 1 {
				t.Fatalf("log %v, round %d: %d rounds, %v … ", log, round, n, all[:min(n, 3)])
			}
			for i := 1; i < len(all); i++ {
				if all[i] <= all[i-1] {
					t.Fatalf("log %v, round %d: %d after %d", log, round, all[i], all[i-1])
				}
			}
			if !log && round <= fineness && len(all) != round {
				t.Errorf("round %d: only %d of the few rounds", round, len(all))
			}
		}
	}
}

// The levels follow the papers' formulas for hhmh-1, computed by hand.
func TestBoundsAreLevelsOfRegretPerLog(t *testing.T) {
	for epsilon, want := range map[float64]float64{.25: 17.89, .5: 10.41, 1: 7.708} {
		c := config(t, "hhmh-1", "lazy-dp-ts", epsilon, 1_000_000)
		lines, notes, _ := picture(RegretPerLog, false, 1_000_000).Theory(c.Theory(0), Bounds, 1)
		if len(lines) != 2 || len(notes) != 3 {
			t.Fatalf("ε = %v: %d lines, notes %q", epsilon, len(lines), notes)
		}
		for i, level := range []float64{7.128, want} {
			rounds, got := values(lines[i])
			for k, v := range got {
				if rounds[k] > 1 && math.Abs(v-level) > .005*level {
					t.Fatalf("ε = %v, line %d: %v at round %d, want %v", epsilon, i, v, rounds[k], level)
				}
			}
		}
		for i, phrase := range []string{
			"≥ 7.1283 as t → ∞: Σ Δ/kl(μ, μ*) (Lai & Robbins 1985)",
			" as t → ∞: Σ Δ/d_ε(μ, μ*) (Azize et al. 2025, audited ε = ",
		} {
			uitest.Contains(t, notes[i], phrase)
		}
	}
}

// A floor of the limit of regret / ln t is a line as regret, too, which says where it holds.
func TestBoundsOnTheLimitSaySo(t *testing.T) {
	c := config(t, "hhmh-1", "ucb1", .5, 1000)
	lines, notes, _ := picture(Regret, false, 1000).Theory(c.Theory(0), Bounds, 1)
	if len(lines) != 1 || len(notes) != 1 || !strings.HasPrefix(notes[0], "≥ 7.1283 · ln t as t → ∞: Σ Δ/kl") {
		t.Fatalf("%d lines, notes %q", len(lines), notes)
	}
	if at := lines[0].At(1000); math.Abs(at-7.1283*math.Log(1000)) > .01 {
		t.Errorf("%v at round 1000", at)
	}
}

// A rate has no known constant: its line passes through the present point, and says so. Without
// regret there is no line.
func TestRatesPassThroughThePresentPoint(t *testing.T) {
	for _, c := range []struct {
		scenario, learner, note string
		share                   float64 // of the present regret, at round 100 of 1,000
	}{
		{"hhmh-1", "lazy-dp-ts", "≤ const · Σ ln T / min(Δ, ε), drawn through the present point (HHMH Thm 5)", 2. / 3},
		{"ww-det,K=64", "rnm-ftnl,noise=gumbel", "≤ const · ln K / ε, drawn through the present point (WW Thm 4)", 1},
	} {
		curves := config(t, c.scenario, c.learner, .1, 1000).Theory(0)
		p := picture(Regret, false, 1000)
		for _, p.Of = range []Quantity{Regret, RegretPerLog} {
			p.Regret = 120
			lines, notes, found := p.Theory(curves, Rates, 1)
			at := slices.Index(notes, c.note)
			if at < 0 || !found || len(lines) != len(notes) || !strings.HasPrefix(lines[at].Name, "shape of ") {
				t.Fatalf("%s: %d lines, notes %q", c.learner, len(lines), notes)
			}
			for round, want := range map[int]float64{1000: 120, 100: 120 * c.share} {
				if got := lines[at].At(float64(round)); math.Abs(got-p.value(round, want)) > 1e-9 {
					t.Errorf("%s: %v at round %d, want %v", c.learner, got, round, p.value(round, want))
				}
			}
			p.Regret = 0
			if lines, notes, found = p.Theory(curves, Rates, 1); len(lines) > 0 || !found || strings.Contains(notes[at], "drawn") {
				t.Errorf("%s: %d lines, notes %q", c.learner, len(lines), notes)
			}
		}
	}
}

// Below a chart, the full name of a floor is readable at 80 columns, which leave 76 for it.
func TestCaptionsAreReadable(t *testing.T) {
	_, notes, _ := picture(Regret, false, 1000).Theory(config(t, "ww-det,K=8", "rnm-ftnl", .1, 1000).Theory(0), Bounds, 1)
	lines := Captions(notes, 76, 9)
	if text := strings.Join(lines, " "); len(lines) != 2 || text !=
		"≥ 19.93: any ε-private learner, worst of K relabeled instances (WW Thm 3,   App. E, audited ε = 0.1) …" {
		t.Errorf("%q", lines)
	}
	if lines := Captions(notes, 76, 2); len(lines) != 0 {
		t.Errorf("%q below a chart of two lines", lines)
	}
}

func TestExactExpectation(t *testing.T) {
	c := config(t, "ww-det,K=8", "rnm-ftnl,noise=laplace", .5, 4095)
	exact, ok := c.ExpectedRegret(t.Context(), 0)
	if !ok {
		t.Fatal("there is no exact expectation")
	}
	for _, of := range []Quantity{Regret, RegretPerLog} {
		lines, notes, _ := picture(of, true, 4095).Theory(c.Theory(0), Exact, 1)
		if len(lines) != 1 || len(notes) != 1 || !strings.Contains(notes[0], "exact expectation") {
			t.Fatalf("%d lines, notes %q", len(lines), notes)
		}
		rounds, got := values(lines[0])
		for i, round := range rounds {
			want := exact.At(round)
			if of == RegretPerLog {
				want /= math.Log(float64(round))
			}
			if round > 1 && got[i] != want {
				t.Fatalf("%v at round %d, want %v", got[i], round, want)
			}
		}
	}
}

func TestEveryModeSaysWhyItShowsNothing(t *testing.T) {
	c := config(t, "chh-synthetic", "random", 1, 100)
	for _, m := range []Mode{Exact, Bounds, Rates} {
		for _, of := range []Quantity{Regret, RegretPerLog, Return} {
			lines, notes, _ := picture(of, false, 100).Theory(c.Theory(0), m, 1)
			want := "overlay " + m.String() + ": "
			if m == Bounds && of != Return {
				want = "no floor: the learner does not use rewards"
			}
			if len(lines) != 0 || len(notes) != 1 || !strings.HasPrefix(notes[0], want) {
				t.Errorf("%v of %v: %d lines, notes %q", m, of, len(lines), notes)
			}
		}
	}
	if lines, notes, _ := picture(Regret, false, 100).Theory(c.Theory(0), Off, 1); lines != nil || notes != nil {
		t.Errorf("off: %d lines, notes %q", len(lines), notes)
	}
}

// WW's explicit bound is drawn with the regret, with its value at the current round: at K = 64
// and ε = .1, (ln(1 + 63e^−ε) − ln(1 + 63e^−(T+1)ε))/ε.
func TestExplicitBoundStandsInRegret(t *testing.T) {
	c := config(t, "ww-det,K=64", "rnm-ftnl", .1, 1000)
	lines, notes, _ := picture(Regret, false, 1000).Theory(c.Theory(0), Bounds, 1)
	if len(lines) != 1 || !strings.Contains(notes[0], "≥ 40.61: any ε-private learner, worst of K relabeled instances (WW Thm 3, App. E, audited ε = 0.1)") {
		t.Fatalf("%d lines, notes %q", len(lines), notes)
	}
	want := (math.Log1p(63*math.Exp(-.1)) - math.Log1p(63*math.Exp(-100.1))) / .1
	if _, got := values(lines[0]); math.Abs(got[len(got)-1]-want) > 1e-9 {
		t.Errorf("%v at the end, want %v", got[len(got)-1], want)
	}
}

func TestShelfComputesOnce(t *testing.T) {
	c := config(t, "ww-det,K=4", "rnm-ftnl", .5, 100)
	var s Cache
	if _, ok := s.Theory(c, 0); ok {
		t.Fatal("an empty cache knows something")
	}
	cmd := s.Compute(c, 0)
	if cmd == nil {
		t.Fatal("nothing is computed")
	}
	if s.Compute(c, 0) != nil {
		t.Error("what is on its way is computed again")
	}
	s.Store(cmd().(ComputedMsg))
	if curves, ok := s.Theory(c, 0); !ok || len(curves) == 0 {
		t.Error("what was computed is not known")
	}
	next := *c
	next.Seed++
	if _, ok := s.Theory(&next, 0); !ok || s.Compute(&next, 0) != nil {
		t.Error("another seed is computed anew")
	}
	next.Epsilon *= 2
	if _, ok := s.Theory(&next, 0); ok {
		t.Error("another ε is taken for the same")
	}
}

func TestShelfStaysSmall(t *testing.T) {
	var s Cache
	c := config(t, "hhmh-1", "ucb1", .5, 100)
	for i := range 3 * maxKept {
		next := *c
		next.Horizon = 100 + i
		s.Store(s.Compute(&next, 0)().(ComputedMsg))
		if _, ok := s.Theory(&next, 0); !ok {
			t.Fatalf("the newest of %d is not kept", i+1)
		}
	}
	if n := len(s.curves); n > maxKept {
		t.Errorf("%d are kept, want at most %d", n, maxKept)
	}
}

// result returns results of two learners at three rounds, with 25 runs each.
func result() *trials.Result {
	r := &trials.Result{Runs: 25, Config: trials.Setup{At: []int{1, 10, 100}}}
	for learner := range 2 {
		for i, t := range r.Config.At {
			regret := float64(100*learner + 10*i)
			r.Rows = append(r.Rows, trials.Row{Series: learner, Round: t, Runs: 25, RegretMean: number.Float(regret), RegretSD: 5, ReturnMean: .5})
		}
	}
	return r
}

func TestReplicationsHaveABand(t *testing.T) {
	for spread, width := range map[Spread]float64{StandardError: 1, Deviation: 5} {
		mean, band := picture(Regret, false, 100).Replications(result(), 1, spread, 0)
		if len(band) != 1 {
			t.Fatalf("%v: %d bands", spread, len(band))
		}
		_, middle := values(mean)
		_, low := values(chart.Line{Points: band[0].Low})
		_, high := values(chart.Line{Points: band[0].High})
		for i, want := range []float64{100, 110, 120} {
			if middle[i] != want || low[i] != want-width || high[i] != want+width {
				t.Errorf("%v: %v, %v, %v around %v", spread, low[i], middle[i], high[i], want)
			}
		}
	}
	mean, band := picture(RegretPerLog, true, 100).Replications(result(), 0, Deviation, 0)
	_, middle := values(mean)
	_, high := values(chart.Line{Points: band[0].High})
	if want := 20 / math.Log(100); math.Abs(middle[2]-want) > 1e-12 || math.Abs(high[2]-want*1.25) > 1e-12 || !math.IsNaN(middle[0]) {
		t.Errorf("regret / ln t: %v, upper edge %v", middle, high)
	}
}

// The values of a band, and its center.
func TestSpreads(t *testing.T) {
	row := &trials.Row{
		Runs: 25, RegretMean: 10, RegretSD: 5, Median: 8,
		Interval: []number.Float{7, 14}, Quartiles: []number.Float{6, 9}, Tails: []number.Float{1, 30},
	}
	for spread, want := range map[Spread][3]float64{
		StandardError: {10, 9, 11}, Deviation: {10, 5, 15}, Error: {10, 7, 14}, "": {10, 7, 14}, Quartiles: {8, 6, 9}, Quantiles: {8, 1, 30},
	} {
		if middle, low, high := spread.Of(row); [3]float64{middle, low, high} != want {
			t.Errorf("%s: %v around %v to %v, want %v", spread, middle, low, high, want)
		}
	}
	seen := map[Spread]bool{}
	for s := range Spreads {
		seen[Spreads[s].Next()] = true
	}
	if len(seen) != len(Spreads) {
		t.Errorf("going on reaches %v", seen)
	}
}

// A sweep shows regret at the horizon in the order of the parameter; infinite values have no place on the axis.
func TestSweep(t *testing.T) {
	epsilons := []float64{20, .5, math.Inf(1), 3}
	r := &trials.Result{Runs: 25, Config: trials.Setup{Learners: []string{"ucb1"}, Points: make([]trials.Point, len(epsilons))}}
	for i := range epsilons {
		for _, round := range []int{1, 100} {
			r.Rows = append(r.Rows, trials.Row{Series: i, Round: round, Runs: 25, RegretMean: number.Float(1000*i + round), RegretSD: 5})
		}
	}
	c := picture(Regret, false, 100).Sweep(r, chart.Axis{Symbol: "ε"}, func(point int) float64 { return epsilons[point] }, StandardError)
	line := c.Lines[0].Points
	for i, want := range []struct{ epsilon, mean float64 }{{.5, 1100}, {3, 3100}, {20, 100}} {
		if len(line) != 3 || line[i] != (chart.Point{X: want.epsilon, Y: want.mean}) {
			t.Fatalf("%v, want %v", line, want)
		}
	}
	if _, low := values(chart.Line{Points: c.Bands[0].Low}); low[0] != 1099 {
		t.Errorf("lower edge %v", low)
	}
}

func TestReplicationsWithoutABand(t *testing.T) {
	if _, band := picture(Regret, false, 100).Replications(result(), 0, NoBand, 0); band != nil {
		t.Error("a band although none was chosen")
	}
	mean, band := picture(Return, false, 100).Replications(result(), 0, Deviation, 0)
	if _, got := values(mean); band != nil || got[2] != .5 {
		t.Errorf("return: %v, %d edges: its spread is not measured", got, len(band))
	}
	single := result()
	for i := range single.Rows {
		single.Rows[i].RegretSD = number.Float(math.NaN())
	}
	if _, band := picture(Regret, false, 100).Replications(single, 0, Deviation, 0); band != nil {
		t.Error("one run has no spread")
	}
	if mean, band := picture(Regret, false, 100).Replications(&trials.Result{Config: trials.Setup{At: []int{1}}}, 0, Deviation, 0); band != nil {
		t.Error("no run has no spread")
	} else if rounds, _ := values(mean); len(rounds) != 0 {
		t.Error("no run has no mean")
	}
}
