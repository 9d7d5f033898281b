package solve

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"regretscope/model"
	"regretscope/model/modeltest"
	"regretscope/noise/param"
	"regretscope/scenarios/scenariotest"
)

func config(t *testing.T, scenario string, horizon int, epsilon float64, ids ...string) *model.Config {
	t.Helper()
	s := scenariotest.Preset(scenario)
	return modeltest.Checked(t, &model.Config{Scenario: s, Horizon: horizon, Epsilon: epsilon, Seed: 11}, ids...)
}

func exactRegret(t *testing.T, horizon int, epsilon float64) float64 {
	t.Helper()
	e, ok := config(t, "ww-det,K=8,losses=even", horizon, epsilon, "rnm-ftnl").ExpectedRegret(t.Context(), 0)
	if !ok {
		t.Fatal("no exact expectation")
	}
	return e.At(horizon)
}

// exactRoot returns the ε at which the exact expected regret of RNM-FTNL meets the target, by
// bisection: it falls in ε.
func exactRoot(t *testing.T, horizon int, below float64) float64 {
	t.Helper()
	low, high := .01, 100.
	for range 60 {
		middle := math.Sqrt(low * high)
		if exactRegret(t, horizon, middle) > below {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}

// The interval contains the exact answer, and not one that is off by a fifth. By chance, a
// correct program fails one case in 20, so the seed is fixed.
func TestTheIntervalContainsTheExactAnswer(t *testing.T) {
	const horizon = 1000
	for _, below := range []float64{5, 20, 60} {
		p := &Problem{Config: config(t, "ww-det,K=8,losses=even", horizon, 1, "rnm-ftnl"), Parameter: Epsilon, Below: below, Tolerance: .05}
		a := param.Must(p.Solve(context.Background(), nil))
		want := exactRoot(t, horizon, below)
		if len(a.Spans) != 1 || !a.Spans[0].To.End || a.Rises {
			t.Fatalf("below %v: %+v", below, a)
		}
		edge := a.Spans[0].From
		if !edge.Reached || edge.High > edge.Low*1.1026 {
			t.Errorf("below %v: %+v is wider than 5%% to either side", below, edge)
		}
		if edge.High > edge.Low*(1+2*exactly) || edge.Safe.Value > want*1.01 {
			t.Errorf("below %v: exact regret leaves %+v", below, edge)
		}
		if want < edge.Low || want > edge.High {
			t.Errorf("below %v: %+v, the exact answer is %v", below, edge, want)
		}
		if safe := exactRegret(t, horizon, edge.Safe.Value); edge.Safe.Value < edge.High || edge.Safe.Regret > below || safe > below {
			t.Errorf("below %v: %+v, where regret is exactly %v", below, edge.Safe, safe)
		}
		if off := want * 1.2; off > edge.Low && off < edge.High {
			t.Errorf("below %v: %+v contains an answer that is off by a fifth", below, edge)
		}
	}
}

// If no value meets the target, there is no span, and the limit at ε = ∞ shows how far off it is.
func TestNoSolution(t *testing.T) {
	p := &Problem{Config: config(t, "hhmh-1", 1000, 1, "lazy-dp-ts", "optimal"), Parameter: Epsilon, Below: 1, Tolerance: .05}
	a := param.Must(p.Solve(context.Background(), nil))
	if len(a.Spans) != 0 || a.Limit == nil || a.Limit.Verdict != Fails || a.Limit.Ratio() < 5 {
		t.Errorf("%+v", a)
	}
	always := &Problem{Config: config(t, "hhmh-1", 1000, 1, "lazy-dp-ts", "random"), Parameter: Epsilon, Factor: 2, Tolerance: .05}
	a = param.Must(always.Solve(context.Background(), nil))
	if len(a.Spans) != 1 || !a.Spans[0].From.End || !a.Spans[0].To.End {
		t.Errorf("always true: %+v", a)
	}
}

// Regret is large for windows that are too short and for those that remember outdated rounds:
// the answer is a range, and regret is reported as not monotone.
func TestWindows(t *testing.T) {
	if testing.Short() {
		t.Skip("some thousand runs")
	}
	p := &Problem{Config: config(t, "gaj-tide,L=6,length=1000", 6000, 4, "sw-ucb"), Parameter: "w", Below: 900, Tolerance: .2, Low: 20, High: 6000}
	a := param.Must(p.Solve(context.Background(), nil))
	if !a.Falls || !a.Rises {
		t.Errorf("falls %v, rises %v", a.Falls, a.Rises)
		for _, q := range a.Points {
			t.Logf("w = %v: %v", q.Value, q.Regret)
		}
	}
}

func TestRefusals(t *testing.T) {
	c := config(t, "ww-det,K=4", 100, 1, "rnm-ftnl")
	for name, want := range map[string]string{
		"noise":  "must be one of epsilon, scale", // a choice among words has no range to search
		"nosuch": "must be one of epsilon, scale",
	} {
		if _, _, _, err := Range(c, name); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := (&Problem{Config: c, Parameter: Epsilon, Below: 1, Tolerance: .05}).Solve(ctx, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("a canceled search: %v", err)
	}
}

// Regrets that all equal their limit are at most their limit; those of too few runs say nothing, and one
// above it in a thousand keeps it open.
func TestEqualRegretsAreDecided(t *testing.T) {
	for runs, want := range map[int]Verdict{20: Undecided, 40: Holds, 1000: Undecided} {
		p := Point{regrets: slices.Repeat([]float64{2000}, runs), threshold: slices.Repeat([]float64{2000}, runs)}
		if runs == 1000 {
			p.regrets[7]++
		}
		if p.decide(); p.Verdict != want {
			t.Errorf("%d runs: %v, want %v", runs, p.Verdict, want)
		}
	}
}

// The answer covers no value that stays undecided. Regrets are invented: they meet the limit of 100
// except where stated.
func TestUndecidedValuesAreInTheAnswer(t *testing.T) {
	for name, c := range map[string]struct {
		regret    map[float64]float64 // by value; 90 elsewhere, and 100 never decides
		undecided int
		spans     [][2]float64
		open      [][2]bool
	}{
		"within":     {map[float64]float64{16: 100}, 1, [][2]float64{{1, 8}, {32, 256}}, [][2]bool{{false, true}, {true, false}}},
		"at an end":  {map[float64]float64{256: 100}, 1, [][2]float64{{1, 128}}, [][2]bool{{false, true}}},
		"everywhere": {map[float64]float64{1: 100, 2: 100, 4: 100, 8: 100, 16: 100, 32: 100, 64: 100, 128: 100, 256: 100}, 9, nil, nil},
		"nowhere":    {nil, 0, [][2]float64{{1, 256}}, [][2]bool{{false, false}}},
	} {
		mean := func(v float64) float64 {
			if r, ok := c.regret[v]; ok {
				return r
			}
			return 90
		}
		s := &search{
			Problem: &Problem{Config: &model.Config{Horizon: 1000}, Below: 100, Tolerance: .05}, ctx: t.Context(), progress: quiet,
			answer: &Answer{Low: 1, High: 256, Whole: true}, exact: inexact,
			regrets: func(v float64, runs int) ([]float64, error) {
				all := make([]float64, runs)
				for i := range all {
					all[i] = mean(v) + float64(1-i%2*2)
				}
				return all, nil
			},
		}
		if err := errors.Join(s.scan(), s.refine()); err != nil {
			t.Fatal(name, err)
		}
		if got := len(s.answer.Undecided()); got != c.undecided || len(s.answer.Spans) != len(c.spans) {
			t.Fatalf("%s: %d undecided, spans %+v", name, got, s.answer.Spans)
		}
		for i, span := range s.answer.Spans {
			if span.From.Value != c.spans[i][0] || span.To.Value != c.spans[i][1] ||
				span.From.Open != c.open[i][0] || span.To.Open != c.open[i][1] {
				t.Errorf("%s: span %d: %+v", name, i+1, span)
			}
		}
		for _, p := range s.answer.Points {
			if p.Verdict == Undecided && p.Runs != DecideRuns {
				t.Errorf("%s: %v stays undecided after %d runs, want %d", name, p.Value, p.Runs, DecideRuns)
			}
		}
	}
}
