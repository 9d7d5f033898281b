package audit

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise"
	mechanism "regretscope/noise/dpaudit"
	"regretscope/noise/param"
)

// maxReplay is the maximum number of rounds of an audit's run.
const maxReplay = 4096

// distinguish finds neighbors on which a statistical audit with these options can expect to see
// much:
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

// limit returns the maximum number of rounds of a distinguisher.
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

// searchEffort limits the arms that a pass of a search looks at, over all its candidates, runs
// and rounds: a few seconds' worth for the slowest learners.
const searchEffort = 30_000_000

// affordable returns the number of runs of each distinguisher: about most at most, and enough
// to decide anything.
func (r *replay) affordable(candidates []distinguisher, most int) int {
	cost := 1
	for _, p := range candidates {
		cost += p.to * r.Setting.Arms
	}
	return max(min(searchEffort/cost, most), 20)
}

// shortlisted is the number of candidates that short audits compare.
const shortlisted = 6

// A trial is a distinguisher and its measure.
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
