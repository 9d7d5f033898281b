package model

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"regretscope/learners"
	"regretscope/noise"
	"regretscope/noise/audit"
)

// maxTape is how many rounds an audit plays at most in one run.
const maxTape = 4096

// probe finds neighbours on which a statistical audit with these options can
// expect to see much:
//
//   - with local privacy, one round that gave 1 everywhere, and then 0: the
//     report of the arm with the dearest channel;
//   - for report-noisy-max, the pair that the exact audit's formulas say is most
//     visible in so many runs;
//   - otherwise a search over simple tapes (candidates), each tried on runs of
//     its own. The audit proper uses other seeds, so its bound does not know
//     that the pair was chosen.
//
// If single is set the probe observes one round only.
func (s *stage) probe(ctx context.Context, o audit.Options, single bool) (probe, error) {
	switch {
	case s.choice.Privacy == learners.Local:
		return s.reportProbe(), nil
	case s.choice.Feedback == learners.FullFeedback:
		if leader, ok := s.choice.New(s.setting, s.values).(learners.NoisyLeader); ok {
			return s.leaderProbe(leader, o)
		}
	}
	return s.search(ctx, o, single)
}

// limit is how many rounds a probe may have.
func (s *stage) limit() int { return min(maxTape, s.setting.Horizon) }

// leaderProbe observes the pick at the end of an epoch, in the round after it:
// of the epoch that shows most in so many runs or, if that is too long, of the
// longest that is not.
func (s *stage) leaderProbe(l learners.NoisyLeader, o audit.Options) (probe, error) {
	pair, epoch, err := audit.MostVisible(l.Mechanism(), s.setting.Arms, o)
	for err == nil && epoch > 1 && 2*epoch > s.limit() {
		var shorter audit.Report
		shorter, err = audit.ReportNoisyMax(l.Mechanism(), s.setting.Arms, epoch/2)
		pair, epoch = shorter.Worst, epoch/2
	}
	return probe{Neighbours: tapes(pair, epoch), from: 2 * epoch, to: 2 * epoch}, err
}

// reportProbe observes the report of the first round in which the dearest arm is
// bound to be played: that of its first pull, for all learners that pull in
// order. Those that draw their first arm are observed there too, and whatever
// arm they play.
func (s *stage) reportProbe() probe {
	arm := 0
	for j, c := range s.setting.Channels {
		if c.Epsilon() > s.setting.Channels[arm].Epsilon() {
			arm = j
		}
	}
	pair := audit.Reports(s.setting.Arms, arm, 0).Worst
	return probe{Neighbours: tapes(pair, arm+1), report: true}
}

// search tries the candidates, first by how different the sides look in a few
// runs, then the best of them by the bound that an audit would give. Of those
// that are nearly as good as the best it returns the one that observes least,
// because that is easiest to tell in words.
func (s *stage) search(ctx context.Context, o audit.Options, single bool) (probe, error) {
	candidates := s.candidates(single)
	tried, err := s.try(ctx, candidates, s.affordable(candidates, 400), audit.Difference[string], o)
	if err != nil {
		return probe{}, err
	}
	candidates = candidates[:0]
	for _, c := range tried[:min(6, len(tried))] {
		candidates = append(candidates, c.probe)
	}
	if tried, err = s.try(ctx, candidates, s.affordable(candidates, 2500), provable, o); err != nil {
		return probe{}, err
	}
	best := tried[0]
	for _, c := range tried[1:] {
		if c.measured > 0 && c.measured >= .9*tried[0].measured && c.to-c.from < best.to-best.from {
			best = c
		}
	}
	return best.probe, nil
}

// searchEffort is about how many arms a pass of a search looks at, over all of
// its probes, runs and rounds: a few seconds' worth for the slowest learners.
const searchEffort = 30_000_000

// affordable is how often each probe can be run, at most so many times.
func (s *stage) affordable(probes []probe, most int) int {
	cost := 1
	for _, p := range probes {
		cost += p.to * s.setting.Arms
	}
	return min(max(searchEffort/cost, 20), most)
}

// A trial is a probe with what was measured of it.
type trial struct {
	probe
	measured float64
}

// A measure is a number that is large where much can be seen.
type measure func(context.Context, audit.Play[string], audit.Options) (float64, error)

