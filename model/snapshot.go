package model

import (
	"math"
	"slices"

	"regretscope/learners"
	"regretscope/model/program"
	"regretscope/noise"
	"regretscope/noise/channel"
	"regretscope/noise/privacy"
	"regretscope/scenarios"
)

// A Snapshot is the state of a session at one round, for a screen to draw. It never changes and
// shares no mutable state.
type Snapshot struct {
	Config   *Config
	Round    int
	Phase    *scenarios.Phase // the environment's phase at Round
	Learners []LearnerState   // in the configuration's order
	Err      error            // why a learner, a program, can play no further round; nil if all can
}

// A LearnerState is one learner in a snapshot.
type LearnerState struct {
	Spec    learners.Spec
	Epsilon float64 // its privacy parameter

	Regret float64 // pseudo-regret so far
	Return float64 // expected per-round return; NaN before round 1

	Pulls     []int
	Estimates []float64 // NaN without an estimate
	Play      []int     // of the newest round
	Rewards   []float64 // by arm of Play
	Reports   []float64 // what the learner saw: Rewards, or their reports through channels

	Explanation learners.Explanation
	Explained   bool // the newest round has an Explanation
	Released    bool // there was a release in the newest round

	EpochDone, EpochLength int // in observations; length 0: no epoch is running

	Account            noise.Account     // of releases; empty without any
	CostliestRound     float64           // the costliest round's ε; +Inf for learners that use unprotected rewards
	CostliestRoundLoss privacy.Mechanism // the costliest round's loss in every notion; nil if unknown
	Cost               privacy.Mechanism // the newest release's own loss; nil without one or if unknown
	// AllRounds bounds the ε of a person who supplied all rounds so far.
	AllRounds float64
	Pending   int // observations not yet covered by a release
	// Statement is a program's unchecked statement about its privacy; nil for built-in learners.
	Statement *program.Statement

	Channels     []channel.Channel // by arm, in this round; nil without local privacy
	ReportLosses []float64         // ε of all reports of each arm so far; nil without local privacy
	Window       *Window           // the content of the learner's window; nil without one
	// Restarted reports whether the learner detected a change and restarted in the newest round.
	Restarted bool
	Active    []int // the arms that are not eliminated; nil for learners that eliminate none

	Curve  Curve  // recorded up to Round
	Events []bool // parts of the horizon with releases or restarts
}

// Snapshot returns the current state.
func (s *Session) Snapshot() *Snapshot {
	phase, _ := s.config.Scenario.PhaseAt(max(s.round, 1))
	shot := &Snapshot{
		Config: s.config, Round: s.round, Phase: phase, Learners: make([]LearnerState, len(s.tracks)),
		Err: s.failure,
	}
	for i, t := range s.tracks {
		shot.Learners[i] = t.view(s.config.Learners[i], s.config.Epsilon)
	}
	return shot
}

func (t *track) view(spec learners.Spec, epsilon float64) LearnerState {
	r := t.run
	v := LearnerState{
		Spec: spec, Epsilon: spec.Epsilon(epsilon),
		Regret: r.Regret(), Return: r.MeanReturn(),
		Pulls: slices.Clone(r.Pulls()), Estimates: r.Estimates(), Play: slices.Clone(r.Play()),
		Explanation: t.explanation, Explained: t.explained && r.Round() > 0,
		Released: r.released == r.Round(),
		Account:  r.ledger.Account(), CostliestRound: r.CostliestRound(), CostliestRoundLoss: r.CostliestRoundLoss(),
		AllRounds: r.AllRounds(),
		Channels:  r.channels,
		Curve:     t.curve.freeze(), Events: slices.Clone(r.timeline.marks[:]),
	}
	for j := range r.channels {
		v.ReportLosses = append(v.ReportLosses, r.reportsLoss(j))
	}
	for i := range r.Play() {
		v.Rewards = append(v.Rewards, r.Reward(i))
		v.Reports = append(v.Reports, r.Report(i))
	}
	if epochal, ok := r.learner.(learners.Epochal); ok && r.Round() > 0 {
		v.EpochDone, v.EpochLength = epochal.Epoch()
	}
	if eliminator, ok := r.learner.(learners.Eliminator); ok {
		v.Active = eliminator.Active()
	}
	if l, ok := r.learner.(*program.Learner); ok {
		v.Statement = l.Statement()
	}
	v.Window, v.Restarted = r.window(), r.restarted()
	if r.releaser != nil {
		v.Pending = r.releaser.Pending()
		if v.Account.Releases > 0 {
			v.Cost = eventLoss(v.Account.Last.Event())
		}
	}
	return v
}

