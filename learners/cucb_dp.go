package learners

import (
	"math"

	"regretscope/noise/dpaudit"
	"regretscope/noise/param"
)

func init() {
	Register(&Declaration{
		ID: "cucb-dp", Name: "CUCB-DP", Family: Matroids, Counterparts: []string{"omm"},
		Paper:        "Chen, Zheng, Zhou, Yang, Chen & Wang 2020, recalled, this project's reading",
		Brief:        "greedy basis of noisy-tree UCBs",
		Summary:      "greedy basis of upper confidence bounds on running sums that binary trees keep private",
		Privacy:      Central,
		Claim:        "ε-DP (Chen et al. 2020)",
		Audit:        auditBasisTrees,
		KnowsHorizon: true,
		// There is no init=paper: a tree would reuse an observation from before round 1.
		Pseudocode: []Line{
			{1, "one binary tree for each arm, ε/K each, B = ⌊log₂ T⌋ + 1 levels"},
			{2, "while an arm is unobserved: play a basis with as many such arms as possible"},
			{3, "for every further t"},
			{4, "  S̃_e ← noisy partial sums that make up arm e's N_e observations"},
			{5, "  U(e) = S̃_e/N_e + √(3 ln t/(2 N_e)) + 12 K ln³t/(N_e ε) for every arm"},
			{6, "  play the greedy basis A for U"},
			{7, "  add each weight of A to its arm's tree: the node it completes gets Lap(BK/ε)"},
		},
		ReleaseLines: []int{7},
		New: func(s Setting, _ param.Values) Learner {
			share := basisShare(s)
			return &cucbDP{
				semiBandit: newSemiBandit(s),
				treeSums:   newTreeSums(s.Arms, s.Horizon, share),
				share:      share,
			}
		},
	})
}

// basisShare returns the ε of one arm's tree. A round shows K arms.
func basisShare(s Setting) float64 { return s.Epsilon / float64(s.Matroid.Rank()) }

// auditBasisTrees counts one sum for each level and each of the K arms in a round. Within the
// horizon this may be one level too many, because rounds that cover other arms may keep the
// highest level from being reached.
func auditBasisTrees(s Setting, _ param.Values) dpaudit.Transcript {
	return auditLevels(s, s.Matroid.Rank(), s.Horizon, basisShare(s))
}

type cucbDP struct {
	semiBandit
	treeSums         // S̃_e and N_e
	share    float64 // ε/K
}

func (l *cucbDP) Choose(t int) []int {
	if l.cover(t) {
		return l.play
	}
	log := math.Log(float64(t))
	for _, e := range l.playable {
		n := l.count(e)
		l.scores[e] = l.sums[e]/n + math.Sqrt(1.5*log/n) + 12*log*log*log/l.share/n
	}
	return l.playBest()
}

func (l *cucbDP) Observe(t int, feedback []float64) {
	l.begin()
	for i, e := range l.play {
		l.add(t, e, feedback[i], &l.stream)
	}
	l.see()
}

func (l *cucbDP) Clone() Learner {
	return &cucbDP{semiBandit: l.semiBandit.clone(), treeSums: l.treeSums.clone(), share: l.share}
}

func (l *cucbDP) Explain() Explanation {
	log := math.Log(float64(l.round))
	columns := []Column{
		{"S̃/N", Estimate}, {"√(3 ln t/(2N))", Confidence}, {"12 K ln³t/(Nε)", PrivacyBonus}, {"U", Score},
	}
	return l.explainCovered(2, []int{4, 5, 6}, columns, func(e int) ([]float64, string) {
		n := l.count(e)
		values, text := sum(l.scores[e], l.sums[e]/n, math.Sqrt(1.5*log/n), 12*log*log*log/l.share/n)
		return values, text + "; S̃ sums " + l.describe(e)
	})
}
