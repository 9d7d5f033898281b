package learners

import (
	"fmt"
	"math"

	"regretscope/noise/declare"
)

func init() {
	registerCorrupted(Declaration{
		ID: "sw-klucb-cf", Name: "SW-KLUCB-CF", Featured: 1,
		Paper:        "GAJ Alg. 1",
		Brief:        "KL-UCB on a window of bits",
		Summary:      "KL-UCB on the bits of a sliding window, taken back through each arm's channel",
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
		New: func(s Setting, v declare.Values) Learner { return newKLUCBCF(s, windowSize(v)) },
	})
}

// klUCBCF is KL-UCB with corrupted feedback: N_a and the sum of bits are those of the
// window or, without one, of all rounds.
type klUCBCF struct {
	windowBandit
	level float64 // f(min(t, w))
}

func newKLUCBCF(s Setting, size int) *klUCBCF {
	return &klUCBCF{windowBandit: newWindowBandit(s, size)}
}

func (l *klUCBCF) Choose(t int) []int {
	if l.firstPull(t) {
		return l.play[:]
	}
	l.score(t - 1)
	return l.playBest()
}

// score computes the index of every arm after t rounds.
func (l *klUCBCF) score(t int) {
	if l.size > 0 {
		t = min(t, l.size)
	}
	l.level = explorationLevel(float64(t), 3)
	for a, n := range l.counts {
		l.scores[a] = l.reports.index(a, l.sums[a]/n, n, l.level)
	}
}

func (l *klUCBCF) clone() klUCBCF { return klUCBCF{l.windowBandit.clone(), l.level} }

func (l *klUCBCF) Clone() Learner {
	c := l.clone()
	return &c
}

func (l *klUCBCF) Explain() Explanation {
	columns := []Column{{"N", Detail}, {"g⁻¹(λ̂)", Estimate}, {"level/N", Detail}, {"bound", Detail}, {"index", Score}}
	return l.noteForgotten(l.explainPulled(1, []int{3, 4}, columns, l.terms), "index +∞")
}

// terms gives N, g⁻¹(λ̂), level/N, the bound on the mean bit, and g⁻¹ of that.
func (l *klUCBCF) terms(j int) ([]float64, string) {
	n, mean := l.counts[j], l.tally.Estimate(j)
	if n == 0 {
		return []float64{0, mean, math.Inf(1), math.NaN(), math.Inf(1)},
			fmt.Sprintf("no bit in the last %d rounds: +∞", l.size)
	}
	bound, index := l.reports.farthest(j, mean, n, l.level), l.scores[j]
	which := "largest"
	if !l.reports.increases(j) {
		which = "smallest"
	}
	return []float64{n, l.Estimate(j), l.level / n, bound, index},
		fmt.Sprintf("%s y with kl(%s, y) ≤ %s/%s is %s; g⁻¹(%s) = %s",
			which, num(mean), num(l.level), num(n), num(bound), num(bound), num(index))
}
