package audit

import (
	"maps"
	"math"
	"slices"
)

// An Observer sees one universe and says which: B where what it saw is likelier there,
// and A otherwise. Where chances are known exactly it goes by them. Elsewhere it goes by
// what half of the samples have shown, and its errors are counted in the other half,
// which it has not chosen by.
type Observer struct {
	Says  []string   // the outcomes at which it says B, in words
	Runs  int        // how many samples of each universe its errors are counted in
	Wrong [2]int     // how often it said B in universe A, and A in universe B
	Exact [2]float64 // the chances of that; NaN where they are not known
}

// Errors are the shares of runs in which it was wrong: in universe A (type I), and in
// universe B (type II). They are NaN before the first run.
func (o *Observer) Errors() (first, second float64) {
	n := float64(o.Runs)
	return float64(o.Wrong[0]) / n, float64(o.Wrong[1]) / n
}

// observer is the one of the samples so far.
func (t *Twin) observer() Observer {
	o := Observer{Runs: t.samples, Exact: [2]float64{math.NaN(), math.NaN()}}
	saysB := func(transcript string) bool { return t.chosen[transcript][1] > t.chosen[transcript][0] }
	if t.expected != nil {
		saysB = func(transcript string) bool { return t.expected[transcript][1] > t.expected[transcript][0] }
		o.Exact = [2]float64{}
		for _, transcript := range slices.Sorted(maps.Keys(t.expected)) { // sums in one order
			exact := t.expected[transcript]
			if saysB(transcript) {
				o.Exact[0] += exact[0]
			} else {
				o.Exact[1] += exact[1]
			}
		}
	} else {
		o.Runs = t.samples / 2
	}
	says := map[string]bool{}
	for transcript, counts := range t.tally {
		if t.expected == nil {
			for side := range counts {
				counts[side] -= t.chosen[transcript][side]
			}
		}
		if saysB(transcript) {
			o.Wrong[0] += counts[0]
			says[transcript] = true
		} else {
			o.Wrong[1] += counts[1]
		}
	}
	for transcript := range t.expected {
		if saysB(transcript) {
			says[transcript] = true
		}
	}
	for _, transcript := range slices.Sorted(maps.Keys(says)) {
		o.Says = append(o.Says, t.label(transcript))
	}
	return o
}
