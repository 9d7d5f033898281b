// Package channel holds the local channels: each privatises a reward on the
// user's side, so that the learner only ever sees the report. A channel knows
// its exact ε, the exact mean of its reports for a given law of rewards, and,
// where that mean is an affine function of the mean reward, the way back.
package channel

import "regretscope/noise"

// A Law is what the mean of the reports rests on: the moments of a reward R
// on [0,1].
type Law interface {
	Mean() float64
	Variance() float64
	MGF(s float64) float64 // E exp(sR)
}

// A Channel turns a reward in [0,1] into the report that the learner sees.
// Channels are immutable and safe for concurrent use; they come from New and
// Parse, which check the parameters.
type Channel interface {
	// ID is the channel's name in the catalogue.
	ID() string
	// String is the channel with all its parameters, as Parse reads it. Two
	// channels with the same String are the same channel.
	String() string
	// Epsilon is the exact loss of one report: the largest |ln| of the ratio
	// of a report's probabilities under two rewards, over all rewards and all
	// reports. It is +Inf for a channel that can give a reward away.
	Epsilon() float64
	// Bits reports whether the reports are 0 or 1 rather than real numbers.
	Bits() bool
	// Probability is the probability p(r) of the report 1, NaN where the
	// reports are not bits.
	Probability(reward float64) float64
	// Report draws the report. It is a pure function of the reward and the
	// cell as it comes in, and it moves the cell on.
	Report(reward float64, c *noise.Cell) float64
	// Mean is the exact expected report for rewards of the given law.
	Mean(law Law) float64
	// Affine gives the map g(x) = intercept + slope·x from mean reward to mean
	// report, the slope never 0; ok is false where the mean report depends on
	// more of the law than its mean.
	Affine() (intercept, slope float64, ok bool)
	// Inverse is g⁻¹(y) on the whole line, not clipped to [0,1] (clipping
	// would make arms tie); NaN where the channel is not affine.
	Inverse(y float64) float64
}

// Key is the key of the coins with which an arm's rewards are privatised: the
// report of arm j at round t is
//
//	cell := noise.At(Key(seed, j, c), t)
//	report := c.Report(reward, &cell)
//
// so that, for a given reward, it depends on seed, arm, round and channel only:
// never on the learner, nor on which reports it asked for before. The channel
// enters by its String, and arms are counted from 0.
func Key(seed uint64, arm int, c Channel) uint64 {
	return noise.Key(seed, noise.Privatisation, uint64(arm), noise.KeyOf(c.String()))
}
