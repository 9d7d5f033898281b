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

// A Snapshot is the state of a session at one round: all that a screen draws.
// It never changes and shares nothing that changes.
type Snapshot struct {
	Config   *Config
	Round    int
	Phase    *scenarios.Phase // the environment's, at Round
	Learners []LearnerState   // one a learner, in the configuration's order
	Err      error            // why a learner, a program, can play no further round; nil if all can
}

// A LearnerState is one learner in a snapshot.
type LearnerState struct {
	Spec    learners.Spec
	Epsilon float64 // what it runs at

	Regret float64 // pseudo-regret so far
	Return float64 // expected per-round return so far; NaN before round 1

	Pulls     []int
	Estimates []float64 // NaN if the learner has no estimate
	Play      []int     // of the newest round
	Rewards   []float64 // what each arm of Play gave
	Reports   []float64 // what the learner saw of Rewards: the same, unless a channel privatized them

	Explanation learners.Explanation
	Explained   bool // the learner could explain the newest round
	Released    bool // it made a release in the newest round

	EpochDone, EpochLength int // observations; length 0: no epoch is running

	Account        noise.Account     // of releases; empty if the learner makes no releases
	WorstEvent     float64           // worst-event ε; +Inf for learners that use rewards as they are
	WorstEventLoss privacy.Mechanism // what the worst event has cost in every notion; nil if unknown
	Cost           privacy.Mechanism // what the newest release costs by itself; nil before the first release, or if that is not known
	// AllRounds bounds the ε that a person loses who was behind all rounds so far.
	AllRounds float64
	Pending   int // observations that no release has covered yet
	// Said is what a program says of its privacy, not checked; nil for learners of the catalogue.
	Said *program.Statement

	Channels []channel.Channel // of each arm; nil without local privacy
	Window   *Window           // what a learner that forgets still knows; nil for others
	// Restarted says that the learner found, in the newest round, that the
	// environment has changed.
	Restarted bool
	Active    []int // the arms that an elimination has left; nil for learners that drop no arms

	Curve  Curve  // recorded up to Round
	Events []bool // in which parts of the horizon releases were made, or the learner started again
}

// Snapshot returns the state at the present round.
func (s *Session) Snapshot() *Snapshot {
	phase, _ := s.config.Scenario.PhaseAt(max(s.round, 1))
	shot := &Snapshot{Config: s.config, Round: s.round, Phase: phase, Learners: make([]LearnerState, len(s.tracks)), Err: s.failure}
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
		Account:  r.ledger.Account(), WorstEvent: r.WorstEvent(), WorstEventLoss: r.WorstEventLoss(), AllRounds: r.AllRounds(),
		Channels: r.channels,
		Curve:    t.curve.freeze(), Events: slices.Clone(r.timeline.marks[:]),
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
		v.Said = l.Statement()
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

// sample is what the recorder keeps of the present round.
func (r *Run) sample() Sample {
	return Sample{
		Round: r.round, Regret: r.Regret(), Return: r.MeanReturn(),
		WorstEvent: r.WorstEvent(), WorstEventLoss: r.WorstEventLoss(),
		Pulls: slices.Clone(r.pulls), Estimates: r.Estimates(),
	}
}

// Estimates returns the learner's present estimates of the arms' mean rewards; NaN if it has
// none.
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
