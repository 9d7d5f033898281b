package model

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// Who learns what: the audited loss for whoever sees the plays, everything for those who are trusted.
func TestOnlookers(t *testing.T) {
	for choice, want := range map[string]string{
		"anytime-lazy-ucb":             "server ε = ∞, plays ε = 0.5",
		"lazy-ucb-sum":                 "adder ε = ∞, server ε = 0.5, plays ε = 0.5",
		"lazy-ucb-shuffle,epsilon=1":   "shuffler ε = ∞, server (ε, δ) = (1, 9.83·10⁻⁷), plays (ε, δ) = (1, 9.83·10⁻⁷)",
		"lazy-ucb-shuffle,epsilon=inf": "shuffler ε = ∞, server ε = ∞, plays ε = ∞",
		"lazy-ucb-local":               "server ε = 0.5, plays ε = 0.5",
		"ucb1":                         "server ε = ∞, plays ε = ∞",
		"random":                       "server ε = 0, plays ε = 0",
	} {
		c := opened(t, "hhmh-1", "", .5, choice)
		v := c.Verdict(0)
		var seen []string
		for _, o := range v.Onlookers() {
			seen = append(seen, o.Who+" "+o.Loss())
		}
		got := strings.Join(seen, ", ")
		if got != want {
			t.Errorf("%s: %s, want %s", choice, got, want)
		}
	}
}

// With one noise bit too few, the claim is violated, and the ledger says the same.
func TestVerdictOfFairBits(t *testing.T) {
	for bits, broken := range map[int]bool{79: true, 80: false, 81: false} {
		c := opened(t, "hhmh-1", "", 1, fmt.Sprintf("lazy-ucb-shuffle,bits=%d", bits))
		v := c.Verdict(0)
		if v.Broken() != broken || v.Claim() != "(ε, δ) = (1, 10⁻⁶)" {
			t.Errorf("%d bits: %s, %s", bits, v.Claim(), v.Line())
		}
		run := NewRun(c, 0)
		run.Advance(100)
		if got, want := run.CostliestRoundLoss().Delta(1).Value, v.Exact.Mechanism.Delta(1).Value; got != want || !math.IsInf(run.CostliestRound(), 1) {
			t.Errorf("%d bits: the ledger has δ = %v, the audit %v", bits, got, want)
		}
	}
}
