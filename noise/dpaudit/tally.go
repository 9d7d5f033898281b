package dpaudit

import (
	"cmp"
	"context"
	"maps"
	"runtime"
	"slices"
	"sort"
	"sync"
	"sync/atomic"

	"regretscope/noise"
)

// A tally counts each transcript on either side.
type tally[T cmp.Ordered] map[T][2]int

// usualBatch is the default number of runs of each side per worker at a time: few enough to end
// soon after cancellation.
const usualBatch = 64

// count plays runs on both sides and returns a tally of each part: of the runs before the first
// end, of those up to the second, and so on. The workers do not affect the sums.
func count[T cmp.Ordered](ctx context.Context, play BatchPlay[T], o Options, ends ...int) ([]tally[T], error) {
	workers, batch, runs := cmp.Or(o.Workers, runtime.GOMAXPROCS(0)), cmp.Or(o.Batch, usualBatch), ends[len(ends)-1]
	tallies := make([][]tally[T], workers)
	var next atomic.Int64
	var group sync.WaitGroup
	for w := range tallies {
		tallies[w] = tallyEach[T](len(ends))
		group.Go(func() {
			for ctx.Err() == nil {
				from := int(next.Add(int64(batch))) - batch
				if from >= runs {
					return
				}
				to := min(from+batch, runs)
				for i, transcript := range play(o.inputs(from, to)) {
					part := sort.SearchInts(ends, from+i/2+1)
					tallies[w][part].add(transcript, i%2, 1)
				}
				if o.Played != nil {
					o.Played(2 * (to - from))
				}
			}
		})
	}
	group.Wait()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	sums := tallyEach[T](len(ends))
	for _, own := range tallies {
		for part := range own {
			for transcript, counts := range own[part] {
				sums[part].add(transcript, 0, counts[0])
				sums[part].add(transcript, 1, counts[1])
			}
		}
	}
	return sums, nil
}

// inputs returns the inputs of some runs, side 0 and side 1 of each, with distinct random
// numbers.
func (o Options) inputs(from, to int) []Input {
	all := make([]Input, 0, 2*(to-from))
	for i := from; i < to; i++ {
		for side := range 2 {
			all = append(all, Input{side, noise.Key(o.Seed, noise.Replication, uint64(side), uint64(i))})
		}
	}
	return all
}

func tallyEach[T cmp.Ordered](parts int) []tally[T] {
	all := make([]tally[T], parts)
	for i := range all {
		all[i] = tally[T]{}
	}
	return all
}

func (t tally[T]) add(transcript T, side, n int) {
	counts := t[transcript]
	counts[side] += n
	t[transcript] = counts
}

// of returns the event's counts on each side.
func (t tally[T]) of(event []T) (counts [2]int) {
	for _, transcript := range event {
		for side, n := range t[transcript] {
			counts[side] += n
		}
	}
	return counts
}

// ranked returns all transcripts, the most typical of the given side first: it sorts them by the
// ratio of their counts. Each count is one larger, so transcripts seen once do not rank above
// frequent ones.
func (t tally[T]) ranked(side int) []T {
	ratio := func(transcript T) float64 {
		counts := t[transcript]
		return float64(counts[side]+1) / float64(counts[1-side]+1)
	}
	return slices.SortedFunc(maps.Keys(t), func(a, b T) int {
		return cmp.Or(cmp.Compare(ratio(b), ratio(a)), cmp.Compare(a, b))
	})
}
