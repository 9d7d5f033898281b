package learners

import (
	"fmt"
	"math"

	"regretscope/learners/kl"
	"regretscope/noise/declare"
)

func init() {
	alpha := declare.List{{
		Name: "alpha", Meaning: "width of the confidence bounds; above 3 in the theory",
		Min: 0, Above: true, Max: 100, Default: "3.1",
	}}
	registerAdaP := func(id, name, index string, bound func(*adap, int, float64) float64) {
		register(&Declaration{
			ID:         id,
			Name:       name,
			Family:     PrivateBandit,
			Paper:      "Azize & Basu 2022",
			Summary:    "plays the arm of the best private bound until its pulls have doubled, then forgets what was before",
			Privacy:    Central,
			Claim:      "ε-DP (Azize & Basu 2022)",
			Audit:      auditFreshSums,
			Feedback:   BanditFeedback,
			Parameters: alpha,
			Pseudocode: []Line{
				{1, "pull each arm once; m_j ← X_j + Lap(1/ε), n_j ← 1"},
				{2, "repeat, with t the round about to be played:"},
				{3, "  J ← arm with the largest " + index},
				{4, "  pull J until its pulls have doubled: n_J pulls"},
				{5, "  m_J ← mean of these n_J rewards + Lap(1/(ε n_J))"},
			},
			ReleaseLines: []int{5},
			Bounds: []Bound{{
				Source: "Azize & Basu 2022 (recalled)", Formula: "Σ ln T / min(Δ, ε)", Value: logOverGaps,
				Where: func(i Instance) bool { return i.Values.Number("alpha") > 3 },
			}},
			New: func(s Setting, v declare.Values) Learner {
				return &adap{batches: newBatches(s), alpha: v.Number("alpha"), bound: bound}
			},
		})
	}
	registerAdaP("adap-ucb", "AdaP-UCB", "m_j + √(α ln(2t)/(2n_j)) + α ln t/(ε n_j)", (*adap).ucb)
	registerAdaP("adap-klucb", "AdaP-KLUCB", "q with kl(clip(m_j + α ln t/(ε n_j)), q) ≤ α ln t/n_j", (*adap).klUCB)
}

// adap is AdaP-UCB and AdaP-KLUCB, which differ in the index alone.
type adap struct {
	batches
	alpha float64
	bound func(l *adap, j int, t float64) float64
}

func (l *adap) ucb(j int, t float64) float64 {
	a := &l.arms[j]
	return a.estimate + math.Sqrt(l.alpha*math.Log(2*t)/(2*a.batch)) + l.alpha*math.Log(t)/(l.epsilon*a.batch)
}

func (l *adap) klUCB(j int, t float64) float64 {
	a := &l.arms[j]
	level := l.alpha * math.Log(t) / a.batch
	return kl.Upper(clip(a.estimate+level/l.epsilon), level)
}

func (l *adap) Choose(t int) []int {
	if l.stands(t) {
		return l.play[:]
	}
	for j := range l.arms {
		l.scores[j] = l.bound(l, j, float64(t))
	}
	l.playBest()
	l.begin(t, int(l.arms[l.play[0]].count))
	return l.play[:]
}

func (l *adap) Observe(t int, feedback []float64) { l.Absorb(t, 1, feedback) }

// Absorb implements Holder.
func (l *adap) Absorb(t, n int, sums []float64) {
	if a := l.add(t+n-1, n, sums[0]); a != nil {
		l.set(a, l.fresh())
	}
}

func (l *adap) Clone() Learner {
	c := *l
	c.batches = l.batches.clone()
	return &c
}

func (l *adap) Explain() Explanation {
	e := l.explain(1, 4, 3)
	if l.began <= len(l.arms) {
		return e
	}
	e.Columns = []string{"m", "n", "index"}
	for j, index := range l.scores {
		a := &l.arms[j]
		e.Arms = append(e.Arms, ArmTerms{
			Arm:    j,
			Values: []float64{a.estimate, a.batch, index},
			Text:   fmt.Sprintf("m = %s from %s pulls, index %s", num(a.estimate), num(a.batch), num(index)),
		})
	}
	return e
}
