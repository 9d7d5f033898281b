// Package learners holds the algorithms, one file for each, and the catalog in which they declare themselves.
//
// A learner knows the number of arms or the matroid, the channels that privatize its feedback,
// and its feedback. To add an algorithm, write a file that calls Register from init, as ucb1.go
// does, and a test as in ucb1_test.go. Check it with go test ./learners.
package learners

import (
	"regretscope/noise"
	"regretscope/noise/channel"
	"regretscope/noise/selection"
	"regretscope/scenarios/matroid"
)

// A Learner plays rounds t = 1, 2, …; in each, it chooses and then observes. Its stream and
// feedback determine its plays.
type Learner interface {
	// Choose returns the play of round t: one arm or the arms of a basis, numbered from 0. The
	// slice is valid until the next call.
	Choose(t int) []int
	// Observe receives the feedback of round t. Under bandit and semi-bandit feedback, feedback[i] is the reward of
	// the play's i-th arm; under full information, feedback[j] is the reward of arm j.
	Observe(t int, feedback []float64)
	// Clone returns a copy that shares no mutable state and draws the same random numbers.
	Clone() Learner
}

// The interfaces below are optional abilities, which the model and the screens look for.

// An Explainer explains its choices.
type Explainer interface {
	// Explain explains the latest Choose. Call it before the round's Observe. It changes nothing.
	Explain() Explanation
}

// An Estimator estimates each arm's mean reward.
type Estimator interface {
	// Estimate returns the current estimate, or NaN before the first. A private estimate may be outside [0,1].
	Estimate(arm int) float64
}

// A Releaser makes noisy releases. Every private learner is one.
type Releaser interface {
	// Releases returns the releases of the latest Observe or, before the first Choose, of round
	// 0. The slice is valid until the next Observe.
	Releases() []noise.Release
	// Pending returns the number of observations not released yet: rewards under bandit
	// feedback, reward vectors under full information.
	Pending() int
}

// An Epochal learner plays in epochs whose length is known at their start.
type Epochal interface {
	// Epoch returns the number of observations so far and in all in the current epoch of the
	// current play; length 0 means no epoch.
	Epoch() (done, length int)
}

// An Initializer may observe one reward of every arm before round 1, at no cost.
type Initializer interface {
	// Initializes reports whether it does. If not, Initialize is never called.
	Initializes() bool
	Initialize(rewards []float64)
}

// A Resampler may replace every reward x by its own Bernoulli(x) draw.
type Resampler interface {
	// Resamples reports whether it does.
	Resamples() bool
}

// A NoisyLeader plays doubling epochs, each with the report-noisy-max of the previous one. This
// determines its pick probabilities without a simulation.
type NoisyLeader interface {
	Resampler
	// First returns the probability of each action in round 1.
	First() []float64
	// Mechanism returns the mechanism that picks the leader from an epoch's sums.
	Mechanism() selection.NoisyMax
}

// A Drawer draws random numbers, if only to break ties.
type Drawer interface {
	// Drawn returns its stream in the current state.
	Drawn() noise.Stream
}

// A Windowed learner uses only the reports of the latest rounds.
type Windowed interface {
	// Window returns the maximum number of rounds; 0 means all rounds since the latest restart.
	Window() int
	// InWindow returns the number of these rounds that played the arm, and its mean report in
	// them, or NaN without one.
	InWindow(arm int) (count int, mean float64)
}

// A Restarter forgets everything when it detects a change of the environment.
type Restarter interface {
	// Restarted reports whether the latest Observe did so.
	Restarted() bool
}

// An Eliminator drops arms for good.
type Eliminator interface {
	// Active returns the remaining arms.
	Active() []int
}

// A Supposer can play as if it had learned something else about an arm, which answers counterfactual questions.
type Supposer interface {
	Learner
	Estimator
	// Suppose adds more to the sum behind the arm's estimate, noise included, and leaves everything else as it is.
	// Call it between Observe and Choose. It returns false and changes nothing if there is no such sum: before the
	// first observation, or beyond possible rewards.
	Suppose(arm int, more float64) bool
}

