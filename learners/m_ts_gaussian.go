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
