//go:build !plain

package learners

func init() {
	for _, id := range []string{"adap-ucb", "adap-klucb", "adac-ucb", "dp-klucb", "dp-imed"} {
		twin(id, func(b *batches) Learner { return &fastBatches{*b} })
	}
}

// fastBatches are learners of batches that take the rest of a batch at once.
type fastBatches struct{ batches }

func (b *fastBatches) Certain(int) Forecast { return keeps(b.length - b.done) }

func (b *fastBatches) Take(t int, taken *Block) {
	b.begin()
	b.round = t + taken.Rounds - 1
	b.done += taken.Rounds
	if b.sum = taken.AddTo(b.sum, 0); b.done == b.length {
		b.release()
	}
}

// Leap is the learner itself.
func (b *fastBatches) Leap() Ahead { return b }

func (b *fastBatches) Clone() Learner { return &fastBatches{*b.batches.Clone().(*batches)} }
