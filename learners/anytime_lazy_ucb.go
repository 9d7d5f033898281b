package learners

import (
	"math"

	"regretscope/noise/declare"
)

func init() {
	register(&Declaration{
		ID: "anytime-lazy-ucb", Name: "Anytime-Lazy-UCB", Family: PrivateBandit,
		Paper:    "HHMH Alg. 1",
		Brief:    "UCB on fresh, doubling batches",
		Summary:  "UCB on private means of fresh, doubling batches",
		Featured: 2, Privacy: Central,
		Claim:    "ε-DP (HHMH Thm 2)",
		Audit:    auditFreshSums,
		Feedback: BanditFeedback,
		Pseudocode: []Line{
			{2, "pull each arm once; O_j ← 1, r_j ← 0, μ̃_j ← X_j + Lap(1/ε), N_j ← Φ_j ← 0"},
			{3, "for t = K+1, K+2, …"},
			{4, "  pull J with the largest μ̃_j + √(3 ln t/O_j) + 3 ln t/(ε O_j)"},
			{5, "  N_J ← N_J + 1, Φ_J ← Φ_J + X_J"},
			{6, "  if N_J has reached 2^(r_J+1)"},
			{7, "    O_J ← 2^(r_J+1), μ̃_J ← (Φ_J + Lap(1/ε))/O_J, r_J ← r_J + 1, N_J ← Φ_J ← 0"},
		},
		ReleaseLines: []int{6, 7},
		Bounds:       []Bound{{Source: "HHMH Thm 3", Formula: "Σ ln T / min(Δ, ε)", Value: logOverGaps}},
		New: func(s Setting, _ declare.Values) Learner {
			return &anytimeLazyUCB{lazyBandit: newLazyBandit(s)}
		},
	})
}

type anytimeLazyUCB struct {
	lazyBandit
	level float64 // 3 ln t of the newest decision
}

func (l *anytimeLazyUCB) Choose(t int) []int {
	if l.firstPull(t) {
		return l.play[:]
	}
	l.level = 3 * math.Log(float64(t))
	bias := l.level / l.epsilon
	for j := range l.arms {
		a := &l.arms[j]
		l.scores[j] = a.estimate + math.Sqrt(l.level*a.inverse) + bias*a.inverse
	}
	return l.playBest()
}

// Hold implements Holder. While no release comes, only t moves the indices, and
// of two arms the one with the smaller batch gains on the other for ever: the
// play is kept until its batch is full or such an arm catches up with it.
func (l *anytimeLazyUCB) Hold(t int) int {
	if t <= len(l.scores) {
		return 1
	}
	j := l.play[0]
	own := &l.arms[j]
	stays := own.target - own.batch
	end := math.Sqrt(l.level + 3*float64(stays+2)/float64(t)) // above √(3 ln(t+stays+2))
	for i := range l.arms {
		other := &l.arms[i]
		switch {
		case i == j:
		case other.size == own.size && other.estimate == own.estimate:
			return 1 // ties are drawn anew every round
		case other.size < own.size && !l.leads(own, other, end):
			if until := l.catchesUp(own, other, 1) - float64(t); until < float64(stays) {
				stays = max(1, int(until))
			}
		}
	}
	return stays
}

// Absorb implements Holder.
func (l *anytimeLazyUCB) Absorb(t, n int, sums []float64) {
	l.begin()
	l.round = t + n - 1
	l.add(t, n, l.play[0], sums[0], &l.stream)
}

func (l *anytimeLazyUCB) Clone() Learner {
	return &anytimeLazyUCB{l.lazyBandit.clone(), l.level}
}

func (l *anytimeLazyUCB) Explain() Explanation {
	level := 3 * math.Log(float64(l.round))
	columns := []Column{{"μ̃", Estimate}, {"√(3 ln t/O)", Confidence}, {"3 ln t/(εO)", PrivacyBonus}, {"index", Score}}
	return l.explainPulled(2, []int{4}, columns, func(j int) ([]float64, string) {
		a := &l.arms[j]
		return sum(l.scores[j], a.estimate, math.Sqrt(level/a.size), level/(l.epsilon*a.size))
	})
}
