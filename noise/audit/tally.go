package audit

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"regretscope/noise"
)

// A tally is how often each transcript was seen on either side.
type tally[T cmp.Ordered] map[T][2]int

// usualBatch is how many runs a worker takes at a time: few enough to end soon once
// the context is cancelled.
const usualBatch = 64

// count plays the runs from first to before last on both sides. Sums of counts
// do not depend on who played what, so neither does the result.
func count[T cmp.Ordered](ctx context.Context, play Together[T], o Options, first, last int) (tally[T], error) {
	workers := o.Workers
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	batch := cmp.Or(o.Batch, usualBatch)
	tallies := make([]tally[T], workers)
	var next atomic.Int64
	next.Store(int64(first))
	var group sync.WaitGroup
	for w := range tallies {
		tallies[w] = tally[T]{}
		group.Go(func() {
			for ctx.Err() == nil {
				from := int(next.Add(int64(batch))) - batch
				if from >= last {
					return
				}
				end := min(from+batch, last)
				for side := range 2 {
					seeds := make([]uint64, end-from)
					for i := range seeds {
						seeds[i] = noise.Key(o.Seed, noise.Replication, uint64(side), uint64(from+i)) // no two share random numbers
					}
					for _, transcript := range play(side, seeds) {
						tallies[w].add(transcript, side, 1)
					}
				}
				if o.Played != nil {
					o.Played(2 * (end - from))
				}
			}
		})
	}
	group.Wait()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	for _, other := range tallies[1:] {
		for transcript, counts := range other {
			for side, n := range counts {
				tallies[0].add(transcript, side, n)
			}
		}
	}
	return tallies[0], nil
}

func (t tally[T]) add(transcript T, side, n int) {
	counts := t[transcript]
	counts[side] += n
	t[transcript] = counts
}

// of returns how often any of the event's transcripts was seen on each side.
func (t tally[T]) of(event []T) (counts [2]int) {
	for _, transcript := range event {
		for side, n := range t[transcript] {
			counts[side] += n
		}
	}
	return counts
}

// ranked returns all transcripts, those first that seem likeliest on the given
// side compared with the other. One more on either side keeps a transcript
// that was seen once from ranking above everything that was seen often.
func (t tally[T]) ranked(side int) []T {
	ratio := func(transcript T) float64 {
		counts := t[transcript]
		return float64(counts[side]+1) / float64(counts[1-side]+1)
	}
	transcripts := make([]T, 0, len(t))
	for transcript := range t {
		transcripts = append(transcripts, transcript)
	}
	slices.SortFunc(transcripts, func(a, b T) int {
		if byRatio := cmp.Compare(ratio(b), ratio(a)); byRatio != 0 {
			return byRatio
		}
		return cmp.Compare(a, b)
	})
	return transcripts
}
