package experiment

import (
	"strings"
	"testing"

	"regretscope/model"
	"regretscope/ui/facts"
	"regretscope/ui/kit"
	"regretscope/ui/kit/uitest"
)

// Every pair is seen from both of its sides, with its sign turned.
func TestPairsFromBothSides(t *testing.T) {
	d := open(t, uitest.Config(t, 300, "lazy-dp-ts", "ucb1", "thompson"), Options{Runs: 5})
	d.Do("sweep 0.5,5", "run", "pairs", "next-epsilon")
	pairs := d.Result().Pairs[3:] // of the second grid point
	for focus, want := range [][]struct {
		pair, other int
		sign        float64
	}{{{0, 1, 1}, {1, 2, 1}}, {{0, 0, -1}, {2, 2, 1}}, {{1, 0, -1}, {2, 1, -1}}} {
		all := d.versus()
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

func between(low, high model.Number) string {
	return kit.Measured(float64(low)) + " to " + kit.Measured(float64(high))
}

func TestBandsInTheTable(t *testing.T) {
	d := open(t, uitest.Config(t, 300, "ucb1"), Options{Runs: 5})
	d.Do("run")
	row := d.rows(0)[len(d.rows(0))-1]
	for name, want := range map[string][]string{
		"error":     {"mean of 5 runs, 95% interval", between(row.Interval[0], row.Interval[1])},
		"quartiles": {"median of 5 runs, quartiles", between(row.Quartiles[0], row.Quartiles[1])},
		"quantiles": {"median of 5 runs, 5 to 95% of runs", between(row.Tails[0], row.Tails[1])},
		"none":      {"mean of 5 runs, no band"},
	} {
		d.Do("band " + name)
		d.Expect(want...)
	}
	d.Do("band quartile")
	d.Expect("band quartile: no such band; did you mean quartiles?")
}

func TestAMeanThatMisleadsIsMarked(t *testing.T) {
	d := open(t, three(t), instant())
	d.Do("run")
	warning := "mean of UCB1 misleads: one of 20 runs makes up 43% of the sum"
	for i := range d.result.Rows {
		if d.result.Rows[i].Series == 2 {
			d.result.Rows[i].Misleading, d.result.Rows[i].Largest = .43, 1
			d.result.Rows[i].Quartiles = []model.Number{1, 2}
		}
	}
	d.SetSize(100, 35)
	d.Expect("691 ± 20 !", warning)
	d.Do("band quartiles")
	if len(d.warnings()) > 0 {
		t.Error("the median misleads nobody")
	}
}

// Runs that are all equal, as those of DP-SE before its first arm goes, have no interval:
// not in the table, between learners, or in sentences.
func TestEqualRunsHaveNoInterval(t *testing.T) {
	d := open(t, uitest.Config(t, 300, "dp-se", "optimal"), Options{Runs: 5})
	d.SetSize(120, 36)
	d.Do("run")
	d.Expect("75.00, all equal", "0, all equal")
	d.Do("band error")
	d.Expect("75.00, all equal")
	if said := strings.Join(d.against(), " "); !strings.Contains(said, "DP-SE has 75.00 more regret than Optimal policy, and less in 0% of the runs") {
		t.Errorf("it says %q", said)
	}
	if got := facts.Pairs[1].Cell(d.versus()[0].Versus); got != kit.None {
		t.Errorf("the interval of equal differences is %s", got)
	}
}
