package model

import (
	"math"
	"math/bits"
	"slices"

	"regretscope/noise"
)

// choose begins a round and reports whether the learner could choose a play.
func (r *Run) choose() bool {
	until := r.rewards.Until()
	newPhase := until > 0 && r.round+1 >= until
	if newPhase {
		r.phase = r.rewards.Seek(r.round + 1)
	}
	play := r.learner.Choose(r.round + 1)
	if r.fallible != nil && r.fallible.Err() != nil {
		return false
	}
	newPlay := !slices.Equal(play, r.play)
	if newPlay || newPhase {
		r.addRegret()
	}
	r.round++
	if newPlay {
		r.changed = r.round
		r.play = append(r.play[:0], play...)
		r.changes = hashStep(r.changes, uint64(r.round))
		for _, j := range play {
			r.changes = hashStep(r.changes, uint64(j))
		}
	}
	if (newPlay || newPhase) && !r.inOrder {
		r.gain = 0
		for _, j := range r.play {
			r.gain += r.phase.Means[j]
		}
		r.loss = r.lossOf(r.play...)
	}
	return true
}

// lossOf returns how much less than the best play a play earns. Plays with equal means in another
// order tie, so their sum needs every digit.
func (r *Run) lossOf(play ...int) float64 {
	var loss noise.Sum
	for _, j := range r.phase.Best {
		loss.Add(r.phase.Means[j])
	}
	for _, j := range play {
		loss.Add(-r.phase.Means[j])
	}
	return loss.Value()
}

// addRegret adds the regret since the current play began: the number of rounds times the loss
// of one, which does not depend on how the rounds were simulated.
func (r *Run) addRegret() {
	if r.inOrder {
		return
	}
	rounds := float64(r.round - r.countedTo)
	r.regret.Add(rounds * r.loss)
	r.earned.Add(rounds * r.gain)
	r.countedTo = r.round
}

// enter adds a round of a table, whose regret is the advantage of the best arm in hindsight.
func (r *Run) enter(t, arm int) {
	gain := r.rewards.At(arm, t)
	r.regret.Add(r.rewards.At(r.phase.Best[0], t))
	r.regret.Add(-gain)
	r.earned.Add(gain)
}

// observe finishes the round: it draws rewards, shows them to the learner, and counts
// everything.
func (r *Run) observe() {
	places := r.places()
	r.truth = r.truth[:0]
	if r.replayed != nil {
		rewards := r.replayed(r.round)
		for _, j := range places {
			r.truth = append(r.truth, rewards[j])
		}
	} else {
		for _, j := range places {
			r.truth = append(r.truth, r.rewards.At(j, r.round))
		}
	}
	r.feedback = append(r.feedback[:0], r.truth...)
	if r.channels != nil { // the played arms' rewards are reported through channels
		for i, j := range r.play {
			r.coin = noise.At(r.coins[j], r.round)
			r.feedback[i] = r.channels[j].Report(r.truth[i], &r.coin)
		}
	}
	for _, j := range r.play {
		r.pulls[j]++
	}
	for i := range r.feedback {
		r.seen += digest(r.feedback[i:i+1], r.round, i)
	}
	if r.inOrder {
		r.enter(r.round, r.play[0])
	}
	r.learner.Observe(r.round, r.feedback)
	r.noteEnd()
}

// places returns the arms that the learner sees.
func (r *Run) places() []int {
	if r.full {
		return r.all
	}
	return r.play
}

// noteEnd records the learner's releases and restart at the end of the newest round.
func (r *Run) noteEnd() {
	if r.releaser != nil {
		r.enterReleases()
	}
	if r.timeline != nil && r.restarted() {
		r.timeline.mark(r.round)
	}
}

func (r *Run) enterReleases() {
	releases := r.releaser.Releases()
	for i := range releases {
		r.ledger.Add(&releases[i])
		r.released = r.round
		if r.timeline != nil {
			r.timeline.mark(r.round)
		}
	}
}

// digest returns the contribution to a run's hash of the feedback at place i from round t on: a
// sum of every value times a number of its round and place.
func digest(values []float64, t, i int) uint64 {
	const golden = 0x9e3779b97f4a7c15
	sum, factor := uint64(0), (uint64(t)+uint64(i)<<40)*golden
	for _, x := range values {
		// Numbers such as 1 have their bits at the top.
		sum += bits.RotateLeft64(math.Float64bits(x), 12) * (factor | 1)
		factor += golden
	}
	return sum
}

// hashStep is one step of FNV-1a on whole words.
func hashStep(hash, word uint64) uint64 { return (hash ^ word) * 0x100000001b3 }
