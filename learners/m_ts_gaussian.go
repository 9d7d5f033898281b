package learners

import "regretscope/noise/param"

func init() {
	registerGaussianTS(Declaration{
		ID: "m-ts-gaussian",
		Listing: Listing{
			Name:  "M-TS-Gaussian",
			Paper: "Ou, Avella Medina & Cummings 2024; the place of c is not checked against the paper",
			Brief: "TS-Gaussian, c not checked",
			Summary: "Thompson sampling from normal distributions after b pulls of each arm, with c times the variance; " +
				"the place of c is not checked against its paper",
		},
		Guarantee: Guarantee{
			Claim:  "μ-GDP with μ = O(T^(½−γ)) where b = c = T^γ (Ou, Avella Medina & Cummings 2024)",
			Growth: "μ = O(T^(½−γ))",
		},
		Teaching: Teaching{
			Plain: [3]string{
				"It keeps the number of each arm's rewards and their sum, without noise.",
				"It draws a possible mean for each arm, after a fixed number of pulls of each, and chooses the largest draw.",
				"It adds no other noise: wide draws hide the rewards and cost regret, and they hide less the longer it plays.",
			},
			Symbols: []Symbol{{Name: "b", Meaning: "the number of first pulls of each arm"}},
			Pseudocode: []Line{
				{1, "pull each arm b times, in turn"},
				{2, "for t = Kb+1, Kb+2, …"},
			},
		},
	}, "2", param.List{{
		Name: "b", Meaning: "initial pulls of each arm",
		Min: 1, Max: 1e6, Whole: true, Default: "10",
	}}, func(v param.Values) int { return int(v.Number("b")) })
}
