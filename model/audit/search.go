package audit

import (
	"cmp"
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
	"regretscope/noise/param"
)

// maxReplay is the maximum number of rounds of an audit's run.
const maxReplay = 4096

// distinguish finds neighbors on which a statistical audit with these options can expect to see much:
//
//   - with local privacy, one round of ones followed by zeros: the report of the arm with the
//     costliest channel;
//   - for report-noisy-max, the pair that the exact formulas call most visible in this number of
//     runs;
//   - otherwise a search among simple sequences (candidates) with runs of its own. The audit uses
//     other seeds, so choosing the pair does not bias its bound.
func (r *replay) distinguish(ctx context.Context, v *model.Verdict, o mechanism.Options) (distinguisher, error) {
	switch {
	case r.Spec.Privacy == learners.Local:
		return r.worst(v), nil
	case r.Spec.Feedback == learners.FullFeedback:
		if leader, ok := r.Learner(0).(learners.NoisyLeader); ok {
			return r.leaderDistinguisher(leader, o), nil
		}
	}
	return r.search(ctx, o)
}

func (r *replay) limit() int { return min(maxReplay, r.Setting.Horizon) }

// leaderDistinguisher returns the distinguisher that observes the pick at the end of the epoch in
// which it is most visible in this number of runs, or of the longest epoch that fits.
func (r *replay) leaderDistinguisher(l learners.NoisyLeader, o mechanism.Options) distinguisher {
	pair := mechanism.MostVisible(l.Mechanism(), r.Setting.Arms, o)
	for pair.Epoch > 1 && 2*pair.Epoch > r.limit() {
		pair = mechanism.ReportNoisyMax(l.Mechanism(), r.Setting.Arms, pair.Epoch/2).WorstPair
	}
	return distinguisher{Neighbors: model.NeighborsOf(pair, pair.Epoch), from: 2 * pair.Epoch, to: 2 * pair.Epoch}
}

// search tries the candidates: first by how different the sides look in a few runs, then the
// best of them by the bound of a short audit. Among those within a tenth of the best it returns
// the one that observes least, which is easiest to describe.
func (r *replay) search(ctx context.Context, o mechanism.Options) (distinguisher, error) {
	candidates := r.candidates()
	tried, err := r.try(candidates, r.affordable(candidates, min(o.Runs/20, 400)),
		func(p *distinguisher, o mechanism.Options) (float64, error) {
			return mechanism.Difference(ctx, func(side int, seed uint64) string { return r.observe(ctx, p, side, seed) }, o)
		}, o)
	if err != nil {
		return distinguisher{}, err
	}
	candidates = param.Map(tried[:min(shortlisted, len(tried))], func(c trial) distinguisher { return c.distinguisher })
	if tried, err = r.try(candidates, r.affordable(candidates, min(o.Runs/4, 2500)),
		func(p *distinguisher, o mechanism.Options) (float64, error) {
			bound, err := r.bound(ctx, p, o)
			return bound.Epsilon, err
		}, o); err != nil {
		return distinguisher{}, err
	}
	best := tried[0]
	for _, c := range tried[1:] {
		if c.measured > 0 && c.measured >= .9*tried[0].measured && c.to-c.from < best.to-best.from {
			best = c
		}
	}
	return best.distinguisher, nil
}

// bound returns the lower bound from running the learner on a pair.
func (r *replay) bound(ctx context.Context, p *distinguisher, o mechanism.Options) (mechanism.LowerBound[string], error) {
	return mechanism.Statistical(ctx, func(side int, seed uint64) string { return r.observe(ctx, p, side, seed) }, o)
}

// searchEffort limits the arms that a pass of a search looks at, over all its candidates, runs
// and rounds: a few seconds' worth for the slowest learners.
const searchEffort = 30_000_000

// affordable returns the number of runs of each distinguisher: about most at most, and enough to decide anything.
func (r *replay) affordable(candidates []distinguisher, most int) int {
	cost := 1
	for _, p := range candidates {
		cost += p.to * r.Setting.Arms
	}
	return max(min(searchEffort/cost, most), 20)
}

// shortlisted is the number of candidates that short audits compare.
const shortlisted = 6

type trial struct {
	distinguisher
	measured float64
}

