package model

import (
	"math"
	"slices"
	"sync/atomic"

	"regretscope/learners"
	"regretscope/noise"
	"regretscope/noise/channel"
	"regretscope/scenarios"
)

// A Run is one learner in one environment after some number of rounds. It is a pure function of
// (scenario, learner and parameters, horizon, seed, round): clones, and new runs advanced to
// the same round, are equal. A Run belongs to one goroutine.
type Run struct {
	learner  learners.Learner
	releaser learners.Releaser // the learner, if it makes releases; else nil
	fallible learners.Fallible // the learner, if it can fail; else nil
	rewards  *scenarios.Rewards
	replayed func(t int) []float64 // replaces rewards in a replay; else nil
	phase    *scenarios.Phase
	ledger   *noise.Ledger
	full     bool // the learner sees all arms' rewards
	privacy  learners.Privacy
	channels []channel.Channel // by arm; nil without local privacy
	coins    []uint64          // keys of the arms' local noise
	coin     noise.Cell
	all      []int // all arms, in order
	bits     bool
	// inOrder: rewards come from a table in order, and regret is that of the rewards themselves
	inOrder bool
	// ahead finishes the current round and up to n−1 further certain ones; nil in round-by-round play
	ahead func(n int) int

	round     int
	pulls     []int
	regret    noise.Sum // up to countedTo
	earned    noise.Sum // expected rewards of the plays up to countedTo
	countedTo int       // the round before the current play or phase began
	gain      float64   // expected reward of the current play
	loss      float64   // expected regret per round of the current play
	play      []int     // of the newest round
	truth     []float64 // the newest round's rewards behind the feedback
	feedback  []float64 // what the learner saw: the rewards or their reports
	changes   uint64    // hash of changes of the play
	seen      uint64    // hash of the feedback
	released  int       // the newest round with a release; −1 before the first
	changed   int       // the newest round with a new play
	timeline  *timeline // of releases and restarts; nil if not shown
}

// Advance plays n ≥ 0 further rounds.
func (r *Run) Advance(n int) { r.AdvanceUnless(nil, n) }

// AdvanceUnless plays n ≥ 0 further rounds, or stops after the round in which stop becomes
// true; a nil stop never does. It also stops before a round in which the learner fails, which
// Err reports.
func (r *Run) AdvanceUnless(stop *atomic.Bool, n int) {
	for n > 0 && (stop == nil || !stop.Load()) {
		if !r.choose() {
			return
		}
		if n > 1 && r.ahead != nil {
			n -= r.ahead(n)
		} else {
			r.observe()
			n--
		}
		yield()
	}
}

// startAhead sets ahead in a run whose learner supports it; nil in a plain build.
var startAhead func(r *Run)

// AdvanceExplained plays n ≥ 1 further rounds and returns the learner's explanation of its last
// play; ok is false if it has none.
func (r *Run) AdvanceExplained(n int) (e learners.Explanation, ok bool) {
	r.Advance(n - 1)
	if asked, can := r.learner.(interface{ AskWhy() }); can {
		asked.AskWhy()
	}
	if !r.choose() {
		return e, false
	}
	if explainer, can := r.learner.(learners.Explainer); can {
		e, ok = explainer.Explain(), true
	}
	r.observe()
	return e, ok
}

// Err returns why the learner could not choose the next round, or nil.
func (r *Run) Err() error {
	if r.fallible == nil {
		return nil
	}
	return r.fallible.Err()
}

// Clone returns an independent copy at the same round.
func (r *Run) Clone() *Run {
	c := *r
	c.learner = r.learner.Clone()
	c.releaser, _ = c.learner.(learners.Releaser)
	c.fallible, _ = c.learner.(learners.Fallible)
	rewards := *r.rewards // the shared keys never change
	c.rewards = &rewards
	c.ledger, c.timeline = r.ledger.Clone(), r.timeline.clone()
	c.pulls, c.play = slices.Clone(r.pulls), slices.Clone(r.play)
	c.truth, c.feedback = slices.Clone(r.truth), slices.Clone(r.feedback)
	if r.ahead != nil {
		startAhead(&c)
	}
	return &c
}

// Round returns the number of rounds played.
func (r *Run) Round() int { return r.round }

// Regret returns the pseudo-regret so far: Σ_t of the best expected reward minus that of the
// play. For tables in order it is the sum of the advantages of the best arm in hindsight, which
// may be negative.
func (r *Run) Regret() float64 {
	regret := r.regret.With(float64(r.round-r.countedTo) * r.loss).Value()
	if r.inOrder && math.Abs(regret) < 0x1p-51*r.earned.Value() { // rewards are rounded decimals
		return 0
	}
	return regret
}

// MeanReturn returns the mean expected reward per round so far (CHH §6); NaN before round 1.
func (r *Run) MeanReturn() float64 {
	return r.earned.With(float64(r.round-r.countedTo)*r.gain).Value() / float64(r.round)
}

// Pulls returns the number of plays of each arm. The slice is the run's own.
func (r *Run) Pulls() []int { return r.pulls }

// Play returns the newest round's play, arms from 0. The slice is the run's own.
func (r *Run) Play() []int { return r.play }

// Reward returns the reward of the i-th arm of the newest play.
func (r *Run) Reward(i int) float64 { return r.shown(r.truth, i) }

// Report returns what the learner saw of it: the reward, or its report through a local channel.
func (r *Run) Report(i int) float64 { return r.shown(r.feedback, i) }

// Feedback returns what the learner saw in the newest round: for each arm of the play, or for
// all arms with full information. The slice is the run's own.
func (r *Run) Feedback() []float64 { return r.feedback }

// Local reports whether the learner sees its rewards through a local channel.
func (r *Run) Local() bool { return r.channels != nil }

func (r *Run) shown(values []float64, i int) float64 {
	if r.full {
		return values[r.play[i]]
	}
	return values[i]
}

// Releases returns the newest round's releases, valid until the next round.
func (r *Run) Releases() []noise.Release {
	if l, ok := r.learner.(learners.Releaser); ok && r.replayed != nil {
		return l.Releases()
	}
	if r.releaser == nil || r.released != r.round {
		return nil
	}
	return r.releaser.Releases()
}

// PlaysHash returns a fingerprint of every play so far.
func (r *Run) PlaysHash() uint64 { return r.changes }

// Hash returns a fingerprint of every play and every piece of feedback so far.
func (r *Run) Hash() uint64 { return hashStep(r.changes, r.seen) }
