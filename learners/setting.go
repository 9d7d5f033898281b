package learners

import (
	"regretscope/noise"
	"regretscope/noise/channel"
	"regretscope/scenarios/matroid"
)

// A Setting is what a learner may know before round 1.
type Setting struct {
	Arms    int     // K, or L base arms of a matroid; at least 1
	Horizon int     // T, for learners that declare that they need it
	Epsilon float64 // the privacy parameter, in [MinEpsilon, +Inf]; +Inf means no noise
	Phases  int     // L_T, the number of phases with constant means; at least 1
	Stream  noise.Stream

	// Matroid defines the bases; nil if a play is one arm.
	Matroid matroid.Matroid
	// Channels privatize each arm's reward, and the learner knows them; nil if it sees raw
	// rewards.
	Channels []channel.Channel

	// Best returns the optimal play of round t. It is set only for the optimal policy, the
	// reference for regret.
	Best func(t int) []int
}
