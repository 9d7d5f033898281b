package app

import (
	"testing"

	"regretscope/ui/kit/uitest"
)

// The program's own further screens open on their keys, about the learner in
// focus, and esc leads back.
func TestTheAuditAndTheTwinOpen(t *testing.T) {
	r := rootOf(t, Options{Config: uitest.Config(t, 1000, "ucb1", "random")})
	press(t, r, "a")
	expect(t, r, "Claimed and true")
	expect(t, r, "▸ UCB1")
	press(t, r, "esc")
	expect(t, r, "1 Regret")
	press(t, r, "f")
	press(t, r, "t")
	expect(t, r, "universe A")
	expect(t, r, "Random · ε = 0.5")
	press(t, r, "esc")
	expect(t, r, "1 Regret")
}
