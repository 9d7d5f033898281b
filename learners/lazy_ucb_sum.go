package learners

import (
	"regretscope/noise"
	"regretscope/noise/dpaudit"
	"regretscope/noise/param"
	"regretscope/noise/privacy"
)

func init() {
	Register(&Declaration{
		ID: "lazy-ucb-sum", Look: 39,
		Listing: Listing{
			Name: "Lazy-UCB-Sum", Family: PrivateBandit, Counterparts: []string{"ucb1"},
			Paper:   "HHMH Alg. 1 with secure addition, noise as in Chowdhury & Zhou 2023",
			Brief:   "Lazy-UCB, people add the noise",
			Summary: "Anytime-Lazy-UCB with noise that people add themselves, behind secure addition",
		},
		Guarantee: Guarantee{
			Privacy: Central, Claim: "ε-DP, also against the server (Chowdhury & Zhou 2023)", Between: "adder",
			Audit: func(s Setting, _ param.Values) dpaudit.Transcript {
				return dpaudit.Sums(s.Arms, privacy.DiscreteLaplaceSum(1/s.Epsilon))
			},
		},
		Teaching: Teaching{
			Plain: [3]string{
				"It keeps, for each arm, the noisy mean of its newest full batch; nobody sees the sum of the unfinished one.",
				"It chooses the arm whose mean is largest with two bonuses: for few rewards, and for the noise.",
				"It pays for privacy as Anytime-Lazy-UCB does, but each person adds a share of the noise, so the server learns only the noisy sum.",
			},
			Symbols: append([]Symbol{{Name: "DLap(b)", Meaning: "a whole number k, with chance ∝ exp(−|k|/b)"}}, bitSymbols...),
			Pseudocode: []Line{
				{2, "pull each arm once; O_j ← 1, r_j ← 0, ũ_j ← B_j + DLap(1/ε), N_j ← Φ_j ← 0"},
				{3, "for t = K+1, K+2, …"},
				{4, "  pull J with the largest ũ_j + √(3 ln t/O_j) + 3 ln t/(ε O_j)"},
				{5, "  N_J ← N_J + 1, Φ_J ← Φ_J + B_J"},
				{6, "  if N_J has reached 2^(r_J+1)"},
				{7, "    O_J ← 2^(r_J+1), ũ_J ← (Φ_J + DLap(1/ε))/O_J, r_J ← r_J + 1, N_J ← Φ_J ← 0"},
			},
			ReleaseLines: []int{6, 7}, InitLine: 2,
		},
		New: func(s Setting, _ param.Values) Learner {
			// A batch's noise is the sum of the shares of its n people, Pólya(1/n, e^−ε) −
			// Pólya(1/n, e^−ε), which has the discrete Laplace law for every n.
			l := &anytimeLazyUCB{newLazyBandit(s), 0}
			l.law, l.bits = noise.DiscreteLaplaceNoise, true
			return l
		},
	})
}
