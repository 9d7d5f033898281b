package learners

import "regretscope/noise/declare"

func init() {
	registerKLUCBCF(Declaration{
		ID: "sw-klucb-cf", Name: "SW-KLUCB-CF", Featured: 1,
		Paper:   "GAJ Alg. 1",
		Summary: "KL-UCB on the bits of a sliding window, taken back through each arm's channel",
		Claim:   gajClaim, ClaimsFor: optimalResponse,
		KnowsHorizon: true,
		Parameters:   declare.List{windowParameter},
		Derive:       func(s Setting, _ string) float64 { return windowLength(s) },
		Bounds: []Bound{{
			Source: "GAJ Thm 1", Formula: "√(L_T T)", Value: changingRate, Changing: true,
			Where: func(i Instance) bool { return i.Bernoulli && i.Values.Number("w") == windowLength(i.Setting) },
		}},
		Pseudocode: []Line{
			{1, "pull each arm once"},
			{2, "for t = K, K+1, …, T−1; λ̂_a is the mean of the N_a bits that a gave in rounds t−w+1, …, t"},
			{3, "  (a) index of arm a: largest q with N_a · kl(λ̂_a, g_a(q)) ≤ f(min(t, w)), +∞ if N_a = 0; f(x) = ln x + 3 ln max(1, ln x)"},
			{4, "  (b) pull the arm with the largest index in round t+1 and observe its bit"},
		},
	}, windowSize)
}
