package learners

import (
	"fmt"
	"math"
	"slices"

	"regretscope/learners/kl"
	"regretscope/noise/declare"
)

func init() {
	alpha := declare.List{{
		Name: "alpha", Meaning: "growth of the batches: the m-th of an arm, m = 0, 1, 2, …, has ⌈α^m⌉ pulls",
		Min: 1, Above: true, Max: 100, Default: "2",
	}}
	pseudocode := func(decide string) []Line {
		return []Line{
			{1, "pull each arm once; the noisy total of j is X_j + Lap(1/ε), n_j ← 1"},
			{2, "repeat, with t the round about to be played, m̃_j = clip(noisy total of j / n_j):"},
			{3, "  J ← arm with " + decide},
			{4, "  pull J for a whole batch: ⌈α^m⌉ times in its m-th, of which the first pull was m = 0"},
			{5, "  the batch's sum + Lap(1/ε) joins J's noisy total: nothing is forgotten"},
		}
	}
	declare := func(id, name, summary, decide string, start func(growing) Learner) {
		register(&Declaration{
			ID: id, Name: name, Family: PrivateBandit,
			Paper:      "Azize, Wu, Honda, Orabona, Ito & Basu 2025; batch sizes are this project's reading",
			Summary:    summary,
			Privacy:    Central,
			Claim:      "ε-DP (Azize et al. 2025)",
			Audit:      auditFreshSums,
			Feedback:   BanditFeedback,
			Parameters: alpha,
			Pseudocode: pseudocode(decide), ReleaseLines: []int{5},
			New: func(s Setting, v declare.Values) Learner {
				return start(growing{batches: newBatches(s), alpha: v.Number("alpha"), steps: make([]int, s.Arms)})
			},
		})
	}
	declare("dp-klucb", "DP-KLUCB",
		"KL-UCB with the divergence that privacy leaves, on noisy totals of growing batches",
		"the largest μ such that d_ε(m̃_j, μ) ≤ ln t/n_j",
		func(g growing) Learner { return &dpKLUCB{g} })
	declare("dp-imed", "DP-IMED",
		"plays the arm with the least evidence against it, counted with the divergence that privacy leaves",
		"the smallest n_j d_ε(m̃_j, max m̃) + ln n_j",
		func(g growing) Learner { return &dpIMED{g} })
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
	g.begin(t, int(math.Ceil(math.Pow(g.alpha, float64(g.steps[j])))))
	return g.play[:]
}

// Observe implements Learner.
func (g *growing) Observe(t int, feedback []float64) { g.Absorb(t, 1, feedback) }

// Absorb implements Holder.
func (g *growing) Absorb(t, n int, sums []float64) {
	if a := g.add(t+n-1, n, sums[0]); a != nil {
		g.set(a, clip(a.total/a.count))
	}
}

func (g *growing) clone() growing {
	c := *g
	c.batches, c.steps = g.batches.clone(), slices.Clone(g.steps)
	return c
}

// explainScores is the explanation of a decision by the arms' scores.
func (g *growing) explainScores(score string, text func(*batchArm, float64) string) Explanation {
	e := g.explain(1, 4, 3)
	if g.began <= len(g.arms) {
		return e
	}
	e.Columns = []string{"m̃", "n", score}
	for j := range g.arms {
		a := &g.arms[j]
		e.Arms = append(e.Arms, ArmTerms{
			Arm: j, Values: []float64{a.estimate, a.count, g.scores[j]}, Text: text(a, g.scores[j]),
		})
	}
	return e
}

type dpKLUCB struct{ growing }

func (l *dpKLUCB) Choose(t int) []int {
	if l.stands(t) {
		return l.play[:]
	}
	level := math.Log(float64(t))
	for j := range l.arms {
		a := &l.arms[j]
		l.scores[j] = kl.PrivateUpper(a.estimate, level/a.count, l.epsilon)
	}
	return l.playBestFor(t)
}

func (l *dpKLUCB) Clone() Learner { return &dpKLUCB{l.clone()} }

func (l *dpKLUCB) Explain() Explanation {
	return l.explainScores("index", func(a *batchArm, score float64) string {
		return fmt.Sprintf("largest μ with d_ε(%s, μ) ≤ ln %d/%s is %s", num(a.estimate), l.began, num(a.count), num(score))
	})
}

// dpIMED plays the smallest index; its scores are the negated ones.
type dpIMED struct{ growing }

func (l *dpIMED) Choose(t int) []int {
	if l.stands(t) {
		return l.play[:]
	}
	best := 0.0
	for j := range l.arms {
		best = max(best, l.arms[j].estimate)
	}
	for j := range l.arms {
		a := &l.arms[j]
		l.scores[j] = -(a.count*kl.PrivateDivergence(a.estimate, best, l.epsilon) + math.Log(a.count))
	}
	return l.playBestFor(t)
}

func (l *dpIMED) Clone() Learner { return &dpIMED{l.clone()} }

func (l *dpIMED) Explain() Explanation {
	return l.explainScores("−index", func(a *batchArm, score float64) string {
		return fmt.Sprintf("%s pulls × d_ε(%s, max m̃) + ln %s = %s", num(a.count), num(a.estimate), num(a.count), num(-score))
	})
}
