//go:build !plain

package learners

import (
	"math"
	"math/bits"
	"slices"

	"regretscope/noise"
)

// stairs finds the rounds in which another arm than the leader has the largest sample, without
// visiting the rounds between them. Posteriors must stay within their bounds. The leader's
// sample lies on a step between neighboring thresholds, and another arm can win only if its
// sample is above that step's foot. Rounds with such a sample follow geometric gaps; their
// uniform numbers are drawn under this condition and examined. The plays have the same law as
// those of samples.
type stairs struct {
	samples           // with ascending thresholds
	leader  int       // the arm that probably has the largest sample
	weights []float64 // by step: the probability that the leader is on it and another arm above its foot
	rivals  []float64 // by step: the probability that another arm is above its foot
	rate    float64   // probability that a round must be examined
}

func (s *stairs) clone() stairs {
	c := *s
	c.samples, c.weights, c.rivals = s.samples.clone(), slices.Clone(s.weights), slices.Clone(s.rivals)
	return c
}

// steps is the number of thresholds. Fewer thresholds examine more rounds in vain; more take
// longer to renew.
const steps = 8

func newStairs(arms int, drawn posteriorSamples) stairs {
	return stairs{
		samples: newSamples(steps, arms, drawn), weights: make([]float64, steps+1), rivals: make([]float64, steps+1),
	}
}

// build chooses leader and thresholds for the posteriors of rounds t to until−1. Renew the
// bounds of all arms afterwards, then call measure.
func (s *stairs) build(t, until int, p posterior) {
	s.until = until
	s.leader = s.locate(t, p)
	at := -6.7 // so low that the leader is rarely below it, where all other arms are above the foot
	for i := range s.cuts {
		s.cuts[i] = noise.Logistic(s.modes[s.leader] + at*s.spreads[s.leader])
		at = .9*float64(i) - 3.4
	}
}

// measure computes the probability of examining each step.
func (s *stairs) measure() {
	s.rate = 0
	reached := 0.0 // probability that the leader is at or below the previous step
	for i := range s.weights {
		none := 1.0
		for j := range s.words {
			if j != s.leader {
				none *= part(s.foot(i, j))
			}
		}
		top := part(s.top(i))
		s.rivals[i] = 1 - none
		s.weights[i] = max(top-reached, 0) * s.rivals[i]
		s.rate += s.weights[i]
		reached = max(reached, top)
	}
}

func part(word uint64) float64 { return float64(word) * 0x1p-64 }

// foot returns the word below which arm j is certainly below step i.
func (s *stairs) foot(i, j int) uint64 {
	if i == 0 {
		return 0
	}
	return s.bounds[i-1][j].low
}

// top returns the word above which the leader is certainly above step i.
func (s *stairs) top(i int) uint64 {
	if i == len(s.cuts) {
		return math.MaxUint64
	}
	return s.bounds[i][s.leader].high
}

// next returns the first round in [t, end) that plays another arm than the leader, and that
// arm; end and the leader if there is none.
func (s *stairs) next(t, end int, p posterior, stream *noise.Stream) (round, arm int) {
	for ; ; t++ {
		if t += stream.Geometric(s.rate); t >= end {
			return end, s.leader
		}
		if arm := s.examine(t, p, stream); arm != s.leader {
			return t, arm
		}
	}
}

// examine returns the play of an examined round.
func (s *stairs) examine(t int, p posterior, stream *noise.Stream) int {
	i, at := 0, stream.Float64()*s.rate
	for i < len(s.cuts) && at >= s.weights[i] {
		at -= s.weights[i]
		i++
	}
	bottom := uint64(0)
	for k := range i {
		bottom = max(bottom, s.top(k))
	}
	s.words[s.leader] = between(bottom, s.top(i), stream)
	s.open = append(s.open[:0], s.leader)
	// All arms before the first one above the foot are below it.
	first, none := stream.Float64()*s.rivals[i], 1.0
	for j := range s.words {
		foot := s.foot(i, j)
		switch {
		case j == s.leader:
		case len(s.open) > 1:
			if s.words[j] = stream.Uint64(); s.words[j] >= foot {
				s.open = append(s.open, j)
			}
		default:
			if none *= part(foot); 1-none > first {
				s.words[j] = between(foot, math.MaxUint64, stream)
				s.open = append(s.open, j)
			}
		}
	}
	s.raise(i)
	return s.largestOpen(t, p)
}

// between returns a uniformly random word from low to high−1.
func between(low, high uint64, stream *noise.Stream) uint64 {
	offset, _ := bits.Mul64(stream.Uint64(), high-low)
	return low + offset
}

// leapingDPTS is Lazy-DP-TS that draws the next round in which another arm than the leader is
// played, instead of all samples.
type leapingDPTS struct {
	plainLazy
	plain  *lazyDPTS
	stairs stairs
	turn   int // the first round that plays another arm or needs new stairs
	other  int // the arm played in round turn
}

// Leap returns a learner that draws other random numbers.
func (l *fastLazyDPTS) Leap() Ahead {
	plain := l.plain.Clone().(*lazyDPTS)
	return &leapingDPTS{plainLazy: plain, plain: plain, stairs: newStairs(len(plain.arms), plain.posteriorSamples)}
}

func (l *leapingDPTS) Choose(t int) []int {
	if l.plain.firstPull(t) {
		return l.plain.play[:]
	}
	if t >= l.stairs.until {
		l.build(t)
	}
	if t > l.turn {
		l.turn, l.other = l.stairs.next(t, l.stairs.until, l.plain, &l.plain.stream)
	}
	l.plain.play[0] = l.stairs.leader
	if t == l.turn {
		l.plain.play[0] = l.other
	}
	return l.plain.play[:]
}

// build makes stairs that last until optimism grows by a fifth of the smallest sample's
// standard deviation.
func (l *leapingDPTS) build(t int) {
	smallest := math.Inf(1)
	for j := range l.plain.arms {
		smallest = min(smallest, l.plain.arms[j].size)
	}
	growth := min(max(.03*l.plain.epsilon*math.Sqrt(smallest), .005), .5)
	l.stairs.build(t, t+4+int(growth*float64(t)), l.plain)
	for j := range l.plain.arms {
		l.bound(t, j)
	}
	l.stairs.measure()
	l.turn = 0
}

// bound fits the stairs to arm j's current release from round t on.
func (l *leapingDPTS) bound(t, j int) {
	l.stairs.bound(j, l.plain.law(t, j), l.plain.law(max(l.stairs.until-1, t), j))
}

func (l *leapingDPTS) Certain(t int) Forecast {
	if t <= len(l.plain.arms) || t == l.turn {
		return keeps(1)
	}
	a := &l.plain.arms[l.plain.play[0]]
	return keeps(min(l.turn-t, a.target-a.batch))
}

func (l *leapingDPTS) Observe(t int, feedback []float64) {
	l.plain.Observe(t, feedback)
	l.released(t)
}

func (l *leapingDPTS) Take(t int, b *Block) {
	l.plain.take(t, b)
	l.released(l.plain.round)
}

// released discards the plan for later rounds if round t made a release.
func (l *leapingDPTS) released(t int) {
	if len(l.plain.Releases()) == 0 {
		return
	}
	j := l.plain.play[0]
	l.turn = 0
	if j == l.stairs.leader {
		l.stairs.until = 0
		return
	}
	l.bound(t+1, j)
	l.stairs.measure()
}

func (l *leapingDPTS) Clone() Learner {
	plain := l.plain.Clone().(*lazyDPTS)
	return &leapingDPTS{plain, plain, l.stairs.clone(), l.turn, l.other}
}
