package learners

import (
	"fmt"
	"math"

	"regretscope/noise/declare"
)

func init() {
	register(&Declaration{
		ID: "lazy-dp-ts", Name: "Lazy-DP-TS", Family: PrivateBandit,
		Paper:    "HHMH Alg. 3",
		Summary:  "Thompson sampling on optimistic private means of fresh, doubling batches",
		Featured: 1, Privacy: Central,
		Claim:    "ε-DP (HHMH Thm 4)",
		Audit:    auditFreshSums,
		Feedback: BanditFeedback,
		Pseudocode: []Line{
			{2, "pull each arm once; O_j ← 1, r_j ← 0, μ̃_j ← X_j + Lap(1/ε), N_j ← Φ_j ← 0"},
			{3, "for t = K+1, K+2, …"},
			{4, "  draw θ_j ~ Beta(m_j O_j + 1, (1 − m_j) O_j + 1), m_j = clip(μ̃_j + 3 ln t/(ε O_j))"},
			{5, "  pull J with the largest θ_j"},
			{6, "  N_J ← N_J + 1, Φ_J ← Φ_J + X_J"},
			{7, "  if N_J has reached 2^(r_J+1)"},
			{8, "    O_J ← 2^(r_J+1), μ̃_J ← (Φ_J + Lap(1/ε))/O_J, r_J ← r_J + 1, N_J ← Φ_J ← 0"},
		},
		ReleaseLines: []int{7, 8},
		Bounds:       []Bound{{Source: "HHMH Thm 5", Formula: "Σ ln T / min(Δ, ε)", Value: logOverGaps}},
		New: func(s Setting, _ declare.Values) Learner {
			return &lazyDPTS{lazyBandit: newLazyBandit(s)}
		},
	})
}

type lazyDPTS struct {
	lazyBandit
}

func (l *lazyDPTS) Choose(t int) []int {
	if l.firstPull(t) {
		return l.play[:]
	}
	level := 3 * math.Log(float64(t))
	for j := range l.arms {
		m, size := l.optimistic(j, level), l.arms[j].size
		l.scores[j] = l.stream.Beta(m*size+1, (1-m)*size+1)
	}
	return l.playBest()
}

// optimistic is m_j = clip_[0,1](μ̃_j + level/(ε O_j)).
func (l *lazyDPTS) optimistic(j int, level float64) float64 {
	a := &l.arms[j]
	return clip(a.estimate + level/(l.epsilon*a.size))
}

// clip moves x to the nearest point of [0,1].
func clip(x float64) float64 { return min(max(x, 0), 1) }

func (l *lazyDPTS) Clone() Learner { return &lazyDPTS{lazyBandit: l.lazyBandit.clone()} }

func (l *lazyDPTS) Explain() Explanation {
	level := 3 * math.Log(float64(l.round))
	columns := []Column{{"μ̃", Estimate}, {"3 ln t/(εO)", PrivacyBonus}, {"m", Center}, {"θ", Sample}}
	return l.explainPulled(2, []int{4, 5}, columns, func(j int) ([]float64, string) {
		a, m, theta := &l.arms[j], l.optimistic(j, level), l.scores[j]
		bonus := level / (l.epsilon * a.size)
		return []float64{a.estimate, bonus, m, theta}, fmt.Sprintf("m = clip(%s + %s) = %s, θ = %s drawn from Beta(%s, %s)",
			num(a.estimate), num(bonus), num(m), num(theta), num(m*a.size+1), num((1-m)*a.size+1))
	})
}
