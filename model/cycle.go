package model

// observeCycle ends the present round, and up to n−1 further ones of a schedule that
// is known, and returns how many.
func (r *Run) observeCycle(n int) int {
	t := r.round
	arms, rounds := r.cyclic.Cycle(t)
	rounds = min(rounds, n, maxStretchRounds)
	if until := r.rewards.Until(); until > 0 {
		rounds = min(rounds, until-t)
	}
	r.cells = resize(r.cells, rounds)
	for k, i := 0, 0; k < rounds; k++ {
		r.cells[k] = r.rewards.At(arms[i], t+k)
		r.pulls[arms[i]]++
		if i++; i == len(arms) {
			i = 0
		}
	}
	if len(arms) == 1 {
		r.round += rounds - 1
	} else if rounds > 1 {
		r.enterTurns(arms, rounds-1)
	}
	r.seen += digest(r.cells, t, 0)
	r.feedback = append(r.feedback[:0], r.cells[rounds-1])
	r.truth = append(r.truth[:0], r.feedback...)
	r.cyclic.ObserveCycle(t, r.cells)
	r.noteEnd()
	return rounds
}

// enterTurns begins n ≥ 1 further rounds, which play arms[1], arms[2], … in turn: in
// each, the regret of the round before is settled.
func (r *Run) enterTurns(arms []int, n int) {
	r.settle()
	regret, earned, changes := r.regret, r.earned, r.changes
	for i := 1; ; {
		r.round++
		changes = hashStep(hashStep(changes, uint64(r.round)), uint64(arms[i]))
		gain := r.phase.Means[arms[i]]
		loss := max(0, r.phase.BestMean-gain)
		if n--; n == 0 {
			r.play[0], r.gain, r.loss = arms[i], gain, loss
			break
		}
		regret, earned = regret.with(loss), earned.with(gain)
		if i++; i == len(arms) {
			i = 0
		}
	}
	r.regret, r.earned, r.changes = regret, earned, changes
	r.changed, r.settled = r.round, r.round-1
}
