package audit

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"regretscope/model"
	"regretscope/model/program"
	"regretscope/noise"
	mechanism "regretscope/noise/dpaudit"
	"regretscope/noise/param"
)

// The effort of a search for a program's neighbors. Rounds are those of all runs together, so a
// search takes about as long whatever the length of its runs.
const (
	farthest     = 1 << 15 // the last round of a run
	probes       = 9       // levels on which a decision is looked for
	probeNoises  = 4       // noises for each
	gridLevels   = 17      // levels between which a critical one is looked for
	gridNoises   = 8       // noises for each
	maxCritical  = 36      // critical levels of a decision
	triedLevels  = 5       // of these
	decisions    = 4       // of a tape, one after the other
	later        = 6       // the next decision of a tape comes at most so many times as late
	maxChanging  = 8       // arms that are given a level
	searchRounds = 16_000_000
	scoreRounds  = 1_500_000  // for the candidates of a decision
	retryRounds  = 4_000_000  // for the best of all, three times
	retryRuns    = 3000       // on each side of one
	auditRounds  = 24_000_000 // of an audit of more than fewestRuns
	fewestRuns   = 2_000      // on each side
)

// A hunt is a search for neighbors on which a program reveals much:
//
//   - A tape gives one arm a level, the same in every round, and fixed rewards to the others. On it, the hunt
//     looks for a decision: a round in which equal plays begin to differ with the level or the noise.
//   - With fixed seeds it finds critical levels, on which the decision depends on a single reward. A candidate
//     replaces one round's rewards on such a tape, and its plays about the decision are observed in a few ways.
//   - A tape continues with new levels behind the best candidate, to its next decision.
//   - The best candidates are tried again, fewer in more runs, until one is left.
//
// The audit measures it with other seeds, so this choice does not bias its bound: whatever is searched, an audit
// accuses a program that keeps its claim with a probability of at most 1 less its confidence.
type hunt struct {
	*replay
	claim  *claim
	seed   uint64
	limit  int    // the last round
	scored uint64 // the number of scores so far
	played int    // rounds of all runs
	window Window
}

// A Window is what a search for a program's neighbors has looked at.
type Window struct {
	Arms   []int  `json:"arms"`         // the numbers of arms that the program was given
	Rounds int    `json:"rounds"`       // the last round
	Pairs  int    `json:"pairs"`        // of reward sequences
	Seeds  int    `json:"seeds"`        // in all
	Noise  int    `json:"first_noise"`  // the first round whose play depended on the seed; 0: none
	Reward int    `json:"first_reward"` // the first round whose play depended on the rewards; 0: none
	Failed string `json:"failed"`       // why two arms were not tried; else empty
	still  bool   // its plays are private, depend on the rewards, and not on the seed
}

// A tape has the rewards of a search: fixed ones at first, and then one arm's level beside the others.
type tape struct {
	spans []model.Span // before round from
	from  int
	rest  []float64 // the rewards of the other arms
	arm   int
	turns []int // the decisions before
	early int   // a round of the first decision
	score float64
}

// A candidate is a pair and what may be observed on it.
type candidate struct {
	distinguisher // as observed in the best way so far
	pair          *model.Neighbors
	ways          []distinguisher
	measured      float64 // by how much it exceeds the claim
}

// searchProgram searches for neighbors, and the most telling plays on them, on the program's own
// arms and, if two is set, on two arms. It returns the program's start on the arms that it chooses. If a pair
// is given, it searches only for the plays, up to a round.
func (r *replay) searchProgram(
	ctx context.Context, verdict *model.Verdict, seed uint64, two bool, pair *model.Neighbors, rounds int,
) (on *replay, best *candidate, window Window, err error) {
	ready, err := r.Ready(ctx)
	if err != nil {
		return nil, nil, window, err
	}
	claimed := claimOf(ready, verdict)
	r.runsAtATime = r.RunsAtATime(ready)
	if pair != nil {
		h := &hunt{replay: r, claim: claimed, seed: seed, limit: rounds, window: Window{Arms: []int{r.Setting.Arms}, Pairs: 1}}
		all := observing(pair, pair.Round+1, rounds)
		if err = h.score(ctx, all, retryRounds, retryRuns); err == nil {
			best, err = h.retry(ctx, all)
		}
		return r, best, h.window, err
	}
	starts := []*replay{r}
	if small := r.TwoArms(); two && small != nil {
		if second, err := small.Ready(ctx); err != nil {
			window.Failed = err.Error()
		} else if *claimed != *claimOf(second, new(model.Verdict)) {
			window.Failed = "with two arms it claims something else"
		} else {
			starts = []*replay{{Starter: small, runsAtATime: r.runsAtATime}, r}
		}
	}
	for _, start := range starts {
		arms := start.Setting.Arms
		h := &hunt{
			replay: start, claim: claimed, seed: noise.Key(seed, noise.Replication, uint64(arms)),
			limit: min(farthest, start.Setting.Horizon), window: Window{Arms: []int{arms}},
		}
		found, err := h.search(ctx)
		if err != nil && start != r {
			window.Failed = err.Error()
			continue
		} else if err != nil {
			return nil, nil, window, err
		}
		window.add(&h.window)
		if best == nil || found.measured > best.measured {
			on, best = start, found
		}
		if claimed.broken(best.measured) {
			break
		}
	}
	window.still = ready.Private == program.Central && window.Noise == 0 && window.Reward > 0
	return on, best, window, nil
}

