package model

import (
	"math"
	"slices"

	"regretscope/learners"
	"regretscope/noise"
)

// A WhyNot is the smallest change that would have made a learner play an arm that it did not
// play, all else equal. It is found by asking copies of the learner.
type WhyNot struct {
	Learner, Arm int
	Round        int
	Decided      int // the round in which Round's play was chosen

	// Estimate is the learner's estimate of the arm's mean, and Needed the smallest one that
	// suffices; NaN if none does or it is unknown.
	Estimate, Needed float64
	// More is the required increase of the sum behind the estimate, by rewards or noise; 0 if Needed is NaN.
	More float64

	Next  int // the next round that plays the arm in this run; 0 if none of the next Ahead rounds does
	Ahead int // the number of rounds looked at after Round
}

// lookAhead is the number of rounds to search for the next play of an arm.
const lookAhead = 10_000

// WhyNot returns why learner i does not play an arm in the session's next round; ok is false if
// it does, and for a person.
func (s *Session) WhyNot(i, arm int) (w WhyNot, ok bool) {
	w = WhyNot{Learner: i, Arm: arm, Round: s.round + 1, Decided: s.round + 1, Estimate: math.NaN(), Needed: math.NaN()}
	if s.Done() || s.config.Learners[i].Plays().Waits() { // a person's next choice is unknown
		return w, false
	}
	before := s.tracks[i].run
	next := before.Clone()
	next.Advance(1)
	if slices.Contains(next.Play(), arm) {
		return w, false
	}
	if committer, can := before.learner.(learners.Committer); can {
		if w.Decided = committer.Committed(w.Round); w.Decided < w.Round {
			before = s.at(i, w.Decided-1)
		}
	}
	w.suppose(before)
	for w.Ahead < lookAhead && next.Round() < s.config.Horizon && w.Next == 0 {
		next.Advance(1)
		w.Ahead++
		if slices.Contains(next.Play(), arm) {
			w.Next = next.Round()
		}
	}
	return w, true
}

// at returns learner i's run at a round up to the session's.
func (s *Session) at(i, round int) *Run {
	from := s.history.before(round)
	run := from.tracks[i].run.Clone()
	run.Advance(round - run.Round())
	return run
}

// suppose finds the smallest sum with which the learner would have chosen the arm in the round after before's.
func (w *WhyNot) suppose(before *Run) {
	supposer, ok := before.learner.(learners.Supposer)
	if !ok {
		return
	}
	w.Estimate = supposer.Estimate(w.Arm)
	if math.IsNaN(w.Estimate) || math.IsInf(w.Estimate, 0) {
		return
	}
	// With a decreasing channel a smaller sum means a larger mean.
	for _, sign := range []float64{1, -1} {
		if more := w.least(supposer, sign); more != 0 {
			w.More, w.Needed = more, supposing(supposer, w.Arm, more).Estimate(w.Arm)
			return
		}
	}
}

// supposing returns a copy of a learner with a larger sum for an arm; nil if that is impossible.
func supposing(l learners.Supposer, arm int, more float64) learners.Supposer {
	other, ok := l.Clone().(learners.Supposer)
	if !ok || !other.Suppose(arm, more) {
		return nil
	}
	return other
}

// Steps of the search for a sum, and its tolerances.
const (
	firstGuess = 1e-6
	lastGuess  = 1e9
	fineness   = 1e-9 // relative to the change of the sum
	tiniest    = 1e-12
)

// least returns the smallest change of the sum in the direction of sign with which the arm is
// chosen, rounded up, or 0.
func (w *WhyNot) least(l learners.Supposer, sign float64) float64 {
	const (
		impossible = iota
		chosen
		notChosen
	)
	try := func(size float64) int {
		other := supposing(l, w.Arm, sign*size)
		switch {
		case other == nil:
			return impossible
		case slices.Contains(other.Choose(w.Decided), w.Arm):
			return chosen
		}
		return notChosen
	}
	result := notChosen
	low, high := noise.Bracket(0, firstGuess, lastGuess, func(size float64) bool {
		result = try(size)
		return result == notChosen
	})
	// Some change between an insufficient and an impossible one may suffice.
	_, high = noise.Bisect(low, high, func(low, high float64) bool {
		return result == notChosen || high-low <= max(fineness*high, tiniest)
	}, func(size float64) bool {
		got := try(size)
		if got == chosen {
			result = chosen
		}
		return got != result // impossible changes are too large until a change suffices
	})
	if result != chosen {
		return 0
	}
	return sign * high
}
