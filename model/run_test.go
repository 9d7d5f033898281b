package model

import (
	"math"
	"slices"
	"testing"

	"regretscope/learners"
	"regretscope/noise/param"
	"regretscope/scenarios/scenariotest"
)

// Helpers of package scenariotest.
var preset, arms, invented, asTable = scenariotest.Preset, scenariotest.Arms, scenariotest.Rewards, scenariotest.Table

// config returns a checked configuration; the scenario may have parameters.
func config(t testing.TB, scenario string, horizon int, choices ...string) *Config {
	t.Helper()
	return checked(t, &Config{Scenario: preset(scenario), Horizon: horizon, Epsilon: .5, Seed: 1}, choices...)
}

// opened configures learners in a scenario up to its own horizon.
func opened(t testing.TB, scenario, channel string, epsilon float64, choices ...string) *Config {
	t.Helper()
	s := preset(scenario)
	return checked(t, &Config{Scenario: s, Horizon: s.Horizon, Epsilon: epsilon, Channel: channel, Seed: 1}, choices...)
}

// choose parses a learner as in a flag.
func choose(text string) learners.Spec { return param.Must(learners.ParseSpec(text)) }

// checked returns a configuration with these learners.
func checked(t testing.TB, c *Config, choices ...string) *Config {
	t.Helper()
	own := *c
	own.Learners = nil
	for _, text := range choices {
		own.Learners = append(own.Learners, choose(text))
	}
	if err := own.Check(); err != nil {
		t.Fatal(err)
	}
	return &own
}

// suitable lists every learner that can play the scenario.
func suitable(scenario string) []string {
	s := preset(scenario)
	var ids []string
	for _, d := range learners.All() {
		if Suits(d, s) == nil {
			ids = append(ids, d.ID)
		}
	}
	return ids
}

// While means do not change, regret equals the cost of the pulls. Clones play like their
// originals, wherever they were made, without affecting them.
func TestRunsAddUpAndReplay(t *testing.T) {
	variants := []string{"dpucb-mat,init=paper", "omm,init=paper", "cts,prior=beta"}
	for scenario, rounds := range map[string]int{
		"hhmh-1": 3000, "ww-det,K=5": 1000, "gaj-switch,length=700": 3000, "chh-synthetic": 800, "network": 800, "front-page": 800, "movies": 400,
	} {
		t.Run(scenario, func(t *testing.T) {
			ids := suitable(scenario)
			if slices.Contains(ids, "omm") {
				ids = append(ids, variants...)
			}
			for _, id := range ids {
				c := matroidConfig(t, scenario, rounds, 2, id)
				straight, original := NewRun(c, 0), NewRun(c, 0)
				straight.Advance(rounds)
				original.Advance(7)
				early := original.Clone()
				original.Advance(300)
				late := original.Clone()
				for _, r := range []*Run{early, original, late} {
					r.Advance(rounds - r.Round())
					if r.Hash() != straight.Hash() || r.CostliestRound() != straight.CostliestRound() {
						t.Errorf("%s: a clone went another way", id)
					}
				}
				p, m := &c.Scenario.Phases[0], c.Scenario.Matroid
				want, pulls := float64(rounds)*p.BestMean, 0
				for e, n := range straight.Pulls() {
					want -= float64(n) * p.Means[e]
					pulls += n
					if n > 0 && m != nil && m.Loop(e) {
						t.Errorf("%s: a loop was played", id)
					}
				}
				earned := float64(rounds) * (p.BestMean - straight.MeanReturn())
				if len(c.Scenario.Phases) > 1 {
					want, earned = straight.Regret(), straight.Regret()
				}
				if math.Abs(straight.Regret()-want) > 1e-9*float64(rounds) || math.Abs(earned-want) > 1e-9*float64(rounds) || pulls != rounds*c.Scenario.PlaySize() {
					t.Errorf("%s: regret %v, pulls make %v, returns %v; %d arms played", id, straight.Regret(), want, earned, pulls)
				}
				if id == "optimal" && straight.Regret() != 0 {
					t.Errorf("the optimal policy has regret %v", straight.Regret())
				}
			}
		})
	}
}

// Two learners that pull the same arm in the same round get the same reward, and behind one
// channel the same report.
func TestLearnersMeetTheSameRewards(t *testing.T) {
	for channel, c := range map[string]*Config{
		"":            config(t, "hhmh-1", 3000, "random", "ucb1", "thompson", "lazy-dp-ts", "dp-se"),
		"rr(0.8,0.7)": opened(t, "gaj-switch", "rr(0.8,0.7)", 1, "sw-klucb-cf", "kl-ucb-cf", "ts-cf", "sw-ts-cf", "d-ucb", "ts-ldp-b"),
	} {
		t.Run(channel, func(t *testing.T) {
			type cell struct{ arm, round int }
			seen, met, other := map[cell][2]float64{}, 0, 0
			for i := range c.Learners {
				run := NewRun(c, i)
				for range 3000 {
					run.Advance(1)
					at, got := cell{run.Play()[0], run.Round()}, [2]float64{run.Reward(0), run.Report(0)}
					if want, before := seen[at]; before {
						met++
						if got != want {
							t.Fatalf("%s: arm %d gives and reports %v in round %d, and %v to another", c.Learners[i].ID, at.arm, got, at.round, want)
						}
					}
					seen[at] = got
					other += int(math.Abs(got[0] - got[1]))
					if got[1] != 0 && got[1] != 1 {
						t.Fatalf("report %v", got[1])
					}
				}
			}
			if met < 3000 || (other > 3000) != (channel != "") {
				t.Errorf("only %d rewards were met twice, %d reports are not their rewards", met, other)
			}
		})
	}
}
