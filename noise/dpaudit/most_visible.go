package dpaudit

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"regretscope/noise/selection"
)

// longestVisible bounds the epochs that MostVisible tries.
const longestVisible = 1 << 12

// MostVisible returns the neighbors, in an epoch of a power of 2, on which a statistical audit of
// report-noisy-max with these options can expect the largest bound. They are not the pair with the
// largest loss, which needs long epochs that rarely end with the revealing pick. With many arms and
// much noise they are a twoArmPair, in which only two arms compete, so the revealing pick is
// common. If no bound can be expected, they are those of the shortest epoch.
func MostVisible(m selection.NoisyMax, arms int, o Options) Pair {
	runs, best := o.Runs-o.Runs/4*2, 0.0
	pair := worstPair(m, arms, 1)
	try := func(candidate Pair) {
		before, after := candidate.logs(m)
		seen := int(math.Exp(before) * float64(runs))
		other := int(math.Ceil(math.Exp(after) * float64(runs)))
		least, _ := ClopperPearson(seen, runs, (1-o.Confidence)/2)
		_, most := ClopperPearson(other, runs, (1-o.Confidence)/2)
		if expected := math.Log(least) - math.Log(most); expected > best {
			best, pair = expected, candidate
		}
	}
	for length := 1; length <= longestVisible; length *= 2 {
		try(worstPair(m, arms, length))
		for behind := 0; arms > 2 && behind < length; behind = 2*behind + 1 {
			try(twoArmPair(arms, length, behind))
		}
	}
	return pair
}

// twoArmPair returns a pair in which only arms 1 and 2 earn in the rest of the epoch, arm 1 less by
// the given amount.
func twoArmPair(arms, epoch, behind int) Pair {
	p := oneAgainstOthers(arms, epoch, fmt.Sprintf("Over the rest of the epoch arms 1 and 2 earn %d and %d, and "+
		"every other arm 0. ", epoch-1-behind, epoch-1))
	p.Base[0], p.Base[1] = float64(epoch-1-behind), float64(epoch-1)
	return p
}

// Difference measures how visibly a black box differs on two neighboring inputs, to choose
// among inputs before an audit: χ² of the two samples minus about its mean for equal sides,
// which is a little below the number of distinct transcripts. It spends all runs on that and
// proves nothing.
func Difference[T cmp.Ordered](ctx context.Context, play Play[T], o Options) (float64, error) {
	tallies, err := count(ctx, play.batch, o, o.Runs)
	if err != nil {
		return 0, err
	}
	// Add terms in a fixed order.
	terms := make([]float64, 0, len(tallies[0]))
	for _, counts := range tallies[0] {
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
