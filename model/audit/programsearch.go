package audit

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"

	"regretscope/model"
	"regretscope/model/program"
	"regretscope/noise"
	mechanism "regretscope/noise/dpaudit"
	"regretscope/noise/param"
)

// The effort of a search for a program's neighbors.
const (
	searchedRounds  = 400  // maximum number of rounds
	levels          = 33   // rewards of arm 1, from 0 to 1
	levelNoises     = 12   // noises for each level
	finer           = 16   // levels between two neighbors
	firstNoises     = 20   // noises for each candidate on each side
	retriedFraction = 4    // this fraction of candidates is tried again
	retryNoises     = 80   // noises for these
	finalists       = 6    // candidates that short audits compare
	finalRounds     = 3000 // maximum number of runs of each, on each side
)

// searchProgram finds neighbors and the most telling rounds on them. It asks the program about itself
// and records its claim. It finds when plays begin to depend on rewards or noise, which rewards leave
// them undecided, and in which round a replaced reward shows. noiseless is true if no play of a program
// with private plays depended on the noise.
func (r *replay) searchProgram(
	ctx context.Context, verdict *model.Verdict, seed uint64, runs int,
) (best distinguisher, noiseless bool, err error) {
	ready, err := r.Ready(ctx)
	if err != nil {
		return best, false, err
	}
	r.runsAtATime = r.RunsAtATime(ready)
	if ready.Claim != nil {
		verdict.Claimed = ready.Claim.Epsilon
	}
	seen, err := r.explore(ctx, seed, min(searchedRounds, r.limit()))
	if err != nil {
		return best, false, err
	}
	scored, err := r.score(ctx, seen.candidates(r), firstNoises, noise.Key(seed, noise.Replication, firstNoises))
	if err == nil {
		scored, err = r.score(ctx, shortlist(scored, len(scored)/retriedFraction), retryNoises,
			noise.Key(seed, noise.Replication, retryNoises))
	}
	if err != nil {
		return best, false, err
	}
	most := math.Inf(-1)
	for i := range scored[:min(finalists, len(scored))] {
		final := &scored[i].distinguisher
		bound, err := r.bound(ctx, final, mechanism.Options{
			Runs: max(min(finalRounds, runs/8), 8), Confidence: .8, Seed: noise.Key(seed, noise.Replication, uint64(i)),
		})
		if err != nil {
			return best, false, err
		}
		if bound.Epsilon > most {
			best, most = *final, bound.Epsilon
		}
	}
	return best, !seen.differs && ready.Private == program.Central, nil
}

// leveled returns neighbors in which arm 1 gives x and all others 0, except in one round: there,
// either arm 1 alone gives 1, or all arms but it do.
func (r *replay) leveled(x float64, round int) model.Neighbors {
	first := favor(r.Setting.Arms, 1, 1)
	return model.Neighbors{
		Round: round, Before: first, After: complement(first),
		Others: []model.Span{{Rewards: favor(r.Setting.Arms, 1, x)}},
		Why: fmt.Sprintf("Of the pairs tried, the plays differ most on this one: arm 1 gives %.4g in "+
			"every round and all others 0, "+
			"but in one round arm 1 gives 1 and all others 0, or the other way round.", x),
	}
}

// An exploration holds a program's plays at all levels.
type exploration struct {
	rounds  int
	turns   []int      // see turns
	levels  []float64  // all levels, with finer ones where plays change most
	plays   [][]string // of each level and noise
	differs bool       // plays of some level depend on the noise
}

// explore plays every level with the same noises.
func (r *replay) explore(ctx context.Context, seed uint64, rounds int) (*exploration, error) {
	l := &exploration{rounds: rounds}
	var jobs []job
	for i := range levels {
		l.levels = append(l.levels, float64(i)/(levels-1))
		on := &distinguisher{Neighbors: r.leveled(l.levels[i], rounds+1)}
		for k := range levelNoises {
			jobs = append(jobs, job{on, mechanism.Input{Seed: noise.Key(seed, noise.Replication, uint64(k))}})
		}
	}
	var err error
	if l.plays, err = r.perform(ctx, jobs, rounds); err != nil {
		return nil, err
	}
	l.turns = turns(l.plays, rounds)
	for i := range levels {
		own := l.at(i)
		l.differs = l.differs || slices.ContainsFunc(own, func(p []string) bool { return !slices.Equal(p, own[0]) })
	}
	l.refine()
	return l, nil
}

// maxTurns is the maximum number of turns in a search.
const maxTurns = 3

