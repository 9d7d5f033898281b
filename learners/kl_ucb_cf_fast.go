//go:build !plain

package learners

import "math"

func init() {
	twin("kl-ucb-cf", func(l *klUCBCF) Learner { return &fastKLUCBCF{*l, newContest(len(l.scores))} })
}

// fastKLUCBCF is KL-UCB-CF by a contest of limits: on all history, indices are moved by
// their own arm's bits and by time alone.
type fastKLUCBCF struct {
	klUCBCF
	contest
}

func (l *fastKLUCBCF) Choose(t int) []int {
	return l.choose(t, &l.bandit, &l.tally, l)
}

func (l *fastKLUCBCF) level(t float64) float64 { return explorationLevel(t-1, 3) }

func (l *fastKLUCBCF) limit(j int, level float64) float64 {
	_, slope, _ := l.reports[j].Affine()
	return l.index(j, level) + klSlack(level/l.counts[j])/math.Abs(slope)
}

func (l *fastKLUCBCF) raise(j int, limit, lower, higher float64) float64 {
	n := l.counts[j]
	mean, bound := l.upwards(j, l.sums[j]/n, limit)
	_, slope, _ := l.reports[j].Affine()
	return limit + (klRaise(mean, bound, (higher-lower)/n)-bound)/math.Abs(slope)
}

func (l *fastKLUCBCF) above(j int, n, mean, level, rival float64) bool {
	mean, rival = l.upwards(j, mean, rival)
	return klAbove(n, mean, level, rival)
}

// upwards gives an arm's mean report and the mean report of a reward, both with ones
// and zeros exchanged where fewer ones speak for more reward.
func (l *fastKLUCBCF) upwards(j int, mean, reward float64) (x, y float64) {
	intercept, slope, _ := l.reports[j].Affine()
	y = intercept + slope*reward
	if slope < 0 {
		return 1 - mean, 1 - y
	}
	return mean, y
}

// Certain is, where fewer ones speak for more reward, the present round alone.
func (l *fastKLUCBCF) Certain(t int) Forecast {
	j := l.play[0]
	if !l.reports.increases(j) {
		return one
	}
	intercept, slope, _ := l.reports[j].Affine()
	return l.certain(t, &l.bandit, &l.tally, l, func(index float64) float64 { return intercept + slope*index })
}

func (l *fastKLUCBCF) Take(t int, b *Block) { l.take(t, b, &l.bandit) }

func (l *fastKLUCBCF) Clone() Learner { return &fastKLUCBCF{l.klUCBCF.clone(), l.contest.clone()} }

func (l *fastKLUCBCF) Suppose(arm int, more float64) bool {
	l.contest.forget()
	return l.klUCBCF.Suppose(arm, more)
}

func (l *fastKLUCBCF) Explain() Explanation { return explainPlainly(l.round, l.klUCBCF.Clone()) }
