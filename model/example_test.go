package model_test

import (
	"fmt"
	"log"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/scenarios/arm"
)

// Play one learner on arms of your own. Each pull of the worse arm costs 0.25.
func ExampleRun() {
	arms := []arm.Distribution{param.Must(arm.NewBernoulli(0.75)), param.Must(arm.NewBernoulli(0.5))}
	scenario := param.Must(scenarios.FromArms("two arms", arms, scenarios.Bandit))
	learner := param.Must(learners.ParseSpec("ucb1"))
	config := &model.Config{Scenario: scenario, Learners: []learners.Spec{learner}, Horizon: 1000, Epsilon: 1, Seed: 1}
	if err := config.Check(); err != nil {
		log.Fatal(err)
	}
	run := model.NewRun(config, 0)
	run.Advance(config.Horizon)
	fmt.Println("rounds:", run.Round())
	fmt.Println("regret:", run.Regret(), "=", run.Pulls()[1], "× 0.25")
	// Output:
	// rounds: 1000
	// regret: 15.5 = 62 × 0.25
}

// Compare learners on the same rewards. A session can also go back to an earlier round.
func ExampleSession() {
	scenario := param.Must(scenarios.Open("hhmh-1", ""))
	config := &model.Config{Scenario: scenario, Horizon: 10_000, Epsilon: 0.5, Seed: 1}
	for _, id := range []string{"optimal", "thompson", "lazy-dp-ts", "random"} {
		config.Learners = append(config.Learners, param.Must(learners.ParseSpec(id)))
	}
	if err := config.Check(); err != nil {
		log.Fatal(err)
	}
	session := model.NewSession(config)
	session.Advance(config.Horizon)
	for _, l := range session.Snapshot().Learners {
		fmt.Printf("%-10s regret %4.0f, privacy loss ε = %v\n", l.Spec.ID, l.Regret, l.CostliestRound)
	}
	// Output:
	// optimal    regret    0, privacy loss ε = 0
	// thompson   regret   20, privacy loss ε = +Inf
	// lazy-dp-ts regret  705, privacy loss ε = 0.5
	// random     regret 2513, privacy loss ε = 0
}
