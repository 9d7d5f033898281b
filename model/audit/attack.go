package audit

import (
	"context"
	"math"
	"slices"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise"
	mechanism "regretscope/noise/dpaudit"
	"regretscope/noise/privacy"
)

// An Attack asks in turns which of two universes a learner plays in, chosen by a hidden coin. The universes are those
// of a Twin or, for report-noisy-max, those in which most guesses can be right. It belongs to one goroutine.
type Attack struct {
	Sequences model.Neighbors
	Watched   string  // what the audit's event looks at, in words
	Rate      float64 // the exact probability that this event guesses right; NaN if unknown
	Most      float64 // (1 + δ(0)) / 2 of the costliest release: no guess from it is right more often; NaN if unknown
	Allowed   float64 // e^ε/(1 + e^ε): if the claimed ε holds, no guess is right more often; NaN without a claim

	replay   *replay
	watches  distinguisher
	expected map[string][2]float64 // the weight of each transcript by universe; nil before it is learned
	seed     uint64
}

// A Turn is one run in the universe that the coin chose.
type Turn struct {
	Side   int         // the universe
	Guess  int         // that of the audit's event
	Rounds []TwinRound // whose sides are equal
}

// learned is the number of noises from which the event is learned if no probabilities are known.
const learned = 1000

// Attack returns the attack on the learner of a twin; nil if it is a program, which takes long to play.
func (t *Twin) Attack() *Attack {
	if t.replay.InTeams() {
		return nil
	}
	v := &t.shown.Verdict
	a := &Attack{
		Most: math.NaN(), Rate: math.NaN(), Allowed: 1 / (1 + math.Exp(-v.Claimed)),
		replay:  &replay{Starter: t.replay.Starter},
		watches: t.watches, expected: t.expected, seed: noise.Key(t.shown.Config.Seed, noise.Replication, noise.KeyOf("attack")),
	}
	if leader, ok := a.replay.Learner(0).(learners.NoisyLeader); ok && a.replay.Setting.Horizon > 1 {
		pair := mechanism.ReportNoisyMax(leader.Mechanism(), a.replay.Setting.Arms, 1).WorstPair
		short := distinguisher{Neighbors: model.NeighborsOf(pair, 1), from: 2, to: 2}
		if e := a.replay.expected(&short); e != nil && !(rate(e) < rate(t.expected)) {
			a.watches, a.expected = short, e
		}
	}
	if a.expected != nil {
		a.Rate = rate(a.expected)
	}
	if v.Known && v.Exact.Mechanism != nil {
		if d := v.Exact.Mechanism.Delta(0); d.Status == privacy.Exact {
			a.Most = (1 + d.Value) / 2
		}
	}
	a.Sequences, a.Watched = a.watches.Neighbors, a.replay.watched(&a.watches)
	return a
}

// rate returns how often the likelier universe of the transcript is the true one.
func rate(weights map[string][2]float64) float64 {
	right, all := 0.0, 0.0
	for _, w := range weights {
		right += max(w[0], w[1])
		all += w[0] + w[1]
	}
	return right / all
}

// Turn plays turn number 0, 1, …; the first one may learn the event.
func (a *Attack) Turn(ctx context.Context, number int) (*Turn, error) {
	if a.expected == nil {
		runs := a.replay.affordable([]distinguisher{a.watches}, learned)
		inputs := bothSides(runs, func(k int) uint64 { return noise.Key(a.seed, noise.Replication, noise.KeyOf("learn"), uint64(k)) })
		seen, err := a.replay.transcripts(ctx, &a.watches, inputs)
		if err != nil {
			return nil, err
		}
		a.expected = map[string][2]float64{}
		for i, transcript := range seen {
			w := a.expected[transcript]
			w[inputs[i].Side]++
			a.expected[transcript] = w
		}
	}
	seed := noise.Key(a.seed, noise.Replication, noise.KeyOf("turn"), uint64(number))
	turn := &Turn{Side: int(noise.Key(seed, noise.Replication, noise.KeyOf("coin")) >> 63)}
	run := a.replay.start(&a.watches, turn.Side, seed)
	for t := 1; t <= a.watches.rounds() && ctx.Err() == nil; t++ {
		run.Advance(1)
		r := TwinRound{Round: t, Differs: t == a.watches.Round}
		for side := range 2 {
			r.Plays[side], r.Seen[side] = slices.Clone(run.Play()), slices.Clone(run.Feedback())
		}
		turn.Rounds = append(turn.Rounds, r)
	}
	if w := a.expected[a.replay.observe(ctx, &a.watches, turn.Side, seed)]; w[1] > w[0] {
		turn.Guess = 1
	}
	return turn, ctx.Err()
}
