package model

import (
	"math"
	"slices"

	"regretscope/learners"
	"regretscope/noise"
	"regretscope/scenarios"
)

// A Run is one learner in one environment, after some number of rounds. It is
// a pure function of (scenario, learner and its parameters, horizon, seed,
// round): a clone, or a new run that is advanced to the same round, is the same.
// A Run belongs to one goroutine.
type Run struct {
	learner  learners.Learner
	releaser learners.Releaser // the learner, where it makes releases; else nil
	rewards  *scenarios.Rewards
	phase    *scenarios.Phase
	ledger   *noise.Ledger
	full     bool // the learner sees the rewards of all arms
	private  learners.Privacy

	round    int
	regret   float64
	earned   float64 // sum of the expected rewards of what was played
	pulls    []int
	play     []int     // of the newest round
	feedback []float64 // of the newest round
	hash     uint64
	released int       // the newest round in which there was a release; −1 before the first
	changed  int       // the newest round whose play differs from the one before
	timeline *timeline // of releases; nil where nobody wants to see it
}

// NewRun starts learner i of a checked configuration, before round 1.
func NewRun(c *Config, i int) *Run {
	s := c.Scenario
	choice := c.Learners[i]
	r := &Run{
		learner:  choice.Start(c.setting(i)),
		rewards:  s.Rewards(c.Seed),
		ledger:   noise.NewLedger(s.Arms(), s.PlaySize()),
		full:     choice.Feedback == learners.FullFeedback,
		private:  choice.Privacy,
		pulls:    make([]int, s.Arms()),
		released: -1,
	}
	r.releaser, _ = r.learner.(learners.Releaser)
	r.phase = r.rewards.Seek(1)
	if initialiser, ok := r.learner.(learners.Initialiser); ok {
		before := make([]float64, s.Arms())
		for j := range before {
			before[j] = r.rewards.At(j, 0)
		}
		initialiser.Initialise(before)
		r.enterReleases()
	}
	return r
}

// Advance plays n ≥ 0 further rounds.
func (r *Run) Advance(n int) {
	for range n {
		r.choose()
		r.observe()
	}
}

// AdvanceExplained plays n ≥ 1 further rounds and returns why the learner
// played what it played in the last of them; ok is false where it cannot tell.
func (r *Run) AdvanceExplained(n int) (e learners.Explanation, ok bool) {
	r.Advance(n - 1)
	r.choose()
	if explainer, can := r.learner.(learners.Explainer); can {
		e, ok = explainer.Explain(), true
	}
	r.observe()
	return e, ok
}

// choose begins a round.
func (r *Run) choose() {
	r.round++
	if until := r.rewards.Until(); until > 0 && r.round >= until {
		r.phase = r.rewards.Seek(r.round)
	}
	play := r.learner.Choose(r.round)
	if !slices.Equal(play, r.play) {
		r.changed = r.round
		r.play = append(r.play[:0], play...)
	}
}

// observe ends the round: rewards are drawn and shown, and everything is counted.
func (r *Run) observe() {
	r.feedback = r.feedback[:0]
	if r.full {
		for j := range r.pulls {
			r.feedback = append(r.feedback, r.rewards.At(j, r.round))
		}
	} else {
		for _, j := range r.play {
			r.feedback = append(r.feedback, r.rewards.At(j, r.round))
		}
	}
	earned := 0.0
	for _, j := range r.play {
		r.pulls[j]++
		earned += r.phase.Means[j]
		r.hash = hashStep(r.hash, uint64(j))
	}
	for _, x := range r.feedback {
		r.hash = hashStep(r.hash, math.Float64bits(x))
	}
	r.earned += earned
	r.regret += max(0, r.phase.BestMean-earned) // a sum of floats may fall short of itself
	r.learner.Observe(r.round, r.feedback)
	if r.releaser != nil {
		r.enterReleases()
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

// hashStep is one step of FNV-1a on whole words.
func hashStep(hash, word uint64) uint64 { return (hash ^ word) * 0x100000001b3 }

// Clone returns an independent copy at the same round.
func (r *Run) Clone() *Run {
	c := *r
	c.learner = r.learner.Clone()
	c.releaser, _ = c.learner.(learners.Releaser)
	rewards := *r.rewards // the keys are shared, they never change
	c.rewards = &rewards
	c.ledger, c.timeline = r.ledger.Clone(), r.timeline.clone()
	c.pulls, c.play, c.feedback = slices.Clone(r.pulls), slices.Clone(r.play), slices.Clone(r.feedback)
	return &c
}

// Round is the number of rounds played.
func (r *Run) Round() int { return r.round }

// Regret is the pseudo-regret so far: Σ_t best expected reward at t − expected
// reward of what was played at t.
func (r *Run) Regret() float64 { return r.regret }

// MeanReturn is the expected per-round return so far, (1/t) Σ expected reward
// of what was played (CHH §6); NaN before round 1.
func (r *Run) MeanReturn() float64 { return r.earned / float64(r.round) }

// Pulls counts how often each arm was played. The slice is the run's own.
func (r *Run) Pulls() []int { return r.pulls }

// Play is the newest round's play, arms from 0. The slice is the run's own.
func (r *Run) Play() []int { return r.play }

// Reward is what the i-th arm of the newest play gave.
func (r *Run) Reward(i int) float64 {
	if r.full {
		return r.feedback[r.play[i]]
	}
	return r.feedback[i]
}

// Releases are those of the newest round, valid until the next.
func (r *Run) Releases() []noise.Release {
	if r.releaser == nil || r.released != r.round {
		return nil
	}
	return r.releaser.Releases()
}

// Hash is a fingerprint of every play and every piece of feedback so far.
func (r *Run) Hash() uint64 { return r.hash }

// WorstEvent is the largest total ε over all rounds' reward vectors: from the
// ledger for private learners, +Inf from the first observation on for learners
// that use rewards as they are, 0 for those that use none.
func (r *Run) WorstEvent() float64 {
	if r.private == learners.NotPrivate && r.round > 0 {
		return math.Inf(1)
	}
	return r.ledger.Worst()
}
