package audit

import "math"

// An Observer sees one universe and decides which it is: B if what it saw is likelier
// there, else A. It uses exact chances where they are known. Otherwise it decides by one
// half of the samples, and its errors are counted in the other half.
type Observer struct {
	Says  []string   // the outcomes at which it says B, in words
	Runs  int        // how many samples of each universe its errors are counted in
	Wrong [2]int     // how often it said B in universe A, and A in universe B
	Exact [2]float64 // the chances of that; NaN if they are not known
}

// Errors returns the shares of runs in which it was wrong: in universe A (type I), and in
// universe B (type II). They are NaN before the first run.
func (o *Observer) Errors() (first, second float64) {
	n := float64(o.Runs)
	return float64(o.Wrong[0]) / n, float64(o.Wrong[1]) / n
}

// observer returns the one of the samples so far.
func (t *Twin) observer() Observer {
	o := Observer{Runs: t.shown.Samples}
	if t.expected == nil {
		o.Runs, o.Exact = t.shown.Samples/2, [2]float64{math.NaN(), math.NaN()}
	}
	for _, transcript := range t.transcripts() {
		counts, exact := t.tally[transcript], t.expected[transcript]
		saysB := exact[1] > exact[0]
		if t.expected == nil {
			chosen := t.chosen[transcript]
			saysB = chosen[1] > chosen[0]
			counts[0], counts[1] = counts[0]-chosen[0], counts[1]-chosen[1]
		}
		wrong := 1 // it says A, which is wrong in universe B
		if saysB {
			wrong, o.Says = 0, append(o.Says, t.label(transcript))
		}
		o.Wrong[wrong] += counts[wrong]
		o.Exact[wrong] += exact[wrong]
	}
	return o
}
