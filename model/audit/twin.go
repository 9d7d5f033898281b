package audit

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/program"
	"regretscope/noise"
	"regretscope/noise/channel"
	mechanism "regretscope/noise/dpaudit"
	"regretscope/noise/param"
)

// A Twin runs one learner in two universes whose reward sequences differ in a single round, with the same noise: side
// by side, round by round, and then over many noises, counting what it plays in the round in which the difference may
// show. It belongs to one goroutine, but its snapshots may be kept and read anywhere.
type Twin struct {
	shown   TwinShot // without the fields that Snapshot computes
	replay  *replay
	watches distinguisher
	runs    []*model.Run  // by universe
	team    *program.Team // the team of runs of a program
	err     error

	tally    map[string][2]int
	alone    map[string][2]int // of samples in which the universes differ
	expected map[string][2]float64
}

// A TwinRound is one round of both universes.
type TwinRound struct {
	Round   int
	Differs bool         // its rewards are replaced
	Plays   [2][]int     // by side
	Seen    [2][]float64 // what the learner saw, by arm of the play or by arm
	Apart   bool         // the plays differ
}

// afterwards is the number of rounds to show after the observed one.
const afterwards = 12

// NewTwin prepares the universes of learner i of a checked configuration, before round 1. The neighbors are those of
// the exact audit, or of a later round if the learner plays the same on them. The search may take some seconds; a
// guess takes the first later round at which any plays differ. If ctx ends first, it returns the context's error.
func NewTwin(ctx context.Context, c *model.Config, i int, guess bool, tried func(noises int)) (*Twin, error) {
	return newTwin(ctx, c, i, DefaultRuns, guess, tried)
}

// newTwin is NewTwin with the search for an audit of the given number of runs.
func newTwin(ctx context.Context, c *model.Config, i, runs int, guess bool, tried func(noises int)) (*Twin, error) {
	if c.Learners[i].Plays().Waits() {
		return nil, learners.ErrYou
	}
	verdict := c.Verdict(i)
	t := &Twin{
		shown: TwinShot{Config: c, Verdict: verdict}, replay: newReplay(c, i),
		tally: map[string][2]int{}, alone: map[string][2]int{},
	}
	noises := 0
	t.replay.guess, t.replay.tried = guess, func() {
		noises++
		tried(noises)
	}
	o := mechanism.Options{
		Runs: runs, Confidence: DefaultConfidence,
		Seed: noise.Key(c.Seed, noise.Replication, noise.KeyOf("search")),
	}
	var err error
	key := t.replay.searchOf(o)
	if kept, known := longSearches.Load(key); known {
		f := kept.(found)
		t.watches, t.shown.Hidden, noises = f.distinguisher, f.why, f.noises
	} else if t.replay.InTeams() {
		err = t.watchProgram(ctx, o.Seed)
	} else {
		t.watches, t.shown.Hidden, err = t.replay.universes(ctx, &verdict, o)
	}
	if err != nil {
		return nil, err
	}
	if noises > worstNoises && t.replay.Setting.Matroid == nil && !t.replay.InTeams() {
		longSearches.Store(key, found{t.watches, t.shown.Hidden, noises})
	}
	t.shown.Sequences, t.shown.Watched = t.watches.Neighbors, t.replay.watched(&t.watches)
	t.shown.Guess = guess && noises > worstNoises
	t.shown.Total = min(t.watches.rounds()+afterwards, max(t.replay.limit(), t.watches.rounds()))
	t.expected = t.replay.expected(&t.watches)
	t.Show(0)
	return t, nil
}

// Show starts again before round 1 with noise number 0, 1, …
func (t *Twin) Show(number int) {
	t.shown.Noise, t.shown.Parted, t.shown.Released, t.shown.Rounds = number, 0, 0, nil
	seed := t.seed(number)
	if !t.replay.InTeams() {
		t.runs = []*model.Run{t.replay.start(&t.watches, 0, seed), t.replay.start(&t.watches, 1, seed)}
		return
	}
	if t.team != nil {
		t.team.Kill()
	}
	t.team, t.runs = t.replay.StartTeam([]uint64{seed, seed}, func(side int) func(int) []float64 {
		return func(round int) []float64 { return t.watches.At(side, round) }
	})
}

// seed returns the seed of a noise, which both universes share.
func (t *Twin) seed(number int) uint64 {
	return noise.Key(t.shown.Config.Seed, noise.Replication, noise.KeyOf("twin"), uint64(number))
}

// Done reports whether all rounds have been shown.
func (t *Twin) Done() bool { return len(t.shown.Rounds) >= t.shown.Total }

// Step plays up to n further rounds in both universes.
func (t *Twin) Step(n int) {
	for ; n > 0 && !t.Done() && t.err == nil; n-- {
		r := TwinRound{Round: len(t.shown.Rounds) + 1}
		r.Differs = r.Round == t.watches.Round
		for side, run := range t.runs {
			if run.Advance(1); run.Err() != nil {
				t.err = run.Err()
				return
			}
			r.Plays[side], r.Seen[side] = slices.Clone(run.Play()), slices.Clone(run.Feedback())
		}
		r.Apart = !slices.Equal(r.Plays[0], r.Plays[1])
		if t.shown.Released == 0 && slices.ContainsFunc(t.runs[0].Releases(), t.usesReplaced) {
			t.shown.Released = r.Round
		}
		if r.Apart && t.shown.Parted == 0 {
			t.shown.Parted = r.Round
		}
		t.shown.Rounds = append(t.shown.Rounds, r)
	}
	if t.team != nil && t.Done() {
		t.team.End()
	}
}

