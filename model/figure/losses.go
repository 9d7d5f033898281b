package figure

import (
	"context"
	"math"
	"slices"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise"
	"regretscope/scenarios"
	"regretscope/scenarios/arm"
)

// A lossFamily is deterministic losses of one kind, for several numbers of actions.
type lossFamily struct {
	name    string
	members []*scenarios.Scenario
}

// lossFamilies are the panel's deterministic scenarios, with random and geometric
// losses for the same numbers of actions.
func (s *Sample) lossFamilies() []lossFamily {
	against, even, random, geometric := lossFamily{name: "one against all"}, lossFamily{name: "even"}, lossFamily{name: "random"}, lossFamily{name: "geometric"}
	for _, points := range s.byScenario() {
		scenario := s.Points[points[0]].Scenario
		family := &against
		if gaps := scenario.Gaps(); gaps[len(gaps)-1] != gaps[1] {
			family = &even
		}
		family.members = append(family.members, scenario)
	}
	given := slices.DeleteFunc([]lossFamily{against, even}, func(f lossFamily) bool { return f.members == nil })
	for _, scenario := range given[0].members {
		stream := noise.NewStream(noise.KeyOf("losses")) // more actions have the same first losses
		losses, powers := make([]float64, scenario.Arms()), make([]float64, scenario.Arms())
		for j := range losses {
			losses[j] = stream.Float64()
			powers[j] = math.Pow(100, float64(j-len(losses)+1)/float64(len(losses))) // from 1/100 to 1
		}
		losses[0], powers[0] = 0, 0
		random.members, geometric.members = append(random.members, certain(losses)), append(geometric.members, certain(powers))
	}
	return append(given, random, geometric)
}

// certain is a deterministic scenario of full information.
func certain(losses []float64) *scenarios.Scenario {
	laws := make([]arm.Distribution, len(losses))
	for j, loss := range losses {
		law, err := arm.NewConstant(1 - loss)
		if err != nil {
			panic(err) // losses lie in [0,1]
		}
		laws[j] = law
	}
	scenario, err := scenarios.FromArms("losses", laws, scenarios.Full)
	if err != nil {
		panic(err)
	}
	return scenario
}

// expected is the exact expected regret of one of the panel's learners in
// another scenario, at the panel's ε and horizon; NaN where it is out of reach.
func (s *Sample) expected(scenario *scenarios.Scenario, learner int) float64 {
	c := model.Config{
		Scenario: scenario, Learners: []learners.Spec{s.Points[0].Learners[learner]},
		Epsilon: s.Points[0].Epsilon, Horizon: s.Points[0].Horizon, Seed: seed,
	}
	e, ok := c.ExpectedRegret(context.Background(), 0)
	if !ok {
		return math.NaN()
	}
	return e.At(c.Horizon)
}