// A Committer commits to a play for a batch of rounds, whatever it observes.
type Committer interface {
	// Committed returns the round in which the play of round t was chosen: t, or an earlier one
	// within a batch. Call it before Choose(t).
	Committed(t int) int
}

// An Explanation explains a learner's play of one round.
type Explanation struct {
	Lines   []int    // the pseudocode lines of the round, by the paper's numbers
	Note    string   // one sentence that replaces or supplements the arms' terms
	Columns []Column // of the arms' terms, the score last
	State   []string // variables of the pseudocode that stand in no column: "N"
	Arms    []ArmTerms
	Nodes   []noise.TreeNode // of a binary tree, that make up the sum of the arm that is played
}

// A Column is one term of every arm's score.
type Column struct {
	Name string // with the field's symbols: "√(2 ln t/N)"
	Role Role
}

// A Role is the role of a term in the score.
type Role int

// The roles of terms. The last column is a Sample, a Score or one of its kinds, or a Probability; otherwise arms are
// not compared.
const (
	Detail       Role = iota // a count or a level in the formula
	Estimate                 // of the arm's mean reward, or of the compared sum
	Report                   // mean of the arm's reports, in the place of an estimate
	Confidence               // added because the arm has few observations
	PrivacyBonus             // added to compensate for privacy noise
	Noise                    // drawn for privacy, and added
	Ones                     // first parameter of the sample's Beta distribution: ones + 1
	Zeros                    // second parameter: zeros + 1
	Center                   // center of the sample's distribution
	Spread                   // standard deviation of the sample
	Sample                   // drawn; if it is the last column, the largest is played
	Score                    // compares arms: the largest is played
	Index                    // a score that is an index
	UpperIndex               // an index that is an upper bound on the mean: an estimate, and what is added
	Rank                     // compares indices that round to 1; its name is the word for it
	Probability              // of being played: the play is drawn
)

// ArmTerms are the terms of one arm's index or sample.
type ArmTerms struct {
	Arm    int
	Values []float64 // one for each column, the score last; ±Inf and NaN are possible
	State  []float64 // one for each of the explanation's State
	Text   string    // the formula with numbers
	// LostTo lists, in increasing order, the earlier arms of the greedy walk that kept this arm out of the basis;
	// empty for played arms and loops. Explanations of bases list arms in the order of the walk.
	LostTo []int
}

// Score returns the value in the last column, which must exist.
func (a *ArmTerms) Score() float64 { return a.Values[len(a.Values)-1] }

// LargestWins reports whether the play has the largest values in the last column: a Sample or a Score.
func (e *Explanation) LargestWins() bool {
	if len(e.Columns) == 0 {
		return false
	}
	last := e.Columns[len(e.Columns)-1].Role
	return Sample <= last && last < Probability
}

// Term returns the arm's value in the first column with the role; ok is false if there is none.
func (e *Explanation) Term(a *ArmTerms, role Role) (value float64, ok bool) {
	for c, column := range e.Columns {
		if column.Role == role {
			return a.Values[c], true
		}
	}
	return 0, false
}

// A Setting is what a learner may know before round 1.
type Setting struct {
	Arms    int     // K, or L base arms of a matroid; at least 1
	Horizon int     // T, for learners that declare that they need it
	Epsilon float64 // the privacy parameter, in [MinEpsilon, +Inf]; +Inf means no noise
	Phases  int     // L_T, the number of phases with constant means; at least 1
	Stream  noise.Stream

	// Matroid defines the bases; nil if a play is one arm.
	Matroid matroid.Matroid
	// Channels privatize each arm's reward, and the learner knows them; nil if it sees raw rewards.
	Channels []channel.Channel

	// Best returns the optimal play of round t. It is set only for the optimal policy, the reference for regret.
	Best func(t int) []int
}