// turns returns the rounds in which equal plays begin to differ, each at least 1.5 times as late
// as the previous one.
func turns(plays [][]string, rounds int) (found []int) {
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
		if len(first) > branches && len(found) < maxTurns && (len(found) == 0 || 2*(t+1) >= 3*found[len(found)-1]) {
			found = append(found, t+1)
		}
		branches = len(first)
	}
	return found
}

func (l *exploration) at(level int) [][]string {
	return l.plays[level*levelNoises : (level+1)*levelNoises]
}

// refine adds levels between the two pairs of neighbors whose plays differ with most noises.
func (l *exploration) refine() {
	changed := make([]int, levels-1)
	for i := range changed {
		for k, p := range l.at(i) {
			if !slices.Equal(p, l.at(i + 1)[k]) {
				changed[i]++
			}
		}
	}
	places := param.Order(len(changed), func(a, b int) int { return cmp.Compare(changed[b], changed[a]) })
	for _, i := range places[:2] {
		for k := 1; k < finer && changed[i] > 0; k++ {
			l.levels = append(l.levels, (float64(i)+float64(k)/finer)/(levels-1))
		}
	}
}

// candidates returns all levels with a replaced round before each turn, observed until after
// the turn, and the pairs that built-in learners are tried on.
func (l *exploration) candidates(r *replay) []distinguisher {
	all := slices.DeleteFunc(r.candidates(), func(p distinguisher) bool { return p.to > l.rounds })
	for _, round := range slices.Compact(append([]int{1}, l.turns...)) {
		for _, turn := range l.turns {
			to := min(turn+r.Setting.Arms, l.rounds)
			for _, x := range l.levels {
				if round < to {
					all = append(all, distinguisher{Neighbors: r.leveled(x, round), from: round, to: to})
				}
			}
		}
	}
	return all
}

// shortlist returns the first trials, at least the finalists.
func shortlist(tried []trial, most int) []distinguisher {
	return param.Map(tried[:min(max(most, finalists), len(tried))],
		func(c trial) distinguisher { return c.distinguisher })
}

// score tries each candidate with a number of noises on each side. It returns the most telling
// first.
func (r *replay) score(
	ctx context.Context, candidates []distinguisher, tries int, seed uint64,
) (all []trial, err error) {
	// Candidates with similar ends are played together: starting a process takes as long as
	// some hundred thousand plays.
	slices.SortStableFunc(candidates, func(a, b distinguisher) int { return cmp.Compare(a.to, b.to) })
	for group := range chunked(candidates) {
		var jobs []job
		for i := range group {
			for side := range 2 {
				for k := range tries {
					jobs = append(jobs, job{&group[i], mechanism.Input{
						Side: side,
						Seed: noise.Key(seed, noise.Replication, uint64(len(all)+i), uint64(side), uint64(k)),
					}})
				}
			}
		}
		plays, err := r.perform(ctx, jobs, group[len(group)-1].to)
		if err != nil {
			return nil, err
		}
		for i, p := range group {
			counts := map[string][2]int{}
			for k, seen := range plays[2*tries*i : 2*tries*(i+1)] {
				count(counts, stretch(seen, p.from, p.to), k/tries)
			}
			all = append(all, trial{p, largestLogRatio(counts)})
		}
	}
	slices.SortStableFunc(all, func(a, b trial) int { return cmp.Compare(b.measured, a.measured) })
	return all, nil
}

// chunked splits sorted candidates into parts in which the last observed round less than
// doubles.
func chunked(candidates []distinguisher) func(yield func([]distinguisher) bool) {
	return func(yield func([]distinguisher) bool) {
		for len(candidates) > 0 {
			n := slices.IndexFunc(candidates, func(p distinguisher) bool { return p.to >= 2*candidates[0].to })
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

// rare is added to both counts of an event, so that rare events say little.
const rare = 3

// largestLogRatio returns the largest log ratio of an event's counts on the two sides, among unions of
// the transcripts that are likeliest on one side.
func largestLogRatio(counts map[string][2]int) float64 {
	all := slices.Collect(maps.Values(counts))
	best := 0.0
	for side := range 2 {
		slices.SortFunc(all, func(a, b [2]int) int {
			return cmp.Or(cmp.Compare((b[side]+1)*(a[1-side]+1), (a[side]+1)*(b[1-side]+1)),
				cmp.Compare(b[side], a[side]))
		})
		seen, other := 0, 0
		for _, c := range all {
			seen, other = seen+c[side], other+c[1-side]
			best = max(best, math.Log(float64(seen+rare)/float64(other+rare)))
		}
	}
	return best
}
