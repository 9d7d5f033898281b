package audit

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"

	"regretscope/noise"
)

// Options of a statistical audit.
type Options struct {
	Runs       int     // plays on each side, at least 8
	Confidence float64 // of the bound, in (0,1), such as .99
	Seed       uint64  // the same seed gives the same bound, whatever the workers
	Workers    int     // plays under way at a time; 0 for one a processor
	// Played, if not nil, is called with the number of plays, of both sides
	// together, that were finished since its last call. Several goroutines call it.
	Played func(plays int)
}

func (o Options) check() error {
	if o.Runs < 8 {
		return fmt.Errorf("runs must be at least 8, not %d", o.Runs)
	}
	if !(o.Confidence > 0 && o.Confidence < 1) {
		return fmt.Errorf("confidence must be between 0 and 1, not %v", o.Confidence)
	}
	if o.Workers < 0 {
		return fmt.Errorf("workers must be at least 0, not %d", o.Workers)
	}
	return nil
}

// A LowerBound is what a statistical audit can prove of a mechanism: with the
// given confidence its ε is at least Epsilon. It says nothing from above.
type LowerBound[T cmp.Ordered] struct {
	Epsilon    float64 // at least 0
	Confidence float64
	Event      []T    // the transcripts that make up the event, in order
	Side       int    // the neighbour on which the event is more likely
	Counts     [2]int // how often the event happened on each side,
	Runs       int    // in so many runs a side
	// The chance of the event is at least Least on its side and at most Most on the
	// other: both together with the confidence.
	Least, Most float64
}

// MuLower is Φ⁻¹(power) − Φ⁻¹(level), at least 0: what a test of so much power at such
// a level shows of μ.
func MuLower(power, level float64) float64 {
	if power <= level {
		return 0
	}
	return distuv.UnitNormal.Quantile(power) - distuv.UnitNormal.Quantile(level)
}

// DeltaLower is what such a test shows of δ(ε).
func DeltaLower(power, level, epsilon float64) float64 {
	return max(0, power-math.Exp(epsilon)*level)
}

// A Play runs the mechanism on one of two neighbouring inputs, side 0 or 1, with
// the given seed, and returns what an observer sees. It must be a pure function
// and safe to call from several goroutines.
type Play[T cmp.Ordered] func(side int, seed uint64) T

// Statistical runs a black box on two neighbouring inputs and returns a lower
// confidence bound on its ε. It must not choose the event on the runs that it
// measures it on: a quarter of the runs ranks the transcripts by how much
// likelier they are on one side, another chooses how many of the first ranks
// make the event (or which single transcript), and the other half
// measures. Unions find what is spread over many rare transcripts. The bound is
// the ratio of Clopper–Pearson limits that hold together with the confidence.
//
// It returns the context's error if that is cancelled.
func Statistical[T cmp.Ordered](ctx context.Context, play Play[T], o Options) (LowerBound[T], error) {
	if err := o.check(); err != nil {
		return LowerBound[T]{}, err
	}
	quarter := o.Runs / 4
	var parts [3]tally[T] // to rank, to choose, to measure
	for i, ends := range [3][2]int{{0, quarter}, {quarter, 2 * quarter}, {2 * quarter, o.Runs}} {
		counted, err := count(ctx, play, o, ends[0], ends[1])
		if err != nil {
			return LowerBound[T]{}, err
		}
		parts[i] = counted
	}
	miss := (1 - o.Confidence) / 2 // for each of the two limits
	event, side := choose(parts[0], parts[1], quarter, miss)
	bound := LowerBound[T]{
		Confidence: o.Confidence,
		Event:      event,
		Side:       side,
		Counts:     parts[2].of(event),
		Runs:       o.Runs - 2*quarter,
	}
	bound.Least, _ = ClopperPearson(bound.Counts[side], bound.Runs, miss)
	_, bound.Most = ClopperPearson(bound.Counts[1-side], bound.Runs, miss)
	bound.Epsilon = max(0, logRatio(bound.Counts[side], bound.Counts[1-side], bound.Runs, miss))
	return bound, nil
}

// choose returns the event with the largest bound on the second tally, among
// the first ranks of the first tally for either side and single transcripts.
func choose[T cmp.Ordered](ranking, trial tally[T], runs int, miss float64) (event []T, side int) {
	best := math.Inf(-1)
	for likelier := range 2 {
		ranks := ranking.ranked(likelier)
		var union [2]int
		for i, transcript := range ranks {
			single := trial[transcript]
			if single == [2]int{} {
				continue // adding it changes nothing that could be measured
			}
			union[0] += single[0]
			union[1] += single[1]
			if bound := logRatio(union[likelier], union[1-likelier], runs, miss); bound > best {
				best, event, side = bound, ranks[:i+1], likelier
			}
			if bound := logRatio(single[likelier], single[1-likelier], runs, miss); bound > best {
				best, event, side = bound, ranks[i:i+1], likelier
			}
		}
	}
	event = slices.Clone(event)
	slices.Sort(event)
	return event, side
}

// logRatio is a lower confidence limit of ln(p/q) for two counts out of so many
// runs; each of the two limits in it misses with the given probability. It is
// −Inf if nothing was seen.
func logRatio(p, q, runs int, miss float64) float64 {
	low, _ := ClopperPearson(p, runs, miss)
	_, high := ClopperPearson(q, runs, miss)
	return math.Log(low) - math.Log(high)
}

// ClopperPearson returns the limits of the probability of an event that happened
// count times in so many runs: each is missed with probability at most miss.
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

// betaQuantile is the x at which the regularised incomplete beta function is p.
// The library's inverse is checked, because gonum 0.17's is far off at some large
// parameters and small p: .0625 instead of 2.3·10⁻⁵ as the limit of 1 − x for
// 0 of 999 983 at p = 10⁻¹⁰.
func betaQuantile(a, b, p float64) float64 {
	x := mathext.InvRegIncBeta(a, b, p)
	if math.Abs(mathext.RegIncBeta(a, b, x)-p) <= 1e-6*p {
		return x
	}
	low, high := 0., 1.
	for range 200 {
		middle := low + (high-low)/2
		if middle == low || middle == high {
			break
		}
		if mathext.RegIncBeta(a, b, middle) < p {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}

// playSeed is the seed of one run on one side; no two share random numbers.
func playSeed(seed uint64, side, run int) uint64 {
	return noise.Key(seed, noise.Replication, uint64(side), uint64(run))
}
