package learners

import (
	"math"
	"slices"

	"regretscope/noise"
	"regretscope/noise/dpaudit"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/noise/privacy"
)

const usualDelta = 1e-6

func init() {
	Register(&Declaration{
		ID: "lazy-ucb-shuffle", Look: 36,
		Listing: Listing{
			Name: "Lazy-UCB-Shuffle", Family: PrivateBandit, Counterparts: []string{"ucb1"},
			Paper:   "HHMH Alg. 1 with a shuffler as in Cheu et al. 2019; noise and bonus are ours",
			Brief:   "Lazy-UCB behind a shuffler",
			Summary: "Anytime-Lazy-UCB on shuffled bits, among them a fixed number of noise bits",
		},
		Guarantee: Guarantee{
			Privacy:  Approximate,
			Claim:    "(ε, δ)-DP, also against the server (ours)",
			Promises: promiseDelta,
			Audit: func(s Setting, v param.Values) dpaudit.Transcript {
				return dpaudit.Sums(s.Arms, privacy.BinomialSum{Bits: v.Number("bits")})
			},
			Between: "shuffler",
		},
		Parameters: param.List{
			{Name: "delta", Meaning: "the δ of (ε, δ)", Min: 0, Above: true, Max: .25, Default: number.Format(usualDelta)},
			{
				Name: "bits", Meaning: "N, the fair noise bits in a batch", Min: 0, Max: 1e18, Whole: true,
				Derived: "the least with δ(ε) ≤ delta",
			},
		},
		Derive: func(s Setting, given param.Set, _ string) float64 {
			delta, err := number.Parse(given["delta"])
			if err != nil {
				delta = usualDelta
			}
			return privacy.BitsFor(s.Epsilon, delta)
		},
		Teaching: Teaching{
			Plain: [3]string{
				"It keeps, for each arm, the noisy mean of its newest full batch, counted from bits in random order.",
				"It chooses the arm whose mean is largest with two bonuses: for few rewards, and for the noise.",
				"It pays for privacy with a few people's extra fair bits in every batch, and nobody can tell whose bit is whose.",
			},
			Symbols: append([]Symbol{
				{Name: "N", Meaning: "the number of fair noise bits in a batch, of any length"},
				{Name: "n_j", Meaning: "the number of rewards in the unfinished batch"},
				{Name: "Bin(N, ½)", Meaning: "the number of ones among N fair bits"},
			}, slices.DeleteFunc(slices.Clone(bitSymbols), func(s Symbol) bool { return s.Name == "N_j" })...),
			Pseudocode: []Line{
				{2, "pull each arm once; O_j ← 1, r_j ← 0, ũ_j ← B_j + Bin(N, ½) − N/2, n_j ← Φ_j ← 0"},
				{3, "for t = K+1, K+2, …"},
				{4, "  pull J with the largest ũ_j + √(3 ln t/O_j) + √(1.5 N ln t)/O_j"},
				{5, "  n_J ← n_J + 1, Φ_J ← Φ_J + B_J"},
				{6, "  if n_J has reached 2^(r_J+1)"},
				{7, "    O_J ← 2^(r_J+1), ũ_J ← (Φ_J + Bin(N, ½) − N/2)/O_J, r_J ← r_J + 1, n_J ← Φ_J ← 0"},
			},
			ReleaseLines: []int{6, 7}, InitLine: 2,
		},
		New: func(s Setting, v param.Values) Learner {
			// The first N of a batch's n people send a fair bit each if n ≥ N, else all ⌊N/n⌋ or ⌈N/n⌉. The
			// bonus √(1.5 N ln t)/n is Hoeffding's at t^−3.
			bits := v.Number("bits")
			l := &anytimeLazyUCB{newLazyBandit(s), math.Sqrt(bits / 2)}
			l.bits, l.law, l.scale, l.epsilon = true, noise.BinomialNoise, bits, math.Inf(1)
			return l
		},
	})
}

// promiseDelta is the claim (ε, δ); none without noise.
func promiseDelta(s Setting, v param.Values) Promise {
	if math.IsInf(s.Epsilon, 1) {
		return Promise{}
	}
	return Promise{privacy.Measure{Notion: privacy.Delta, At: s.Epsilon}, v.Number("delta")}
}
