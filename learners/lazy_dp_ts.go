package learners

import (
	"fmt"
	"math"

	"regretscope/noise"
	"regretscope/noise/param"
)

func init() {
	Register(&Declaration{
		ID: "lazy-dp-ts", Look: 9,
		Listing: Listing{
			Name: "Lazy-DP-TS", Family: PrivateBandit, Featured: 1, Counterparts: []string{"thompson"},
			Paper:   "HHMH Alg. 3",
			Brief:   "Thompson on doubling batches",
			Summary: "Thompson sampling on optimistic private means of fresh, doubling batches",
		},
		Guarantee: Guarantee{Privacy: Central, Claim: "ε-DP (HHMH Thm 4)", Audit: auditFreshSums},
		Teaching: Teaching{
			Plain: [3]string{
				"It keeps, for each arm, the noisy mean of its newest full batch and the sum of the unfinished one.",
				"It draws a possible mean for each arm, near the noisy mean or a little above it, and chooses the largest draw.",
				"It pays for privacy with Laplace noise in every mean, a bonus to allow for it, and the rewards that it forgets.",
			},
			Symbols: append([]Symbol{{Name: "m_j", Meaning: "ũ_j with a bonus for the noise, within [0, 1]"}}, freshSymbols...),
			Pseudocode: []Line{
				{2, "pull each arm once; O_j ← 1, r_j ← 0, ũ_j ← X_j + Lap(1/ε), N_j ← Φ_j ← 0"},
				{3, "for t = K+1, K+2, …"},
				{4, "  draw θ_j ~ Beta(m_j O_j + 1, (1 − m_j) O_j + 1), m_j = clip(ũ_j + 3 ln t/(ε O_j))"},
				{5, "  pull J with the largest θ_j"},
				{6, "  N_J ← N_J + 1, Φ_J ← Φ_J + X_J"},
				{7, "  if N_J has reached 2^(r_J+1)"},
				{8, "    O_J ← 2^(r_J+1), ũ_J ← (Φ_J + Lap(1/ε))/O_J, r_J ← r_J + 1, N_J ← Φ_J ← 0"},
			},
			ReleaseLines: []int{7, 8}, InitLine: 2,
			Bounds: []Bound{{Source: "HHMH Thm 5", Formula: "Σ ln T / min(Δ, ε)", Value: logOverGaps}},
		},
		New: func(s Setting, _ param.Values) Learner {
			l := &lazyDPTS{lazyBandit: newLazyBandit(s)}
			l.key = l.stream.Uint64()
			return l
		},
	})
}

// lazyDPTS stores O_j, r_j, ũ_j, N_j and Φ_j in armBatches.arms.
type lazyDPTS struct {
	lazyBandit
	posteriorSamples
}

func (l *lazyDPTS) Choose(t int) []int {
	if l.firstPull(t) {
		return l.play[:]
	}
	for j := range l.scores {
		l.scores[j] = l.sample(t, j, l.law(t, j))
	}
	l.play[0] = l.largest(t, l.scores)
	return l.play[:]
}

// law returns the posterior of θ_j in round t.
func (l *lazyDPTS) law(t, j int) noise.Beta {
	m, size := l.optimistic(t, j), l.arms[j].size
	return noise.Beta{A: m*size + 1, B: (1-m)*size + 1}
}

// optimistic is m_j = clip_[0,1](ũ_j + 3 ln t/(ε O_j)).
func (l *lazyDPTS) optimistic(t, j int) float64 {
	a := &l.arms[j]
	return clip(a.estimate + 3*math.Log(float64(t))/(l.epsilon*a.size))
}

func clip(x float64) float64 { return min(max(x, 0), 1) }

func (l *lazyDPTS) Clone() Learner { return &lazyDPTS{l.clone(), l.posteriorSamples} }

func (l *lazyDPTS) Explain() Explanation {
	columns := []Column{{"ũ", Estimate}, {"3 ln t/(εO)", PrivacyBonus}, {"E[θ]", Center}, {"mO+1", Ones}, {"(1−m)O+1", Zeros}, {"θ", Sample}}
	return l.explainPulled(2, []int{4, 5}, columns, func(j int) ([]float64, string) {
		a, m, law, theta := &l.arms[j], l.optimistic(l.round, j), l.law(l.round, j), l.scores[j]
		bonus := 3 * math.Log(float64(l.round)) / (l.epsilon * a.size)
		mean := law.A / (law.A + law.B)
		return []float64{a.estimate, bonus, mean, law.A, law.B, theta}, fmt.Sprintf("m = clip(%s + %s) = %s, θ = %s drawn from Beta(%s, %s)",
			num(a.estimate), num(bonus), num(m), num(theta), num(law.A), num(law.B))
	})
}
