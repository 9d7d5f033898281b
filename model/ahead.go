//go:build !plain

package model

import (
	"math"
	"slices"

	"regretscope/learners"
	"regretscope/noise"
)

// This file is the only way to play rounds besides Run.observe. It simulates rounds with a
// certain play together: it draws rewards in one loop and pays a round's other costs once.
// Plays, feedback and their consequences equal those of single rounds, bit for bit.

func init() { startAhead = newAhead }

// Limits of a block: its feedback stays in the processor's first-level cache.
const (
	maxBlockRounds = 1024
	maxBlockCells  = 1 << 14
)

// ahead plays the certain rounds of a run.
type ahead struct {
	*Run
	learner     learners.Ahead
	block       learners.Block
	cells       []float64 // the block's memory
	blockRounds int       // the maximum length of a block; 0 before the first
}

func newAhead(r *Run) {
	if l, ok := r.learner.(learners.Ahead); ok {
		r.ahead = (&ahead{Run: r, learner: l}).advance
	} else {
		r.ahead = nil
	}
}

// advance finishes the current round and plays up to n−1 more rounds whose plays are certain. It
// returns the number of finished rounds.
func (r *ahead) advance(n int) int {
	if r.blockRounds == 0 {
		r.blockRounds = min(maxBlockRounds, max(maxBlockCells/len(r.places()), 1))
	}
	t := r.round
	certain := r.learner.Certain(t)
	rounds := min(certain.Rounds, n, r.blockRounds)
	if until := r.rewards.Until(); until > 0 {
		rounds = min(rounds, until-t)
	}
	switch {
	case rounds < 2:
		r.observe()
		return 1
	case certain.Turn != nil:
		r.playInTurn(t, rounds, certain.Turn)
	default:
		r.stay(t, rounds, certain.Losses)
	}
	r.learner.Take(t, &r.block)
	r.noteEnd()
	return r.block.Rounds
}

// stay repeats the play of round t for the given rounds, or until more than losses is lost.
func (r *ahead) stay(t, rounds int, losses float64) {
	r.draw(t, rounds, losses)
	rounds = r.block.Rounds
	if r.inOrder {
		for k := range rounds {
			r.enter(t+k, r.play[0])
		}
	}
	r.round += rounds - 1
	for _, j := range r.play {
		r.pulls[j] += rounds
	}
	for i, values := range r.block.Values {
		r.seen += digest(values, t, i)
		r.feedback[i] = values[rounds-1]
	}
	if r.channels == nil {
		copy(r.truth, r.feedback)
		return
	}
	for i, j := range r.play {
		r.truth[i] = r.rewards.At(j, r.round)
	}
}

// draw fills the block with the feedback of the given rounds from t on, or until more than losses is lost.
func (r *ahead) draw(t, rounds int, losses float64) {
	s, places, limit := &r.block, r.places(), losses
	if r.full {
		limit = math.Inf(1) // actions that are not played may lose any amount
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

// drawOne draws the learner's feedback for arm j.
func (r *ahead) drawOne(j, t int, column []float64, losses float64) (n int, sum float64) {
	if r.channels == nil {
		return r.rewards.Draw(j, t, column, losses)
	}
	for lost := 0.0; n < len(column) && lost <= losses; n++ {
		column[n] = r.reportOf(j, t+n)
		sum += column[n]
		lost += 1 - column[n]
	}
	return n, sum
}

// reportOf returns the learner's feedback for arm j in round t.
func (r *Run) reportOf(j, t int) float64 {
	x := r.rewards.At(j, t)
	if r.channels == nil {
		return x
	}
	r.coin = noise.At(r.coins[j], t)
	return r.channels[j].Report(x, &r.coin)
}

// enough returns the number of drawn rounds after which more than losses is lost, or all of them.
func (r *ahead) enough(losses float64) int {
	lost := 0.0
	for k := range r.block.Rounds {
		for i, j := range r.play {
			if r.full {
				i = j
			}
			lost += 1 - r.block.Values[i][k]
		}
		if lost > losses {
			return k + 1
		}
	}
	return r.block.Rounds
}

// resize returns a slice of the given length with arbitrary contents.
func resize(values []float64, length int) []float64 {
	return slices.Grow(values[:0], length)[:length]
}

func (r *ahead) playInTurn(t, rounds int, arms []int) {
	r.cells = resize(r.cells, rounds)
	reward := r.reportOf
	if r.channels == nil {
		reward = r.rewards.At
	}
	for k, i := 0, 0; k < rounds; k++ {
		r.cells[k] = reward(arms[i], t+k)
		r.pulls[arms[i]]++
		if r.inOrder {
			r.enter(t+k, arms[i])
		}
		if i++; i == len(arms) {
			i = 0
		}
	}
	if len(arms) == 1 {
		r.round += rounds - 1
	} else {
		r.enterTurns(arms, rounds-1)
	}
	r.seen += digest(r.cells, t, 0)
	r.feedback = append(r.feedback[:0], r.cells[rounds-1])
	r.truth = append(r.truth[:0], r.rewards.At(r.play[0], r.round))
	r.block = learners.Block{Rounds: rounds, Values: append(r.block.Values[:0], r.cells), Bits: r.bits}
}

// enterTurns begins n ≥ 1 further rounds that play arms[1], arms[2], … in turn. Each adds the
// regret of the round before.
func (r *Run) enterTurns(arms []int, n int) {
	r.addRegret()
	regret, earned, changes := r.regret, r.earned, r.changes
	for i := 1; ; {
		r.round++
		changes = hashStep(hashStep(changes, uint64(r.round)), uint64(arms[i]))
		gain, loss := 0.0, 0.0
		if !r.inOrder {
			gain = r.phase.Means[arms[i]]
			loss = r.lossOf(arms[i])
		}
		if n--; n == 0 {
			r.play[0], r.gain, r.loss = arms[i], gain, loss
			break
		}
		regret.Add(loss)
		earned.Add(gain)
		if i++; i == len(arms) {
			i = 0
		}
	}
	r.regret, r.earned, r.changes = regret, earned, changes
	r.changed, r.countedTo = r.round, r.round-1
}