// sample returns the current round's sample for a curve.
func (r *Run) sample() Sample {
	return Sample{
		Round: r.round, Regret: r.Regret(), Return: r.MeanReturn(),
		CostliestRound: r.CostliestRound(), Pulls: slices.Clone(r.pulls), Estimates: r.Estimates(),
	}
}

// Estimates returns the learner's current estimates of the arms' means; NaN without one.
func (r *Run) Estimates() []float64 {
	estimator, ok := r.learner.(learners.Estimator)
	estimates := make([]float64, len(r.pulls))
	for j := range estimates {
		estimates[j] = math.NaN()
		if ok {
			estimates[j] = estimator.Estimate(j)
		}
	}
	return estimates
}

// A Window is the content of the window of a learner that judges arms by their newest rounds.
type Window struct {
	Size   int       // w in rounds; 0: all rounds, or all since the newest restart
	Counts []int     // rounds in the window, by arm
	Means  []float64 // mean report in them, by arm; NaN without any
}

func (r *Run) window() *Window {
	windowed, ok := r.learner.(learners.Windowed)
	if !ok {
		return nil
	}
	w := &Window{Size: windowed.Window()}
	for j := range r.pulls {
		count, mean := windowed.InWindow(j)
		w.Counts, w.Means = append(w.Counts, count), append(w.Means, mean)
	}
	return w
}

func (r *Run) restarted() bool {
	restarter, ok := r.learner.(learners.Restarter)
	return ok && r.round > 0 && restarter.Restarted()
}

// A Sample is one learner's state at one round of a curve.
type Sample struct {
	Round          int
	Regret         float64
	Return         float64   // expected per-round return up to Round
	CostliestRound float64   // the costliest round's ε up to Round
	Pulls          []int     // of each arm, up to Round
	Estimates      []float64 // of each arm's mean, or NaN
}

// EstimatedReturn returns the expected per-round return up to the sample's round by the
// learner's own estimates of the arms that it pulled, clipped to [0,1]. Arms without an
// estimate count as the average of the others; NaN without any.
func (s *Sample) EstimatedReturn() float64 {
	sum, known, all := 0.0, 0, 0
	for j, n := range s.Pulls {
		all += n
		if estimate := s.Estimates[j]; n > 0 && !math.IsNaN(estimate) {
			sum += float64(n) * min(max(estimate, 0), 1)
			known += n
		}
	}
	return sum / float64(known) * float64(all) / float64(s.Round)
}

// A Curve holds a learner's samples over time in bounded memory: evenly spaced rounds for a linear axis, and
// geometrically spaced ones for a logarithmic axis. Which rounds it keeps depends on round numbers alone, so a replay
// records the same curve. Recorded samples never change, and copies may be read while the original grows.
type Curve struct {
	Linear []Sample
	Log    []Sample
	stride int // of Linear
}

const (
	linearCapacity = 1024 // at least half full in a long run
	logDensity     = 96   // half to all of this number of samples per doubling of rounds
)

// nextDue returns the first round after t to record.
func (c *Curve) nextDue(t int) int {
	stride := max(c.stride, 1)
	linear := (t/stride + 1) * stride
	return min(linear, nextLog(t))
}

// nextLog returns the first round after t of the geometric grid: every early round, then steps
// that double whenever the round doubles.
func nextLog(t int) int {
	step := 1
	for step*logDensity <= t {
		step *= 2
	}
	return (t/step + 1) * step
}

// add records a sample. Rounds must be due and increasing.
func (c *Curve) add(s Sample) {
	c.stride = max(c.stride, 1)
	if s.Round%c.stride == 0 {
		if len(c.Linear) == linearCapacity {
			c.stride *= 2
			c.Linear = slices.DeleteFunc(slices.Clone(c.Linear),
				func(old Sample) bool { return old.Round%c.stride != 0 })
		}
		if s.Round%c.stride == 0 {
			c.Linear = append(c.Linear, s)
		}
	}
	if n := len(c.Log); n == 0 || s.Round == nextLog(c.Log[n-1].Round) {
		c.Log = append(c.Log, s)
	}
}

// freeze returns a copy that may be read or extended while the original grows.
func (c *Curve) freeze() Curve {
	return Curve{Linear: slices.Clip(c.Linear), Log: slices.Clip(c.Log), stride: c.stride}
}
