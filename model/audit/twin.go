package audit

import (
	"context"
	"fmt"
	"slices"
	"time"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/program"
	"regretscope/noise"
	mechanism "regretscope/noise/dpaudit"
)

// A Twin runs one learner in two universes whose reward sequences differ in a single round,
// with the same noise: side by side, round by round, and then over many noises, counting what
// it plays in the round in which the difference may show. It belongs to one goroutine, but its
// snapshots may be kept and read anywhere.
type Twin struct {
	shown   TwinShot // without the fields that Snapshot computes
	replay  *replay
	watches distinguisher
	runs    []*model.Run  // by universe
	team    *program.Team // the team of runs of a program
	err     error

	tally    map[string][2]int
	alone    map[string][2]int // of samples in which the universes differ
	chosen   map[string][2]int // of every second sample, for the observer's choice
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

// NewTwin prepares the universes of learner i of a checked configuration, before round 1. The
// neighbors are those of the exact audit, or of a later round if the learner plays the same on
// them. The search may take some seconds. If ctx ends first, it returns the context's error.
func NewTwin(ctx context.Context, c *model.Config, i int, tried func(noises int)) (*Twin, error) {
	return newTwin(ctx, c, i, DefaultRuns, tried)
}

// newTwin is NewTwin with the search for an audit of the given number of runs.
func newTwin(ctx context.Context, c *model.Config, i, runs int, tried func(noises int)) (*Twin, error) {
	if c.Learners[i].Plays().Waits() {
		return nil, learners.ErrYou
	}
	verdict := c.Verdict(i)
	t := &Twin{
		shown: TwinShot{Config: c, Learner: i, Verdict: verdict}, replay: newReplay(c, i),
		tally: map[string][2]int{}, alone: map[string][2]int{}, chosen: map[string][2]int{},
	}
	noises := 0
	t.replay.tried = func() {
		noises++
		tried(noises)
	}
	o := mechanism.Options{
		Runs: runs, Confidence: DefaultConfidence,
		Seed: noise.Key(c.Seed, noise.Replication, noise.KeyOf("search")),
	}
	var err error
	if t.replay.InTeams() {
		err = t.watchProgram(ctx, o.Seed, runs)
	} else {
		t.watches, t.shown.Hidden, err = t.replay.universes(ctx, &verdict, o)
	}
	if err != nil {
		return nil, err
	}
	t.shown.Sequences, t.shown.Watched = t.watches.Neighbors, t.replay.watched(&t.watches)
	t.shown.Total = min(t.watches.rounds()+afterwards, max(t.replay.limit(), t.watches.rounds()))
	t.expected = t.replay.expected(&t.watches)
	t.Show(0)
	return t, nil
}

// Show starts again before round 1 with noise number 0, 1, …
func (t *Twin) Show(number int) {
	t.shown.Noise, t.shown.Parted, t.shown.Released, t.shown.Rounds = number, 0, 0, nil
	if t.replay.InTeams() {
		t.showProgram(number)
		return
	}
	t.runs = nil
	for side := range 2 {
		t.runs = append(t.runs, t.replay.start(&t.watches, side, t.seed(number)))
	}
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

// usesReplaced reports whether a release uses the reward that differs.
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
	if t.replay.InTeams() {
		t.sampleProgram(n)
		return
	}
	for range n {
		var seen [2]string
		for side := range seen {
			seen[side] = t.replay.observe(context.Background(), &t.watches, side, t.seed(t.shown.Samples))
		}
		t.enter(seen)
	}
}

// enter counts the outcome of one more noise.
func (t *Twin) enter(seen [2]string) {
	for side := range seen {
		count(t.tally, seen[side], side)
		if t.shown.Samples%2 == 0 {
			count(t.chosen, seen[side], side)
		}
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

// expected returns the exact probability of each outcome on either side: for the pick of
// report-noisy-max at the end of an epoch, and for the bits of a single channel. Otherwise it
// returns nil.
func (r *replay) expected(p *distinguisher) map[string][2]float64 {
	if r.InTeams() {
		return nil
	}
	outcomes := map[string][2]float64{}
	if p.report {
		if !r.same || !r.Setting.Channels[0].Bits() {
			return nil
		}
		ones := [2]float64{}
		for side := range ones {
			ones[side] = r.Setting.Channels[0].Probability(p.At(side, p.Round)[0])
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
		picks, err := leader.Mechanism().Probabilities(sums(p, side, p.to/2, p.to-1), nil)
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

// playOf returns the transcript of one round that plays arm j.
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
