// Package channel implements local privacy channels. A channel privatizes a reward on the
// user's side, so the learner only sees the report. Each channel knows its exact ε and the
// exact mean of its reports for a given law of rewards, and inverts that mean where it is an
// affine function of the mean reward.
package channel

import "regretscope/noise"

// A Law is the moments of a reward R on [0,1] that the mean report depends on.
type Law interface {
	Mean() float64
	Variance() float64
	MGF(s float64) float64 // E exp(sR)
}

// A Channel turns a reward in [0,1] into the report that the learner sees.
// Channels are immutable and safe for concurrent use; they come from Parse, which checks
// the parameters.
type Channel interface {
	// ID is the channel's name in the catalog.
	ID() string
	// String returns the channel with all its parameters, in the syntax of Parse. Equal strings
	// mean equal channels.
	String() string
	// Epsilon is the exact loss of one report: the largest |ln| of the ratio
	// of a report's probabilities under two rewards, over all rewards and all
	// reports. It is +Inf for a channel that can give a reward away.
	Epsilon() float64
	// Bits reports whether the reports are 0 or 1 rather than real numbers.
	Bits() bool
	// Probability returns the probability p(r) of the report 1, or NaN if reports are not bits.
	Probability(reward float64) float64
	// Report draws the report. It is a pure function of the reward and the state of the cell,
	// which it advances.
	Report(reward float64, c *noise.Cell) float64
	// Mean is the exact expected report for rewards of the given law.
	Mean(law Law) float64
	// Affine returns the map g(x) = intercept + slope·x from mean reward to mean report; the
	// slope is never 0. ok is false if the mean report depends on more than the mean reward.
	Affine() (intercept, slope float64, ok bool)
	// Inverse returns g⁻¹(y), or NaN if the channel is not affine. The result is not clipped to
	// [0,1], because clipping would make arms tie.
	Inverse(y float64) float64
}

// Key returns the key of the coins that privatize an arm's rewards. The report of arm j at
// round t is
//
//	cell := noise.At(Key(seed, j, c), t)
//	report := c.Report(reward, &cell)
//
// so for a given reward it depends only on seed, arm, round, and channel: not on the learner,
// nor on earlier reports. The channel enters through its String; arms are counted from 0.
func Key(seed uint64, arm int, c Channel) uint64 {
	return noise.Key(seed, noise.Privatization, uint64(arm), noise.KeyOf(c.String()))
}
