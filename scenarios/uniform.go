package scenarios

import (
	"fmt"

	"regretscope/noise/declare"
	"regretscope/scenarios/matroid"
)

func init() {
	register(&Preset{
		Name: "chh-uniform", Paper: "CHH §6, the conjecture; numbers are this project's own", Kind: MatroidKind, Feedback: SemiBandit, Order: 5,
		Brief:   "matroid: all sets of one size",
		Summary: "any arms, as many as the rank (uniform matroid); so many are better by one gap: how regret grows with the rank",
		Parameters: declare.List{
			{Name: "L", Meaning: "number of base arms", Min: 2, Max: MaxArms, Whole: true, Default: "64"},
			{Name: "rank", Meaning: "arms of a basis, below L; as many have the larger mean", Min: 1, Max: MaxArms - 1, Whole: true, Default: "4"},
			{Name: "gap", Meaning: "Δ: means are .5 + Δ and .5", Min: 0, Above: true, Max: .5, Default: "0.2"},
		},
		Build: buildUniform,
	})
}

func buildUniform(v declare.Values, _ string) (*Scenario, error) {
	arms, rank := int(v.Number("L")), int(v.Number("rank"))
	if rank >= arms {
		return nil, fmt.Errorf("rank=%d must be below L=%d", rank, arms)
	}
	uniform, err := matroid.NewUniform(arms, rank)
	if err != nil {
		return nil, err
	}
	means := make([]float64, arms)
	for j := range means {
		if means[j] = .5; j < rank {
			means[j] += v.Number("gap")
		}
	}
	return &Scenario{
		Horizon: 10_000, Epsilon: 2, Matroid: uniform,
		Phases: []Phase{{From: 1, Arms: bernoullis(means...)}},
	}, nil
}
