//go:build heavy

package solve

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"regretscope/model"
	"regretscope/model/stats"
	"regretscope/model/trials"
	"regretscope/noise/param"
)

// edges on HHMH's first instance at 10,000 rounds, from 800,000 runs each, with an error of at most 0.0008.
var edges = []struct {
	condition string
	learner   []string // and the one that it is compared with
	below     float64
	factor    float64
	edge      float64
	fine      float64 // a tolerance that takes a few seconds
}{
	{"anytime-lazy-ucb below 1000", []string{"anytime-lazy-ucb"}, 1000, 0, .6808, .01},
	{"anytime-lazy-ucb below 800", []string{"anytime-lazy-ucb"}, 800, 0, 1.5868, .01},
	{"adap-klucb below 700", []string{"adap-klucb"}, 700, 0, .8184, .01},
	{"anytime-lazy-ucb within 1.5 of adap-klucb", []string{"anytime-lazy-ucb", "adap-klucb,epsilon=1"}, 0, 1.5, 1.0002, .02},
}

// Other runs have the edge's regret: a correct edge fails with probability 6·10⁻⁵.
func TestEdgesAreRight(t *testing.T) {
	const runs = 50_000
	for _, c := range edges {
		mean := func(epsilon float64, id string, seed uint64) (mean, deviation float64) {
			config := config(t, "hhmh-1", 10_000, epsilon, id)
			config.Seed = seed
			e := &trials.Experiment{Points: []*model.Config{config}, Runs: runs, At: []int{10_000}}
			r := param.Must(e.Run(t.Context(), nil))
			return float64(r.Rows[0].RegretMean), r.Rows[0].StandardError()
		}
		got, deviation := mean(c.edge, c.learner[0], 1)
		want := c.below
		if c.factor > 0 {
			reference, other := mean(1, c.learner[1], 2)
			want, deviation = c.factor*reference, math.Hypot(deviation, c.factor*other)
		}
		if math.Abs(got-want) > 4*deviation {
			t.Errorf("%s at %v: regret %v ± %v, want %v", c.condition, c.edge, got, deviation, want)
		}
	}
}

// Intervals contain the edge as often as stated. At 95%, fewer than 50 of 60, or 11 of 15, do
// with probability at most 7·10⁻⁴.
func TestIntervalsCoverEdgesOfRealRuns(t *testing.T) {
	var table strings.Builder
	fmt.Fprintf(&table, "%-42s %7s %9s %10s %8s %8s %6s\n", "condition", "edge", "tolerance", "contain it", "error", "half", "runs")
	for _, c := range edges {
		for _, s := range []struct {
			tolerance    float64
			times, fewer int
		}{{.05, 60, 50}, {c.fine, 15, 11}} {
			t.Run(fmt.Sprintf("%s, tolerance %v", c.condition, s.tolerance), func(t *testing.T) {
				covered, runs := 0, 0
				var errors, widths []float64
				for seed := range s.times {
					p := &Problem{Config: config(t, "hhmh-1", 10_000, 1, c.learner...), Parameter: Epsilon, Below: c.below, Factor: c.factor, Tolerance: s.tolerance}
					p.Config.Seed = uint64(seed)
					a := param.Must(p.Solve(t.Context(), nil))
					if len(a.Spans) != 1 || !a.Spans[0].To.End {
						t.Fatalf("seed %d: %+v", seed, a.Spans)
					}
					e := a.Spans[0].From
					if e.Low <= c.edge && c.edge <= e.High {
						covered++
					}
					if !e.Reached {
						t.Errorf("seed %d: %v to %v is wider than asked for", seed, e.Low, e.High)
					}
					runs += e.At.Runs
					errors, widths = append(errors, math.Abs(e.Value/c.edge-1)), append(widths, math.Sqrt(e.High/e.Low)-1)
				}
				fmt.Fprintf(&table, "%-42s %7v %9v %4d of %2d %7.2f%% %7.2f%% %6d\n", c.condition, c.edge, s.tolerance, covered, s.times,
					100*stats.Summarize(errors).Mean, 100*stats.Summarize(widths).Mean, runs/s.times)
				if covered < s.fewer {
					t.Errorf("%d of %d intervals contain the edge", covered, s.times)
				}
			})
		}
	}
	t.Log("\n" + table.String())
}
