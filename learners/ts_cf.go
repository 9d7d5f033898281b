package learners

import (
	"slices"

	"regretscope/noise/param"
)

func init() {
	registerTSCF(Declaration{
		ID: "ts-cf", Look: 32,
		Listing: Listing{
			Name: "TS-CF", Featured: 3, Counterparts: []string{"thompson"},
			Paper:   "Gajane, Urvoy & Kaufmann 2018, Alg. 2",
			Brief:   "Thompson on all bits so far",
			Summary: "a draw from the posterior of each mean bit, inverted through the arm's channel",
		},
		Teaching: Teaching{
			Bounds: []Bound{stationaryBound("Gajane, Urvoy & Kaufmann 2018, Thm 3", "(1 + ψ) Σ Δ ln T/kl(g(μ), g(μ*))")},
		},
	}, "all rounds so far", func(param.Values) int { return 0 })
}

// registerTSCF registers TS-CF on a window, described in words; size returns its length in rounds, 0 for all rounds.
func registerTSCF(d Declaration, window string, size func(param.Values) int) {
	d.Plain = [3]string{
		"It keeps, for each arm, how many bits were 1 and how many were 0, in " + window + ".",
		"It draws a possible mean bit for each arm, takes it back through the channel, and chooses the largest.",
		paysReports,
	}
	d.Symbols = append(d.Symbols, onesSymbols...)
	d.Pseudocode = []Line{
		{1, "for t = 1, 2, …; S_a ones and F_a zeros are the bits that a gave in " + window},
		{2, "  draw θ_a ~ Beta(S_a + 1, F_a + 1) for every arm"},
		{3, "  pull the arm with the largest g_a⁻¹(θ_a) and observe its bit"},
	}
	d.New = func(s Setting, v param.Values) Learner { return &tsCF{windowBandit: newWindowBandit(s, size(v))} }
	registerCorrupted(d)
}

// tsCF is Thompson sampling with corrupted feedback, on a window or on all rounds. The prior of
// the mean bit is uniform, so new and forgotten arms need no forced pulls.
type tsCF struct {
	windowBandit
	supposition
	samples []float64 // θ of each arm before inversion; nil before round 1
}

func (l *tsCF) Choose(t int) []int {
	l.round = t
	l.samples = l.samples[:0]
	for j := range l.counts {
		sample := l.beta(&l.tally, j, &l.stream)
		l.samples = append(l.samples, sample)
		l.scores[j] = l.reports[j].Inverse(sample)
	}
	return l.playBest()
}

func (l *tsCF) Clone() Learner { return &tsCF{l.clone(), l.supposition, slices.Clone(l.samples)} }

func (l *tsCF) Explain() Explanation {
	columns := append(betaColumns("S+1", "F+1"), Column{"g⁻¹(θ)", Score})
	e := l.explain([]int{2, 3}, columns, func(j int) ([]float64, string) {
		values, text := betaSample(l.samples[j], l.counts[j], l.sums[j].Value())
		return append(values, l.scores[j]), text + "; g⁻¹(θ) = " + num(l.scores[j])
	})
	if l.round <= l.size {
		return e
	}
	return l.noteForgotten(e, "Beta(1, 1) again")
}

func (l *tsCF) Suppose(arm int, more float64) bool {
	return l.supposition.suppose(&l.tally, arm, more)
}
