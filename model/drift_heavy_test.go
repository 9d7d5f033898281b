//go:build heavy && !plain

package model

import (
	"math"
	"testing"
)

// few is how many rounds are played with a new arm in each.
const few = 50_000_000

// 10^9 exact rounds with losses that are no binary fractions: their sum is what the
// pulls amount to, whether the play stands for long or changes in every round. A
// plain sum of few terms is off by more than is allowed.
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

// 10^15 rounds leapt over: nothing overflows, and the sums are those of the pulls.
func TestLeapsOfAQuadrillionRoundsDoNotDrift(t *testing.T) {
	for _, id := range []string{"anytime-lazy-ucb", "adap-klucb"} {
		l := leaperOf(config(t, "hhmh-2", MaxLeapHorizon, id))
		l.Advance(MaxLeapHorizon)
		expectAccount(t, id, l, MaxLeapHorizon)
	}
}

// drift is how far sums may be off, as a part of themselves.
const drift = 1e-14

// expectAccount expects that pulls make up the rounds, and that the regret is what
// the pulls on hhmh-2 amount to.
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
