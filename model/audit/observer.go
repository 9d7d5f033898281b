package audit

import "math"

// An Observer sees one universe and guesses which it is: B if what it saw is likelier there,
// else A. It uses exact probabilities if they are known. Otherwise one half of the samples
// determines its guesses, and the other half counts its errors.
type Observer struct {
	Says  []string   // the outcomes for which it guesses B, in words
	Runs  int        // the number of samples of each universe that count its errors
	Wrong [2]int     // how often it guessed B in universe A, and A in universe B
	Exact [2]float64 // their probabilities; NaN if unknown
}

// Errors returns its error rates in universe A (type I) and in universe B (type II). They are
// NaN before the first run.
func (o *Observer) Errors() (first, second float64) {
	n := float64(o.Runs)
	return float64(o.Wrong[0]) / n, float64(o.Wrong[1]) / n
}

// observer returns the observer of the samples so far.
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
		wrong := 1 // it guesses A, which is wrong in universe B
		if saysB {
			wrong, o.Says = 0, append(o.Says, t.label(transcript))
		}
		o.Wrong[wrong] += counts[wrong]
		o.Exact[wrong] += exact[wrong]
	}
	return o
}
