package dpaudit

import (
	"cmp"
	"context"
	"maps"
	"math"
	"runtime"
	"slices"
	"sort"
	"sync"
	"sync/atomic"

	"gonum.org/v1/gonum/mathext"

	"regretscope/noise"
	"regretscope/noise/privacy"
)

// Options configure a statistical audit.
type Options struct {
	Runs       int     // plays on each side, at least 8
	Confidence float64 // of the bound, in (0,1), such as .99
	Seed       uint64  // the same seed gives the same bound, whatever the workers
	Workers    int     // concurrent plays; 0: one per core
	// Played, if not nil, is called with the number of plays of both sides since its last call,
	// from several goroutines.
	Played func(plays int)
}

// A LowerBound is a proven lower bound on a mechanism's loss, with the given confidence. It is not an upper bound.
type LowerBound[T cmp.Ordered] struct {
	Epsilon    float64 // at least 0
	Confidence float64 // the confidence of all tests' limits together
	Runs       int     // per side, without those that chose the events
	// Tests have different events: the first was chosen for ε, and one for μ may follow.
	Tests []Test[T]
}

// A Test distinguishes the neighbors by whether an event happens.
type Test[T cmp.Ordered] struct {
	Event  []T    // the transcripts that make up the event, in order
	Side   int    // the neighbor on which the event is more likely
	Counts [2]int // how often the event happened on each side
	// The chance of the event is at least Least on its side and at most Most on the other.
	Least, Most float64
}

// Shown returns what a test proves: in every notion of privacy, the mechanism loses at least as
// much as a bit whose probability rises from most to least, because an event is such a bit. If
// least is not above most, nothing is proved.
func Shown(least, most float64) privacy.Mechanism {
	if least <= most {
		return privacy.Disjoint{}
	}
	return privacy.BitChannel(most, least)
}

// A Play runs the mechanism on side 0 or 1 of two neighboring inputs with the given seed, and
// returns what an observer sees. It must be a pure function and safe for concurrent use.
type Play[T cmp.Ordered] func(side int, seed uint64) T

// An Input is a side, 0 or 1, and a seed.
type Input struct {
	Side int
	Seed uint64
}

// Statistical runs a black box on two neighboring inputs and returns a lower confidence bound on its loss. Events
// must not be chosen on the runs that measure them: a quarter of the runs ranks the transcripts by how much likelier
// they are on one side, another quarter chooses how many of the first ranks make the event (or which single
// transcript), for ε and for μ, and the other half measures. Unions find differences that are spread over many rare
// transcripts. The Clopper–Pearson limits of both events hold together with the confidence (Bonferroni).
//
// If ctx is canceled, it returns the context's error.
func Statistical[T cmp.Ordered](ctx context.Context, play Play[T], o Options) (LowerBound[T], error) {
	quarter := o.Runs / 4
	parts, err := count(ctx, play, o, quarter, 2*quarter, o.Runs) // ranking, choice, measurement
	if err != nil {
		return LowerBound[T]{}, err
	}
	bound := LowerBound[T]{Confidence: o.Confidence, Runs: o.Runs - 2*quarter}
	bound.Tests = choose(parts[0], parts[1], quarter, (1-o.Confidence)/4)
	miss := (1 - o.Confidence) / float64(2*len(bound.Tests)) // for each of a test's two limits
	for i := range bound.Tests {
		t := &bound.Tests[i]
		t.Counts = parts[2].counts(t.Event)
		t.Least, _ = ClopperPearson(t.Counts[t.Side], bound.Runs, miss)
		_, t.Most = ClopperPearson(t.Counts[1-t.Side], bound.Runs, miss)
		bound.Epsilon = max(bound.Epsilon, Shown(t.Least, t.Most).Epsilon().Value)
	}
	return bound, nil
}

