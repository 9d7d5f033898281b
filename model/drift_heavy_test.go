//go:build heavy && !plain

package model

import (
	"math"
	"testing"
)

// few is the number of rounds that each play a new arm.
const few = 50_000_000

// 10^9 exact rounds with losses that are not binary fractions: their sum matches the pulls, for long plays and for
// plays that change every round. A plain sum of few terms exceeds the tolerance.
func TestABillionRoundsDoNotDrift(t *testing.T) {
	for id, rounds := range map[string]int{"anytime-lazy-ucb": 1_000_000_000, "random": few} {
		t.Run(id, func(t *testing.T) {
			r := NewRun(config(t, "hhmh-2", rounds, id), 0)
			r.Advance(rounds)
			expectAccount(t, id, r, rounds)
		})
	}
	loss, plain := .5-.4, 0.
	for range few {
		plain += loss
	}
	if off := math.Abs(plain/(few*loss) - 1); off < drift {
		t.Errorf("a plain sum is off by %.1g alone, so that this test tells nothing", off)
	}
}

// drift is the allowed relative error of sums.
const drift = 1e-14

// expectAccount expects that pulls add up to the rounds, and that the regret matches the pulls on hhmh-2.
func expectAccount(t *testing.T, name string, r *Run, rounds int) {
	t.Helper()
	pulls := 0
	for _, n := range r.Pulls() {
		pulls += n
	}
	if pulls != rounds || r.Round() != rounds {
		t.Errorf("%s: %d pulls in %d rounds, want %d", name, pulls, r.Round(), rounds)
	}
	regret := float64(rounds-r.Pulls()[0]) * (.5 - .4)
	if off := math.Abs(r.Regret()/regret - 1); !(off < drift) {
		t.Errorf("%s: regret %v, its pulls cost %v: off by %.1g", name, r.Regret(), regret, off)
	}
}
