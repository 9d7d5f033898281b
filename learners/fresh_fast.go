//go:build !plain

package learners

import (
	"math"
	"math/bits"
	"slices"

	"regretscope/noise"
	"regretscope/noise/channel"
)

func (l *lazyBandit) Take(t int, b *Block) {
	l.round = t + b.Rounds - 1
	l.take(t, l.play[:], b, &l.stream)
}

func (l *lazyMatroid) Take(t int, b *Block) {
	l.round = t + b.Rounds - 1
	l.take(t, l.play, b, &l.stream)
	l.see()
}

// A crossing finds the round in which one arm's index overtakes another's. An index is estimate
// + s·width/√size + s·linear/size + s²/(ε size) with s = √(3 ln(factor·t)). Between releases only
// s changes, so the arm with the smaller batch keeps gaining on the other.
type crossing struct {
	epsilon, width, linear, factor float64
	now, last                      float64 // s in the current round, and in a round after the last one considered
}

// forecast forecasts the play of one arm until its next release, or until another may catch up.
func (c crossing) forecast(t int, arms []batchArm, play int) Forecast {
	if t <= len(arms) {
		return keeps(1)
	}
	own := &arms[play]
	stays := own.target - own.batch
	level := 3 * math.Log(float64(t))
	c.factor, c.now = 1, math.Sqrt(level)
	c.last = math.Sqrt(level + 3*float64(stays+2)/float64(t)) // above √(3 ln(t+stays+2))
	for i := range arms {
		if other := &arms[i]; other != own {
			if stays = c.rounds(t, stays, own, other); stays < 2 {
				return keeps(1)
			}
		}
	}
	return keeps(stays)
}

// rounds returns the number of rounds from t on, at most most, in which the index of the arm ahead is certain to
// exceed that of the arm behind by more than rounding errors, so that the indices cannot tie.
func (c *crossing) rounds(t, most int, ahead, behind *batchArm) int {
	a, b := &shares[bits.TrailingZeros64(uint64(ahead.size))], &shares[bits.TrailingZeros64(uint64(behind.size))]
	lead, bonus := ahead.estimate-behind.estimate, (b.of-a.of)/c.epsilon
	width := c.width*(b.root-a.root) + c.linear*(b.of-a.of)
	// Twice the difference up to which indices tie also covers rounding.
	size := math.Abs(ahead.estimate) + math.Abs(behind.estimate) +
		c.last*(c.width*(a.root+b.root)+(a.of+b.of)*(c.linear+c.last/c.epsilon))
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
	// The lead is lost when s²·bonus + s·width = lead. The margin covers the rounding of s up to round 10^15.
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
	for _, id := range []string{"anytime-lazy-ucb", "lazy-ucb-sum", "lazy-ucb-shuffle"} {
		fastPath(id, func(l *anytimeLazyUCB) Learner { return &fastAnytimeLazyUCB{*l} })
	}
	fastPath("lazy-ucb-local", func(l *lazyUCBLocal) Learner {
		if channel.Alike(l.reports) {
			return &fastLazyUCBLocal{*l}
		}
		return l
	})
}

type fastAnytimeLazyUCB struct{ anytimeLazyUCB }

// Choose multiplies by 1/O_j, which is exact because O_j is a power of two.
func (l *fastAnytimeLazyUCB) Choose(t int) []int {
	if l.firstPull(t) {
		return l.play[:]
	}
	log := 3 * math.Log(float64(t))
	bias := l.bias(log)
	for j := range l.arms {
		a := &l.arms[j]
		inverse := shares[bits.TrailingZeros64(uint64(a.size))].of
		l.scores[j] = a.estimate + math.Sqrt(log*inverse) + bias*inverse
	}
	return l.playBest()
}

func (l *fastAnytimeLazyUCB) Certain(t int) Forecast {
	return crossing{epsilon: l.epsilon, width: 1, linear: l.linear}.forecast(t, l.arms, l.play[0])
}

func (l *fastAnytimeLazyUCB) Clone() Learner {
	return &fastAnytimeLazyUCB{*l.anytimeLazyUCB.Clone().(*anytimeLazyUCB)}
}

// fastLazyUCBLocal is Lazy-UCB-Local with forecasts, for arms with equal channels.
type fastLazyUCBLocal struct{ lazyUCBLocal }

func (l *fastLazyUCBLocal) Certain(t int) Forecast {
	arms := slices.Clone(l.batches.arms)
	for j := range arms {
		arms[j].estimate = l.Estimate(j)
	}
	width := l.stretch(0) * math.Sqrt(l.factor/3)
	return crossing{epsilon: math.Inf(1), width: width}.forecast(t, arms, l.play[0])
}

func (l *fastLazyUCBLocal) Take(t int, b *Block) {
	l.round = t + b.Rounds - 1
	l.batches.take(t, l.play[:], b, &l.stream)
}

func (l *fastLazyUCBLocal) Clone() Learner {
	return &fastLazyUCBLocal{*l.lazyUCBLocal.Clone().(*lazyUCBLocal)}
}

func init() {
	fastPath("dpucb-mat", func(l *dpUCBMat) Learner { return &fastDPUCBMat{*l} })
}

type fastDPUCBMat struct{ dpUCBMat }

// Certain forecasts the current basis until the next release, or until an arm may catch up with
// the one before it in the greedy walk: a tie draws random numbers even if the basis stays.
func (l *fastDPUCBMat) Certain(t int) Forecast {
	if l.covering || l.oracle.Drawn() {
		return keeps(1)
	}
	stays := math.MaxInt
	for _, e := range l.play {
		stays = min(stays, l.arms[e].target-l.arms[e].batch)
	}
	c := crossing{
		epsilon: l.epsilon, width: 1, factor: l.rank,
		now: math.Sqrt(l.level(t)), last: math.Sqrt(l.level(t + stays + 2)),
	}
	for _, pair := range l.oracle.Neighbors() {
		if stays = c.rounds(t, stays, &l.arms[pair.Ahead], &l.arms[pair.Behind]); stays < 2 {
			return keeps(1)
		}
	}
	return keeps(stays)
}

func (l *fastDPUCBMat) Clone() Learner { return &fastDPUCBMat{dpUCBMat{l.dpUCBMat.clone()}} }
