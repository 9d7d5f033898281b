package audit

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"regretscope/model"
)

// A TwinShot is the state of a Twin: all that a screen draws. It never changes.
type TwinShot struct {
	Config    *model.Config
	Learner   int
	Verdict   model.Verdict
	Sequences model.Neighbors
	Hidden    string // why both universes play alike, in a sentence; empty if they do not

	Noise  int         // number of the noise that is shown side by side
	Rounds []TwinRound // those that have been shown
	Total  int         // how many there are to show
	Parted int         // the first round whose plays differ; 0 before it
	// Released is the first round with a release that uses the replaced reward; 0 before it.
	Released int

	Watched  string // what is counted, in words: the play of a round, or a report
	Samples  int    // how many noises have been tried
	Agreed   int    // in how many of them both universes ended alike
	Outcomes []Outcome
	Observer Observer
	Others   int // outcomes that were seen and are not listed, because there are too many
}

// MaxOutcomes is how many outcomes a TwinShot lists.
const MaxOutcomes = 32

// An Outcome is one thing that may be observed.
type Outcome struct {
	Label  string
	Play   []int      // arms from 0; empty for reports
	Counts [2]int     // in how many samples of each universe it was seen
	Alone  [2]int     // in how many of them with a noise that shows something else in the other universe
	Exact  [2]float64 // its probability in either universe; NaN if unknown
}

// Snapshot returns the present state.
func (t *Twin) Snapshot() *TwinShot {
	shot := t.shown
	shot.Rounds, shot.Observer = slices.Clone(shot.Rounds), t.observer()
	transcripts := t.transcripts()
	if more := len(transcripts) - MaxOutcomes; more > 0 {
		// The likeliest ones are listed, and in their order.
		slices.SortStableFunc(transcripts, func(a, b string) int { return cmp.Compare(t.weight(b), t.weight(a)) })
		transcripts, shot.Others = transcripts[:MaxOutcomes], more
		slices.Sort(transcripts)
	}
	for _, transcript := range transcripts {
		shot.Outcomes = append(shot.Outcomes, t.outcome(transcript))
	}
	return &shot
}

// transcripts are what was seen or may be, in one order.
func (t *Twin) transcripts() []string {
	all := slices.AppendSeq(slices.Collect(maps.Keys(t.tally)), maps.Keys(t.expected))
	slices.Sort(all)
	return slices.Compact(all)
}

// weight is how likely an outcome seems in either universe.
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

// label says in words what was observed.
func (t *Twin) label(transcript string) string {
	switch {
	case t.watches.report:
		return t.replay.reportText(transcript)
	case t.watches.from == t.watches.to:
		return t.replay.playText(transcript)
	}
	return "arms " + sequence(transcript)
}

// Loss is ln of the ratio of the outcome's probabilities in the two universes, before to
// after: the evidence that it gives an observer. It is exact where the probabilities are
// known, else that of the counts, and NaN if neither universe has shown the outcome.
func (o *Outcome) Loss() (loss float64, exact bool) {
	if !math.IsNaN(o.Exact[0]) {
		return math.Log(o.Exact[0]) - math.Log(o.Exact[1]), true
	}
	return math.Log(float64(o.Counts[0])) - math.Log(float64(o.Counts[1])), false
}

// Bound is e^ε for the ε that is claimed: the line that no ratio of
// probabilities may cross. It is NaN if nothing is claimed.
func (s *TwinShot) Bound() float64 { return math.Exp(s.Verdict.Claimed) }

// Limit is e^ε for the true ε, of the whole transcript; NaN if unknown.
func (s *TwinShot) Limit() float64 {
	if !s.Verdict.Known {
		return math.NaN()
	}
	return math.Exp(s.Verdict.Exact.Epsilon)
}
