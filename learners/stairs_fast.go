//go:build !plain

package learners

import (
	"math"
	"math/bits"
	"slices"

	"regretscope/noise"
)

// stairs find the rounds in which another arm than a leader has the largest sample, for
// posteriors that stay within bounds, without going through the rounds in between. The
// leader's sample lies on one of some steps, between neighboring thresholds, and
// another arm's can only be larger if it lies above that step's foot. Rounds in which
// one does come after geometric gaps; their uniform numbers are drawn under that
// condition, and looked at closely. Plays have the law of plays by samples.
type stairs struct {
	samples           // thresholds ascend
	leader  int       // whose sample is probably the largest
	weights []float64 // of each step: the probability that the leader is on it and another arm above its foot
	rivals  []float64 // of each step: the probability that another arm is above its foot
	rate    float64   // of rounds in which that is so on any step
}

func (s *stairs) clone() stairs {
	c := *s
	c.samples, c.weights, c.rivals = s.samples.clone(), slices.Clone(s.weights), slices.Clone(s.rivals)
	return c
}

// steps is the number of thresholds: with few, many rounds are looked at in vain; many
// take long to renew.
const steps = 8

func newStairs(arms int, drawn posteriorSamples) stairs {
	return stairs{
		samples: newSamples(steps, arms, drawn), weights: make([]float64, steps+1), rivals: make([]float64, steps+1),
	}
}

// build chooses leader and thresholds for posteriors of rounds t to until−1. The bounds
// of all arms have to be renewed after it, and then measured.
func (s *stairs) build(t, until int, p posterior) {
	s.until = until
	s.leader = s.locate(t, p)
	at := -6.7 // so that the leader is hardly ever below, where all others are above the foot
	for i := range s.cuts {
		s.cuts[i] = noise.Logistic(s.modes[s.leader] + at*s.spreads[s.leader])
		at = .9*float64(i) - 3.4
	}
}

// measure finds out how often a step is to be looked at.
func (s *stairs) measure() {
	s.rate = 0
	reached := 0.0 // probability that the leader is at or below the step before
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

// foot returns the word below which arm j is certain to be below step i.
func (s *stairs) foot(i, j int) uint64 {
	if i == 0 {
		return 0
	}
	return s.bounds[i-1][j].low
}

// top returns the word above which the leader is certain to be above step i.
func (s *stairs) top(i int) uint64 {
	if i == len(s.cuts) {
		return math.MaxUint64
	}
	return s.bounds[i][s.leader].high
}

// next returns the first round from t on, before end, in which another arm than the leader
// is played, and that arm; end and the leader where there is none.
func (s *stairs) next(t, end int, p posterior, stream *noise.Stream) (round, arm int) {
	for ; ; t++ {
		if t += stream.Geometric(s.rate); t >= end {
			return end, s.leader
		}
		if arm := s.look(t, p, stream); arm != s.leader {
			return t, arm
		}
	}
}

// look returns the play of a round that is looked at closely.
func (s *stairs) look(t int, p posterior, stream *noise.Stream) int {
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
	// Up to the first arm above the foot, arms are below it.
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

// between returns a word from low to high−1, each as probable as the others.
func between(low, high uint64, stream *noise.Stream) uint64 {
	offset, _ := bits.Mul64(stream.Uint64(), high-low)
	return low + offset
}
