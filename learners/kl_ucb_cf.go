package learners

import (
	"math"

	"regretscope/noise/declare"
)

func init() {
	registerCorrupted(Declaration{
		ID: "kl-ucb-cf", Name: "KL-UCB-CF", Featured: 2,
		Paper:   "Gajane, Urvoy & Kaufmann 2018; level as in GAJ",
		Brief:   "KL-UCB on all bits so far",
		Summary: "KL-UCB on all bits so far, taken back through each arm's channel",
		Pseudocode: []Line{
			{1, "pull each arm once"},
			{2, "for t = K, K+1, …; λ̂_a is the mean of all N_a bits that a gave"},
			{3, "  index of arm a: largest q with N_a · kl(λ̂_a, g_a(q)) ≤ f(t); f(x) = ln x + 3 ln max(1, ln x)"},
			{4, "  pull the arm with the largest index in round t+1 and observe its bit"},
		},
		New: func(s Setting, _ declare.Values) Learner { return newWholeKLUCBCF(s) },
	})
}

// wholeKLUCBCF is KL-UCB with corrupted feedback on all history, where indices are
// moved by their own arm's bits and by time alone.
type wholeKLUCBCF struct {
	klUCBCF
	contest
}

func newWholeKLUCBCF(s Setting) *wholeKLUCBCF {
	return &wholeKLUCBCF{*newKLUCBCF(s, 0), newContest(s.Arms)}
}

func (l *wholeKLUCBCF) Choose(t int) []int {
	play := l.choose(t, &l.bandit, &l.tally, l)
	l.klUCBCF.level = l.contest.level
	return play
}

func (l *wholeKLUCBCF) level(t float64) float64 { return explorationLevel(t-1, 3) }

func (l *wholeKLUCBCF) limit(j int, level float64) float64 {
	_, slope, _ := l.reports[j].Affine()
	return l.index(j, level) + klSlack(level/l.counts[j])/math.Abs(slope)
}

func (l *wholeKLUCBCF) raise(j int, limit, lower, higher float64) float64 {
	n := l.counts[j]
	mean, bound := l.upwards(j, l.sums[j]/n, limit)
	_, slope, _ := l.reports[j].Affine()
	return limit + (klRaise(mean, bound, (higher-lower)/n)-bound)/math.Abs(slope)
}

func (l *wholeKLUCBCF) above(j int, n, mean, level, rival float64) bool {
	mean, rival = l.upwards(j, mean, rival)
	return klAbove(n, mean, level, rival)
}

// upwards gives an arm's mean report and the mean report of a reward, both with ones
// and zeros exchanged where fewer ones speak for more reward.
func (l *wholeKLUCBCF) upwards(j int, mean, reward float64) (x, y float64) {
	intercept, slope, _ := l.reports[j].Affine()
	if y = intercept + slope*reward; slope < 0 {
		return 1 - mean, 1 - y
	}
	return mean, y
}

// Steady implements Steady. Where fewer ones speak for more reward, rounds are played
// one by one.
func (l *wholeKLUCBCF) Steady(t int) (rounds int, losses float64) {
	j := l.play[0]
	if !l.reports.increases(j) {
		return 1, 0
	}
	intercept, slope, _ := l.reports[j].Affine()
	return l.steady(t, &l.bandit, &l.tally, l, func(index float64) float64 { return intercept + slope*index })
}

// ObserveAll implements Steady.
func (l *wholeKLUCBCF) ObserveAll(t int, s *Stretch) { l.observeAll(t, s, &l.bandit, &l.tally) }

func (l *wholeKLUCBCF) Clone() Learner {
	return &wholeKLUCBCF{l.klUCBCF.clone(), l.contest.clone()}
}
