package audit

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"regretscope/model"
)

// A TwinShot is the state of a Twin, for a screen to draw. It never changes.
type TwinShot struct {
	Config    *model.Config
	Verdict   model.Verdict
	Sequences model.Neighbors
	Guess     bool   // a search may find neighbors on which more plays differ
	Hidden    string // why both universes play the same, in a sentence; else empty

	Noise  int         // the number of the noise shown
	Rounds []TwinRound // shown so far
	Total  int         // the number of rounds to show
	Parted int         // the first round with different plays; 0 before it
	// Released is the first round with a release that uses the replaced reward; 0 before it.
	Released int

	Watched  string // what is counted, in words: a play or a report
	Samples  int    // the number of noises tried
	Agreed   int    // samples in which both universes ended the same
	Outcomes []Outcome
	Others   int // the number of outcomes that are not listed
}

// MaxOutcomes is the maximum number of outcomes in a TwinShot.
const MaxOutcomes = 32

// An Outcome is one possible observation.
type Outcome struct {
	Label  string
	Play   []int      // arms from 0; empty for reports
	Counts [2]int     // by universe, samples with this outcome
	Alone  [2]int     // by universe, those of them with another outcome in the other universe
	Exact  [2]float64 // its probability by universe; NaN if unknown
}

// Snapshot returns the current state.
func (t *Twin) Snapshot() *TwinShot {
	shot := t.shown
	shot.Rounds = slices.Clone(shot.Rounds)
	transcripts := t.transcripts()
	if more := len(transcripts) - MaxOutcomes; more > 0 {
		// List the likeliest ones, in their own order.
		slices.SortStableFunc(transcripts, func(a, b string) int { return cmp.Compare(t.weight(b), t.weight(a)) })
		transcripts, shot.Others = transcripts[:MaxOutcomes], more
		slices.Sort(transcripts)
	}
	for _, transcript := range transcripts {
		shot.Outcomes = append(shot.Outcomes, t.outcome(transcript))
	}
	return &shot
}

// transcripts returns seen and possible transcripts in a fixed order.
func (t *Twin) transcripts() []string {
	all := slices.AppendSeq(slices.Collect(maps.Keys(t.tally)), maps.Keys(t.expected))
	slices.Sort(all)
	return slices.Compact(all)
}

// weight estimates how likely an outcome is in either universe.
func (t *Twin) weight(transcript string) float64 {
	counts, exact := t.tally[transcript], t.expected[transcript]
	return float64(counts[0]+counts[1]) + exact[0] + exact[1]
}

func (t *Twin) outcome(transcript string) Outcome {
	o := Outcome{Counts: t.tally[transcript], Alone: t.alone[transcript], Exact: [2]float64{math.NaN(), math.NaN()}}
	if exact, known := t.expected[transcript]; known {
		o.Exact = exact
	}
	o.Label = t.label(transcript)
	if !t.watches.report && t.watches.from == t.watches.to {
		o.Play = plays(transcript)[0]
	}
	return o
}

// label describes an outcome.
func (t *Twin) label(transcript string) string {
	switch {
	case t.watches.report:
		return t.replay.reportText(transcript)
	case t.watches.from == t.watches.to:
		return t.replay.playText(transcript)
	}
	return "arms " + sequence(transcript)
}

// Loss returns ln of the ratio of the outcome's probabilities in the two universes: the
// evidence that it gives an observer. It uses exact probabilities if they are known, else
// counts. It is NaN if the outcome was never seen.
func (o *Outcome) Loss() (loss float64, exact bool) {
	if !math.IsNaN(o.Exact[0]) {
		return math.Log(o.Exact[0]) - math.Log(o.Exact[1]), true
	}
	return math.Log(float64(o.Counts[0])) - math.Log(float64(o.Counts[1])), false
}
