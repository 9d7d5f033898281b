package learners

import (
	"fmt"
	"math"

	"regretscope/learners/kl"
	"regretscope/noise/declare"
)

func init() {
	registerGrowing(Declaration{
		ID: "dp-klucb", Name: "DP-KLUCB", Counterparts: []string{"kl-ucb"},
		Brief:   "KL-UCB with a private divergence",
		Summary: "KL-UCB with the divergence that privacy leaves, on noisy totals of growing batches",
		// One run in a thousand stays with another arm for ten thousand rounds or more.
		Coverage: [3]float64{.88, .83, .72},
	}, "the largest μ such that d_ε(m̃_j, μ) ≤ ln t/n_j", func(g growing) batchRule { return dpKLUCB{g} })
}

// registerGrowing registers a learner of growing batches; decide says which arm
// it plays next.
func registerGrowing(d Declaration, decide string, rule func(growing) batchRule) {
	d.Family, d.Privacy, d.Feedback, d.Audit = PrivateBandit, Central, BanditFeedback, auditFreshSums
	d.Paper = "Azize, Wu, Honda, Orabona, Ito & Basu 2025; batch sizes are this project's reading"
	d.Claim = "ε-DP (Azize et al. 2025)"
	d.Parameters = declare.List{{
		Name: "alpha", Meaning: "growth of the batches: the m-th of an arm, m = 0, 1, 2, …, has ⌈α^m⌉ pulls",
		Min: 1, Above: true, Max: 100, Default: "2",
	}}
	d.Pseudocode = []Line{
		{1, "pull each arm once; the noisy total of j is X_j + Lap(1/ε), n_j ← 1"},
		{2, "repeat, with t the round about to be played, m̃_j = clip(noisy total of j / n_j):"},
		{3, "  J ← arm with " + decide},
		{4, "  pull J for a whole batch: ⌈α^m⌉ times in its m-th, of which the first pull was m = 0"},
		{5, "  the batch's sum + Lap(1/ε) joins J's noisy total: nothing is forgotten"},
	}
	d.ReleaseLines = []int{5}
	d.New = func(s Setting, v declare.Values) Learner {
		b := newBatches(s, rule(growing{v.Number("alpha")}))
		b.keeps = true
		return b
	}
	register(&d)
}

// growing is what DP-KLUCB and DP-IMED share: the m-th batch of an arm, m = 0, 1, 2, …,
// has ⌈α^m⌉ pulls. The first pull is the batch m = 0.
type growing struct{ alpha float64 }

func (l growing) extend(a *batchArm) int {
	return int(math.Ceil(math.Pow(l.alpha, float64(a.batches))))
}

type dpKLUCB struct{ growing }

func (dpKLUCB) score(b *batches, t int) {
	level := math.Log(float64(t))
	for j := range b.arms {
		a := &b.arms[j]
		b.scores[j] = kl.PrivateRank(a.estimate, level/a.size, b.epsilon)
	}
}

func (dpKLUCB) explainScores(b *batches, t int) ([]Column, terms) {
	columns := []Column{{"m̃", Estimate}, {"ln t/n", Detail}, {"index", Score}}
	rank := func(j int) float64 { return b.scores[j] }
	return byRank(len(b.arms), rank, columns, func(j int) ([]float64, string) {
		a := &b.arms[j]
		level := math.Log(float64(t)) / a.size
		index := kl.PrivateUpper(a.estimate, level, b.epsilon)
		return []float64{a.estimate, level, index},
			fmt.Sprintf("largest μ with d_ε(%s, μ) ≤ ln %d/%s is %s", num(a.estimate), t, num(a.size), num(index))
	})
}
