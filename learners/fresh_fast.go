//go:build !plain

package learners

import (
	"math"
	"math/bits"

	"regretscope/noise"
)

// A plainLazy is a plain learner of fresh batches, with the abilities that its twin passes on.
type plainLazy interface {
	plainBandit
	Releaser
	Epochal
}

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

// A crossing is what it takes to know when an arm's index loses its lead. Indices are
// estimate + s/√size + s²/(ε size) with s = √(3 ln(factor·t)). Between releases only s
// changes: of two arms the one with the smaller batch gains on the other forever.
type crossing struct {
	epsilon, factor float64
	now, last       float64 // s in the present round, and in one beyond the last in question
	leap            bool    // plays need only have the right law, not the plain learner's lots
}

// rounds returns for how many rounds from t on, up to most, the index of the arm ahead is
// certain to exceed that of the arm behind by more than rounding errors. Where it does not,
// the indices may tie, and the plain learner draws lots.
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
	// The lead is lost where s²·bonus + s·width = lead. So much caution before that covers
	// the rounding of s in all rounds up to 10^15.
	s := 2 * lead / (width + math.Sqrt(width*width+4*bonus*lead))
	until := math.Floor(math.Exp(s*s/3)/c.factor*(1-1e-13)) - 1
	return int(min(max(until-float64(t), 0), float64(most)))
}

// shares are 1/size and 1/√size of every size, which is a power of two.
var shares = func() (all [64]struct{ of, root float64 }) {
	for r := range all {
		all[r].of = math.Ldexp(1, -r)
		all[r].root = 1 / math.Sqrt(math.Ldexp(1, r))
	}
	return all
}()