// add adds what another search has looked at.
func (w *Window) add(v *Window) {
	w.Arms, w.Rounds, w.Pairs, w.Seeds = append(w.Arms, v.Arms...), max(w.Rounds, v.Rounds), w.Pairs+v.Pairs, w.Seeds+v.Seeds
	w.Noise, w.Reward = earlier(w.Noise, v.Noise), earlier(w.Reward, v.Reward)
}

// earlier returns the earlier of two rounds, of which 0 is none.
func earlier(a, b int) int { return cmp.Or(min(a, b), a, b) }

// search returns the most telling candidate.
func (h *hunt) search(ctx context.Context) (*candidate, error) {
	// Each number of decisions takes at most half of the rounds that are left, so that a program with long
	// runs is tried on some tapes with each.
	tapes := h.tapes()
	first := tapes[0].pair(.5, 1)
	all := []*candidate{{pair: first, ways: []distinguisher{{Neighbors: *first, from: 1, to: 1}}, measured: math.Inf(-1)}}
	for range decisions {
		share := (h.played + searchRounds) / 2
		var later []*tape
		for _, t := range tapes {
			if h.played > share {
				break
			}
			found, next, err := h.decide(ctx, t)
			if err != nil {
				return nil, err
			}
			if all = append(all, found...); next != nil {
				later = append(later, next)
			}
		}
		tapes = later
		slices.SortStableFunc(tapes, func(a, b *tape) int { return cmp.Compare(b.score, a.score) })
	}
	return h.retry(ctx, all)
}

// retry returns the most telling of candidates, with a measure that its choice does not bias.
func (h *hunt) retry(ctx context.Context, all []*candidate) (*candidate, error) {
	for _, left := range []int{16, 4, 1} {
		slices.SortStableFunc(all, func(a, b *candidate) int { return cmp.Compare(b.measured, a.measured) })
		all = all[:min(left, len(all))]
		for rest := all; len(rest) > 0; {
			n := slices.IndexFunc(rest, func(c *candidate) bool { return c.pair != rest[0].pair })
			if n < 0 {
				n = len(rest)
			}
			if err := h.score(ctx, rest[:n], retryRounds*n/len(all), retryRuns); err != nil {
				return nil, err
			}
			rest = rest[n:]
		}
	}
	return all[0], nil
}

// tapes returns the tapes to begin with: each arm has a level, and the others give 0, or 0 but one rival, 1, or 1/2.
func (h *hunt) tapes() (all []*tape) {
	arms := h.Setting.Arms
	some := param.Indices(arms)
	if arms > maxChanging {
		some = append(some[:maxChanging-1:maxChanging-1], arms-1)
	}
	for _, rest := range []struct{ others, rival float64 }{{0, 0}, {0, .75}, {1, 1}, {.5, .5}} {
		if arms == 2 && rest.others != rest.rival {
			continue // as others
		}
		for _, j := range some {
			t := &tape{rest: slices.Repeat([]float64{rest.others}, arms), arm: j}
			t.rest[(j+1)%arms] = rest.rival
			all = append(all, t)
		}
	}
	return all
}

// pair returns neighbors at a level that differ in a round: there, either the tape's arm alone gives 1, or all
// arms but it do.
func (t *tape) pair(x float64, round int) *model.Neighbors {
	level, one := slices.Clone(t.rest), make([]float64, len(t.rest))
	level[t.arm], one[t.arm] = x, 1
	return &model.Neighbors{
		Round: round, Before: one, After: complement(one),
		Others: append(slices.Clone(t.spans), model.Span{From: t.from, Rewards: level}),
		Why: fmt.Sprintf("Of the pairs tried, the plays differ most on this one: arm %d gives rewards on which a "+
			"decision of the program depends, but in one round this arm alone gives 1, or all others do.", t.arm+1),
	}
}

// last returns the round of the decision before, 0 at first.
func (t *tape) last() int {
	if len(t.turns) == 0 {
		return 0
	}
	return t.turns[len(t.turns)-1]
}