func (t *Twin) usesReplaced(r noise.Release) bool {
	at := t.watches.Round
	if r.First > at || r.Last < at {
		return false
	}
	played := t.runs[0].Play()
	if at <= len(t.shown.Rounds) {
		played = t.shown.Rounds[at-1].Plays[0]
	}
	return r.Joint() || slices.ContainsFunc(played, func(arm int) bool { return slices.Contains(r.Arms, arm) })
}

// Err returns why a program stopped; nil if it did not.
func (t *Twin) Err() error { return t.err }

// Sample runs both universes with n further noises up to the observed round.
func (t *Twin) Sample(n int) {
	if t.err != nil {
		return
	}
	first := t.shown.Samples
	inputs := bothSides(n, func(k int) uint64 { return t.seed(first + k) })
	seen, err := t.replay.transcripts(context.Background(), &t.watches, inputs)
	if t.err = err; err != nil {
		return
	}
	for ; len(seen) > 0; seen = seen[2:] {
		t.enter([2]string(seen))
	}
}

// enter counts the outcome of one more noise.
func (t *Twin) enter(seen [2]string) {
	for side := range seen {
		count(t.tally, seen[side], side)
		if seen[0] != seen[1] {
			count(t.alone, seen[side], side)
		}
	}
	if seen[0] == seen[1] {
		t.shown.Agreed++
	}
	t.shown.Samples++
}

func count(tally map[string][2]int, seen string, side int) {
	counts := tally[seen]
	counts[side]++
	tally[seen] = counts
}

// SampleFor samples up to n further noises and stops soon after the budget is spent. A program
// plays some hundreds at a time.
func (t *Twin) SampleFor(n int, budget time.Duration) {
	step := 16
	if t.replay.InTeams() {
		step = noisesAtATime
		n = max(n, step)
	}
	for deadline := time.Now().Add(budget); n > 0; n -= step {
		t.Sample(min(n, step))
		if t.err != nil || !time.Now().Before(deadline) {
			return
		}
	}
}

// expected returns the exact probability of each outcome on either side: for the pick of report-noisy-max at the end
// of an epoch, and for the bits of a single channel. Otherwise it returns nil.
func (r *replay) expected(p *distinguisher) map[string][2]float64 {
	if r.InTeams() {
		return nil
	}
	outcomes := map[string][2]float64{}
	if p.report {
		channels := r.Setting.Channels
		if !channel.Alike(channels) || !channels[0].Bits() {
			return nil
		}
		ones := [2]float64{}
		for side := range ones {
			ones[side] = channels[0].Probability(p.At(side, p.Round)[0])
		}
		outcomes[string(rune(one))] = ones
		outcomes[string(rune(zero))] = [2]float64{1 - ones[0], 1 - ones[1]}
		return outcomes
	}
	leader, ok := r.Learner(0).(learners.NoisyLeader)
	if !ok || p.from != p.to || p.to < 2 || p.to&(p.to-1) != 0 {
		return nil
	}
	var sides [2][]float64
	for side := range sides {
		picks, err := leader.Mechanism().Probabilities(sums(p, side, p.to/2, p.to-1))
		if err != nil {
			return nil
		}
		sides[side] = picks
	}
	for j := range sides[0] {
		outcomes[playOf(j)] = [2]float64{sides[0][j], sides[1][j]}
	}
	return outcomes
}

func playOf(j int) string { return fmt.Sprintf("%c%c", rune(firstArm+j), endPlay) }

// sums returns the sums of the rewards of rounds first to last, by arm.
func sums(p *distinguisher, side, first, last int) []float64 {
	sums := make([]float64, len(p.Before))
	for t := first; t <= last; t++ {
		for j, x := range p.At(side, t) {
			sums[j] += x
		}
	}
	return sums
}

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
	shot.Outcomes = param.Map(transcripts, t.outcome)
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
	switch {
	case t.watches.report:
		o.Label = t.replay.reportText(transcript)
	case t.watches.from == t.watches.to:
		o.Label, o.Play = t.replay.playText(transcript), plays(transcript)[0]
	default:
		o.Label = "arms " + sequence(transcript)
	}
	return o
}

// Loss returns ln of the ratio of the outcome's probabilities in the two universes: the evidence that it gives an
// observer. It uses exact probabilities if they are known, else counts. It is NaN if the outcome was never seen.
func (o *Outcome) Loss() (loss float64, exact bool) {
	if !math.IsNaN(o.Exact[0]) {
		return math.Log(o.Exact[0]) - math.Log(o.Exact[1]), true
	}
	return math.Log(float64(o.Counts[0])) - math.Log(float64(o.Counts[1])), false
}
