package learners

import (
	"math"

	"regretscope/noise/param"
)

func init() {
	Register(&Declaration{
		ID: "anytime-lazy-ucb", Look: 3,
		Listing: Listing{
			Name: "Anytime-Lazy-UCB", Family: PrivateBandit, Featured: 2, Counterparts: []string{"ucb1"},
			Paper:   "HHMH Alg. 1",
			Brief:   "UCB on fresh, doubling batches",
			Summary: "UCB on private means of fresh, doubling batches",
		},
		Guarantee: Guarantee{Privacy: Central, Claim: "ε-DP (HHMH Thm 2)", Audit: auditFreshSums},
		Teaching: Teaching{
			Plain: [3]string{
				"It keeps, for each arm, the noisy mean of its newest full batch and the sum of the unfinished one.",
				"It chooses the arm whose mean is largest with two bonuses: for few rewards, and for the noise.",
				"It pays for privacy with Laplace noise in every mean, a bonus to allow for it, and the rewards that it forgets.",
			},
			Symbols: freshSymbols,
			Pseudocode: []Line{
				{2, "pull each arm once; O_j ← 1, r_j ← 0, ũ_j ← X_j + Lap(1/ε), N_j ← Φ_j ← 0"},
				{3, "for t = K+1, K+2, …"},
				{4, "  pull J with the largest ũ_j + √(3 ln t/O_j) + 3 ln t/(ε O_j)"},
				{5, "  N_J ← N_J + 1, Φ_J ← Φ_J + X_J"},
				{6, "  if N_J has reached 2^(r_J+1)"},
				{7, "    O_J ← 2^(r_J+1), ũ_J ← (Φ_J + Lap(1/ε))/O_J, r_J ← r_J + 1, N_J ← Φ_J ← 0"},
			},
			ReleaseLines: []int{6, 7}, InitLine: 2,
			Bounds: []Bound{{Source: "HHMH Thm 3", Formula: "Σ ln T / min(Δ, ε)", Value: logOverGaps}},
		},
		New: func(s Setting, _ param.Values) Learner { return &anytimeLazyUCB{newLazyBandit(s), 0} },
	})
}

// anytimeLazyUCB stores O_j, r_j, ũ_j, N_j and Φ_j in armBatches.arms.
type anytimeLazyUCB struct {
	lazyBandit
	linear float64 // √(3 ln t)·linear/O_j is the bonus for noise that has no ε
}

// bias returns O_j times the bonus for noise, from 3 ln t.
func (l *anytimeLazyUCB) bias(log float64) float64 { return log/l.epsilon + l.linear*math.Sqrt(log) }

func (l *anytimeLazyUCB) Choose(t int) []int {
	if l.firstPull(t) {
		return l.play[:]
	}
	log := 3 * math.Log(float64(t))
	bias := l.bias(log)
	for j := range l.arms {
		a := &l.arms[j]
		l.scores[j] = a.estimate + math.Sqrt(log/a.size) + bias/a.size
	}
	return l.playBest()
}

func (l *anytimeLazyUCB) Clone() Learner { return &anytimeLazyUCB{l.clone(), l.linear} }

func (l *anytimeLazyUCB) Explain() Explanation {
	log := 3 * math.Log(float64(l.round))
	bonus := "3 ln t/(εO)"
	if l.linear > 0 {
		bonus = "√(1.5 N ln t)/O"
	}
	columns := []Column{{"ũ", Estimate}, {"√(3 ln t/O)", Confidence}, {bonus, PrivacyBonus}, {"index", UpperIndex}}
	return l.explainPulled(2, []int{4}, columns, func(j int) ([]float64, string) {
		a := &l.arms[j]
		return sum(l.scores[j], a.estimate, math.Sqrt(log/a.size), l.bias(log)/a.size)
	})
}
