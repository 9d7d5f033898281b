package audit

import (
	"cmp"
	"context"
	"slices"

	mechanism "regretscope/noise/dpaudit"
)

// The two universes of a program are two lanes of one process with the same seed; n noises are
// 2n lanes.

// noisesAtATime is the minimum number of noises per process: starting it takes longer than
// playing them.
const noisesAtATime = 500

// watchProgram searches for a program's neighbors and for the round whose plays differ most on
// them.
func (t *Twin) watchProgram(ctx context.Context, seed uint64) error {
	_, best, _, err := t.replay.searchProgram(ctx, &t.shown.Verdict, seed, false, nil, 0)
	if err != nil {
		return err
	}
	all := observing(best.pair, best.from, best.to)
	for _, c := range all {
		c.ways = c.ways[:1] // its own play
	}
	h := &hunt{replay: t.replay, claim: new(claim), seed: seed}
	if err := h.score(ctx, all, retryRounds, noisesAtATime); err != nil {
		return err
	}
	best = slices.MaxFunc(all, func(a, b *candidate) int { return cmp.Compare(a.measured, b.measured) })
	if t.watches = best.distinguisher; best.measured == 0 {
		t.shown.Hidden = "The plays did not differ on any of the reward sequences tried; this proves nothing."
	}
	return nil
}

// bothSides returns runs on both sides, in turn, for each of the noises.
func bothSides(noises int, seed func(k int) uint64) (inputs []mechanism.Input) {
	for k := range noises {
		for side := range 2 {
			inputs = append(inputs, mechanism.Input{Side: side, Seed: seed(k)})
		}
	}
	return inputs
}
