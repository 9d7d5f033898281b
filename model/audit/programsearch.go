package audit

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"

	"regretscope/model"
	"regretscope/noise"
	mechanism "regretscope/noise/dpaudit"
	"regretscope/noise/param"
)

// What a search for a program's neighbors tries.
const (
	looked      = 400  // rounds at most
	levels      = 33   // rewards of arm 1, from 0 to 1
	glances     = 12   // noises with which each level is looked at
	finer       = 16   // levels between two
	firstTries  = 20   // noises with which each candidate is tried on each side
	worthMore   = 4    // one of this many candidates is tried further
	moreTries   = 80   // with these noises
	finalists   = 6    // candidates that are compared by the bound of a short audit
	finalRounds = 3000 // runs of each of them at most, on each side
)

// searchProgram finds neighbors, and rounds whose plays show most on them. It looks when
// plays begin to depend on rewards or noise, at which rewards they are undecided, and then
// in which round a reward that is replaced shows. differs is false if nothing depended
// on the noise.
func (r *replay) searchProgram(ctx context.Context, seed uint64, runs int) (best distinguisher, differs bool, err error) {
	seen, err := r.explore(ctx, seed, min(looked, r.limit()))
	if err != nil {
		return best, false, err
	}
	scored, err := r.score(ctx, seen.candidates(r), firstTries, noise.Key(seed, noise.Replication, firstTries))
	if err == nil {
		scored, err = r.score(ctx, foremost(scored, len(scored)/worthMore), moreTries,
			noise.Key(seed, noise.Replication, moreTries))
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
	return best, seen.differs, nil
}

// levelled are neighbors in which arm 1 gives x and all others 0, but in one round arm 1
// alone gives 1, or all others do.
func (r *replay) levelled(x float64, round int) model.Neighbors {
	first := favor(r.Setting.Arms, 1, 1)
	return model.Neighbors{
		Round: round, Before: first, After: complement(first),
		Others: []model.Span{{Rewards: favor(r.Setting.Arms, 1, x)}},
		Why: fmt.Sprintf("Of the pairs tried, the plays differ most on this one: arm 1 gives %.4g in "+
			"every round and all others 0, "+
			"but in one round arm 1 gives 1 and all others 0, or the other way round.", x),
	}
}

// A look is what running a program at all levels has shown.
type look struct {
	rounds  int
	turns   []int      // the rounds in which plays that were alike begin to differ, each half as late again as the one before
	levels  []float64  // all of them, with finer ones where the plays change most between two
	plays   [][]string // of each level and noise
	differs bool       // some level was played differently with another noise
}

// explore plays every level with the same noises.
func (r *replay) explore(ctx context.Context, seed uint64, rounds int) (*look, error) {
	l := &look{rounds: rounds}
	var jobs []job
	for i := range levels {
		l.levels = append(l.levels, float64(i)/(levels-1))
		on := &distinguisher{Neighbors: r.levelled(l.levels[i], rounds+1)}
		for k := range glances {
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

// mostTurns is the largest number of turns in a search.
const mostTurns = 3

// turns returns the rounds in which plays that were alike up to there begin to differ, each half
// as late again as the one before.
func turns(plays [][]string, rounds int) (found []int) {
	type branch struct {
		before int // the lane that began the branch which this one leaves
		play   string
	}
	of, branches := make([]int, len(plays)), 1 // of each lane, the first one that has played alike
	for t := range rounds {
		first := map[branch]int{}
		for i, p := range plays {
			b := branch{of[i], p[t]}
			if _, known := first[b]; !known {
				first[b] = i
			}
			of[i] = first[b]
		}
		if len(first) > branches && len(found) < mostTurns && (len(found) == 0 || 2*(t+1) >= 3*found[len(found)-1]) {
			found = append(found, t+1)
		}
		branches = len(first)
	}
	return found
}

func (l *look) at(level int) [][]string { return l.plays[level*glances : (level+1)*glances] }

// refine adds levels between the two pairs of neighboring ones whose plays differ with
// most noises.
func (l *look) refine() {
	changed, places := make([]int, levels-1), make([]int, levels-1)
	for i := range changed {
		places[i] = i
		for k, p := range l.at(i) {
			if !slices.Equal(p, l.at(i + 1)[k]) {
				changed[i]++
			}
		}
	}
	slices.SortStableFunc(places, func(a, b int) int { return cmp.Compare(changed[b], changed[a]) })
	for _, i := range places[:2] {
		for k := 1; k < finer && changed[i] > 0; k++ {
			l.levels = append(l.levels, (float64(i)+float64(k)/finer)/(levels-1))
		}
	}
}

// candidates returns all levels with a replaced round before each turn, watched from there to
// behind a turn; and the simple pairs that learners of the catalogue are tried on.
func (l *look) candidates(r *replay) []distinguisher {
	all := slices.DeleteFunc(r.candidates(), func(p distinguisher) bool { return p.to > l.rounds })
	for _, round := range slices.Compact(append([]int{1}, l.turns...)) {
		for _, turn := range l.turns {
			to := min(turn+r.Setting.Arms, l.rounds)
			for _, x := range l.levels {
				if round < to {
					all = append(all, distinguisher{Neighbors: r.levelled(x, round), from: round, to: to})
				}
			}
		}
	}
	return all
}

// foremost returns the first of what was tried, and at least the finalists.
func foremost(tried []trial, most int) []distinguisher {
	return param.Map(tried[:min(max(most, finalists), len(tried))],
		func(c trial) distinguisher { return c.distinguisher })
}

// score tries each candidate with a number of noises on each side, and returns the most telling
// first.
func (r *replay) score(ctx context.Context, candidates []distinguisher, tries int, seed uint64) (all []trial, err error) {
	// Those that end about as late are played together: to start a process takes as long as
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
				count(counts, window(seen, p.from, p.to), k/tries)
			}
			all = append(all, trial{p, telling(counts)})
		}
	}
	slices.SortStableFunc(all, func(a, b trial) int { return cmp.Compare(b.measured, a.measured) })
	return all, nil
}

// chunked cuts sorted candidates where the last round that they watch is twice that of the
// first of a part.
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

// rare is added to both counts of an event, so that one that is seen seldom says little.
const rare = 3

// telling returns the largest logarithm of the ratio of how often an event was seen on one side
// and on the other, among unions of the transcripts that are likeliest on that side.
func telling(counts map[string][2]int) float64 {
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