// run plays jobs up to a round, and notes when the plays on the same rewards or of the same seed begin to differ.
func (h *hunt) run(ctx context.Context, jobs []job, rounds int) ([][]string, error) {
	h.played += len(jobs) * rounds
	h.window.Rounds, h.window.Seeds = max(h.window.Rounds, rounds), h.window.Seeds+len(jobs)
	plays, err := h.perform(ctx, jobs, 1, rounds)
	if err != nil {
		return nil, err
	}
	type rewards struct {
		on   *distinguisher
		side int
	}
	ofRewards, ofSeed := map[rewards][]string{}, map[uint64][]string{}
	for i, j := range jobs {
		h.window.Noise = earlier(h.window.Noise, parts(plays[i], first(ofRewards, rewards{j.on, j.Side}, plays[i])))
		h.window.Reward = earlier(h.window.Reward, parts(plays[i], first(ofSeed, j.Seed, plays[i])))
	}
	return plays, nil
}

// first returns the first plays with a key.
func first[K comparable](known map[K][]string, key K, plays []string) []string {
	if _, ok := known[key]; !ok {
		known[key] = plays
	}
	return known[key]
}

// parts returns the first round in which plays differ, 0 if they do not.
func parts(a, b []string) int {
	for t := range a {
		if a[t] != b[t] {
			return t + 1
		}
	}
	return 0
}

// grid plays levels of a tape with the same noises each.
func (h *hunt) grid(ctx context.Context, t *tape, levels, noises, rounds int) ([][]string, error) {
	var jobs []job
	for i := range levels {
		on := &distinguisher{Neighbors: *t.pair(float64(i)/float64(levels-1), rounds+1)}
		for k := range noises {
			jobs = append(jobs, job{on, h.input(0, k)})
		}
	}
	return h.run(ctx, jobs, rounds)
}

// input returns a side with one of the noises, which are others after each score.
func (h *hunt) input(side, k int) mechanism.Input {
	return mechanism.Input{Side: side, Seed: noise.Key(h.seed, noise.Replication, h.scored, uint64(k))}
}

// turn returns the next decision on a tape, 0 if there is none up to the last round.
func (h *hunt) turn(ctx context.Context, t *tape) (int, error) {
	limit := h.limit
	if t.last() > 0 {
		limit = min(limit, later*t.last()) // all may be decided
	}
	for rounds := max(64, 3*t.last()); ; rounds *= 4 {
		rounds = min(rounds, limit)
		plays, err := h.grid(ctx, t, probes, probeNoises, rounds)
		if err != nil {
			return 0, err
		}
		if found := turn(plays, max(t.last()+1, (3*t.last()+1)/2)); found > 0 || rounds >= limit {
			return found, nil
		}
	}
}

// turn returns the first round, at least the given one, in which equal plays begin to differ; 0 if there is none.
func turn(plays [][]string, least int) (found int) {
	for i, a := range plays {
		for _, b := range plays[:i] {
			if at := parts(a, b); at >= least {
				found = earlier(found, at)
			}
		}
	}
	return found
}

// decide finds the next decision on a tape, scores pairs for it, and returns a tape that leads to the
// decision after it; nil if no later one can follow.
func (h *hunt) decide(ctx context.Context, t *tape) ([]*candidate, *tape, error) {
	turn, err := h.turn(ctx, t)
	if err != nil || turn == 0 {
		return nil, nil, err
	}
	end := min(turn+2*h.Setting.Arms, h.limit)
	critical, usual, err := h.critical(ctx, t, turn, end)
	if err != nil {
		return nil, nil, err
	}
	t.early = cmp.Or(t.early, slices.Index(usual, playOf(t.arm))+1)
	var all []*candidate
	for _, x := range spread(critical, triedLevels) {
		for _, round := range t.changing(usual, turn) {
			pair := t.pair(x, round)
			all = append(all, &candidate{pair: pair, ways: t.ways(pair, turn, end)})
		}
	}
	h.window.Pairs += len(all)
	if err = h.score(ctx, all, scoreRounds, 60); err != nil || len(all) == 0 {
		return nil, nil, err
	}
	best := slices.MaxFunc(all, func(a, b *candidate) int { return cmp.Compare(a.measured, b.measured) })
	return all, &tape{
		spans: best.pair.Others, from: turn, rest: t.rest, arm: t.arm, turns: append(slices.Clone(t.turns), turn),
		early: t.early, score: best.measured,
	}, nil
}

