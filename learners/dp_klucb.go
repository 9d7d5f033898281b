package learners

import (
	"fmt"
	"math"
	"slices"

	"regretscope/learners/kl"
	"regretscope/noise/declare"
)

func init() {
	registerGrowing(Declaration{
		ID: "dp-klucb", Name: "DP-KLUCB",
		Brief:   "KL-UCB with a private divergence",
		Summary: "KL-UCB with the divergence that privacy leaves, on noisy totals of growing batches",
	}, "the largest μ such that d_ε(m̃_j, μ) ≤ ln t/n_j", func(g growing) Learner { return &dpKLUCB{g} })
}

// registerGrowing registers a learner of growing batches; decide says which arm
// it plays next.
func registerGrowing(d Declaration, decide string, start func(growing) Learner) {
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
		g := growing{batches: newBatches(s), alpha: v.Number("alpha"), steps: make([]int, s.Arms)}
		g.keeps = true
		return start(g)
	}
	register(&d)
}

// growing is batches in which nothing is forgotten: an arm's noisy total keeps
// all of its finished batches, the m-th of which, m = 0, 1, 2, …, has ⌈α^m⌉
// pulls. The first pull is the batch m = 0.
type growing struct {
	batches
	alpha float64
	steps []int // m of each arm's newest batch
}

// playBestFor starts the next batch of an arm with the largest score.
func (g *growing) playBestFor(t int) []int {
	j := g.playBest()[0]
	g.steps[j]++
	g.commit(t, int(math.Ceil(math.Pow(g.alpha, float64(g.steps[j])))))
	return g.play[:]
}

func (g *growing) clone() growing {
	c := *g
	c.batches, c.steps = g.batches.clone(), slices.Clone(g.steps)
	return c
}

type dpKLUCB struct{ growing }

func (l *dpKLUCB) Choose(t int) []int {
	if l.settled(t) {
		return l.play[:]
	}
	level := math.Log(float64(t))
	for j := range l.arms {
		a := &l.arms[j]
		l.scores[j] = kl.PrivateUpper(a.estimate, level/a.size, l.epsilon)
	}
	return l.playBestFor(t)
}

func (l *dpKLUCB) Clone() Learner { return &dpKLUCB{l.clone()} }

func (l *dpKLUCB) Explain() Explanation {
	level := math.Log(float64(l.began))
	columns := []Column{{"m̃", Estimate}, {"ln t/n", Detail}, {"index", Score}}
	return l.explain(columns, func(j int) ([]float64, string) {
		a, index := &l.arms[j], l.scores[j]
		return []float64{a.estimate, level / a.size, index},
			fmt.Sprintf("largest μ with d_ε(%s, μ) ≤ ln %d/%s is %s", num(a.estimate), l.began, num(a.size), num(index))
	})
}
