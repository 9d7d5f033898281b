//go:build !plain

package learners

import (
	"math"
	"math/bits"

	"regretscope/noise"
)

// A plainLazy is a plain learner with fresh batches, with the abilities that its twin forwards.
type plainLazy interface {
	plainBandit
	Releaser
	Epochal
}

// take adds the rewards of arm j at place i of a block. The block ends with the arm's batch or
// before.
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
	l.newest.begin()
	l.round = t + b.Rounds - 1
	l.freshBatches.take(t, l.play[0], b, 0, &l.stream)
}

func (l *lazyMatroid) take(t int, b *Block) {
	l.newest.begin()
	l.round = t + b.Rounds - 1
	for i, e := range l.play {
		l.freshBatches.take(t, e, b, i, &l.stream)
	}
	l.see()
}

// A crossing finds the round in which one arm's index overtakes another's. An index is estimate
// + s/√size + s²/(ε size) with s = √(3 ln(factor·t)). Between releases only s changes, so the
// arm with the smaller batch keeps gaining on the other.
type crossing struct {
	epsilon, factor float64
	now, last       float64 // s in the current round, and in a round after the last one considered
	leap            bool    // plays need the right law, but not the plain learner's random numbers
}

// rounds returns the number of rounds from t on, at most most, in which the index of the arm
// ahead is certain to exceed that of the arm behind by more than rounding errors, so that the
// indices cannot tie.
func (c *crossing) rounds(t, most int, ahead, behind *freshArm) int {
	a, b := &shares[bits.TrailingZeros64(uint64(ahead.size))], &shares[bits.TrailingZeros64(uint64(behind.size))]
	lead, width, bonus := ahead.estimate-behind.estimate, b.root-a.root, (b.of-a.of)/c.epsilon
	if !c.leap {
		lead -= 0x1p-48 * (math.Abs(ahead.estimate) + math.Abs(behind.estimate) +
			c.last*(a.root+b.root+c.last*(a.of+b.of)/c.epsilon))
	}
	if behind.size >= ahead.size {
		if lead > c.now*(width+c.now*bonus) || c.leap && behind.size > ahead.size {
			return most
		}
		return 0
	}
	if lead > c.last*(width+c.last*bonus) {
		return most
	}
	if lead <= 0 {
		return 0
	}
	// The lead is lost when s²·bonus + s·width = lead. The margin covers the rounding of s up
	// to round 10^15.
	s := 2 * lead / (width + math.Sqrt(width*width+4*bonus*lead))
	until := math.Floor(math.Exp(s*s/3)/c.factor*(1-1e-13)) - 1
	return int(min(max(until-float64(t), 0), float64(most)))
}

// shares holds 1/size and 1/√size of every possible size, a power of two.
var shares = func() (all [64]struct{ of, root float64 }) {
	for r := range all {
		all[r].of = math.Ldexp(1, -r)
		all[r].root = 1 / math.Sqrt(math.Ldexp(1, r))
	}
	return all
}()
