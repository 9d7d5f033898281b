package facts

import (
	"math"
	"slices"
	"testing"

	"regretscope/model/trials"
	"regretscope/noise/number"
)

func TestDistanceIsInStandardErrors(t *testing.T) {
	for _, c := range []struct {
		mean, sd, exact float64
		want            string
	}{
		{110, 20, 100, "+2.5 se"}, // 25 runs: the standard error is 4
		{99, 20, 100, "−0.2 se"},
		{100, 20, 100, "0 se"},
		{100, 0, 100, "0 se"},
		{110, 0, 100, "–"},
		{110, math.NaN(), 100, "–"},
	} {
		exact := number.Float(c.exact)
		row := &trials.Row{Runs: 25, RegretMean: number.Float(c.mean), RegretSD: number.Float(c.sd), RegretExact: &exact}
		if got := Distance.Cell(row); got != c.want {
			t.Errorf("%v with sd %v against %v: %q, want %q", c.mean, c.sd, c.exact, got, c.want)
		}
	}
	if got := Distance.Cell(&trials.Row{Runs: 25}); got != "–" {
		t.Errorf("without an exact expectation: %q", got)
	}
}

// The sentences about two learners, from both sides.
func TestVersus(t *testing.T) {
	pair := &trials.Pair{
		Difference: -12.3, Error: 2.1, Interval: []number.Float{-16.5, -8.1}, Effect: -1.5, FirstBetter: .9, PairingGain: 4.25,
	}
	equal := &trials.Pair{Difference: 5, Error: 0, FirstBetter: 0}
	for name, c := range map[string]struct {
		versus   Versus
		cells    []string
		sentence string
	}{
		"the first": {
			Versus{Pair: pair},
			[]string{"−12.3 ± 2.1", "−16.5 to −8.1", "90% of runs", "−1.50 sd", "4.2 × runs"},
			"Run by run on the same rewards, A has 12.3 ± 2.1 less regret than B, and less in 90% of the runs, ties counted half.",
		},
		"the second": {
			Versus{Pair: pair, Flipped: true},
			[]string{"12.3 ± 2.1", "8.1 to 16.5", "10% of runs", "1.50 sd", "4.2 × runs"},
			"Run by run on the same rewards, A has 12.3 ± 2.1 more regret than B, and less in 10% of the runs, ties counted half.",
		},
		"equal differences": {
			Versus{Pair: equal},
			[]string{"5.0000, all equal", "–", "0% of runs", "0 sd", "0 × runs"},
			"Run by run on the same rewards, A has 5.0000 more regret than B, and less in 0% of the runs, ties counted half.",
		},
	} {
		t.Run(name, func(t *testing.T) {
			if got := Cells(Pairs, c.versus); !slices.Equal(got, c.cells) {
				t.Errorf("%q, want %q", got, c.cells)
			}
			if got := c.versus.Sentence("A", "B"); got != c.sentence {
				t.Errorf("%q, want %q", got, c.sentence)
			}
		})
	}
}

func TestMisleads(t *testing.T) {
	for want, row := range map[string]trials.Row{
		"mean of A misleads: one of 20 runs makes up 43% of the sum":         {Largest: 1, Runs: 20, Misleading: .43},
		"mean of A misleads: one of 200 runs makes up 99.5% of the variance": {Largest: 1, Runs: 200, Misleading: .995, LowTail: true},
		"mean of A misleads: 100 of 10,000 runs make up 62.5% of the sum":    {Largest: 100, Runs: 10_000, Misleading: .625},
	} {
		if got := Misleads("A", &row); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
