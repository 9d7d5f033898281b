//go:build !plain

package learners

import (
	"math"
	"math/bits"

	"regretscope/noise"
)

// take takes the rewards of arm j, at place i of rounds from t on, which fill its batch
// at most.
func (m *freshBatches) take(t, j int, b *Block, i int, stream *noise.Stream) {
	a := &m.arms[j]
	if a.batch == 0 {
		a.first = t
	}
	a.batch += b.Rounds
	a.sum = b.AddTo(a.sum, i)
	m.pending += b.Rounds
	if a.batch >= a.target {
		m.release(t+b.Rounds-1, j, stream)
	}
}

func (l *lazyBandit) take(t int, b *Block) {
	l.begin()
	l.round = t + b.Rounds - 1
	l.freshBatches.take(t, l.play[0], b, 0, &l.stream)
}

func (l *lazyMatroid) take(t int, b *Block) {
	l.begin()
	l.round = t + b.Rounds - 1
	for i, e := range l.play {
		l.freshBatches.take(t, e, b, i, &l.stream)
	}
	l.see()
}

// catchesUp is the first round, about, in which the index of the arm behind may be above
// that of the one ahead, where indices are estimate + s/√size + s²/(ε size) with
// s = √(3 ln(factor·t)): +Inf where that is beyond all rounds. The arm behind has the
// smaller batch; no other gains on the one ahead.
func (m *freshBatches) catchesUp(ahead, behind *freshArm, factor float64) float64 {
	// The lead is lost where a s² + b s = gap.
	a, b := m.gains(ahead, behind)
	gap := ahead.estimate - behind.estimate
	s := 2 * gap / (b + math.Sqrt(b*b+4*a*gap))
	// So much caution before the crossing covers rounding in all rounds up to 10^15.
	return math.Floor(math.Exp(s*s/3)/factor*(1-1e-13)) - 1
}

// leads reports whether the arm ahead leads by its index at s, as catchesUp defines them.
func (m *freshBatches) leads(ahead, behind *freshArm, s float64) bool {
	a, b := m.gains(ahead, behind)
	return ahead.estimate-behind.estimate > s*(b+s*a)
}

// gains are by how much the arm behind has the larger 1/(ε size) and 1/√size.
func (m *freshBatches) gains(ahead, behind *freshArm) (bonus, width float64) {
	x, y := &shares[bits.TrailingZeros64(uint64(behind.size))], &shares[bits.TrailingZeros64(uint64(ahead.size))]
	return (x.of - y.of) / m.epsilon, x.root - y.root
}

// shares are 1/size and 1/√size of every size, which is a power of two.
var shares = func() (all [64]struct{ of, root float64 }) {
	for r := range all {
		all[r].of = math.Ldexp(1, -r)
		all[r].root = 1 / math.Sqrt(math.Ldexp(1, r))
	}
	return all
}()
