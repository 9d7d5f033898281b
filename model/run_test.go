package model

import (
	"math"
	"testing"

	"regretscope/learners"
	"regretscope/scenarios"
)

// config is a checked configuration for tests; the scenario may have parameters.
func config(t testing.TB, scenario string, horizon int, choices ...string) *Config {
	t.Helper()
	return checked(t, &Config{Scenario: openScenario(t, scenario), Horizon: horizon, Epsilon: .5, Seed: 1}, choices...)
}

// opened configures learners in a scenario up to its own horizon.
func opened(t testing.TB, scenario, channel string, epsilon float64, choices ...string) *Config {
	t.Helper()
	s := openScenario(t, scenario)
	return checked(t, &Config{Scenario: s, Horizon: s.Horizon, Epsilon: epsilon, Channel: channel, Seed: 1}, choices...)
}

func openScenario(t testing.TB, reference string) *scenarios.Scenario {
	t.Helper()
	s, err := scenarios.Open(reference, "")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// checked is a configuration with these learners.
func checked(t testing.TB, c *Config, choices ...string) *Config {
	t.Helper()
	own := *c
	own.Learners = nil
	for _, text := range choices {
		own.Learners = append(own.Learners, parseChoice(t, text))
	}
	if err := own.Check(); err != nil {
		t.Fatal(err)
	}
	return &own
}

// suitable lists every learner that can play the scenario.
func suitable(t testing.TB, scenario string) []string {
	t.Helper()
	s := config(t, scenario, 1, "random").Scenario
	var ids []string
	for _, d := range learners.All() {
		if Suits(d, s) == nil {
			ids = append(ids, d.ID)
		}
	}
	return ids
}

func TestRegretIsPullsTimesGaps(t *testing.T) {
	for _, id := range suitable(t, "hhmh-1") {
		t.Run(id, func(t *testing.T) {
			c := config(t, "hhmh-1", 3000, id)
			r := NewRun(c, 0)
			r.Advance(3000)
			want, pulls := 0.0, 0
			for j, gap := range c.Scenario.Gaps() {
				want += gap * float64(r.Pulls()[j])
				pulls += r.Pulls()[j]
			}
			if math.Abs(r.Regret()-want) > 1e-9*3000 || pulls != 3000 {
				t.Errorf("%s: regret %v, pulls times gaps %v over %d pulls", id, r.Regret(), want, pulls)
			}
		})
	}
}

// Two learners that pull the same arm in the same round get the same reward.
func TestLearnersMeetTheSameRewards(t *testing.T) {
	type cell struct{ arm, round int }
	seen := map[cell]float64{}
	met := 0
	for _, id := range suitable(t, "hhmh-1") {
		t.Run(id, func(t *testing.T) {
			r := NewRun(config(t, "hhmh-1", 2000, id), 0)
			for range 2000 {
				r.Advance(1)
				at := cell{r.Play()[0], r.Round()}
				reward, before := seen[at]
				if before && reward != r.Reward(0) {
					t.Fatalf("%s: arm %d gave %v in round %d and %v before", id, at.arm, r.Reward(0), at.round, reward)
				}
				if before {
					met++
				}
				seen[at] = r.Reward(0)
			}
		})
	}
	if met < 2000 {
		t.Errorf("only %d rewards were met twice", met)
	}
}

// A clone must go the same way as its original, and not disturb it.
func TestClonesGoTheSameWay(t *testing.T) {
	for _, id := range suitable(t, "hhmh-1") {
		t.Run(id, func(t *testing.T) {
			c := config(t, "hhmh-1", 4000, id)
			straight, original := NewRun(c, 0), NewRun(c, 0)
			straight.Advance(4000)
			original.Advance(1500)
			clone := original.Clone()
			clone.Advance(2500)
			original.Advance(2500)
			if clone.Hash() != straight.Hash() || original.Hash() != straight.Hash() {
				t.Errorf("%s: straight %x, clone %x, original %x", id, straight.Hash(), clone.Hash(), original.Hash())
			}
			if clone.WorstEvent() != straight.WorstEvent() {
				t.Errorf("%s: worst event of the clone %v, straight %v", id, clone.WorstEvent(), straight.WorstEvent())
			}
		})
	}
}

// parseChoice is learners.ParseSpec for texts that are known to be right.
func parseChoice(t testing.TB, text string) learners.Spec {
	t.Helper()
	choice, err := learners.ParseSpec(text)
	if err != nil {
		t.Fatal(err)
	}
	return choice
}
