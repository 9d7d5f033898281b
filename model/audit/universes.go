package audit

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise"
	mechanism "regretscope/noise/dpaudit"
	"regretscope/noise/number"
)

// A learner that waits for many rewards, or clips its estimates to [0,1], plays its first
// rounds the same whatever one reward was. Twins of such learners use neighbors that differ in
// a later round. An audit keeps to the first rounds: its many runs would take minutes.

const (
	worstNoises = 400 // noises to try the worst pair with
	laterNoises = 100 // noises to try each later pair with
	guessNoises = 4   // the same for a first guess, which takes the first pair with any difference
	deviation   = 2.5 // standard errors that a difference must exceed
)

// longSearches holds the found of each search that took seconds: twins are often opened again.
var longSearches sync.Map

// A search is what the neighbors of a learner without a matroid depend on.
type search struct {
	*learners.Declaration
	choice                string // with parameters and channels
	arms, horizon, phases int
	epsilon               float64
	seed                  uint64
	runs                  int
	guess                 bool
}

// found is the result of a search.
type found struct {
	distinguisher
	why    string
	noises int // tried
}

func (r *replay) searchOf(o mechanism.Options) search {
	s := &r.Setting
	choice := fmt.Sprint(r.Spec, r.Spec.Described(*s), s.Channels)
	return search{r.Spec.Declaration, choice, s.Arms, s.Horizon, s.Phases, s.Epsilon, o.Seed, o.Runs, r.guess}
}

// worst returns the distinguisher that observes the first play that can depend on the round that
// differs in the exact audit's neighbors or, with local privacy, the report of that round.
func (r *replay) worst(v *model.Verdict) distinguisher {
	next := v.Pair.Round + v.Exact.WorstPair.Epoch
	return distinguisher{Neighbors: v.Pair, from: next, to: next, report: v.Spec.Privacy == learners.Local}
}

// universes returns neighbors whose plays differ often enough to be seen, or the reason why
// there are none. It prefers those of the exact audit.
func (r *replay) universes(
	ctx context.Context, v *model.Verdict, o mechanism.Options,
) (p distinguisher, why string, err error) {
	p = r.worst(v)
	switch {
	case p.report:
		return p, "", nil
	case v.Spec.Privacy == learners.DataFree:
		return p, v.Spec.Label() + " plays the same with any noise: it uses no rewards.", nil
	}
	leader, picks := r.Learner(0).(learners.NoisyLeader)
	if !picks {
		p.to = min(max(p.from, 4*r.Setting.Arms), r.limit())
	}
	if p.to <= r.limit() {
		if round, shown := r.mostVisible(ctx, &p, worstNoises, deviation, o.Seed); shown > 0 {
			p.from, p.to = round, round
			return p, "", ctx.Err()
		}
	}
	if picks {
		return r.leaderDistinguisher(leader, o), "", ctx.Err()
	}
	return r.later(ctx, p, o.Seed)
}

// later returns neighbors that differ in a later round, and the round whose plays differ most,
// or the worst pair and the reason why there are none. It doubles the round until plays differ.
func (r *replay) later(
	ctx context.Context, first distinguisher, seed uint64,
) (best distinguisher, why string, err error) {
	best, best.to = first, first.from
	if e, ok := r.Learner(0).(learners.Epochal); ok {
		if _, length := e.Epoch(); length > r.limit() {
			return best, r.waits(length), nil
		}
	}
	rank, favoredArms, most := 1, "arm 1", math.Inf(-1)
	if r.Setting.Matroid != nil {
		rank = r.Setting.Matroid.Rank()
		favoredArms = fmt.Sprintf("arms 1 to %d", rank)
	}
	favored := favor(r.Setting.Arms, rank, 1)
	noises, allowance := laterNoises, deviation
	if r.guess {
		noises, allowance = guessNoises, 0
	}
	for round := first.Round; most <= 0 && 2*round <= r.limit(); round = max(2*round, r.Setting.Arms) {
		// The first arms compete, so little decides which of them is not played.
		for i, level := range []float64{.5, 1} {
			p := distinguisher{Neighbors: model.Neighbors{
				Round: round, Before: favored, After: complement(favored),
				Others: []model.Span{{Rewards: favor(r.Setting.Arms, rank+1, level)}},
				Why: fmt.Sprintf("The round that differs gives 1 to %s only (A), or to every other arm (B); in "+
					"all other rounds arms 1 to %d give the same, and the rest 0.",
					favoredArms, rank+1),
			}, from: round + 1, to: min(max(3*round, 4*r.Setting.Arms), r.limit())}
			at, shown := r.mostVisible(ctx, &p, noises, allowance,
				noise.Key(seed, noise.Replication, uint64(round), uint64(i)))
			if err := ctx.Err(); err != nil {
				return best, "", err
			}
			if shown > most {
				p.from, p.to = at, at
				best, most = p, shown
			}
		}
	}
	switch {
	case math.IsInf(most, -1) && r.guess:
		why = "No play differs with the few noises tried so far."
	case math.IsInf(most, -1):
		why = fmt.Sprintf("%s plays the same with nearly every noise: on the pairs of sequences that were tried, one "+
			"reward changes too few plays of rounds 1 to %s to be seen.",
			r.Spec.Label(), number.Count(r.limit()))
	}
	return best, why, nil
}

// waits explains that the learner decides for the first time after the last round played here.
func (r *replay) waits(length int) string {
	end := fmt.Sprintf("the horizon ends with round %s", number.Count(r.limit()))
	if r.limit() < r.Setting.Horizon {
		end = fmt.Sprintf("these universes end with round %s", number.Count(r.limit()))
	}
	return fmt.Sprintf("%s plays the same with any noise: its first decision comes after round %s, and %s.",
		r.Spec.Label(), number.Count(length), end)
}

// mostVisible returns the round in which the sides differ most in how often they play arm 1 with the
// same noises. shown is this difference, less an allowance for chance in standard errors; −∞ if the sides never differ.
func (r *replay) mostVisible(
	ctx context.Context, p *distinguisher, noises int, allowance float64, seed uint64,
) (round int, shown float64) {
	more, differ := make([]float64, p.to+1), make([]float64, p.to+1)
	for i := range noises {
		if r.tried != nil {
			r.tried()
		}
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
		if beyond := math.Abs(more[t]) - allowance*math.Sqrt(differ[t]); differ[t] > 0 && beyond > shown {
			round, shown = t, beyond
		}
	}
	return round, shown
}

// favor returns rewards that give the first n arms a reward and the others 0.
func favor(arms, n int, reward float64) []float64 {
	rewards := make([]float64, arms)
	for j := range min(n, arms) {
		rewards[j] = reward
	}
	return rewards
}
