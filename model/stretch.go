package model

import (
	"math"
	"math/bits"
	"slices"

	"regretscope/learners"
	"regretscope/noise"
	"regretscope/noise/channel"
	"regretscope/scenarios"
	"regretscope/scenarios/arm"
)

// Rounds whose play is certain are simulated together: rewards are drawn in one
// loop, and what a round costs besides is paid once. Plays, feedback and all that
// follows from them are those of single rounds (observe), bit for bit.

// Limits of a stretch: its feedback stays in the processor's nearest memory.
const (
	maxStretchRounds = 1024
	maxStretchCells  = 1 << 14
)

// steadiness is the learner's ability to observe many rounds at once, nil without.
func (r *Run) steadiness() learners.Steady {
	switch l := r.learner.(type) {
	case learners.Steady:
		return l
	case learners.Holder:
		return &held{Holder: l}
	}
	return nil
}

// held is a Holder as a Steady learner.
type held struct {
	learners.Holder
	feedback []float64
}

func (h *held) Steady(t int) (rounds int, losses float64) { return h.Hold(t), math.Inf(1) }

// ObserveAll absorbs whole numbers as sums, and shows fractions one by one: the sum of
// a stretch is rounded otherwise than what single rounds add up to.
func (h *held) ObserveAll(t int, s *learners.Stretch) {
	if s.Bits {
		h.Absorb(t, s.Rounds, s.Sums)
		return
	}
	h.feedback = resize(h.feedback, len(s.Values))
	for k := range s.Rounds {
		if k > 0 {
			h.Choose(t + k)
		}
		for i, values := range s.Values {
			h.feedback[i] = values[k]
		}
		h.Observe(t+k, h.feedback)
	}
}

// feedbackIsBits reports whether all that the learner can ever see is 0 or 1.
func feedbackIsBits(s *scenarios.Scenario, channels []channel.Channel) bool {
	if channels != nil {
		return !slices.ContainsFunc(channels, func(ch channel.Channel) bool { return !ch.Bits() })
	}
	for i := range s.Phases {
		for _, law := range s.Phases[i].Arms {
			low, high := law.Support()
			if _, bernoulli := law.(arm.Bernoulli); !bernoulli && !(low == high && whole(low)) {
				return false
			}
		}
	}
	return true
}

// observeAll ends the present round, and up to n−1 further ones with the same play,
// and returns how many.
func (r *Run) observeAll(n int) int {
	t, width := r.round, len(r.places())
	rounds, losses := r.steady.Steady(t)
	rounds = min(rounds, n, maxStretchRounds, max(maxStretchCells/width, 1))
	if until := r.rewards.Until(); until > 0 {
		rounds = min(rounds, until-t)
	}
	if rounds < 2 {
		r.observe()
		return 1
	}
	r.draw(t, rounds, losses)
	rounds = r.stretch.Rounds
	r.round += rounds - 1
	for _, j := range r.play {
		r.pulls[j] += rounds
	}
	for i, values := range r.stretch.Values {
		r.seen += digest(values, t, i)
		r.feedback[i] = values[rounds-1]
	}
	if r.channels == nil {
		copy(r.truth, r.feedback)
	} else {
		for i, j := range r.play {
			r.truth[i] = r.rewards.At(j, r.round)
		}
	}
	r.steady.ObserveAll(t, &r.stretch)
	r.noteEnd()
	return rounds
}

// draw fills the stretch with the feedback of rounds from t on: so many, or up to
// the one after which more than losses is lost.
func (r *Run) draw(t, rounds int, losses float64) {
	s, places, limit := &r.stretch, r.places(), losses
	if r.full {
		limit = math.Inf(1) // actions that are not played may lose what they like
	}
	r.truth, r.feedback = resize(r.truth, len(places)), resize(r.feedback, len(places))
	r.cells = resize(r.cells, rounds*len(places))
	s.Rounds, s.Bits = rounds, r.bits
	s.Values, s.Sums = s.Values[:0], s.Sums[:0]
	for i, j := range places {
		column := r.cells[i*rounds : i*rounds+s.Rounds]
		n, sum := r.drawOne(j, t, column, limit)
		s.Rounds = min(s.Rounds, n)
		s.Values, s.Sums = append(s.Values, column), append(s.Sums, sum)
	}
	if len(places) > 1 && !math.IsInf(losses, 1) {
		s.Rounds = r.enough(losses)
	}
	for i, values := range s.Values {
		s.Values[i] = values[:s.Rounds]
		if len(places) > 1 && s.Rounds < rounds {
			s.Sums[i] = 0
			for _, x := range s.Values[i] {
				s.Sums[i] += x
			}
		}
	}
}

// drawOne draws what the learner sees of arm j.
func (r *Run) drawOne(j, t int, column []float64, losses float64) (n int, sum float64) {
	if r.channels == nil {
		return r.rewards.Draw(j, t, column, losses)
	}
	for lost := 0.0; n < len(column) && lost <= losses; n++ {
		r.coin = noise.At(r.coins[j], t+n)
		column[n] = r.channels[j].Report(r.rewards.At(j, t+n), &r.coin)
		sum += column[n]
		lost += 1 - column[n]
	}
	return n, sum
}

// enough is how many of the drawn rounds it takes to lose more than losses, or all.
func (r *Run) enough(losses float64) int {
	lost := 0.0
	for k := range r.stretch.Rounds {
		for i, j := range r.play {
			if r.full {
				i = j
			}
			lost += 1 - r.stretch.Values[i][k]
		}
		if lost > losses {
			return k + 1
		}
	}
	return r.stretch.Rounds
}

// resize returns a slice of the given length; what is in it does not count.
func resize(values []float64, length int) []float64 {
	if cap(values) < length {
		return make([]float64, length)
	}
	return values[:length]
}

// digest is what the feedback of place i from round t on adds to a run's hash: a
// sum, in which every value is multiplied by a number of its round and place.
func digest(values []float64, t, i int) uint64 {
	const golden = 0x9e3779b97f4a7c15
	sum, factor := uint64(0), (uint64(t)+uint64(i)<<40)*golden
	for _, x := range values {
		// The bits of numbers such as 1 are all at the top.
		sum += bits.RotateLeft64(math.Float64bits(x), 12) * (factor | 1)
		factor += golden
	}
	return sum
}
