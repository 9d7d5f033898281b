// Package learners holds the algorithms, one file for each or for each tight
// family, and the catalogue in which every one of them declares itself.
//
// A learner sees what it is entitled to see: the number of arms or the matroid's
// structure, the channels that privatize its feedback, and the feedback. To add an
// algorithm, write one file that calls Register from its init function, as ucb1.go does,
// and its test.
package learners

import (
	"regretscope/noise"
	"regretscope/noise/selection"
)

// A Learner plays rounds t = 1, 2, …, and in each it first chooses and then
// observes. It is deterministic given its stream and feedback.
type Learner interface {
	// Choose returns the play of round t: one arm, or the arms of a basis,
	// counted from 0. The slice is valid until the next call.
	Choose(t int) []int
	// Observe takes the feedback of round t. Under bandit and semi-bandit
	// feedback, feedback[i] is what the i-th arm of the play gave; under full
	// information feedback[j] is the reward of arm j, played or not.
	Observe(t int, feedback []float64)
	// Clone returns a copy that shares no mutable state and will draw the same
	// random numbers.
	Clone() Learner
}

// The interfaces below are abilities: the engine and the screens ask for them
// where they are of use, and a learner without one works everywhere else.

// Explainer says why it chose what it chose.
type Explainer interface {
	// Explain explains the newest Choose. It is meant to be called before the round's
	// Observe and changes nothing.
	Explain() Explanation
}

// Estimator has an estimate of each arm's mean reward.
type Estimator interface {
	// Estimate returns the present estimate of the arm's mean reward, NaN while
	// there is none. For private learners it may be outside [0,1].
	Estimate(arm int) float64
}

// Releaser makes noisy releases; every private learner is one.
type Releaser interface {
	// Releases returns what the newest Observe released; before the first
	// Choose, what was released at round 0. Valid until the next Observe.
	Releases() []noise.Release
	// Pending counts the observations in memory that no release has covered
	// yet: rewards under bandit feedback, reward vectors under full information.
	Pending() int
}

// Epochal learners play in epochs whose length is known when they begin.
type Epochal interface {
	// Epoch returns how many observations the running epoch of the present play
	// has and how many it takes; length 0 means that no epoch is running.
	Epoch() (done, length int)
}

// Initializer may want one reward of every arm before round 1, at no cost.
type Initializer interface {
	// Initializes reports whether it does; if not, Initialize is never called.
	Initializes() bool
	Initialize(rewards []float64)
}

// Resampler may replace every reward x by a Bernoulli(x) draw of its own.
type Resampler interface {
	// Resamples reports whether it does. If so, the sums of a leap are of such draws.
	Resamples() bool
}

// A NoisyLeader plays doubling epochs, each by report-noisy-max on the epoch
// before: enough to know its pick probabilities without simulating it.
type NoisyLeader interface {
	Resampler
	// First returns the probability of each action in round 1.
	First() []float64
	// Mechanism is what picks the leader from the sums of an epoch.
	Mechanism() selection.NoisyMax
}

// A Drawer draws random numbers, if only to break ties.
type Drawer interface {
	// Drawn returns the stream of these numbers, as far as it has been used.
	Drawn() noise.Stream
}

// Windowed learners judge an arm by its reports of the newest rounds alone, and
// can say what these are.
type Windowed interface {
	// Window is how many of the newest rounds count at most; 0 if all do that
	// came after the newest restart, or at all.
	Window() int
	// InWindow returns how many of the rounds that count played the arm, and the
	// mean of its reports in them, NaN without any.
	InWindow(arm int) (count int, mean float64)
}

// Restarter forgets everything when it finds that the environment has changed.
type Restarter interface {
	// Restarted reports whether it did so at the newest Observe.
	Restarted() bool
}

// Eliminator drops arms for good.
type Eliminator interface {
	// Active returns the arms that are still in the game.
	Active() []int
}

// Supposer can suppose that it had learnt something else of an arm so that it can be
// asked what would have had to be different for the arm to be played.
type Supposer interface {
	Learner
	Estimator
	// Suppose makes the learner what it would be if the sum that its estimate of the
	// arm comes from, noise included, were larger by more, and all else were as it is.
	// It is to be called between Observe and Choose. It returns false, and changes
	// nothing, where there is no such sum: before the first observation, or beyond
	// what rewards can give.
	Suppose(arm int, more float64) bool
}

// Committer commits to a play for a batch of rounds, whatever it observes meanwhile.
type Committer interface {
	// Committed is the round in which the play of round t was chosen: t, or an earlier
	// one where a batch goes on. It is to be called before Choose(t).
	Committed(t int) int
}

// An Explanation is why a learner played what it played in one round.
type Explanation struct {
	Lines   []int    // the pseudo-code lines it was at, by the paper's numbers
	Note    string   // one sentence in place of, or beside, the arms' terms
	Columns []Column // of the arms' terms, the score last
	Arms    []ArmTerms
}

// A Column is one term that every arm's score is made of.
type Column struct {
	Name string // with the field's symbols: "√(2 ln t/N)"
	Role Role
}

// A Role is what a term is to the score.
type Role int

// The roles of terms. The last column is a Score, a Sample or a Probability;
// with any other role there, arms are not compared.
const (
	Detail       Role = iota // a count or a level that enters the formula
	Estimate                 // of the arm's mean reward, or of the sum that is compared
	Confidence               // added because the arm has been tried little
	PrivacyBonus             // added to make up for the noise that privacy needs
	Noise                    // drawn for privacy, and added
	Ones                     // first parameter of the sample's Beta law: ones seen, and 1
	Zeros                    // its second parameter: zeros seen, and 1
	Center                   // what the sample is drawn around
	Spread                   // standard deviation of the sample
	Sample                   // drawn; as the last column the largest is played
	Score                    // what arms are compared by: the largest is played
	Probability              // of being played: the play is drawn
)

// ArmTerms are the terms of one arm's index or sample.
type ArmTerms struct {
	Arm    int
	Values []float64 // one a column, the score last; ±Inf and NaN are possible
	Text   string    // the formula with the numbers in it
	// LostTo are, where plays are bases, the arms that came before it and that it
	// depends on, in increasing order; empty for played arms and loops. The arms
	// of such an explanation stand in the order of the greedy walk.
	LostTo []int
}

// Score returns the arm's value in the last column, which it must have.
func (a *ArmTerms) Score() float64 { return a.Values[len(a.Values)-1] }

// LargestWins reports whether the play is the arm, or the greedy basis, of the
// largest values in the last column.
func (e *Explanation) LargestWins() bool {
	if len(e.Columns) == 0 {
		return false
	}
	last := e.Columns[len(e.Columns)-1].Role
	return last == Score || last == Sample
}

// Term returns the arm's value in the first column of the role; ok is false if no
// column has it.
func (e *Explanation) Term(a *ArmTerms, role Role) (value float64, ok bool) {
	for c, column := range e.Columns {
		if column.Role == role {
			return a.Values[c], true
		}
	}
	return 0, false
}
