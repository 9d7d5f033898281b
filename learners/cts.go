package learners

import (
	"fmt"
	"math"

	"regretscope/noise/param"
)

func init() {
	Register(&Declaration{
		ID: "cts", Look: 19,
		Listing: Listing{
			Name: "CTS", Family: Matroids,
			Paper:   "Wang & Chen 2018 (Beta); CHH Fig. 4 (Gaussian), which does not define it",
			Brief:   "greedy basis of posterior draws",
			Summary: "greedy basis of a draw from every arm's posterior",
		},
		Guarantee: Guarantee{Privacy: NotPrivate, Audit: auditRandomPlays},
		Parameters: param.List{
			{
				Name: "prior", Meaning: "distribution of θ_e",
				Choices: []string{"gaussian", "beta"},
				Notes: []string{
					"N(ŵ_e, 1/T_e), once the arm has been observed",
					"Beta(1 + successes, 1 + failures), weights rounded to 0 or 1; no first observations are forced",
				},
				Default: "gaussian",
			},
			initParameter,
		},
		Teaching: Teaching{
			Plain: [3]string{
				"It keeps the number of each arm's weights and their mean, or the ones and zeros among them.",
				"It draws a possible mean for each arm, and chooses the set of arms, a basis, with the largest draws.",
				paysNothing,
			},
			Symbols: []Symbol{
				{Name: "T_e", Meaning: "the number of weights of arm e"},
				{Name: "ŵ_e", Meaning: "their mean"},
				{Name: "a_e", Meaning: "one more than the number of ones of arm e"},
				{Name: "b_e", Meaning: "one more than the number of its zeros"},
				{Name: "A", Meaning: "the basis that is played"},
				{Name: "x", Meaning: "a weight, or reward"},
			},
			Pseudocode: []Line{
				{1, "gaussian: first observation of every arm e (init): T_e ← 1, ŵ_e ← the weight"},
				{2, "for t = 1, 2, …"},
				{3, "  gaussian: draw θ_e ~ N(ŵ_e, 1/T_e) for every arm"},
				{4, "  beta: draw θ_e ~ Beta(a_e, b_e) for every arm, a_e = b_e = 1 at first"},
				{5, "  play the greedy basis A for θ"},
				{6, "  gaussian: each weight of A joins its arm's mean ŵ_e of T_e observations"},
				{7, "  beta: each weight x of A is rounded to 1 with chance x, else to 0; 1 adds to a_e, 0 to b_e"},
			},
		},
		New: func(s Setting, v param.Values) Learner {
			if v.Text("prior") == "beta" {
				return &betaCTS{semiBandit: newSemiBandit(s), tally: newTally(s.Arms)}
			}
			l := &gaussianCTS{tallyMatroid: newTallyMatroid(s, v)}
			l.key = l.stream.Uint64()
			return l
		},
	})
}

// gaussianCTS stores T_e and T_e ŵ_e in its tally.
type gaussianCTS struct {
	tallyMatroid
	posteriorSamples
}

func (l *gaussianCTS) Choose(t int) []int {
	if l.cover(t) {
		return l.play
	}
	for _, e := range l.playable {
		l.scores[e] = l.normal(t, e, l.mean(e), l.counts[e])
	}
	l.play = l.oracle.Best(l.scores, nil, l.play) // two samples are equal with probability 2⁻⁵²
	return l.play
}

func (l *gaussianCTS) Clone() Learner { return &gaussianCTS{l.clone(), l.posteriorSamples} }

func (l *gaussianCTS) Explain() Explanation {
	columns := []Column{{"ŵ", Estimate}, {"1/√T", Spread}, {"θ", Sample}}
	return l.explainCovered(1, []int{3, 5}, columns, func(e int) ([]float64, string) {
		mean, n, theta := l.Estimate(e), l.counts[e], l.scores[e]
		return []float64{mean, 1 / math.Sqrt(n), theta},
			fmt.Sprintf("θ = %s drawn from N(%s, 1/%s)", num(theta), num(mean), num(n))
	})
}

type betaCTS struct {
	semiBandit
	tally // of rounded weights: the sum is a_e − 1, the count a_e + b_e − 2
	supposition
}

func (l *betaCTS) Choose(t int) []int {
	l.round = t
	for _, e := range l.playable {
		l.scores[e] = l.beta(&l.tally, e, &l.stream)
	}
	return l.playBest()
}

func (l *betaCTS) Observe(_ int, feedback []float64) {
	for i, e := range l.play {
		l.add(e, l.stream.Round(feedback[i]))
	}
}

func (l *betaCTS) Clone() Learner {
	return &betaCTS{l.semiBandit.clone(), l.tally.clone(), l.supposition}
}

func (l *betaCTS) Explain() Explanation {
	return l.explain([]int{4, 5}, betaColumns("a", "b"), func(e int) ([]float64, string) {
		return betaSample(l.scores[e], l.counts[e], l.sums[e].Value())
	})
}

func (l *betaCTS) Suppose(arm int, more float64) bool {
	return l.supposition.suppose(&l.tally, arm, more)
}
