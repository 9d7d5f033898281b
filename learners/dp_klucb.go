package learners

import (
	"fmt"
	"math"

	"regretscope/noise/param"
)

func init() {
	registerGrowing(Declaration{
		ID: "dp-klucb", Look: 5,
		Listing: Listing{
			Name: "DP-KLUCB", Counterparts: []string{"kl-ucb"},
			Brief:   "KL-UCB with a private divergence",
			Summary: "KL-UCB with a private divergence, on noisy totals of growing batches",
		},
		Teaching: Teaching{
			Plain: [3]string{
				"It keeps, for each arm, a noisy total of all its finished batches.",
				"It chooses the arm whose mean could be largest, allowing for the noise, and pulls it for a whole batch.",
				growingPays,
			},
			Symbols: []Symbol{{Name: "μ", Meaning: "a possible mean"}},
			// One run in a thousand plays a suboptimal arm for 10,000 rounds or more.
			Coverage: [3]float64{.82, .74, .68},
		},
	}, "the largest μ such that d_ε(m̃_j, μ) ≤ ln t/n_j",
		func(b batches, alpha float64) Learner { return &dpKLUCB{b, alpha} })
}

const growingPays = "It pays for privacy with Laplace noise in every batch, and cannot change its choice within a batch."

// registerGrowing registers a learner with growing batches; decide describes the next arm.
func registerGrowing(d Declaration, decide string, start func(b batches, alpha float64) Learner) {
	d.Family, d.Privacy, d.Audit = PrivateBandit, Central, auditFreshSums
	d.Paper = "Azize, Wu, Honda, Orabona, Ito & Basu 2025; rounding of batches is this project's choice"
	d.Claim = "ε-DP (Azize et al. 2025)"
	d.Parameters = param.List{{
		Name: "alpha", Meaning: "a batch multiplies an arm's pulls by α, rounded up",
		Min: 1, Above: true, Max: 100, Default: "2",
	}}
	d.Symbols = append(d.Symbols, []Symbol{
		{Name: "t", Meaning: "the round in which the batch begins"},
		{Name: "n_j", Meaning: "the number of rewards in that total"},
		{Name: "m̃_j", Meaning: "the noisy mean of arm j, within [0, 1]"},
		{Name: "d_ε(p, q)", Meaning: "kl(p, q) made smaller to allow for the noise"},
		{Name: "N", Meaning: "the number of pulls of J"},
		{Name: "α", Meaning: "the factor by which a batch multiplies N"},
	}...)
	d.Pseudocode = []Line{
		{1, "pull each arm once; the noisy total of j is X_j + Lap(1/ε), n_j ← 1"},
		{2, "repeat, with t the round about to be played, m̃_j = clip(noisy total of j / n_j):"},
		{3, "  J ← arm with " + decide},
		{4, "  pull J for a whole batch: until its N pulls are ⌈αN⌉, at least once"},
		{5, "  the batch's sum + Lap(1/ε) joins J's noisy total: nothing is forgotten"},
	}
	d.ReleaseLines, d.InitLine = []int{5}, 1
	d.Bounds = []Bound{{
		Source: "Azize et al. 2025, leading term", Formula: "α Σ Δ ln T/d_ε(μ, μ*)",
		Where: func(i Instance) bool { return i.Bernoulli && len(i.Channels) == 0 },
		Value: func(i Instance) float64 {
			return i.Values.Number("alpha") * i.overMeans(func(mean, best float64) float64 {
				return (best - mean) / PrivateDivergence(mean, best, i.Epsilon)
			}) * math.Log(i.Round)
		},
	}}
	d.New = func(s Setting, v param.Values) Learner {
		b := newBatches(s)
		b.keeps = true
		return start(b, v.Number("alpha"))
	}
	Register(&d)
}

// commitGrown starts the next batch of the arm with the largest score, after which the arm's
// pulls N are ⌈αN⌉. The tolerance keeps products such as 1.1·10 from being rounded up.
func (b *batches) commitGrown(t int, alpha float64) []int {
	n := b.arms[b.playBest()[0]].pulls
	return b.commit(t, max(1, int(math.Ceil(alpha*float64(n)-1e-9))-n))
}

// dpKLUCB stores m̃_j and n_j in batches.arms as estimate and size.
type dpKLUCB struct {
	batches
	alpha float64
}

func (l *dpKLUCB) Choose(t int) []int {
	if l.goesOn(t) {
		return l.play[:]
	}
	for j := range l.arms {
		m, n := l.arms[j].estimate, l.arms[j].size
		l.scores[j] = privateRank(m, math.Log(float64(t))/n, l.epsilon)
	}
	return l.commitGrown(t, l.alpha)
}

func (l *dpKLUCB) Clone() Learner { return &dpKLUCB{l.clone(), l.alpha} }

func (l *dpKLUCB) Explain() Explanation {
	columns := []Column{{"m̃", Estimate}, {"ln t/n", Detail}, {"index", UpperIndex}}
	return l.explain(byRank(l.scores, columns, func(j int) ([]float64, string) {
		m, n := l.arms[j].estimate, l.arms[j].size
		level := math.Log(float64(l.began)) / n
		index := privateUpper(m, level, l.epsilon)
		return []float64{m, level, index}, fmt.Sprintf("largest μ with d_ε(%s, μ) ≤ ln %d/%s is %s",
			num(m), l.began, num(n), num(index))
	}))
}
