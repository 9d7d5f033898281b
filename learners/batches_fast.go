//go:build !plain

package learners

import (
	"math"

	"regretscope/noise"
	"regretscope/noise/param"
)

func init() {
	fastPath("adap-klucb", newFastAdaPKLUCB)
	for _, id := range []string{"adap-ucb", "adac-ucb", "dp-klucb", "dp-imed"} {
		fastPath(id, newFastBatches)
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
	b.newest.begin()
	b.round = t + taken.Rounds - 1
	b.done += taken.Rounds
	b.takeArm(t, b.play[0], taken, 0, &b.stream)
}

// takeArm adds the rewards of arm j at place i of a block. The block ends with the arm's batch or
// before.
func (m *armBatches) takeArm(t, j int, b *Block, i int, stream *noise.Stream) {
	a := &m.arms[j]
	if a.batch == 0 {
		a.first = t
	}
	if m.bits && !b.Bits {
		b.Values[i] = param.Map(b.Values[i], stream.Round)
	}
	a.batch += b.Rounds
	a.sum = b.AddTo(a.sum, i)
	m.pending += b.Rounds
	if a.batch >= a.target {
		m.release(t+b.Rounds-1, j, stream)
	}
}

func (l *fastBatches) Clone() Learner { return newFastBatches(l.batchLearner.Clone().(batchLearner)) }

// fastAdaPKLUCB skips indices that are certain to be below another one.
type fastAdaPKLUCB struct {
	fastBatches
	plain *adapKLUCB
}

func newFastAdaPKLUCB(l *adapKLUCB) Learner { return &fastAdaPKLUCB{fastBatches{l, &l.batches}, l} }

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

func (l *fastAdaPKLUCB) Clone() Learner { return newFastAdaPKLUCB(l.plain.Clone().(*adapKLUCB)) }

func (l *fastAdaPKLUCB) Explain() Explanation {
	l.plain.rank(l.b.began)
	return l.plain.Explain()
}
