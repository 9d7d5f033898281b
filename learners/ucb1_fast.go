//go:build !plain

package learners

import "math"

func init() {
	twin("ucb1", newFastUCB1)
	twin("ucb-ldp-b", newFastUCB1)
}

// fastUCB1 is UCB1 by a contest of limits.
type fastUCB1 struct {
	ucb1
	contest
}

func newFastUCB1(l *ucb1) Learner { return &fastUCB1{*l, newContest(len(l.scores))} }

func (l *fastUCB1) Choose(t int) []int { return l.choose(t, &l.bandit, &l.tally, l) }

// level is 2 ln t.
func (l *fastUCB1) level(t float64) float64 { return 2 * math.Log(t) }

func (l *fastUCB1) index(j int, level float64) float64 {
	n := l.counts[j]
	return l.sums[j]/n + math.Sqrt(level/n)
}

func (l *fastUCB1) limit(j int, level float64) float64 { return l.index(j, level) + slack }

func (l *fastUCB1) raise(j int, _, _, higher float64) float64 { return l.limit(j, higher) }

func (l *fastUCB1) above(_ int, n, mean, level, rival float64) bool {
	return mean+math.Sqrt(level/n) > rival
}

func (l *fastUCB1) Certain(t int) Forecast {
	return l.certain(t, &l.bandit, &l.tally, l, nil)
}

func (l *fastUCB1) Take(t int, b *Block) { l.take(t, b, &l.bandit) }

func (l *fastUCB1) Clone() Learner { return &fastUCB1{ucb1{l.ucb1.clone()}, l.contest.clone()} }

func (l *fastUCB1) Suppose(arm int, more float64) bool {
	l.contest.forget()
	return l.ucb1.Suppose(arm, more)
}

func (l *fastUCB1) Explain() Explanation { return explainPlainly(l.round, l.ucb1.Clone()) }
