package model

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"regretscope/learners"
	"regretscope/noise/param"
)

func onAuditScenario(spec learners.Spec, epsilon float64) *Config {
	s := param.Must(AuditScenario(spec.Declaration))
	return &Config{Scenario: s, Learners: []learners.Spec{spec}, Horizon: s.Horizon, Epsilon: epsilon, Seed: 1}
}

// Every built-in learner has an exact verdict with default parameters and does not break its claim.
func TestEveryLearnerHasAVerdict(t *testing.T) {
	for _, d := range learners.All() {
		v, err := DefaultVerdict(d)
		if err != nil || !v.Known || v.Pair.Why == "" {
			t.Errorf("%s: %+v, %v", d.ID, v, err)
			continue
		}
		line := v.Line()
		switch {
		case strings.Contains(line, "no exact audit") || line == "" || strings.Contains(line, "NaN"):
			t.Errorf("%s: %q", d.ID, line)
		case d.Privacy == learners.NotPrivate && (!strings.HasPrefix(line, "claims no privacy") || !math.IsInf(v.Exact.Epsilon, 1)):
			t.Errorf("%s: %q, ε = %v", d.ID, line, v.Exact.Epsilon)
		case v.Broken():
			t.Errorf("%s: %q", d.ID, line)
		}
	}
}

func TestVerdicts(t *testing.T) {
	none, all := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		scenario, choice, channel string
		epsilon                   float64
		claim                     string
		claimed, exact            float64
		broken                    bool
		line                      string // not compared if empty
	}{
		{
			scenario: "ww-det", choice: "rnm-ftnl,scale=1", epsilon: .3, claim: "ε = 0.3", claimed: .3, exact: .6, broken: true,
			line: "claim violated: true 2ε is twice claimed ε",
		},
		{scenario: "ww-det", choice: "ftnl", epsilon: 1, claim: "ε = 1", claimed: 1, exact: .2},
		{scenario: "hhmh-1", choice: "lazy-dp-ts,epsilon=0.1", epsilon: 1, claim: "ε = 0.1", claimed: .1, exact: .1},
		{scenario: "hhmh-1", choice: "lazy-dp-ts", epsilon: all, claim: "ε = ∞", claimed: all, exact: all},
		{
			scenario: "hhmh-1", choice: "adac-ucb,rho=.25", epsilon: 1, claim: "ρ = 0.25", claimed: none, exact: all,
			line: "claim holds: true ρ = 0.25 equals claimed ρ = 0.25",
		},
		{scenario: "hhmh-1", choice: "ts-gaussian", epsilon: 1, claim: "μ = O(√T)", claimed: none, exact: all},
		{scenario: "hhmh-1", choice: "ucb1", epsilon: 1, claimed: none, exact: all},
		{scenario: "hhmh-1", choice: "optimal", epsilon: 1, claim: "ε = 0", claimed: 0, exact: 0},
		{
			scenario: "hhmh-1", choice: "ts-ldp-b", channel: "rr(0.9,0.9)", epsilon: .5,
			claim: "ε = 0.5", claimed: .5, exact: math.Log(9), broken: true,
		},
		{
			scenario: "hhmh-1", choice: "ucb-ldp-l", channel: "laplace(2)", epsilon: .5,
			claim: "ε = 0.5", claimed: .5, exact: 2, broken: true,
		},
		{ // GAJ claim ε at the optimal matrix alone.
			scenario: "hhmh-1", choice: "sw-klucb-cf", channel: "rr(0.9,0.9)", epsilon: .5, claimed: none, exact: math.Log(9),
			line: "no claim for this channel: true 4.39ε per report",
		},
		{scenario: "hhmh-1", choice: "sw-klucb-cf", epsilon: .5, claim: "ε = 0.5", claimed: .5, exact: .5},
		{scenario: "hhmh-1", choice: "sw-ucb", channel: "none", epsilon: .5, claimed: none, exact: all},
	} {
		t.Run(c.scenario+" "+c.choice+" "+c.channel, func(t *testing.T) {
			v := opened(t, c.scenario, c.channel, c.epsilon, c.choice).Verdict(0)
			if v.Claim() != c.claim || !near(v.Claimed, c.claimed) && !math.IsNaN(c.claimed) ||
				math.IsNaN(v.Claimed) != math.IsNaN(c.claimed) || !near(v.Exact.Epsilon, c.exact) || v.Broken() != c.broken {
				t.Errorf("claim %q, ε = %v, exact %v, broken %v; want %q, %v, %v, %v",
					v.Claim(), v.Claimed, v.Exact.Epsilon, v.Broken(), c.claim, c.claimed, c.exact, c.broken)
			}
			if line := v.Line(); c.line != "" && line != c.line {
				t.Errorf("%q, want %q", line, c.line)
			}
		})
	}
}

