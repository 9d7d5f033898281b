package audit

import (
	"cmp"
	"context"
	"math"
	"slices"

	"regretscope/noise/selection"
)

// MostVisible returns the neighbours on which a statistical audit of
// report-noisy-max with these options can expect the largest bound, and the
// length of their epoch, a power of 2. It is not the pair that loses most: that
// needs long epochs, at whose ends the telling pick hardly ever happens.
func MostVisible(m selection.Mechanism, arms int, o Options) (pair Pair, epoch int, err error) {
	if err := check(m, arms); err != nil {
		return Pair{}, 0, err
	}
	if err := o.check(); err != nil {
		return Pair{}, 0, err
	}
	runs, best := o.Runs-o.Runs/4*2, math.Inf(-1)
	for length := 1; length <= 1<<40; length *= 2 {
		candidate := worstPair(m, arms, length)
		before, after := candidate.logs(m)
		seen := int(math.Exp(before) * float64(runs))
		if seen == 0 {
			break // and ever rarer in longer epochs
		}
		expected := logRatio(seen, int(math.Ceil(math.Exp(after)*float64(runs))), runs, (1-o.Confidence)/2)
		if expected > best {
			best, pair, epoch = expected, candidate, length
		}
	}
	if epoch == 0 {
		return worstPair(m, arms, 1), 1, nil // too few runs to see anything
	}
	return pair, epoch, nil
}

// Difference measures how visible two neighbouring inputs are in what a black
// box shows, to choose among inputs before an audit: χ² of the two samples, less
// what it would be on average if both sides were alike, which is a little below
// the number of different transcripts. It spends all runs on that and proves
// nothing.
func Difference[T cmp.Ordered](ctx context.Context, play Play[T], o Options) (float64, error) {
	if err := o.check(); err != nil {
		return 0, err
	}
	t, err := count(ctx, play, o, 0, o.Runs)
	if err != nil {
		return 0, err
	}
	// Terms are added up in an order that is always the same.
	terms := make([]float64, 0, len(t))
	for _, counts := range t {
		a, b := float64(counts[0]), float64(counts[1])
		terms = append(terms, (a-b)*(a-b)/(a+b)-1)
	}
	slices.Sort(terms)
	total := 0.0
	for _, term := range terms {
		total += term
	}
	return total, nil
}
