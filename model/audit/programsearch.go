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
	searchRounds = 16_000_000
	scoreRounds  = 1_500_000 // for the candidates of a decision
	retryRounds  = 4_000_000 // for the best of all
	retried      = 12        // the number of these
	finalists    = 4         // candidates that short audits compare
	finalRounds  = 8_000_000
	auditRounds  = 24_000_000 // of an audit of more than fewestRuns
	fewestRuns   = 2_000      // on each side
)

// A hunt is a search for neighbors on which a program reveals much. It looks for decisions: rounds
// in which equal plays begin to differ with the rewards or the noise. For each it finds the critical
// rewards, on which the decision depends on a single reward, and then replaces one round's rewards.
// Critical rewards before one decision lead to the next.
type hunt struct {
	*replay
	claim  *claim
	seed   uint64
	limit  int // the last round
	groups int // of seeds so far
	played int // rounds of all runs
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

// tapes returns the tapes to begin with: each arm has a level, and the others give 0, or 0 but one
// rival, 1, or 1/2.
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

// maxChanging is the maximum number of arms that are given a level.
const maxChanging = 8

// pair returns neighbors at a level that differ in a round: there, either the tape's arm alone gives 1, or all
// arms but it do.
func (t *tape) pair(x float64, round int) model.Neighbors {
	level, one := slices.Clone(t.rest), make([]float64, len(t.rest))
	level[t.arm], one[t.arm] = x, 1
	return model.Neighbors{
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

// A candidate is a pair and what may be observed on it.
type candidate struct {
	distinguisher   // as observed in the best way so far
	ways            []distinguisher
	measured, level float64
}

// searchProgram searches for neighbors, and the most telling plays on them, on the program's own
// arms and, if two is set, on two arms. It returns the program's start on the arms that it chooses. If a pair
// is given, it searches only for the plays, up to a round.
func (r *replay) searchProgram(
	ctx context.Context, verdict *model.Verdict, seed uint64, runs int, two bool, pair *model.Neighbors, rounds int,
) (on *replay, best distinguisher, window Window, err error) {
	ready, err := r.Ready(ctx)
	if err != nil {
		return nil, best, window, err
	}
	claimed := claimOf(ready, verdict)
	r.runsAtATime = r.RunsAtATime(ready)
	if pair != nil {
		h := &hunt{replay: r, seed: seed, claim: claimed, limit: rounds}
		best, _, err = h.on(ctx, pair, runs)
		return r, best, h.window, err
	}
	hunts := []*hunt{{replay: r, seed: noise.Key(seed, noise.Replication, uint64(r.Setting.Arms))}}
	if small := r.TwoArms(); two && small != nil {
		other := &replay{Starter: small, runsAtATime: r.runsAtATime, tried: r.tried}
		switch second, err := other.Ready(ctx); {
		case ctx.Err() != nil:
			return nil, best, window, context.Cause(ctx)
		case err != nil:
			window.Failed = err.Error()
		case *claimed != *claimOf(second, new(model.Verdict)):
			window.Failed = "with two arms it claims something else"
		default:
			hunts = slices.Insert(hunts, 0, &hunt{replay: other, seed: noise.Key(seed, noise.Replication, 2)})
		}
	}
	most := math.Inf(-1)
	for _, h := range hunts {
		h.claim, h.limit = claimed, min(farthest, h.Setting.Horizon)
		found, shown, err := h.search(ctx, runs)
		if err != nil && h != hunts[len(hunts)-1] && ctx.Err() == nil {
			window.Failed = err.Error()
			continue
		} else if err != nil {
			return nil, best, window, err
		}
		window.add(&h.window)
		if on == nil || shown > most {
			on, best, most = h.replay, found, shown
		}
		if claimed.broken(most) {
			break // surely more than claimed
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
func earlier(a, b int) int {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}

// search returns the most telling pair and a lower bound on what it reveals, in the notion of the claim.
func (h *hunt) search(ctx context.Context, runs int) (best distinguisher, most float64, err error) {
	h.window = Window{Arms: []int{h.Setting.Arms}}
	all, err := h.score(ctx, h.simple(), scoreRounds, 100)
	if err != nil {
		return best, 0, err
	}
	// Tapes at the same number of decisions take turns, so that a program with long runs, for which the
	// rounds do not suffice, is at least tried on some of each.
	tapes := h.tapes()
	for range decisions {
		var later []*tape
		for i, t := range tapes {
			if h.played > searchRounds || h.played > searchRounds*2/3 && i >= 2 {
				break
			}
			found, next, err := h.decide(ctx, t)
			if err != nil {
				return best, 0, err
			}
			if all = append(all, found...); next != nil {
				later = append(later, next)
			}
		}
		tapes = later
		slices.SortStableFunc(tapes, func(a, b *tape) int { return cmp.Compare(b.score, a.score) })
	}
	byMeasure(all)
	return h.best(ctx, all[:min(retried, len(all))], runs)
}

// best returns the candidate that reveals most in a short audit.
func (h *hunt) best(ctx context.Context, all []*candidate, runs int) (best distinguisher, most float64, err error) {
	if all, err = h.score(ctx, all, retryRounds, 400); err != nil {
		return best, 0, err
	}
	most = math.Inf(-1)
	for i := range all[:min(finalists, len(all))] {
		final := &all[i].distinguisher
		bound, err := h.bound(ctx, final, mechanism.Options{
			Runs: max(min(runs/8, finalRounds/finalists/2/final.to, 3000), 100), Confidence: .99,
			Seed: noise.Key(h.seed, noise.Replication, noise.KeyOf("final"), uint64(i)),
		})
		if err != nil {
			return best, 0, err
		}
		if shown := h.claim.shown(&bound); shown > most {
			best, most = *final, shown
		}
	}
	return best, most, nil
}

// on returns what to observe on given neighbors: the plays around the rounds that differ most.
func (h *hunt) on(ctx context.Context, pair *model.Neighbors, runs int) (best distinguisher, most float64, err error) {
	h.window = Window{Arms: []int{h.Setting.Arms}}
	t := &distinguisher{Neighbors: *pair, to: h.limit}
	plays, err := h.run(ctx, t.jobs(bothSides(tellingRuns, func(k int) uint64 {
		return noise.Key(h.seed, noise.Replication, uint64(k))
	})), h.limit)
	if err != nil {
		return best, 0, err
	}
	tells := make([]float64, h.limit-pair.Round)
	for i := range tells {
		halves := [2]map[string][2]int{{}, {}}
		for k, seen := range plays {
			count(halves[k/2%2], seen[pair.Round+i], k%2)
		}
		tells[i] = h.claim.measure(halves, tellingRuns)
	}
	var all []*candidate
	order := param.Order(len(tells), func(a, b int) int { return cmp.Compare(tells[b], tells[a]) })
	for _, i := range order[:min(triedLevels, len(order))] {
		at := pair.Round + 1 + i
		c := &candidate{}
		for _, more := range []int{0, h.Setting.Arms - 1, 2 * h.Setting.Arms} {
			way := distinguisher{Neighbors: *pair, from: at, to: min(at+more, h.limit)}
			c.ways = append(c.ways, way)
			way.counted = slices.IndexFunc(pair.Before, func(x float64) bool { return x > 0 }) + 1
			c.ways = append(c.ways, way)
		}
		all = append(all, c)
	}
	return h.best(ctx, all, runs)
}

// tellingRuns is the number of runs on each side that find the rounds to observe.
const tellingRuns = 200

// simple returns the pairs on which built-in learners are tried.
func (h *hunt) simple() []*candidate {
	return param.Map(h.candidates(), func(p distinguisher) *candidate {
		return &candidate{distinguisher: p, ways: []distinguisher{p}}
	})
}

// play plays tapes' levels with noises, the same for each level.
func (h *hunt) play(ctx context.Context, t *tape, levels []float64, noises, rounds int) ([][]string, error) {
	var jobs []job
	for _, x := range levels {
		on := &distinguisher{Neighbors: t.pair(x, rounds+1), to: rounds}
		for k := range noises {
			jobs = append(jobs, job{on, mechanism.Input{Seed: noise.Key(h.seed, noise.Replication, uint64(k))}})
		}
	}
	return h.run(ctx, jobs, rounds)
}

func (h *hunt) run(ctx context.Context, jobs []job, rounds int) ([][]string, error) {
	h.played += len(jobs) * rounds
	h.window.Rounds, h.window.Seeds = max(h.window.Rounds, rounds), h.window.Seeds+len(jobs)
	return h.perform(ctx, jobs, 1, rounds)
}

// turn returns the next decision on a tape, 0 if there is none up to the last round.
func (h *hunt) turn(ctx context.Context, t *tape) (int, error) {
	levels := param.Map(param.Indices(probes), func(i int) float64 { return float64(i) / (probes - 1) })
	limit := h.limit
	if t.last() > 0 {
		limit = min(limit, later*t.last()) // all may be decided
	}
	for rounds := max(64, 3*t.last()); ; rounds *= 4 {
		rounds = min(rounds, limit)
		plays, err := h.play(ctx, t, levels, probeNoises, rounds)
		if err != nil {
			return 0, err
		}
		h.compare(plays, probeNoises)
		if found := turn(plays, rounds, max(t.last()+1, (3*t.last()+1)/2)); found > 0 || rounds >= limit {
			return found, nil
		}
	}
}

// compare notes when the plays of each level, with the same noises, begin to depend on the noise and on the level.
func (h *hunt) compare(plays [][]string, noises int) {
	for i := range plays {
		h.window.Noise = earlier(h.window.Noise, parts(plays[i], plays[i/noises*noises]))
		h.window.Reward = earlier(h.window.Reward, parts(plays[i], plays[i%noises]))
	}
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

// turn returns the first round, at least the given one, in which equal plays begin to differ; 0 if
// there is none.
func turn(plays [][]string, rounds, least int) int {
	type branch struct {
		before int // the lane that began the branch that this one leaves
		play   string
	}
	of, branches := make([]int, len(plays)), 1 // for each lane, the first lane with the same plays
	for t := range rounds {
		first := map[branch]int{}
		for i, p := range plays {
			b := branch{of[i], p[t]}
			if _, known := first[b]; !known {
				first[b] = i
			}
			of[i] = first[b]
		}
		if len(first) > branches && t+1 >= least {
			return t + 1
		}
		branches = len(first)
	}
	return 0
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
	if t.early == 0 {
		t.early = slices.Index(usual, h.name(t.arm)) + 1
	}
	var all []*candidate
	for _, x := range spread(critical, triedLevels) {
		for _, round := range h.changing(t, usual, turn) {
			all = append(all, &candidate{level: x, ways: t.ways(x, round, turn, end)})
		}
	}
	all, err = h.score(ctx, all, scoreRounds, 60)
	if err != nil || len(all) == 0 {
		return nil, nil, err
	}
	best := all[0]
	next := &tape{
		spans: best.ways[0].Others, from: turn, rest: t.rest, arm: t.arm, turns: append(slices.Clone(t.turns), turn),
		early: t.early, score: best.measured,
	}
	return all, next, nil
}

func (h *hunt) name(arm int) string { return string(appendPlay(nil, []int{arm})) }

// critical returns the levels between which the plays up to a round change, with some noises, in order, and
// the plays at one of them. Each is exact to a fraction of one reward in a sum.
func (h *hunt) critical(ctx context.Context, t *tape, turn, end int) (found []float64, usual []string, err error) {
	levels := param.Map(param.Indices(gridLevels), func(i int) float64 { return float64(i) / (gridLevels - 1) })
	noises := gridNoises
	if end > 1000 {
		noises /= 2
	}
	plays, err := h.play(ctx, t, levels, noises, end)
	if err != nil {
		return nil, nil, err
	}
	type interval struct {
		low, high float64
		cell      int
		noise     int
		below     []string
	}
	var open []*interval
	h.compare(plays, noises)
	for k := range noises {
		for i := range gridLevels - 1 {
			if below := plays[i*noises+k]; !slices.Equal(below, plays[(i+1)*noises+k]) {
				open = append(open, &interval{levels[i], levels[i+1], i, k, below})
			}
		}
	}
	if len(open) == 0 {
		return []float64{0, .5, 1}, plays[gridLevels/2*noises], nil
	}
	slices.SortStableFunc(open, func(a, b *interval) int { return cmp.Compare(a.low, b.low) })
	open = spread(open, maxCritical)
	exact := 1 / float64(4*(turn-t.from+1))
	for open[0].high-open[0].low > exact {
		var jobs []job
		for _, p := range open {
			on := &distinguisher{Neighbors: t.pair((p.low+p.high)/2, end+1), to: end}
			jobs = append(jobs, job{on, mechanism.Input{Seed: noise.Key(h.seed, noise.Replication, uint64(p.noise))}})
		}
		if plays, err = h.run(ctx, jobs, end); err != nil {
			return nil, nil, err
		}
		for i, p := range open {
			if slices.Equal(plays[i], p.below) {
				p.low = (p.low + p.high) / 2
			} else {
				p.high = (p.low + p.high) / 2
			}
		}
	}
	found = param.Map(open, func(p *interval) float64 { return (p.low + p.high) / 2 })
	slices.Sort(found)
	for i, p := range open[1:] {
		if before := open[i]; p.cell == before.cell && p.noise != before.noise && p.low != before.low {
			h.window.Noise = earlier(h.window.Noise, turn)
		}
	}
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
func (h *hunt) changing(t *tape, usual []string, turn int) (rounds []int) {
	since, own := max(t.last(), 1), h.name(t.arm)
	add := func(round int) {
		if round > 0 && round < turn && !slices.Contains(rounds, round) {
			rounds = append(rounds, round)
		}
	}
	first, last, other := 0, 0, 0
	for round := since; round < turn; round++ {
		switch {
		case usual[round-1] != own:
			other = cmp.Or(other, round)
		case first == 0:
			first = round
		default:
			last = round
		}
	}
	for _, round := range []int{first, last, other, t.early} {
		add(round)
	}
	if len(rounds) == 0 {
		add(since)
	}
	return rounds
}

// ways returns what may be observed of a decision: its play, the plays after it, how often the tape's arm is
// among them, and the plays of the decisions before.
func (t *tape) ways(x float64, round, turn, end int) (all []distinguisher) {
	pair, arms := t.pair(x, round), len(t.rest)
	near := min(turn+arms-1, end)
	add := func(from, to, counted int, also ...[2]int) {
		all = append(all, distinguisher{Neighbors: pair, from: from, to: to, counted: counted, also: also})
	}
	add(turn, turn, 0)
	add(turn, near, 0)
	add(turn, end, t.arm+1)
	if end-round <= 12 {
		add(round, end, 0)
		add(max(round, turn-arms), turn, 0)
	}
	if len(t.turns) > 0 {
		var also [][2]int
		for _, before := range t.turns {
			also = append(also, [2]int{before, min(before+arms-1, turn-1)})
		}
		add(turn, near, 0, also...)
	}
	return all
}

// score tries each candidate in as many runs as the rounds suffice for, but at most so many, on each side. It returns the most telling
// first.
func (h *hunt) score(ctx context.Context, all []*candidate, rounds, most int) ([]*candidate, error) {
	cost := 0
	for _, c := range all {
		cost += 2 * c.end()
	}
	h.groups++
	h.window.Pairs += len(all)
	runs := max(min(rounds/max(cost, 1), most), 10)
	// Candidates with similar ends are played together: starting a process takes as long as
	// some hundred thousand plays.
	byEnd := slices.SortedStableFunc(slices.Values(all), func(a, b *candidate) int { return cmp.Compare(a.end(), b.end()) })
	for group := range chunked(byEnd) {
		var jobs []job
		for i, c := range group {
			for side := range 2 {
				for k := range runs {
					jobs = append(jobs, job{&c.ways[0], mechanism.Input{
						Side: side,
						Seed: noise.Key(h.seed, noise.Replication, uint64(h.groups), uint64(c.end()), uint64(i), uint64(side), uint64(k)),
					}})
				}
			}
		}
		plays, err := h.run(ctx, jobs, group[len(group)-1].end())
		if err != nil {
			return nil, err
		}
		for i, c := range group {
			c.measured = math.Inf(-1)
			for _, way := range c.ways {
				halves := [2]map[string][2]int{{}, {}}
				for k, seen := range plays[2*runs*i : 2*runs*(i+1)] {
					count(halves[k%2], way.see(seen, 1), k/runs)
				}
				if m := h.claim.measure(halves, runs); m > c.measured {
					c.distinguisher, c.measured = way, m
				}
			}
		}
	}
	byMeasure(all)
	return all, nil
}

func (c *candidate) end() int {
	to := 0
	for i := range c.ways {
		to = max(to, c.ways[i].to)
	}
	return to
}

func byMeasure(all []*candidate) {
	slices.SortStableFunc(all, func(a, b *candidate) int { return cmp.Compare(b.measured, a.measured) })
}

// chunked splits sorted candidates into parts in which the last observed round less than
// doubles.
func chunked(candidates []*candidate) func(yield func([]*candidate) bool) {
	return func(yield func([]*candidate) bool) {
		for len(candidates) > 0 {
			n := slices.IndexFunc(candidates, func(c *candidate) bool { return c.end() >= 2*candidates[0].end() })
			if n < 0 {
				n = len(candidates)
			}
			if !yield(candidates[:n]) {
				return
			}
			candidates = candidates[n:]
		}
	}
}
