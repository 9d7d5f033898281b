package learners

import (
	"regretscope/noise"
	"regretscope/noise/channel"
	"regretscope/scenarios/matroid"
)

// A Setting is what a learner may know before round 1.
type Setting struct {
	Arms    int     // K, or L base arms of a matroid; at least 1
	Horizon int     // T, for the learners that declare that they need it
	Epsilon float64 // the privacy parameter, in [MinEpsilon, +Inf]; +Inf is no noise
	Phases  int     // L_T: how many stretches of constant means there are, at least 1
	Stream  noise.Stream

	// Matroid is what plays are bases of; nil if a play is one arm.
	Matroid matroid.Matroid
	// Channels are the local channels that privatize each arm's reward, which
	// the learner knows; nil if the learner sees rewards as they are.
	Channels []channel.Channel

	// Best is the optimal play of round t. It is set for the optimal policy alone, which
	// is no learner but the line that learners are measured by.
	Best func(t int) []int
}

// noiseScale returns the scale of Laplace noise on a sum of sensitivity 1 at
// privacy parameter epsilon: 1/ε, and 0 for ε = ∞.
func noiseScale(epsilon float64) float64 { return 1 / epsilon }