// critical returns the levels between which the plays up to a round change, with some noises, in order, and
// the plays at one of them. Each is exact to a fraction of one reward in a sum.
func (h *hunt) critical(ctx context.Context, t *tape, turn, end int) (found []float64, usual []string, err error) {
	noises := gridNoises
	if end > 1000 {
		noises /= 2
	}
	plays, err := h.grid(ctx, t, gridLevels, noises, end)
	if err != nil {
		return nil, nil, err
	}
	type interval struct {
		low   float64
		noise int
		below []string
	}
	var open []*interval
	for i := range gridLevels - 1 {
		for k := range noises {
			if below := plays[i*noises+k]; parts(below, plays[(i+1)*noises+k]) > 0 {
				open = append(open, &interval{float64(i) / (gridLevels - 1), k, below})
			}
		}
	}
	if len(open) == 0 {
		return []float64{0, .5, 1}, plays[gridLevels/2*noises], nil
	}
	open = spread(open, maxCritical)
	width := 1. / (gridLevels - 1)
	for exact := 1 / float64(4*(turn-t.from+1)); width > exact; width /= 2 {
		jobs := param.Map(open, func(p *interval) job {
			return job{&distinguisher{Neighbors: *t.pair(p.low+width/2, end+1)}, h.input(0, p.noise)}
		})
		if plays, err = h.run(ctx, jobs, end); err != nil {
			return nil, nil, err
		}
		for i, p := range open {
			if parts(plays[i], p.below) == 0 {
				p.low += width / 2
			}
		}
	}
	found = param.Map(open, func(p *interval) float64 { return p.low + width/2 })
	slices.Sort(found)
	return found, open[len(open)/2].below, nil
}

// spread returns some of the elements, at even distances.
func spread[T any](all []T, most int) []T {
	if len(all) <= most {
		return all
	}
	return param.Map(param.Indices(most), func(i int) T { return all[(2*i+1)*len(all)/(2*most)] })
}

// changing returns the rounds to replace for a decision: the first and the last before it in which the tape's
// arm is played, the first in which another is, and one of the first decision.
func (t *tape) changing(usual []string, turn int) (rounds []int) {
	own, first, last, other := playOf(t.arm), 0, 0, 0
	for round := max(t.last(), 1); round < turn; round++ {
		if usual[round-1] == own {
			first, last = cmp.Or(first, round), round
		} else {
			other = cmp.Or(other, round)
		}
	}
	for _, round := range []int{first, last, other, t.early} {
		if round > 0 && round < turn && !slices.Contains(rounds, round) {
			rounds = append(rounds, round)
		}
	}
	return rounds
}

// ways returns what may be observed of a decision: its play, the plays after it, how often the tape's arm is
// among them, and the plays of the decisions before.
func (t *tape) ways(pair *model.Neighbors, turn, end int) []distinguisher {
	arms := len(t.rest)
	near := min(turn+arms-1, end)
	all := []distinguisher{{from: turn, to: turn}, {from: turn, to: near}, {from: turn, to: end, counted: t.arm + 1}}
	if len(t.turns) > 0 {
		also := param.Map(t.turns, func(before int) [2]int { return [2]int{before, min(before+arms-1, turn-1)} })
		all = append(all, distinguisher{from: turn, to: near, also: also})
	}
	for i := range all {
		all[i].Neighbors = *pair
	}
	return all
}

// observing returns what may be observed on a pair: each play, those after it, and how often an arm is among them.
func observing(pair *model.Neighbors, from, to int) (all []*candidate) {
	t := &tape{rest: pair.Before, arm: max(slices.Index(pair.Before, 1), 0)}
	for round := from; round <= to; round++ {
		all = append(all, &candidate{pair: pair, ways: t.ways(pair, round, min(round+2*len(pair.Before), to))})
	}
	return all
}

// score tries candidates in as many runs on each side as the rounds suffice for, but at most so many.
// Neighboring ones with the same pair share their runs.
func (h *hunt) score(ctx context.Context, all []*candidate, rounds, most int) error {
	pairs := slices.CompactFunc(slices.Clone(all), func(a, b *candidate) bool { return a.pair == b.pair })
	end := 0
	for _, c := range all {
		for i := range c.ways {
			end = max(end, c.ways[i].to)
		}
	}
	h.scored++
	runs := max(min(rounds/max(2*len(pairs)*end, 1), most), 10)
	var jobs []job
	for _, c := range pairs {
		for i := range 2 * runs {
			jobs = append(jobs, job{&c.ways[0], h.input(i%2, i/2)})
		}
	}
	plays, err := h.run(ctx, jobs, end)
	if err != nil {
		return err
	}
	at := 0
	for _, c := range all {
		if c.pair != pairs[at].pair {
			at++
		}
		c.measured = math.Inf(-1)
		for _, way := range c.ways {
			halves := [2]map[string][2]int{{}, {}}
			for i, seen := range plays[2*runs*at : 2*runs*(at+1)] {
				count(halves[i/2%2], way.see(seen, 1), i%2)
			}
			if m := h.claim.measure(halves, runs); m > c.measured {
				c.distinguisher, c.measured = way, m
			}
		}
	}
	return nil
}
