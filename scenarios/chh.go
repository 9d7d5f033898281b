package scenarios

import (
	"regretscope/noise/declare"
	"regretscope/scenarios/matroid"
)

func init() {
	register(&Preset{
		Name: "chh-synthetic", Paper: "CHH §5.1, Table 2", Kind: MatroidKind, Feedback: SemiBandit, Order: 5,
		Summary: "seven vectors in three dimensions, two of them parallel and one zero, a loop; Bernoulli weights",
		Build:   buildCHHSynthetic,
	})
}

func buildCHHSynthetic(declare.Values, string) (*Scenario, error) {
	vectors, err := matroid.NewLinear([][]float64{
		{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {2, 0, 0}, {0, 0, 0},
	})
	if err != nil {
		return nil, err
	}
	return &Scenario{
		Horizon: 10_000, Epsilon: 2, Matroid: vectors,
		Phases: []Phase{{From: 1, Arms: bernoullis(.80, .75, .60, .20, .30, .40, .70)}},
	}, nil
}
