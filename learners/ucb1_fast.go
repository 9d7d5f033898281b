//go:build !plain

package learners

import "math"

func init() {
	twin("ucb1", newFastUCB1)
	twin("ucb-ldp-b", newFastUCB1)
}

// fastUCB1 is UCB1 that computes few indices.
type fastUCB1 struct {
	plainBandit
	plain  *ucb1
	limits indexLimits
}

func newFastUCB1(l *ucb1) Learner { return &fastUCB1{l, l, newIndexLimits(len(l.scores))} }

func (l *fastUCB1) Choose(t int) []int {
	return l.limits.choose(t, &l.plain.bandit, &l.plain.tally, l)
}

// level is 2 ln t.
func (l *fastUCB1) level(t float64) float64 { return 2 * math.Log(t) }

func (l *fastUCB1) index(j int, level float64) float64 {
	n := l.plain.counts[j]
	return l.plain.sums[j]/n + math.Sqrt(level/n)
}

func (l *fastUCB1) limit(j int, level float64) float64 { return l.index(j, level) + slack }

func (l *fastUCB1) raise(j int, _, _, higher float64) float64 { return l.limit(j, higher) }

func (l *fastUCB1) above(_ int, n, mean, level, rival float64) bool {
	return mean+math.Sqrt(level/n) > rival
}

func (l *fastUCB1) Certain(t int) Forecast {
	return l.limits.certain(t, &l.plain.bandit, &l.plain.tally, l, nil)
}

func (l *fastUCB1) Take(t int, b *Block) { l.plain.take(t, b, &l.plain.bandit) }

func (l *fastUCB1) Clone() Learner {
	plain := l.plain.Clone().(*ucb1)
	return &fastUCB1{plain, plain, l.limits.clone()}
}

func (l *fastUCB1) Suppose(arm int, more float64) bool {
	l.limits.forget()
	return l.plain.Suppose(arm, more)
}

func (l *fastUCB1) Explain() Explanation { return explainPlainly(l.plain.round, l.plain.Clone()) }
