//go:build !plain

package learners

import "math"

func init() {
	for _, id := range []string{"adap-ucb", "adac-ucb", "dp-klucb", "dp-imed"} {
		twin(id, newFastBatches)
	}
}

// A batchLearner is a plain learner with batches.
type batchLearner interface {
	plainBandit
	Releaser
	Epochal
	Committer
	self() *batches
}

func (b *batches) self() *batches { return b }

// fastBatches takes the rest of a batch at once.
type fastBatches struct {
	batchLearner
	b *batches // state of batchLearner
}

func newFastBatches(l batchLearner) Learner { return &fastBatches{l, l.self()} }

func (l *fastBatches) Certain(int) Forecast { return keeps(l.b.length - l.b.done) }

func (l *fastBatches) Take(t int, taken *Block) {
	b := l.b
	b.begin()
	b.round = t + taken.Rounds - 1
	b.done += taken.Rounds
	b.sum = taken.AddTo(b.sum, 0)
	if b.done == b.length {
		b.release()
	}
}

func (l *fastBatches) Leap() Ahead { return l }

func (l *fastBatches) Clone() Learner { return newFastBatches(l.batchLearner.Clone().(batchLearner)) }

func init() {
	twin("adap-klucb", func(l *adapKLUCB) Learner { return &fastAdaPKLUCB{*newFastBatches(l).(*fastBatches), l} })
}

// fastAdaPKLUCB skips indices that are certain to be below another one.
type fastAdaPKLUCB struct {
	fastBatches
	plain *adapKLUCB
}

func (l *fastAdaPKLUCB) Choose(t int) []int {
	b := l.b
	if b.goesOn(t) {
		return b.play[:]
	}
	total, best := l.plain.alpha*math.Log(float64(t)), math.Inf(-1)
	for j := range b.arms {
		level := total / b.arms[j].size
		mean := clip(b.arms[j].estimate + level/b.epsilon)
		b.scores[j] = math.Inf(-1)
		if q := best - klSlack(level); q <= mean || klDivergence(mean, q) <= level {
			b.scores[j] = klRank(mean, level)
			best = max(best, min(b.scores[j], 1)) // ranks above 1 are not bounds
		}
	}
	return b.commit(t, b.arms[b.playBest()[0]].pulls)
}

func (l *fastAdaPKLUCB) Leap() Ahead { return l }

func (l *fastAdaPKLUCB) Clone() Learner {
	plain := l.plain.Clone().(*adapKLUCB)
	return &fastAdaPKLUCB{*newFastBatches(plain).(*fastBatches), plain}
}

func (l *fastAdaPKLUCB) Explain() Explanation {
	l.plain.rank(l.b.began)
	return l.plain.Explain()
}
