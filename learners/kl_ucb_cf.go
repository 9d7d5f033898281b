package learners

import "regretscope/noise/param"

func init() {
	registerCorrupted(Declaration{
		ID: "kl-ucb-cf", Look: 28,
		Listing: Listing{
			Name: "KL-UCB-CF", Featured: 2, Counterparts: []string{"kl-ucb"},
			Paper:   "Gajane, Urvoy & Kaufmann 2018, Alg. 1",
			Brief:   "KL-UCB on all bits so far",
			Summary: "KL-UCB on all bits so far, inverted through each arm's channel",
		},
		Teaching: Teaching{
			Plain: [3]string{
				"It keeps the number of each arm's bits and their mean.",
				"It chooses the arm with the largest mean that its bits do not rule out yet.",
				paysReports,
			},
			Symbols: append([]Symbol{{Name: "t", Meaning: "the rounds so far"}}, levelSymbols...),
			Pseudocode: []Line{
				{1, "pull each arm once"},
				{2, "for t = K, K+1, …; λ̂_a is the mean of all N_a bits that a gave"},
				{3, "  index of arm a: largest q with N_a · kl(λ̂_a, g_a(q)) ≤ f(t); f(x) = ln x + 3 ln max(1, ln x)"},
				{4, "  pull the arm with the largest index in round t+1 and observe its bit"},
			},
			Bounds: []Bound{stationaryBound("Gajane, Urvoy & Kaufmann 2018, Thm 2", "Σ Δ ln T/kl(g(μ), g(μ*))")},
		},
		New: func(s Setting, _ param.Values) Learner { return newKLUCBCF(s, 0) },
	})
}