// choose returns the events with the largest bounds on ε and μ in the second tally. It tries the first ranks of the
// first tally for either side, and single transcripts. If the two events are equivalent, it returns one.
func choose[T cmp.Ordered](ranking, trial tally[T], runs int, miss float64) []Test[T] {
	none := math.Inf(-1)
	best, tests := [2]float64{none, none}, make([]Test[T], 2)
	for likelier := range 2 {
		ranks := ranking.ranked(likelier)
		try := func(counts [2]int, event []T) {
			least, _ := ClopperPearson(counts[likelier], runs, miss)
			_, most := ClopperPearson(counts[1-likelier], runs, miss)
			for i, bound := range [2]float64{
				math.Log(least / most), mathext.NormalQuantile(least) - mathext.NormalQuantile(most),
			} {
				if bound > best[i] {
					best[i], tests[i] = bound, Test[T]{Event: event, Side: likelier}
				}
			}
		}
		var union [2]int
		for i, transcript := range ranks {
			single := trial[transcript]
			if single == [2]int{} {
				continue // unseen in the trial, so it changes no count
			}
			union[0] += single[0]
			union[1] += single[1]
			try(union, ranks[:i+1])
			try(single, ranks[i:i+1])
		}
	}
	for i := range tests {
		tests[i].Event = slices.Clone(tests[i].Event)
		slices.Sort(tests[i].Event)
	}
	if best[1] <= 0 || alike(tests[0], tests[1], len(ranking)) {
		return tests[:1]
	}
	return tests
}

// alike reports whether two tests are equivalent: over this number of transcripts their events
// are equal or complements.
func alike[T cmp.Ordered](a, b Test[T], transcripts int) bool {
	if a.Side == b.Side {
		return slices.Equal(a.Event, b.Event)
	}
	shared := slices.ContainsFunc(a.Event, func(t T) bool { return slices.Contains(b.Event, t) })
	return !shared && len(a.Event)+len(b.Event) == transcripts
}

// ClopperPearson returns limits on the probability of an event that happened count times in
// runs trials. Each misses it with probability at most miss.
func ClopperPearson(count, runs int, miss float64) (low, high float64) {
	k, n := float64(count), float64(runs)
	low, high = 0, 1
	if count > 0 {
		low = betaQuantile(k, n-k+1, miss)
	}
	if count < runs {
		high = 1 - betaQuantile(n-k, k+1, miss)
	}
	return low, high
}

// betaQuantile returns the x at which the regularized incomplete beta function is p. The library's inverse is
// checked, because gonum 0.17's is far off at some large parameters and small p: .0625 instead of 2.3·10⁻⁵ as the
// limit of 1 − x for 0 of 999,983 at p = 10⁻¹⁰.
func betaQuantile(a, b, p float64) float64 {
	x := mathext.InvRegIncBeta(a, b, p)
	if math.Abs(mathext.RegIncBeta(a, b, x)-p) <= 1e-6*p {
		return x
	}
	low, _ := noise.Bisect(0, 1, noise.Exactly, func(x float64) bool { return mathext.RegIncBeta(a, b, x) < p })
	return low
}

// A tally counts each transcript on either side.
type tally[T cmp.Ordered] map[T][2]int

// batch is the number of runs of each side per worker at a time: few enough to end
// soon after cancellation.
const batch = 64

// count plays runs on both sides and returns a tally of each part: of the runs before the first
// end, of those up to the second, and so on. The workers do not affect the sums.
func count[T cmp.Ordered](ctx context.Context, play Play[T], o Options, ends ...int) ([]tally[T], error) {
	workers, runs := cmp.Or(o.Workers, runtime.GOMAXPROCS(0)), ends[len(ends)-1]
	tallies := make([][]tally[T], workers)
	var next atomic.Int64
	var group sync.WaitGroup
	for w := range tallies {
		tallies[w] = tallyEach[T](len(ends))
		group.Go(func() {
			for ctx.Err() == nil {
				from := int(next.Add(batch)) - batch
				if from >= runs {
					return
				}
				to := min(from+batch, runs)
				for i, in := range o.inputs(from, to) {
					part := sort.SearchInts(ends, from+i/2+1)
					tallies[w][part].add(play(in.Side, in.Seed), i%2, 1)
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

// inputs returns the inputs of some runs, side 0 and side 1 of each, with distinct random numbers.
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

func (t tally[T]) counts(event []T) (counts [2]int) {
	for _, transcript := range event {
		for side, n := range t[transcript] {
			counts[side] += n
		}
	}
	return counts
}

// ranked returns all transcripts, the most typical of the given side first: it sorts them by the ratio of their
// counts. Each count is one larger, so transcripts seen once do not rank above frequent ones.
func (t tally[T]) ranked(side int) []T {
	ratio := func(transcript T) float64 {
		counts := t[transcript]
		return float64(counts[side]+1) / float64(counts[1-side]+1)
	}
	return slices.SortedFunc(maps.Keys(t), func(a, b T) int {
		return cmp.Or(cmp.Compare(ratio(b), ratio(a)), cmp.Compare(a, b))
	})
}
