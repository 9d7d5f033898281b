package scenarios

import (
	"slices"

	"regretscope/noise/declare"
	"regretscope/scenarios/arm"
)

func init() {
	register(&Preset{
		Name: "jzl-20", Paper: "JZL §5", Kind: Stochastic, Feedback: Bandit, Order: 9,
		Summary: "twenty arms of five laws: the best Bernoulli(.9), five Beta(4,1), five on {.4, 1}, five Bernoulli(.6), four uniform; " +
			"a quadratic channel with b > 1.75(e^ε − 1) puts the Beta arms first",
		Build: buildTwenty,
	})
}

func buildTwenty(declare.Values, string) (*Scenario, error) {
	groups := []struct {
		law  string
		arms int
	}{
		{"bernoulli(0.9)", 1},
		{"beta(4,1)", 5},
		{"discrete(0.4:0.5, 1:0.5)", 5},
		{"bernoulli(0.6)", 5},
		{"uniform(0,1)", 4},
	}
	var laws []arm.Distribution
	for _, group := range groups {
		law, err := arm.Parse(group.law)
		if err != nil {
			return nil, err
		}
		laws = append(laws, slices.Repeat([]arm.Distribution{law}, group.arms)...)
	}
	return &Scenario{Horizon: 100_000, Epsilon: 1, Local: true, Phases: []Phase{{From: 1, Arms: laws}}}, nil
}
