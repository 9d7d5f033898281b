//go:build !plain

package learners

import "math"

func init() {
	twin("kl-ucb-cf", func(l *klUCBCF) Learner { return &fastKLUCBCF{l, l, newIndexLimits(len(l.scores))} })
}

// fastKLUCBCF is KL-UCB-CF that computes few indices: on all history, they are moved by
// their own arm's bits and by time alone.
type fastKLUCBCF struct {
	plainWindow
	plain  *klUCBCF
	limits indexLimits
}

// A plainWindow is a plainBandit that may go by the newest rounds alone.
type plainWindow interface {
	plainBandit
	Windowed
}

func (l *fastKLUCBCF) Choose(t int) []int {
	return l.limits.choose(t, &l.plain.bandit, &l.plain.tally, l)
}

func (l *fastKLUCBCF) index(j int, level float64) float64 { return l.plain.index(j, level) }

func (l *fastKLUCBCF) level(t float64) float64 { return explorationLevel(t-1, 3) }

func (l *fastKLUCBCF) limit(j int, level float64) float64 {
	_, slope, _ := l.plain.reports[j].Affine()
	return l.index(j, level) + klSlack(level/l.plain.counts[j])/math.Abs(slope)
}

func (l *fastKLUCBCF) raise(j int, limit, lower, higher float64) float64 {
	n := l.plain.counts[j]
	mean, bound := l.upwards(j, l.plain.sums[j]/n, limit)
	_, slope, _ := l.plain.reports[j].Affine()
	return limit + (klRaise(mean, bound, (higher-lower)/n)-bound)/math.Abs(slope)
}

func (l *fastKLUCBCF) above(j int, n, mean, level, rival float64) bool {
	mean, rival = l.upwards(j, mean, rival)
	return klAbove(n, mean, level, rival)
}

// upwards gives an arm's mean report and the mean report of a reward, both with ones
// and zeros exchanged where fewer ones speak for more reward.
func (l *fastKLUCBCF) upwards(j int, mean, reward float64) (x, y float64) {
	intercept, slope, _ := l.plain.reports[j].Affine()
	y = intercept + slope*reward
	if slope < 0 {
		return 1 - mean, 1 - y
	}
	return mean, y
}

// Certain is, where fewer ones speak for more reward, the present round alone.
func (l *fastKLUCBCF) Certain(t int) Forecast {
	j := l.plain.play[0]
	if !l.plain.reports.increases(j) {
		return one
	}
	intercept, slope, _ := l.plain.reports[j].Affine()
	scale := func(index float64) float64 { return intercept + slope*index }
	return l.limits.certain(t, &l.plain.bandit, &l.plain.tally, l, scale)
}

func (l *fastKLUCBCF) Take(t int, b *Block) { l.plain.take(t, b, &l.plain.bandit) }

func (l *fastKLUCBCF) Clone() Learner {
	plain := l.plain.Clone().(*klUCBCF)
	return &fastKLUCBCF{plain, plain, l.limits.clone()}
}

func (l *fastKLUCBCF) Suppose(arm int, more float64) bool {
	l.limits.forget()
	return l.plain.Suppose(arm, more)
}

func (l *fastKLUCBCF) Explain() Explanation { return explainPlainly(l.plain.round, l.plain.Clone()) }
