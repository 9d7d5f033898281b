package scenarios

import "regretscope/noise/declare"

func init() {
	register(&Preset{
		Name: "hhmh-1", Paper: "HHMH §6, first setting", Kind: Stochastic, Feedback: Bandit, Order: 1,
		Summary: "five Bernoulli arms, means .75 .625 .5 .375 .25",
		Build:   hhmh(.75, .625, .5, .375, .25),
	})
	register(&Preset{
		Name: "hhmh-2", Paper: "HHMH §6, second setting", Kind: Stochastic, Feedback: Bandit, Order: 2,
		Summary: "five Bernoulli arms, one of mean .5 and four of .4",
		Build:   hhmh(.5, .4, .4, .4, .4),
	})
}

func hhmh(means ...float64) func(declare.Values, string) (*Scenario, error) {
	return func(declare.Values, string) (*Scenario, error) {
		return &Scenario{
			Horizon: 1_000_000, Epsilon: 0.5,
			Phases: []Phase{{From: 1, Arms: bernoullis(means...)}},
		}, nil
	}
}
