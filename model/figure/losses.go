package figure

import (
	"context"
	"math"
	"slices"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/theory"
	"regretscope/noise"
	"regretscope/scenarios"
	"regretscope/scenarios/arm"
)

// lossFamilies are the panel's deterministic scenarios by number of actions, with
// random and geometric losses for the same numbers.
func (s *Sample) lossFamilies() (arms []float64, families []lossFamily) {
	byRest := map[string][]*scenarios.Scenario{}
	var rests []string
	for _, points := range s.byScenario() {
		scenario := s.Points[points[0]].Scenario
		rest := "one against all"
		if scenario.Gaps()[len(scenario.Gaps())-1] != scenario.Gaps()[1] {
			rest = "even"
		}
		if byRest[rest] == nil {
			rests = append(rests, rest)
		}
		byRest[rest] = append(byRest[rest], scenario)
	}
	for _, rest := range rests {
		own := byRest[rest]
		families = append(families, lossFamily{rest, func(i int) *scenarios.Scenario { return own[i] }})
	}
	for _, scenario := range byRest[rests[0]] {
		arms = append(arms, float64(scenario.Arms()))
	}
	stream := noise.NewStream(noise.KeyOf("losses"))
	random := make([]float64, int(slices.Max(arms)))
	for j := range random {
		random[j] = stream.Float64()
	}
	random[0] = 0
	made := func(name string, loss func(j, arms int) float64) lossFamily {
		return lossFamily{name, func(i int) *scenarios.Scenario { return certain(int(arms[i]), loss) }}
	}
	return arms, append(families,
		made("random", func(j, _ int) float64 { return random[j] }),
		made("geometric", func(j, arms int) float64 { // from 1/100 to 1
			if j == 0 {
				return 0
			}
			return math.Pow(100, float64(j-arms+1)/float64(arms))
		}))
}

// certain is a deterministic scenario of full information.
func certain(arms int, loss func(j, arms int) float64) *scenarios.Scenario {
	laws := make([]arm.Distribution, arms)
	for j := range laws {
		law, err := arm.NewConstant(1 - loss(j, arms))
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
		Scenario: scenario, Learners: []learners.Choice{s.Points[0].Learners[learner]},
		Epsilon: s.Points[0].Epsilon, Horizon: s.Points[0].Horizon, Seed: seed,
	}
	var e *theory.Expectation
	e, ok := c.ExpectedRegret(context.Background(), 0)
	if !ok {
		return math.NaN()
	}
	return e.At(c.Horizon)
}
