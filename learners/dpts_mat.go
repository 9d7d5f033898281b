package learners

import (
	"fmt"
	"math"
)

func init() {
	registerLazyMatroid(Declaration{
		ID: "dpts-mat", Look: 20,
		Listing: Listing{
			Name: "DPTS-MAT", Featured: 2, Counterparts: []string{"cts"},
			Paper:   "CHH Alg. 3",
			Brief:   "greedy basis of private samples",
			Summary: "greedy basis of Gaussian samples around boosted private means of fresh, doubling batches",
		},
		Guarantee: Guarantee{Claim: "ε-DP (CHH Thm. 3)"},
		Teaching: Teaching{
			Plain: [3]string{
				"It keeps, for each arm, the noisy mean of its newest full batch and the sum of the unfinished one.",
				"It draws a possible mean for each arm and chooses the set of arms, a basis, with the largest draws.",
				"It pays for privacy with Laplace noise in every mean, more of it if a basis is larger, and rewards that it forgets.",
			},
			Symbols: append([]Symbol{{Name: "w′_e", Meaning: "w̃_e with a bonus for the noise"}}, matroidSymbols...),
			Pseudocode: []Line{
				{2, "first observation w of every arm e (init): T_e ← 1, s_e ← 0, w̃_e ← w + Lap(1/ε₀), ε₀ = ε/r"},
				{3, "for t = 1, 2, …"},
				{5, "  w′_e = w̃_e + 3 ln(rt)/(ε₀ T_e) for every arm"},
				{6, "  draw θ_e ~ N(w′_e, 1/T_e) for every arm"},
				{8, "  A ← greedy basis for θ"},
				{9, "  play A"},
				{10, "  each weight of A joins its arm's fresh observations"},
				{11, "  for each arm e of A that has 2^(s_e+1) of them"},
				{13, "    T_e ← 2^(s_e+1), w̃_e ← (their sum + Lap(1/ε₀))/T_e"},
				{14, "    s_e ← s_e + 1, its fresh observations are used up"},
			},
			ReleaseLines: []int{11, 13, 14}, InitLine: 2,
			Bounds: []Bound{{
				Source: "CHH Thm 4", Formula: "Σ_e (ln(rT)/Δ_e + min(r, ln rT) ln(rT) r/ε) + Σ_k ln(rT)/Δ_k",
				Value: func(i Instance) float64 {
					rate := matroidRate(i)
					for _, gap := range i.BasisGaps {
						rate += math.Log(float64(i.Rank)*i.Round) / gap
					}
					return rate
				},
			}},
		},
	}, func(m lazyMatroid) Learner {
		l := &dpTSMat{lazyMatroid: m}
		l.key = l.stream.Uint64()
		return l
	})
}

// dpTSMat stores T_e, s_e and w̃_e in armBatches.arms.
type dpTSMat struct {
	lazyMatroid
	posteriorSamples
}

func (l *dpTSMat) Choose(t int) []int {
	if l.cover(t) {
		return l.play
	}
	level := l.level(t)
	for _, e := range l.playable {
		a := &l.arms[e]
		l.scores[e] = l.normal(t, e, l.center(a, level), a.size)
	}
	l.play = l.oracle.Best(l.scores, nil, l.play) // two samples are equal with probability 2⁻⁵²
	return l.play
}

func (l *dpTSMat) center(a *batchArm, level float64) float64 {
	return a.estimate + level/(l.epsilon*a.size)
}

func (l *dpTSMat) Clone() Learner { return &dpTSMat{l.clone(), l.posteriorSamples} }

func (l *dpTSMat) Explain() Explanation {
	level := l.level(l.round)
	columns := []Column{{"w̃", Estimate}, {"3 ln(rt)/(ε₀T)", PrivacyBonus}, {"w′", Center}, {"θ", Sample}}
	return l.explainCovered(2, []int{5, 6, 8, 9}, columns, func(e int) ([]float64, string) {
		a, theta := &l.arms[e], l.scores[e]
		bonus := level / (l.epsilon * a.size)
		boosted := l.center(a, level)
		return []float64{a.estimate, bonus, boosted, theta}, fmt.Sprintf("w′ = %s, θ = %s drawn from N(w′, 1/%s)",
			sumText(boosted, a.estimate, bonus), num(theta), num(a.size))
	})
}