// The reward sequences are the exact audit's pair, spread over the rounds of its epoch.
func TestSequencesSumToThePair(t *testing.T) {
	for _, text := range []string{"rnm-ftnl,scale=1", "rnm-ftnl,noise=gumbel", "rnm-ftnl,noise=exponential", "lazy-dp-ts", "ucb1"} {
		v := onAuditScenario(choose(text), .5).Verdict(0)
		worst := v.Exact.WorstPair
		for side, vector := range [][]float64{worst.Before, worst.After} {
			for j := range vector {
				sum := 0.0
				for t := v.Pair.Round; t < v.Pair.Round+worst.Epoch; t++ {
					sum += v.Pair.At(side, t)[j]
				}
				if math.Abs(sum-worst.Base[j]-vector[j]) > 1e-9 {
					t.Errorf("%s: arm %d sums to %v on side %d", text, j, sum, side)
				}
			}
		}
		for round := range 3 * worst.Epoch {
			same := slices.Equal(v.Pair.At(0, round), v.Pair.At(1, round))
			if same != (round != v.Pair.Round) {
				t.Errorf("%s: round %d is the same: %v", text, round, same)
			}
			for _, x := range v.Pair.At(0, round) {
				if x < 0 || x > 1 {
					t.Errorf("%s: a reward of %v", text, x)
				}
			}
		}
	}
}

// Pairs are compared by their rewards, not by Why.
func TestSamePairs(t *testing.T) {
	pair := func() Neighbors {
		return Neighbors{
			Round: 2, Before: []float64{1, 0}, After: []float64{0, 1}, Why: "said",
			Others: []Span{{Rewards: []float64{0, 0}}, {From: 3, Rewards: []float64{0, 1}}},
		}
	}
	for what, change := range map[string]func(*Neighbors){
		"round":       func(n *Neighbors) { n.Round = 3 },
		"before":      func(n *Neighbors) { n.Before[1] = 1 },
		"after":       func(n *Neighbors) { n.After[0] = .5 },
		"span":        func(n *Neighbors) { n.Others[1].From = 4 },
		"other round": func(n *Neighbors) { n.Others[1].Rewards[0] = 1 },
		"fewer spans": func(n *Neighbors) { n.Others = n.Others[:1] },
	} {
		a, b := pair(), pair()
		b.Why = "otherwise"
		if !a.Same(&b) {
			t.Errorf("%s: equal pairs are not the same", what)
		}
		if change(&b); a.Same(&b) {
			t.Errorf("%s: pairs that differ are the same", what)
		}
	}
}

// Who learns what: the audited loss for those who see the plays, every reward for those who are trusted.
func TestOnlookers(t *testing.T) {
	for choice, want := range map[string]string{
		"anytime-lazy-ucb":             "server ε = ∞, plays ε = 0.5",
		"lazy-ucb-sum":                 "adder ε = ∞, server ε = 0.5, plays ε = 0.5",
		"lazy-ucb-shuffle,epsilon=1":   "shuffler ε = ∞, server (ε, δ) = (1, 9.83·10⁻⁷), plays (ε, δ) = (1, 9.83·10⁻⁷)",
		"lazy-ucb-shuffle,epsilon=inf": "shuffler ε = ∞, server ε = ∞, plays ε = ∞",
		"lazy-ucb-local":               "server ε = 0.5, plays ε = 0.5",
		"adac-ucb":                     "server ε = ∞, plays ρ ≤ 0.1",
		"ts-gaussian":                  "server ε = ∞, plays μ ≤ 707.11",
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

func TestDiffer(t *testing.T) {
	a := [][]float64{{1, 0}, {1, 0}, {.5, 0}, {.5, 0}}
	b := [][]float64{{1, 0}, {0, 1}, {.5, 0}, {.5, 0}}
	n, err := Differ(a, b)
	if err != nil || n.Round != 2 || len(n.Others) != 2 {
		t.Fatalf("%+v, %v", n, err)
	}
	for i := range a {
		if !slices.Equal(n.At(0, i+1), a[i]) || !slices.Equal(n.At(1, i+1), b[i]) {
			t.Errorf("round %d: %v and %v", i+1, n.At(0, i+1), n.At(1, i+1))
		}
	}
	for _, c := range []struct {
		b    [][]float64
		says string
	}{
		{a, "the tables are equal"},
		{b[:3], "the tables have 4 and 3 rows"},
		{[][]float64{{0, 0}, {1, 0}, {.5, 0}, {0, 0}}, "the tables differ in rows 1 and 4"},
	} {
		if _, err := Differ(a, c.b); err == nil || !strings.HasPrefix(err.Error(), c.says) {
			t.Errorf("%v, want %s", err, c.says)
		}
	}
}
