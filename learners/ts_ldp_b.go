package learners

import "regretscope/noise/param"

func init() {
	Register(&Declaration{
		ID: "ts-ldp-b", Look: 23,
		Listing: Listing{
			Name: "TS-LDP-B", Family: LocalPrivacy, Featured: 1, Counterparts: []string{"thompson"},
			Paper:   "JZL Alg. 1",
			Brief:   "Thompson on the channel's bits",
			Summary: "Thompson sampling on the channel's bits, Beta(1,1) priors",
		},
		Guarantee: Guarantee{
			Privacy: Local,
			Claim:   "ε-local privacy of each report, kε on an arm's law after k (JZL Cor. 1, §2)",
		},
		Channel: "linear", Accepts: takesBits, TrustsReports: true,
		Teaching: Teaching{
			Plain: [3]string{
				"It keeps, for each arm, how many of its reports were 1 and how many were 0.",
				"It draws a possible mean report for each arm, and chooses the largest draw.",
				paysReports,
			},
			Symbols: []Symbol{
				{Name: "S_i", Meaning: "the number of ones among the reports of arm i"},
				{Name: "F_i", Meaning: "the number of zeros among them"},
				{Name: "Y", Meaning: "the report: a bit, 0 or 1"},
			},
			Pseudocode: []Line{
				{1, "S_i ← 0, F_i ← 0 for every arm i"},
				{2, "for t = 1, 2, …"},
				{3, "  draw θ_i ~ Beta(S_i + 1, F_i + 1) for every arm"},
				{4, "  pull the arm with the largest θ_i; Y is its reward after the channel"},
				{5, "  if Y = 1"},
				{6, "    add 1 to the arm's S_i"},
				{7, "  else"},
				{8, "    add 1 to its F_i"},
			},
			Bounds: []Bound{
				reportBound("JZL Thm 2", "((e^ε+1)/(e^ε−1))² Σ ln T / 2Δ", linearMechanism,
					func(log, reported float64) float64 { return log / (2 * reported * reported) }),
				reportBound("JZL Thm 3", "Σ Δ (ln T + 1) / 2Δ_ε²", nonLinearMechanism,
					func(log, reported float64) float64 { return (log + 1) / (2 * reported * reported) }),
			},
			// With γ at the end of its range, where O(N) need not be large.
			Explicit: reportBound("Thm 3 with γ = 1, without O(N)", "", bestReports,
				func(log, reported float64) float64 { return 4 * (log + 1) / (2 * reported * reported) }),
		},
		New: func(s Setting, _ param.Values) Learner { return newThompson(s, 3, 4) },
	})
}
