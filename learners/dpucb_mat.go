package learners

import "math"

func init() {
	registerLazyMatroid(Declaration{
		ID: "dpucb-mat", Look: 21,
		Listing: Listing{
			Name: "DPUCB-MAT", Featured: 1, Counterparts: []string{"omm"},
			Paper:   "CHH Alg. 2",
			Brief:   "greedy basis of private bounds",
			Summary: "greedy basis of upper confidence bounds on private means of fresh, doubling batches",
		},
		Guarantee: Guarantee{Claim: "ε-DP (CHH Thm. 1)"},
		Teaching: Teaching{
			Plain: [3]string{
				"It keeps, for each arm, the noisy mean of its newest full batch and the sum of the unfinished one.",
				"It chooses the set of arms, a basis, whose means are largest with two bonuses: for few weights, and for the noise.",
				"It pays for privacy with Laplace noise in every mean, more of it if a basis is larger, and rewards that it forgets.",
			},
			Symbols: append([]Symbol{{Name: "U(e)", Meaning: "the upper confidence bound of arm e"}}, matroidSymbols...),
			Pseudocode: []Line{
				{2, "first observation w of every arm e (init): T_e ← 1, s_e ← 0, w̃_e ← w + Lap(1/ε₀), ε₀ = ε/r"},
				{3, "for t = 1, 2, …"},
				{5, "  U(e) = w̃_e + √(3 ln(rt)/T_e) + 3 ln(rt)/(ε₀ T_e) for every arm"},
				{7, "  A ← greedy basis for U"},
				{8, "  play A"},
				{9, "  each weight of A joins its arm's fresh observations"},
				{10, "  for each arm e of A that has 2^(s_e+1) of them"},
				{12, "    T_e ← 2^(s_e+1), w̃_e ← (their sum + Lap(1/ε₀))/T_e"},
				{13, "    s_e ← s_e + 1, its fresh observations are used up"},
			},
			ReleaseLines: []int{10, 12, 13}, InitLine: 2,
			Bounds: []Bound{{
				Source: "CHH Thm 2", Formula: "Σ_e (ln(rT)/Δ_e + min(r, ln rT) ln(rT) r/ε)", Value: matroidRate,
			}},
		},
	}, func(m lazyMatroid) Learner { return &dpUCBMat{m} })
}

// dpUCBMat stores T_e, s_e and w̃_e in armBatches.arms.
type dpUCBMat struct{ lazyMatroid }

func (l *dpUCBMat) Choose(t int) []int {
	if l.cover(t) {
		return l.play
	}
	level := l.level(t)
	root, bias := math.Sqrt(level), level/l.epsilon
	for _, e := range l.playable {
		a := &l.arms[e]
		l.scores[e] = a.estimate + root/math.Sqrt(a.size) + bias/a.size
	}
	return l.playBest()
}

func (l *dpUCBMat) Clone() Learner { return &dpUCBMat{l.clone()} }

func (l *dpUCBMat) Explain() Explanation {
	level := l.level(l.round)
	columns := []Column{{"w̃", Estimate}, {"√(3 ln(rt)/T)", Confidence}, {"3 ln(rt)/(ε₀T)", PrivacyBonus}, {"U", Score}}
	return l.explainCovered(2, []int{5, 7, 8}, columns, func(e int) ([]float64, string) {
		a := &l.arms[e]
		return sum(l.scores[e], a.estimate, math.Sqrt(level/a.size), level/(l.epsilon*a.size))
	})
}
