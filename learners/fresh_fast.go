//go:build !plain

package learners

import (
	"math"
	"math/bits"

	"regretscope/noise"
)

// A plainLazy is a plain learner with fresh batches, with the abilities that its fast path forwards.
type plainLazy interface {
	plainBandit
	Releaser
	Epochal
}

func (l *lazyBandit) take(t int, b *Block) {
	l.newest.begin()
	l.round = t + b.Rounds - 1
	l.takeArm(t, l.play[0], b, 0, &l.stream)
}

func (l *lazyMatroid) take(t int, b *Block) {
	l.newest.begin()
	l.round = t + b.Rounds - 1
	for i, e := range l.play {
		l.takeArm(t, e, b, i, &l.stream)
	}
	l.see()
}

// A crossing finds the round in which one arm's index overtakes another's. An index is estimate
// + s/√size + s²/(ε size) with s = √(3 ln(factor·t)). Between releases only s changes, so the
// arm with the smaller batch keeps gaining on the other.
type crossing struct {
	epsilon, factor float64
	now, last       float64 // s in the current round, and in a round after the last one considered
}

// rounds returns the number of rounds from t on, at most most, in which the index of the arm
// ahead is certain to exceed that of the arm behind by more than rounding errors, so that the
// indices cannot tie.
func (c *crossing) rounds(t, most int, ahead, behind *batchArm) int {
	a, b := &shares[bits.TrailingZeros64(uint64(ahead.size))], &shares[bits.TrailingZeros64(uint64(behind.size))]
	lead, width, bonus := ahead.estimate-behind.estimate, b.root-a.root, (b.of-a.of)/c.epsilon
	// Twice the difference up to which indices tie also covers rounding.
	size := math.Abs(ahead.estimate) + math.Abs(behind.estimate) + c.last*(a.root+b.root+c.last*(a.of+b.of)/c.epsilon)
	lead -= 2 * (size - noise.TieLimit(size))
	if behind.size >= ahead.size {
		if lead > c.now*(width+c.now*bonus) {
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

func init() {
	fastPath("anytime-lazy-ucb", func(l *anytimeLazyUCB) Learner { return &fastAnytimeLazyUCB{l, l} })
}

// fastAnytimeLazyUCB is Anytime-Lazy-UCB with forecasts.
type fastAnytimeLazyUCB struct {
	plainLazy
	plain *anytimeLazyUCB
}

// Choose multiplies by 1/O_j, which is exact because O_j is a power of two.
func (l *fastAnytimeLazyUCB) Choose(t int) []int {
	p := l.plain
	if p.firstPull(t) {
		return p.play[:]
	}
	log := 3 * math.Log(float64(t))
	bias := log / p.epsilon
	for j := range p.arms {
		a := &p.arms[j]
		inverse := shares[bits.TrailingZeros64(uint64(a.size))].of
		p.scores[j] = a.estimate + math.Sqrt(log*inverse) + bias*inverse
	}
	return p.playBest()
}

// Certain forecasts the current play until the next release, or until another arm may catch up.
func (l *fastAnytimeLazyUCB) Certain(t int) Forecast {
	p := l.plain
	if t <= len(p.scores) {
		return keeps(1)
	}
	own := &p.arms[p.play[0]]
	stays := own.target - own.batch
	level := 3 * math.Log(float64(t))
	c := crossing{
		epsilon: p.epsilon, factor: 1, now: math.Sqrt(level),
		last: math.Sqrt(level + 3*float64(stays+2)/float64(t)), // above √(3 ln(t+stays+2))
	}
	for i := range p.arms {
		if other := &p.arms[i]; other != own {
			if stays = c.rounds(t, stays, own, other); stays < 2 {
				return keeps(1)
			}
		}
	}
	return keeps(stays)
}

func (l *fastAnytimeLazyUCB) Take(t int, b *Block) { l.plain.take(t, b) }

func (l *fastAnytimeLazyUCB) Clone() Learner {
	plain := l.plain.Clone().(*anytimeLazyUCB)
	return &fastAnytimeLazyUCB{plain, plain}
}

func init() {
	fastPath("dpucb-mat", func(l *dpUCBMat) Learner { return &fastDPUCBMat{l, l} })
}

// fastDPUCBMat is DPUCB-MAT with forecasts.
type fastDPUCBMat struct {
	plainBases
	plain *dpUCBMat
}

// A plainBases is a plain learner of bases, with the abilities that its fast path forwards.
type plainBases interface {
	plainBandit
	Releaser
	Initializer
}

// Certain forecasts the current basis until the next release, or until an arm may catch up with
// the one before it in the greedy walk: a tie draws random numbers even if the basis stays.
func (l *fastDPUCBMat) Certain(t int) Forecast {
	p := l.plain
	if p.covering || p.oracle.Drawn() {
		return keeps(1)
	}
	stays := math.MaxInt
	for _, e := range p.play {
		stays = min(stays, p.arms[e].target-p.arms[e].batch)
	}
	c := crossing{
		epsilon: p.epsilon, factor: p.rank,
		now: math.Sqrt(p.level(t)), last: math.Sqrt(p.level(t + stays + 2)),
	}
	for _, pair := range p.oracle.Neighbors() {
		if stays = c.rounds(t, stays, &p.arms[pair.Ahead], &p.arms[pair.Behind]); stays < 2 {
			return keeps(1)
		}
	}
	return keeps(stays)
}

func (l *fastDPUCBMat) Take(t int, b *Block) { l.plain.take(t, b) }

func (l *fastDPUCBMat) Clone() Learner {
	plain := l.plain.Clone().(*dpUCBMat)
	return &fastDPUCBMat{plain, plain}
}
