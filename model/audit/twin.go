package audit

import (
	"context"
	"slices"

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
// them. The search may take some seconds; a guess takes the first later round at which any plays differ.
// If ctx ends first, it returns the context's error.
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
	if t.replay.InTeams() {
		err = t.watchProgram(ctx, o.Seed)
	} else {
		t.watches, t.shown.Hidden, err = t.replay.universes(ctx, &verdict, o)
	}
	if err != nil {
		return nil, err
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
