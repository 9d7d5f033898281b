package twin

import (
	"cmp"
	"time"
)

var paces = [...]int{1, 2, 4, 8, 16, 32, 64} // in rounds per second

const defaultPace = 1

const (
	lead    = 4  // rounds that are shown before the person who differs comes
	skipped = 60 // frames in which all rounds without anything to see are played
)

// A replay shows the rounds of a snapshot one after the other, in both universes.
type replay struct {
	round   int  // the number of rounds shown
	playing bool // more follow by themselves
	pace    int  // an index into paces
}

// play continues after the round shown, or begins again after the last one.
func (r *replay) play(shot *snapshot) {
	if r.round == len(shot.Rounds) {
		r.round = shot.begins()
	}
	r.playing = true
}

// move pauses at a round, or at the nearest one that exists.
func (r *replay) move(shot *snapshot, round int) {
	r.playing = false
	r.round = min(max(round, 0), len(shot.Rounds))
}

// seek moves to the next round, in a direction, in which what an observer sees differs, or
// after which the learner knows of the rewards that differ; if it never does, to these. It reports
// whether there is such a round.
func (r *replay) seek(shot *snapshot, step int) bool {
	for round := r.round + step; round >= 1 && round <= len(shot.Rounds); round += step {
		if round == cmp.Or(shot.Released, shot.Sequences.Round) || shot.visible(&shot.Rounds[round-1]) {
			r.move(shot, round)
			return true
		}
	}
	if step > 0 || r.round <= 1 {
		return false
	}
	r.move(shot, 1)
	return true
}

// begins returns the number of rounds with which the screen opens.
func (s *snapshot) begins() int { return max(s.Sequences.Round-lead, 0) }

// stride returns how many rounds the next frame plays. At the usual pace, these are many where nothing happens.
func (r *replay) stride(shot *snapshot) int {
	if r.pace != defaultPace {
		return 1
	}
	last := len(shot.Rounds)
	until := last - r.round
	for _, event := range []int{shot.Sequences.Round, shot.Released, shot.parted(last), last} {
		switch ahead := event - r.round; {
		case -1 <= ahead && ahead <= lead:
			return 1
		case ahead > 0:
			until = min(until, ahead-lead)
		}
	}
	return min(until, (last+skipped-1)/skipped)
}

// skips reports whether the next frame plays several rounds.
func (r *replay) skips(shot *snapshot) bool { return r.playing && r.stride(shot) > 1 }

// wait returns the time before the next frame.
func (r *replay) wait(shot *snapshot) time.Duration {
	if r.skips(shot) {
		return frame
	}
	return time.Second / time.Duration(paces[r.pace])
}

// advance plays the next frame.
func (r *replay) advance(shot *snapshot) {
	r.round = min(r.round+r.stride(shot), len(shot.Rounds))
	r.playing = r.round < len(shot.Rounds)
}
