package audit

import (
	"math"

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
