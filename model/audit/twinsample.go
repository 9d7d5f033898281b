package audit

import (
	"context"
	"fmt"
	"time"

	"regretscope/learners"
	"regretscope/noise/channel"
)

// Sample runs both universes with n further noises up to the observed round.
func (t *Twin) Sample(n int) {
	if t.err != nil {
		return
	}
	first := t.shown.Samples
	inputs := bothSides(n, func(k int) uint64 { return t.seed(first + k) })
	seen, err := t.replay.transcripts(context.Background(), &t.watches, inputs)
	if t.err = err; err != nil {
		return
	}
	for ; len(seen) > 0; seen = seen[2:] {
		t.enter([2]string(seen))
	}
}

// enter counts the outcome of one more noise.
func (t *Twin) enter(seen [2]string) {
	for side := range seen {
		count(t.tally, seen[side], side)
		if seen[0] != seen[1] {
			count(t.alone, seen[side], side)
		}
	}
	if seen[0] == seen[1] {
		t.shown.Agreed++
	}
	t.shown.Samples++
}

func count(tally map[string][2]int, seen string, side int) {
	counts := tally[seen]
	counts[side]++
	tally[seen] = counts
}

// SampleFor samples up to n further noises and stops soon after the budget is spent. A program
// plays some hundreds at a time.
func (t *Twin) SampleFor(n int, budget time.Duration) {
	step := 16
	if t.replay.InTeams() {
		step = noisesAtATime
		n = max(n, step)
	}
	for deadline := time.Now().Add(budget); n > 0; n -= step {
		t.Sample(min(n, step))
		if t.err != nil || !time.Now().Before(deadline) {
			return
		}
	}
}

// expected returns the exact probability of each outcome on either side: for the pick of
// report-noisy-max at the end of an epoch, and for the bits of a single channel. Otherwise it
// returns nil.
func (r *replay) expected(p *distinguisher) map[string][2]float64 {
	if r.InTeams() {
		return nil
	}
	outcomes := map[string][2]float64{}
	if p.report {
		channels := r.Setting.Channels
		if !channel.Alike(channels) || !channels[0].Bits() {
			return nil
		}
		ones := [2]float64{}
		for side := range ones {
			ones[side] = channels[0].Probability(p.At(side, p.Round)[0])
		}
		outcomes[string(rune(one))] = ones
		outcomes[string(rune(zero))] = [2]float64{1 - ones[0], 1 - ones[1]}
		return outcomes
	}
	leader, ok := r.Learner(0).(learners.NoisyLeader)
	if !ok || p.from != p.to || p.to < 2 || p.to&(p.to-1) != 0 {
		return nil
	}
	var sides [2][]float64
	for side := range sides {
		picks, err := leader.Mechanism().Probabilities(sums(p, side, p.to/2, p.to-1))
		if err != nil {
			return nil
		}
		sides[side] = picks
	}
	for j := range sides[0] {
		outcomes[playOf(j)] = [2]float64{sides[0][j], sides[1][j]}
	}
	return outcomes
}

// playOf returns the transcript of one round that plays arm j.
func playOf(j int) string { return fmt.Sprintf("%c%c", rune(firstArm+j), endPlay) }

// sums returns the sums of the rewards of rounds first to last, by arm.
func sums(p *distinguisher, side, first, last int) []float64 {
	sums := make([]float64, len(p.Before))
	for t := first; t <= last; t++ {
		for j, x := range p.At(side, t) {
			sums[j] += x
		}
	}
	return sums
}
