package model

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"regretscope/noise/memlimit"
	"regretscope/scenarios"
)

// bestInHindsight returns the arm with the largest sum.
func bestInHindsight(rewards [][]float64) int {
	sums := make([]float64, len(rewards[0]))
	for _, row := range rewards {
		for j, x := range row {
			sums[j] += x
		}
	}
	return slices.Index(sums, slices.Max(sums))
}

// Regret on a table in order, by plain sums over single rounds, and the same run in blocks.
func TestRegretIsAgainstTheBestArmInHindsight(t *testing.T) {
	rewards := invented(9000, 5)
	for _, horizon := range []int{9000, 2000} {
		for feedback, ids := range map[scenarios.Feedback][]string{
			scenarios.Full:   {"rnm-ftnl", "ftl", "ftnl", "hedge", "ucb1", "lazy-dp-ts"},
			scenarios.Bandit: {"ucb1", "dp-se", "anytime-lazy-ucb", "adap-ucb", "random", "optimal"},
		} {
			s := asTable(t, rewards, feedback, false).Within(horizon)
			best := bestInHindsight(rewards[:horizon])
			if got := s.Phases[0].Best; got[0] != best || s.Horizon != horizon {
				t.Fatalf("arm %v is best over %d rounds, want %d", got, s.Horizon, best)
			}
			for _, id := range ids {
				t.Run(fmt.Sprintf("%s/%d", id, horizon), func(t *testing.T) {
					c := checked(t, &Config{Scenario: s, Horizon: horizon, Epsilon: .5, Seed: 3}, id)
					single, stretches := NewRun(c, 0), NewRun(c, 0)
					regret, earned, least := 0., 0., 0.
					for round := 1; round <= horizon; round++ {
						single.Advance(1)
						row := rewards[round-1]
						if got := single.Reward(0); got != row[single.Play()[0]] {
							t.Fatalf("round %d: reward %v of row %v", round, got, row)
						}
						regret += row[best] - row[single.Play()[0]]
						earned += row[single.Play()[0]]
						least = min(least, regret)
						if round%777 == 0 || round == horizon {
							stretches.Advance(round - stretches.Round())
							if single.Hash() != stretches.Hash() || single.Regret() != stretches.Regret() {
								t.Fatalf("round %d: %v in single rounds, %v in stretches", round, single.Regret(), stretches.Regret())
							}
							if math.Abs(single.Regret()-regret) > 1e-9 || math.Abs(single.MeanReturn()-earned/float64(round)) > 1e-12 {
								t.Fatalf("round %d: regret %v, return %v; want %v, %v", round, single.Regret(), single.MeanReturn(), regret, earned/float64(round))
							}
						}
					}
					if id == "optimal" && (regret != 0 || single.Regret() != 0) {
						t.Errorf("the best arm in hindsight has regret %v", single.Regret())
					}
					if horizon == 9000 && id == "hedge" && least > -5 {
						t.Errorf("regret was never below %v, so that nothing is known of negative regret", least)
					}
				})
			}
		}
	}
}

// Every round of a drawn table is one of its rows, with equal probability; a false alarm has
// probability about 10⁻⁶. Regret uses the columns' means.
func TestDrawnTables(t *testing.T) {
	rewards := invented(40, 3)
	s := asTable(t, rewards, scenarios.Full, true)
	r := s.Rewards(9)
	const rounds = 40_000
	counts := make([]float64, len(rewards))
	for round := 1; round <= rounds; round++ {
		row := []float64{r.At(0, round), r.At(1, round), r.At(2, round)}
		i := slices.IndexFunc(rewards, func(other []float64) bool { return slices.Equal(row, other) })
		if i < 0 {
			t.Fatalf("round %d: %v is no row", round, row)
		}
		counts[i]++
	}
	squares := 0.
	for _, n := range counts {
		squares += (n - rounds/40) * (n - rounds/40) / (rounds / 40)
	}
	if p := (distuv.ChiSquared{K: 39}).Survival(squares); p < 1e-6 {
		t.Errorf("rows were drawn %v times: χ² has a chance of %.2g", counts, p)
	}
	run := NewRun(checked(t, &Config{Scenario: s, Horizon: rounds, Epsilon: .5, Seed: 9}, "rnm-ftnl"), 0)
	run.Advance(rounds)
	want, gaps := 0., s.Gaps()
	for j, n := range run.Pulls() {
		want += float64(n) * gaps[j]
	}
	if math.Abs(run.Regret()-want) > 1e-9*want || !(want > 0) {
		t.Errorf("regret %v, want %v", run.Regret(), want)
	}
}

// Features for drawn rewards are refused or left out for tables in order.
func TestTablesInOrder(t *testing.T) {
	s := asTable(t, invented(100, 3), scenarios.Full, false)
	c := &Config{Scenario: s, Horizon: 101, Epsilon: .5, Seed: 1}
	c.Learners = append(c.Learners, choose("rnm-ftnl"))
	if err := c.Check(); err == nil || err.Error() != `horizon 101: must be at most 100, the rows of the table; order = "drawn" has no limit` {
		t.Error(err)
	}
	c.Horizon = 100
	if _, ok := c.ExpectedRegret(t.Context(), 0); ok || c.Theory(0) != nil {
		t.Error("there are curves that rest on drawn rewards")
	}
}

// A table counts once.
func TestTablesCountAsMemory(t *testing.T) {
	s := asTable(t, invented(5000, 50), scenarios.Full, false)
	c := checked(t, &Config{Scenario: s, Horizon: 100, Epsilon: .5, Seed: 1}, "hedge")
	without := *c
	without.Scenario = preset("ww-det,K=50")
	if got := c.sessionBytes(1) - without.sessionBytes(1); got != s.Rows.Bytes() {
		t.Errorf("%d bytes more in a session, want %d", got, s.Rows.Bytes())
	}
	defer memlimit.Set(memlimit.Set(s.Rows.Bytes()))
	if err := c.Check(); err == nil {
		t.Error("a session is allowed that does not fit beside its table")
	}
}

func drawnBefore(s *scenarios.Scenario, seed uint64, rounds int) [][]float64 {
	r, all := s.Rewards(seed), make([][]float64, rounds)
	for i := range all {
		for j := range s.Arms() {
			all[i] = append(all[i], r.At(j, i+1))
		}
	}
	return all
}

// A table of a preset's rewards is played like the preset.
func TestATableOfAPresetIsPlayedAsThePreset(t *testing.T) {
	const rounds = 5000
	for preset, ids := range map[string][]string{
		"equal-gap,K=6": {"rnm-ftnl", "rnm-ftnl,resample=1", "hedge", "ftl"},
		"hhmh-1":        {"ucb1", "thompson", "lazy-dp-ts", "dp-ucb-tree"},
	} {
		for _, id := range ids {
			c := config(t, preset, rounds, id)
			own := *c
			own.Scenario = asTable(t, drawnBefore(c.Scenario, c.Seed, rounds), c.Scenario.Feedback, false)
			want, got := NewRun(c, 0), NewRun(checked(t, &own, id), 0)
			want.Advance(rounds)
			got.Advance(rounds)
			if got.Hash() != want.Hash() || !slices.Equal(got.Pulls(), want.Pulls()) {
				t.Errorf("%s: pulls %v, want %v", id, got.Pulls(), want.Pulls())
			}
		}
	}
}
