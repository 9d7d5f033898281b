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
	b.round = t + taken.Rounds - 1
	b.done += taken.Rounds
	b.take(t, b.play[:], taken, &b.stream)
}

// take adds the rewards of a play in a block, which ends with the first batch of its arms or before.
func (m *armBatches) take(t int, play []int, b *Block, stream *noise.Stream) {
	m.newest.begin()
	for i, j := range play {
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

func init() { fastPath("dp-se", func(l *dpSE) Learner { return &fastDPSE{dpSE: *l} }) }

// fastDPSE takes the rest of an epoch at once.
type fastDPSE struct {
	dpSE
	order []int // of the latest forecast
}

// Certain forecasts the arms of S in turn until the epoch ends, or the next start.
func (l *fastDPSE) Certain(t int) Forecast {
	left := math.MaxInt
	if l.restart > 0 {
		left = l.restart - t
	}
	if len(l.active) == 1 {
		return keeps(left)
	}
	i := l.turn % len(l.active)
	l.order = append(append(l.order[:0], l.active[i:]...), l.active[:i]...)
	return Forecast{Rounds: min(l.repeats*len(l.active)-l.turn, left), Losses: math.Inf(1), Turn: l.order}
}

func (l *fastDPSE) Take(t int, b *Block) {
	l.begin()
	if len(l.active) == 1 {
		return
	}
	i := l.turn % len(l.active)
	for _, x := range b.Values[0] {
		l.sums[l.active[i]].Add(x)
		if i++; i == len(l.active) {
			i = 0
		}
	}
	if l.turn += b.Rounds; l.turn == l.repeats*len(l.active) {
		l.endEpoch(t + b.Rounds - 1)
	}
}

func (l *fastDPSE) Clone() Learner { return &fastDPSE{dpSE: *l.dpSE.Clone().(*dpSE)} }

func init() {
	fastPath("rnm-ftnl", newFastFTNL)
	fastPath("ftnl", newFastFTNL)
}

// fastFTNL takes the rest of an epoch at once.
type fastFTNL struct{ ftnl }

func newFastFTNL(l *ftnl) Learner { return &fastFTNL{*l} }

func (l *fastFTNL) Certain(t int) Forecast { return keeps(2*l.began - t) }

func (l *fastFTNL) Take(t int, b *Block) {
	l.releases = l.releases[:0]
	l.round = t + b.Rounds - 1
	if l.resample && !b.Bits {
		for k := range b.Rounds {
			for j := range l.sums {
				l.sums[j].Add(l.stream.Round(b.Values[j][k]))
			}
		}
	} else { // resampling keeps 0 and 1
		for j := range l.sums {
			l.sums[j] = b.AddTo(l.sums[j], j)
		}
	}
	if l.round == 2*l.began-1 {
		l.endEpoch(l.round)
	}
}

func (l *fastFTNL) Clone() Learner { return &fastFTNL{*l.ftnl.Clone().(*ftnl)} }
