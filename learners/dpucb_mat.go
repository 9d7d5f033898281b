package learners

import "math"

func init() {
	registerLazyMatroid(Declaration{
		ID: "dpucb-mat", Name: "DPUCB-MAT", Paper: "CHH Alg. 2", Featured: 1, Claim: "ε-DP (CHH Thm. 1)",
		Brief:   "greedy basis of private bounds",
		Summary: "greedy basis of upper confidence bounds on private means of fresh, doubling batches",
		Pseudocode: []Line{
			{2, "first observation w of every arm e (init): T_e ← 1, s_e ← 0, w̃_e ← w + Lap(1/ε₀), ε₀ = ε/K"},
			{3, "for t = 1, 2, …"},
			{5, "  U(e) = w̃_e + √(3 ln(Kt)/T_e) + 3 ln(Kt)/(ε₀ T_e) for every arm"},
			{7, "  A ← greedy basis for U"},
			{8, "  play A"},
			{9, "  each weight of A joins its arm's fresh observations"},
			{10, "  for each arm e of A that has 2^(s_e+1) of them"},
			{12, "    T_e ← 2^(s_e+1), w̃_e ← (their sum + Lap(1/ε₀))/T_e"},
			{13, "    s_e ← s_e + 1, none is fresh any more"},
		},
		ReleaseLines: []int{2, 10, 12, 13},
		Bounds: []Bound{{
			Source: "CHH Thm 2", Formula: "Σ_e (ln(KT)/Δ_e + min(K, ln KT) ln(KT) K/ε)", Value: matroidRate,
		}},
	}, func(m lazyMatroid) Learner { return &dpUCBMat{lazyMatroid: m} })
}

// dpUCBMat keeps its basis for all rounds before until, or until a batch is full.
type dpUCBMat struct {
	lazyMatroid
	scored int // the round of the scores
}

func (l *dpUCBMat) Choose(t int) []int {
	switch {
	case l.cover(t):
		return l.play
	case t >= l.until || len(l.releases) > 0:
		l.score(t)
		l.playBest()
		l.until = t + l.Hold(t)
	}
	return l.play
}

// score computes the index of every arm in round t.
func (l *dpUCBMat) score(t int) {
	l.scored = t
	level := l.level(t)
	root, bias := math.Sqrt(level), level/l.epsilon
	for _, e := range l.playable {
		a := &l.arms[e]
		l.scores[e] = a.estimate + root/math.Sqrt(a.size) + bias/a.size
	}
}

// Hold implements Holder. While no release comes, only t moves the indices, and of
// two arms the one with the smaller batch gains on the other for ever: the basis
// is kept until a batch of its arms is full, or an arm outside catches up with one
// whose place it could take.
func (l *dpUCBMat) Hold(t int) int {
	if l.covering || l.oracle.Drawn() {
		return 1
	}
	stays := math.MaxInt
	for _, e := range l.play {
		stays = min(stays, l.arms[e].target-l.arms[e].batch)
	}
	end := math.Sqrt(l.level(t + stays + 2))
	for _, p := range l.oracle.Rivals() {
		ahead, behind := &l.arms[p.Ahead], &l.arms[p.Behind]
		if behind.size >= ahead.size || l.leads(ahead, behind, end) {
			continue
		}
		if until := l.catchesUp(ahead, behind, l.rank) - float64(t); until < float64(stays) {
			stays = max(1, int(until))
		}
	}
	return stays
}

// Absorb implements Holder.
func (l *dpUCBMat) Absorb(t, n int, sums []float64) {
	l.begin()
	l.round = t + n - 1
	for i, e := range l.play {
		l.add(t, n, e, sums[i], &l.stream)
	}
	l.see()
}

func (l *dpUCBMat) Clone() Learner { return &dpUCBMat{l.clone(), l.scored} }

func (l *dpUCBMat) Explain() Explanation {
	if !l.covering && l.scored != l.round { // the basis was held since
		l.score(l.round)
		l.oracle.Best(l.scores, nil, nil)
	}
	level := l.level(l.round)
	columns := []Column{{"w̃", Estimate}, {"√(3 ln(Kt)/T)", Confidence}, {"3 ln(Kt)/(ε₀T)", PrivacyBonus}, {"U", Score}}
	return l.explainCovered(2, []int{5, 7, 8}, columns, func(e int) ([]float64, string) {
		a := &l.arms[e]
		return sum(l.scores[e], a.estimate, math.Sqrt(level/a.size), level/(l.epsilon*a.size))
	})
}
