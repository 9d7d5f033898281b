package audit

import (
	"context"
	"fmt"
	"math"
	"slices"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise"
)

// A learner that waits for many rewards, or clips what it has learnt to [0,1], plays its
// first rounds alike whatever one reward was. For it, neighbours are searched that
// differ in a later round. An audit keeps those of the first rounds: its many runs
// would take minutes.

const (
	hiddenPart   = .005 // of the noises: a pair that shows less is replaced by a later one
	hiddenNoises = 400  // with which that is tried
	laterNoises  = 100  // with which each later pair is tried
	deviation    = 2.5  // standard errors that a difference is more than chance by
)

// hides reports whether the learner plays alike on both sides with nearly every noise.
func (r *replay) hides(ctx context.Context, p *distinguisher, seed uint64) bool {
	differ := 0
	for i := range hiddenNoises {
		s := noise.Key(seed, noise.Replication, uint64(i))
		if r.observe(ctx, p, 0, s) != r.observe(ctx, p, 1, s) {
			differ++
		}
	}
	return float64(differ) < hiddenPart*hiddenNoises
}

// later returns neighbours that differ in a later round and the round whose plays differ
// most on them or, where there are none, why. It doubles the round until there is
// something to see.
func (r *replay) later(ctx context.Context, seed uint64) (best distinguisher, why string, err error) {
	if r.Choice.Privacy == learners.DataFree {
		return best, r.Choice.Label() + " plays alike with every noise: it looks at no reward.", nil
	}
	if e, ok := r.Learner(0).(learners.Epochal); ok {
		if _, length := e.Epoch(); length > r.limit() {
			return best, r.waits(length), nil
		}
	}
	favoured, most, compete := favour(r.Setting.Arms, 1, 1), math.Inf(-1), 2
	if r.Setting.Matroid != nil {
		compete = r.Setting.Matroid.Rank() + 1
	}
	for round := 2*r.Setting.Arms + 1; most <= 0 && 2*round <= r.limit(); round *= 2 {
		// The first arms compete, so that little decides which one is not played.
		for i, level := range []float64{.5, 1} {
			p := distinguisher{Neighbours: model.Neighbours{
				Round: round, Before: favoured, After: complement(favoured),
				Others: []model.Span{{Rewards: favour(r.Setting.Arms, compete, level)}},
				Why: "One reward of the first rounds changes no play. Of later rounds this is the first whose rewards are seen to, " +
					"where the first arms give the same: in it arm 1 gives 1 and all others 0, or the other way round.",
			}, from: round + 1, to: min(3*round, r.limit())}
			at, shown := r.mostVisible(ctx, &p, noise.Key(seed, noise.Replication, uint64(round), uint64(i)))
			if err := ctx.Err(); err != nil {
				return best, "", err
			}
			if shown > most {
				p.from, p.to = at, at
				best, most = p, shown
			}
		}
	}
	if math.IsInf(most, -1) {
		why = fmt.Sprintf("%s plays alike with nearly every noise: on the pairs of sequences that were tried, one reward changes too few plays of rounds 1 to %d to be seen.",
			r.Choice.Label(), r.limit())
	}
	return best, why, nil
}

// waits says that the learner decides for the first time after the last round that is
// played here.
func (r *replay) waits(length int) string {
	end := fmt.Sprintf("the horizon ends with round %d", r.limit())
	if r.limit() < r.Setting.Horizon {
		end = fmt.Sprintf("these universes end with round %d", r.limit())
	}
	return fmt.Sprintf("%s plays alike with every noise: it decides for the first time after round %d, and %s.", r.Choice.Label(), length, end)
}

// mostVisible is the round in which arm 1 is played on one side more often than on the
// other, with the same noises on both: by how many noises, less what chance may add. Where
// the sides never differ that is −∞.
func (r *replay) mostVisible(ctx context.Context, p *distinguisher, seed uint64) (round int, shown float64) {
	more, differ := make([]float64, p.to+1), make([]float64, p.to+1)
	for i := range laterNoises {
		s := noise.Key(seed, noise.Replication, uint64(i))
		a, b := r.start(p, 0, s), r.start(p, 1, s)
		for t := 1; t <= p.to && ctx.Err() == nil; t++ {
			a.Advance(1)
			b.Advance(1)
			switch onA, onB := slices.Contains(a.Play(), 0), slices.Contains(b.Play(), 0); {
			case onA == onB:
				continue
			case onA:
				more[t]++
			default:
				more[t]--
			}
			differ[t]++
		}
	}
	shown = math.Inf(-1)
	for t := p.from; t <= p.to; t++ {
		if beyond := math.Abs(more[t]) - deviation*math.Sqrt(differ[t]); differ[t] > 0 && beyond > shown {
			round, shown = t, beyond
		}
	}
	return round, shown
}

// favour gives the first n arms a reward, and the others 0.
func favour(arms, n int, reward float64) []float64 {
	rewards := make([]float64, arms)
	for j := range min(n, arms) {
		rewards[j] = reward
	}
	return rewards
}
