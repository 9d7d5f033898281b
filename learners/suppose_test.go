package learners_test

import (
	"slices"
	"testing"

	"regretscope/learners"
	"regretscope/noise"
	"regretscope/noise/channel"
	"regretscope/noise/param"
)

// supposers starts all learners of one arm a round with Suppose, by id.
func supposers() map[string]learners.Supposer {
	started := map[string]learners.Supposer{}
	for _, d := range learners.All() {
		if d.Feedback != learners.BanditFeedback || d.NeedsBest {
			continue
		}
		if l, ok := choose(d.ID).Start(anywhere(d)).(learners.Supposer); ok {
			started[d.ID] = l
		}
	}
	return started
}

// After Suppose, a learner plays the largest of its explained scores, and only the supposed arm's score changes.
func TestSuppositionsMoveOneScore(t *testing.T) {
	for id, l := range supposers() {
		compared := 0
		for round := 1; round <= 3000; round++ {
			if round%250 == 5 || round < 10 {
				for arm := range 3 {
					for _, more := range []float64{-3, -.5, 1e-3, .7, 2, 10, 40} {
						compared += supposed(t, id, l, round, arm, more)
					}
				}
			}
			j := l.Choose(round)[0]
			cell := noise.At(uint64(j), round)
			x := cell.Bernoulli(.6 - .1*float64(j))
			l.Observe(round, []float64{x})
		}
		if compared < 50 {
			t.Errorf("%s: only %d suppositions compared", id, compared)
		}
	}
}

// supposed returns 1 if it compared the scores after Suppose, or 0 if the learner does not
// decide by scores in this round.
func supposed(t *testing.T, id string, l learners.Supposer, round, arm int, more float64) int {
	t.Helper()
	other, as := l.Clone().(learners.Supposer), l.Clone()
	committer, commits := other.(learners.Committer)
	if commits && committer.Committed(round) < round || !other.Suppose(arm, more) {
		return 0
	}
	play := other.Choose(round)[0]
	as.Choose(round)
	got, was := other.(learners.Explainer).Explain(), as.(learners.Explainer).Explain()
	if len(got.Arms) == 0 || !got.LargestWins() {
		return 0
	}
	last := len(got.Columns) - 1
	for j := range got.Arms {
		score, before := got.Arms[j].Values[last], was.Arms[j].Values[last]
		if j != arm && score != before && id != "dp-imed" { // its scores depend on the best estimate
			t.Fatalf("round %d, %v more of arm %d: the score of arm %d becomes %v from %v", round, more, arm+1, j+1, score, before)
		}
		if j == arm && (score-before)*more < 0 {
			t.Fatalf("round %d, %v more of arm %d: its score becomes %v from %v", round, more, arm+1, score, before)
		}
		if best := got.Arms[play].Values[last]; score > best {
			t.Fatalf("round %d, %v more of arm %d: arm %d with score %v is played, arm %d has %v", round, more, arm+1, play+1,
				best, j+1, score)
		}
	}
	return 1
}

// sameChannel returns one channel at ε = 1 for k arms.
func sameChannel(text string, k int) []channel.Channel {
	return slices.Repeat([]channel.Channel{param.Must(channel.Parse(text, 1))}, k)
}