// try measures each distinguisher in the given number of runs: m is large if much can be seen. It
// returns the largest measures first.
func (r *replay) try(
	candidates []distinguisher, runs int, m func(*distinguisher, mechanism.Options) (float64, error), o mechanism.Options,
) ([]trial, error) {
	tried := make([]trial, len(candidates))
	for i, p := range candidates {
		seed := noise.Key(o.Seed, noise.Replication, uint64(runs), uint64(i))
		measured, err := m(&p, mechanism.Options{Runs: runs, Confidence: .8, Workers: o.Workers, Seed: seed})
		if err != nil {
			return nil, err
		}
		tried[i] = trial{p, measured}
	}
	slices.SortStableFunc(tried, func(a, b trial) int { return cmp.Compare(b.measured, a.measured) })
	return tried, nil
}

// candidates returns simple pairs: one early round changes from ones for some arms to ones for
// the others, while every other round gives the same simple vector. The plays of one or four
// rounds are observed, from the next round on or after every arm has been played once.
func (r *replay) candidates() []distinguisher {
	var candidates []distinguisher
	for _, round := range r.rounds() {
		for _, replaced := range r.replacements() {
			for _, others := range r.patterns() {
				for _, span := range r.spans(round) {
					candidates = append(candidates, distinguisher{
						Neighbors: model.Neighbors{
							Round: round, Before: replaced, After: complement(replaced),
							Others: []model.Span{{Rewards: others}},
						},
						from: span[0], to: span[1],
					})
				}
			}
		}
	}
	candidates = slices.DeleteFunc(candidates, func(p distinguisher) bool { return p.rounds() > r.limit() })
	if len(candidates) == 0 {
		// No play before the horizon can depend on a reward.
		zeros := make([]float64, r.Setting.Arms)
		return []distinguisher{{
			Neighbors: model.Neighbors{
				Round: 1, Before: complement(zeros), After: zeros, Others: []model.Span{{Rewards: zeros}},
				Why: "No play before the horizon can depend on a reward.",
			},
			from: 1, to: 1,
		}}
	}
	for i := range candidates {
		candidates[i].Why = fmt.Sprintf("Of %d simple pairs of reward sequences tried, the plays differ "+
			"most on this one: "+
			"all rounds give the same rewards, but in one round every 1 becomes 0 and every 0 becomes 1.",
			len(candidates))
	}
	return candidates
}

// rounds returns the rounds that may be replaced: round 0 if the learner looks at it, the first
// round, the first pull of the last arm, and the next round.
func (r *replay) rounds() []int {
	var rounds []int
	if l, ok := r.Learner(0).(learners.Initializer); ok && l.Initializes() {
		rounds = append(rounds, 0)
	}
	rounds = append(rounds, 1)
	if r.Spec.Feedback == learners.BanditFeedback && r.Setting.Arms > 1 {
		rounds = append(rounds, r.Setting.Arms, r.Setting.Arms+1)
	}
	return rounds
}

// replacements returns the vectors of the replaced round. The other side has their complements.
func (r *replay) replacements() [][]float64 {
	arms := r.Setting.Arms
	ones := slices.Repeat([]float64{1}, arms)
	if r.Spec.Feedback == learners.BanditFeedback {
		return [][]float64{ones} // only one arm is seen
	}
	first := make([]float64, arms)
	first[0] = 1
	replacements := [][]float64{ones, first}
	if m := r.Setting.Matroid; m != nil {
		basis, b := make([]float64, arms), m.NewBuilder()
		for e := range basis {
			if b.Add(e) {
				basis[e] = 1
			}
		}
		replacements = append(replacements, basis)
	}
	return replacements
}

// patterns returns the vectors of all other rounds.
func (r *replay) patterns() [][]float64 {
	arms := r.Setting.Arms
	first := make([]float64, arms)
	first[0] = 1
	return [][]float64{
		make([]float64, arms),
		slices.Repeat([]float64{1}, arms),
		slices.Repeat([]float64{.5}, arms),
		first,
		complement(first),
	}
}

// spans returns the rounds to observe after a replaced one. They include the replaced round if
// its play decides what was seen of it.
func (r *replay) spans(replaced int) [][2]int {
	next, covered := replaced+1, r.Setting.Arms+1
	spans := [][2]int{{next, next}, {next, next + 3}}
	if r.Spec.Feedback == learners.FullFeedback {
		return spans
	}
	if replaced > 0 {
		spans = append(spans, [2]int{replaced, next})
	}
	if next < covered {
		spans = append(spans, [2]int{covered, covered}, [2]int{covered, covered + 3})
	}
	return spans
}

func complement(rewards []float64) []float64 {
	return param.Map(rewards, func(x float64) float64 { return 1 - x })
}

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

// mostVisible returns the round in which the sides differ most in how often they play arm 1 with the same noises.
// shown is this difference, less an allowance for chance in standard errors; −∞ if the sides never differ.
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
