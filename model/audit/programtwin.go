package audit

import (
	"context"
	"math"

	"regretscope/noise"
	mechanism "regretscope/noise/dpaudit"
)

// The two universes of a program are two lanes of one process with the same seed; n noises are
// 2n lanes.

// noisesAtATime is the minimum number of noises per process: starting it takes longer than
// playing them.
const noisesAtATime = 500

// twinRuns is the number of runs of the audit that neighbors are searched for.
const twinRuns = 4000

// watchProgram searches for a program's neighbors and for the round whose plays differ most on
// them.
func (t *Twin) watchProgram(ctx context.Context, seed uint64, runs int) error {
	_, best, _, err := t.replay.searchProgram(ctx, &t.shown.Verdict, seed, min(runs, twinRuns), false, nil, 0)
	if err != nil {
		return err
	}
	plays, err := t.replay.perform(ctx, best.jobs(bothSides(noisesAtATime, func(k int) uint64 {
		return noise.Key(seed, noise.Replication, uint64(k))
	})), 1, best.to)
	if err != nil {
		return err
	}
	t.watches = best
	most := math.Inf(-1)
	for round := best.from; round <= best.to; round++ {
		halves := [2]map[string][2]int{{}, {}}
		for i, seen := range plays {
			count(halves[i/2%2], seen[round-1], i%2)
		}
		if shows := new(claim).measure(halves, noisesAtATime); shows > most {
			most, t.watches.from, t.watches.to = shows, round, round
		}
	}
	if most == 0 {
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
