package model

import (
	"math"
	"slices"

	"regretscope/learners"
	"regretscope/noise"
)

// A WhyNot is what would have had to be different for a learner to play an arm that it
// did not play, all else being as it was. It is found by asking copies of the learner.
type WhyNot struct {
	Learner, Arm int
	Round        int
	Decided      int // the round in which the play of Round was chosen

	// Estimate is what the learner took the arm's mean to be, and Needed what it would
	// have had to be at least: NaN if no estimate would do, or it is not known which.
	Estimate, Needed float64
	// More is by how much the sum behind the estimate would have to be larger, whether
	// by rewards or by noise; 0 if Needed is NaN.
	More float64

	Next  int // the next round in which the arm is played in this run; 0 if that is not within Ahead rounds
	Ahead int // how many rounds after Round were looked at
}

// lookAhead is how many rounds are played to see when an arm is played next.
const lookAhead = 10_000

// WhyNot returns what would have had to be different for learner i to play an arm in the
// round after the session's, in which it plays something else; ok is false if it plays
// that arm, and of a person.
func (s *Session) WhyNot(i, arm int) (w WhyNot, ok bool) {
	w = WhyNot{Learner: i, Arm: arm, Round: s.round + 1, Decided: s.round + 1, Estimate: math.NaN(), Needed: math.NaN()}
	if s.Done() || s.config.Learners[i].Plays().Waits() { // what a person would pull next is not known
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

// at is learner i's run at a round that is not behind the session's.
func (s *Session) at(i, round int) *Run {
	from := s.history.before(round)
	run := from.tracks[i].run.Clone()
	run.Advance(round - run.Round())
	return run
}

// suppose finds the least sum with which the learner would have chosen the arm in the
// round after a run's.
func (w *WhyNot) suppose(before *Run) {
	supposer, ok := before.learner.(learners.Supposer)
	if !ok {
		return
	}
	w.Estimate = supposer.Estimate(w.Arm)
	if math.IsNaN(w.Estimate) || math.IsInf(w.Estimate, 0) {
		return
	}
	// Where a channel turns rewards round, a smaller sum speaks for a larger mean.
	for _, sign := range []float64{1, -1} {
		if more := w.least(supposer, sign); more != 0 {
			w.More, w.Needed = more, supposing(supposer, w.Arm, more).Estimate(w.Arm)
			return
		}
	}
}

// supposing returns a copy of a learner that has learnt something else of an arm; nil if that
// cannot be.
func supposing(l learners.Supposer, arm int, more float64) learners.Supposer {
	other, ok := l.Clone().(learners.Supposer)
	if !ok || !other.Suppose(arm, more) {
		return nil
	}
	return other
}

// The steps in which a sum is looked for, and how finely.
const (
	firstGuess = 1e-6
	lastGuess  = 1e9
	fineness   = 1e-9 // of the change of the sum, relative
	tiniest    = 1e-12
)

// least returns the change of the sum of smallest size in a direction with which the arm is
// chosen, or 0. It errs upwards.
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
	// Between what is too little and what cannot be, something may be enough.
	_, high = noise.Bisect(low, high, func(low, high float64) bool {
		return result == notChosen || high-low <= max(fineness*high, tiniest)
	}, func(size float64) bool {
		got := try(size)
		if got == chosen {
			result = chosen
		}
		return got != result // what cannot be is too much, until something is enough
	})
	if result != chosen {
		return 0
	}
	return sign * high
}
