//go:build !plain

package learners

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