// try measures probes in so many runs each, and returns them with the largest
// measures first.
func (s *stage) try(ctx context.Context, probes []probe, runs int, m measure, o audit.Options) ([]trial, error) {
	tried := make([]trial, len(probes))
	for i, p := range probes {
		seed := noise.Key(o.Seed, noise.Replication, uint64(runs), uint64(i))
		measured, err := m(ctx, s.play(&p), audit.Options{Runs: runs, Confidence: .8, Workers: o.Workers, Seed: seed})
		if err != nil {
			return nil, err
		}
		tried[i] = trial{p, measured}
	}
	slices.SortStableFunc(tried, func(a, b trial) int { return cmp.Compare(b.measured, a.measured) })
	return tried, nil
}

// provable is the bound of a short audit.
func provable(ctx context.Context, play audit.Play[string], o audit.Options) (float64, error) {
	bound, err := audit.Statistical(ctx, play, o)
	return bound.Epsilon, err
}

// play is a probe as the statistical audit wants it.
func (s *stage) play(p *probe) audit.Play[string] {
	return func(side int, seed uint64) string { return s.observe(p, side, seed) }
}

// candidates are the tapes that are tried: one round of a few is replaced, from
// all for some arms to all for the others, while every other round gave one and
// the same simple vector; and the plays of one or four rounds are observed, from
// the next round on, or after every arm has been played once.
func (s *stage) candidates(single bool) []probe {
	var candidates []probe
	for _, round := range s.rounds() {
		for _, replaced := range s.replacements() {
			for _, others := range s.patterns() {
				for _, span := range s.spans(round, single) {
					candidates = append(candidates, probe{
						Neighbours: Neighbours{
							Round: round, Before: replaced, After: complement(replaced),
							Others: []Span{{Rewards: others}},
						},
						from: span[0], to: span[1],
					})
				}
			}
		}
	}
	candidates = slices.DeleteFunc(candidates, func(p probe) bool { return p.rounds() > s.limit() })
	if len(candidates) == 0 {
		// The horizon ends before a play can depend on a reward.
		zeros := make([]float64, s.setting.Arms)
		return []probe{{
			Neighbours: Neighbours{
				Round: 1, Before: complement(zeros), After: zeros, Others: []Span{{Rewards: zeros}},
				Why: "No play before the horizon can depend on a reward.",
			},
			from: 1, to: 1,
		}}
	}
	for i := range candidates {
		candidates[i].Why = fmt.Sprintf("Of %d simple pairs of reward sequences that were tried, the plays differ most on this one: "+
			"all rounds give the same rewards, but in one round every 1 becomes 0 and every 0 becomes 1.", len(candidates))
	}
	return candidates
}

// rounds are those that may be replaced: round 0 where it is looked at, the
// first, the first pull of the last arm, and the one after it.
func (s *stage) rounds() []int {
	var rounds []int
	if l, ok := s.choice.New(s.setting, s.values).(learners.Initialiser); ok && l.Initialises() {
		rounds = append(rounds, 0)
	}
	rounds = append(rounds, 1)
	if s.choice.Feedback == learners.BanditFeedback && s.setting.Arms > 1 {
		rounds = append(rounds, s.setting.Arms, s.setting.Arms+1)
	}
	return rounds
}

// replacements are the vectors that a round may have before it is turned round.
func (s *stage) replacements() [][]float64 {
	arms := s.setting.Arms
	ones := slices.Repeat([]float64{1}, arms)
	if s.choice.Feedback == learners.BanditFeedback {
		return [][]float64{ones} // one arm is seen, whatever the others gave
	}
	first := make([]float64, arms)
	first[0] = 1
	replacements := [][]float64{ones, first}
	if m := s.setting.Matroid; m != nil {
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

// patterns are what all other rounds may give.
func (s *stage) patterns() [][]float64 {
	arms := s.setting.Arms
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

// spans are the rounds that may be observed after a replaced one. Where it
// depends on the replaced round's play what was seen of it, that play is
// observed too.
func (s *stage) spans(replaced int, single bool) [][2]int {
	next, covered := replaced+1, s.setting.Arms+1
	spans := [][2]int{{next, next}}
	if !single {
		spans = append(spans, [2]int{next, next + 3})
	}
	if s.choice.Feedback == learners.FullFeedback {
		return spans
	}
	if replaced > 0 {
		spans = append(spans, [2]int{replaced, next})
	}
	if next < covered {
		spans = append(spans, [2]int{covered, covered})
		if !single {
			spans = append(spans, [2]int{covered, covered + 3})
		}
	}
	return spans
}

func complement(rewards []float64) []float64 {
	turned := make([]float64, len(rewards))
	for j, x := range rewards {
		turned[j] = 1 - x
	}
	return turned
}
