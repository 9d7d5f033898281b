package learners_test

import (
	"fmt"
	"log"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise/param"
	"regretscope/scenarios"
)

type roundRobin struct {
	arms int
	play [1]int
}

func (l *roundRobin) Choose(t int) []int {
	l.play[0] = (t - 1) % l.arms
	return l.play[:]
}

func (l *roundRobin) Observe(t int, feedback []float64) {}

func (l *roundRobin) Clone() learners.Learner {
	c := *l
	return &c
}

// Add your own learner to the catalog. Call Register from init, so the learner exists when the program starts.
func ExampleRegister() {
	learners.Register(&learners.Declaration{
		ID:        "round-robin",
		Listing:   learners.Listing{Name: "Round robin", Family: learners.Reference, Summary: "plays the arms in turn"},
		Guarantee: learners.Guarantee{Privacy: learners.DataFree},
		New: func(s learners.Setting, _ param.Values) learners.Learner {
			return &roundRobin{arms: s.Arms}
		},
	})

	learner, err := learners.ParseSpec("round-robin")
	if err != nil {
		log.Fatal(err)
	}
	scenario, err := scenarios.Open("hhmh-1", "")
	if err != nil {
		log.Fatal(err)
	}
	config := &model.Config{Scenario: scenario, Learners: []learners.Spec{learner}, Horizon: 1000, Epsilon: 1, Seed: 1}
	if err := config.Check(); err != nil {
		log.Fatal(err)
	}
	run := model.NewRun(config, 0)
	run.Advance(config.Horizon)
	fmt.Println("pulls:", run.Pulls())
	fmt.Println("regret:", run.Regret())
	// Output:
	// pulls: [200 200 200 200 200]
	// regret: 250
}
