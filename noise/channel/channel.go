// Package channel implements local privacy channels. A channel privatizes a reward on the user's side, so the learner
// only sees the report. Each channel knows its exact ε and the exact mean of its reports for a given law of rewards,
// and inverts that mean where it is an affine function of the mean reward.
package channel

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"regretscope/noise"
	"regretscope/noise/number"
	"regretscope/noise/param"
)

// A Law is the moments of a reward R on [0,1] that the mean report depends on.
type Law interface {
	Mean() float64
	Variance() float64
	MGF(s float64) float64    // E exp(sR)
	Excess(x float64) float64 // E max(R − x, 0) for x in [0,1]
}

// A Channel turns a reward in [0,1] into the report that the learner sees. Channels are immutable and safe for
// concurrent use; they come from Parse, which checks the parameters.
type Channel interface {
	// ID is the channel's name in the catalog.
	ID() string
	// String returns the channel with all its parameters, in the syntax of Parse. Equal strings mean equal channels.
	String() string
	// Epsilon is the exact loss of one report: the largest |ln| of the ratio of a report's probabilities under two
	// rewards, over all rewards and all reports. It is +Inf for a channel whose report can reveal a reward.
	Epsilon() float64
	// Bits reports whether the reports are 0 or 1 rather than real numbers.
	Bits() bool
	// Probability returns the probability p(r) of the report 1, or NaN if reports are not bits.
	Probability(reward float64) float64
	// Report draws the report. It is a pure function of the reward and the state of the cell, which it advances.
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

// Equal reports whether two channels are equal.
func Equal(a, b Channel) bool { return a.String() == b.String() }

// Alike reports whether all channels are equal.
func Alike(channels []Channel) bool {
	return !slices.ContainsFunc(channels, func(c Channel) bool { return !Equal(c, channels[0]) })
}

// Key returns the key of the coins that privatize an arm's rewards. The report of arm j at round t is
//
//	cell := noise.At(Key(seed, j, c), t)
//	report := c.Report(reward, &cell)
//
// so for a given reward it depends only on seed, arm, round, and channel: not on the learner,
// nor on earlier reports. The channel enters through its String; arms are counted from 0.
func Key(seed uint64, arm int, c Channel) uint64 {
	return noise.Key(seed, noise.Privatization, uint64(arm), noise.KeyOf(c.String()))
}

// named is a channel's id, its text and its ε.
type named struct {
	id, text string
	epsilon  float64
}

// name returns a channel's id, text, and ε. The numbers are in the order of Parse.
func name(id string, epsilon float64, numbers ...float64) named {
	return named{id, id + "(" + strings.Join(param.Map(numbers, number.Format), ",") + ")", epsilon}
}

func (n *named) ID() string       { return n.id }
func (n *named) String() string   { return n.text }
func (n *named) Epsilon() float64 { return n.epsilon }

// A line is the affine mean map g(x) = intercept + slope·x.
type line struct{ intercept, slope float64 }

// optimal returns the steepest line that costs no more than ε: from 1/(1 + e^ε) at
// reward 0 to e^ε/(1 + e^ε) at reward 1.
func optimal(epsilon float64) line {
	return line{intercept: noise.Logistic(-epsilon), slope: math.Tanh(epsilon / 2)}
}

func (l *line) at(x float64) float64                        { return l.intercept + l.slope*x }
func (l *line) Mean(law Law) float64                        { return l.at(law.Mean()) }
func (l *line) Affine() (intercept, slope float64, ok bool) { return l.intercept, l.slope, true }
func (l *line) Inverse(y float64) float64                   { return (y - l.intercept) / l.slope }

// An affineBit is 1 with a probability that is a line in the reward.
type affineBit struct {
	named
	line
}

func (*affineBit) Bits() bool                                     { return true }
func (b *affineBit) Probability(reward float64) float64           { return b.at(reward) }
func (b *affineBit) Report(reward float64, c *noise.Cell) float64 { return c.Bernoulli(b.at(reward)) }

// A curvedBit is 1 with a probability that is a curve in the reward, so that its mean
// depends on more than the mean reward.
type curvedBit struct {
	named
	probability func(reward float64) float64
	mean        func(law Law) float64
}

func (*curvedBit) Bits() bool                           { return true }
func (b *curvedBit) Probability(reward float64) float64 { return b.probability(reward) }

func (b *curvedBit) Report(reward float64, c *noise.Cell) float64 {
	return c.Bernoulli(b.probability(reward))
}

func (b *curvedBit) Mean(law Law) float64                      { return b.mean(law) }
func (*curvedBit) Affine() (intercept, slope float64, ok bool) { return 0, 0, false }
func (*curvedBit) Inverse(float64) float64                     { return math.NaN() }

// A noisyReward reports the reward plus Laplace noise of scale 1/ε, or no noise at ε = ∞. Rewards
// differ by at most 1, so the log-ratio of the densities is at most ε.
type noisyReward struct {
	named
	line
}

func (*noisyReward) Bits() bool                  { return false }
func (*noisyReward) Probability(float64) float64 { return math.NaN() }

// Report uses one word of the cell: 53 bits for the size of the noise, and the lowest bit for its
// sign. The logarithm is finite because 1−u is never 0.
func (r *noisyReward) Report(reward float64, c *noise.Cell) float64 {
	if math.IsInf(r.epsilon, 1) {
		return reward
	}
	word := c.Uint64()
	size := -math.Log(1-float64(word>>11)*0x1p-53) / r.epsilon
	if word&1 == 0 {
		return reward - size
	}
	return reward + size
}

// meanTolerance is the largest difference between two means that counts as rounding.
const meanTolerance = 1e-12

// A Reversal is an arm with a lower mean than the best arm whose reports have at least the same
// mean. Arms are counted from 0.
type Reversal struct {
	Arm, Best          int
	Mean, BestMean     float64 // of the rewards
	Report, BestReport float64 // of the reports
	bits               bool    // of both arms
}

// String describes what happens, with arms counted from 1: "arm 7 (mean 0.7)
// reports more ones (0.61) than arm 1 (mean 0.9: 0.58)".
func (r Reversal) String() string {
	comparison, than := "more", "than"
	if math.Abs(r.Report-r.BestReport) <= meanTolerance {
		comparison, than = "as many", "as"
		if !r.bits {
			comparison = "as much"
		}
	}
	if r.bits {
		comparison += " ones"
	}
	return fmt.Sprintf("arm %d (mean %s) reports %s (%s) %s arm %d (mean %s: %s)",
		r.Arm+1, number.Setting(r.Mean), comparison, number.Ratio(r.Report), than, r.Best+1,
		number.Setting(r.BestMean), number.Ratio(r.BestReport))
}

// KeepsBest reports whether a learner that ranks arms by the mean of their raw reports (TS-LDP-B, UCB-LDP-B) still
// ranks a best arm first, given each arm's channel and law. If not, it returns the worse arms that pass or equal the
// best arm, the largest difference first: the regret of such a learner keeps growing. A learner that inverts affine
// channels (Affine, Inverse) needs no such check.
func KeepsBest[L Law](channelOf func(arm int) Channel, laws []L) (reversals []Reversal, ok bool) {
	top := math.Inf(-1)
	for _, law := range laws {
		top = max(top, law.Mean())
	}
	// Of several best arms, the one with the highest reports is enough.
	best, bestReport := 0, math.Inf(-1)
	for arm, law := range laws {
		if report := channelOf(arm).Mean(law); law.Mean() >= top-meanTolerance && report > bestReport {
			best, bestReport = arm, report
		}
	}
	for arm, law := range laws {
		report := channelOf(arm).Mean(law)
		if law.Mean() >= top-meanTolerance || report < bestReport-meanTolerance {
			continue
		}
		reversals = append(reversals, Reversal{
			Arm: arm, Best: best,
			Mean: law.Mean(), BestMean: laws[best].Mean(),
			Report: report, BestReport: bestReport,
			bits: channelOf(arm).Bits() && channelOf(best).Bits(),
		})
	}
	slices.SortStableFunc(reversals, func(a, b Reversal) int { return cmp.Compare(b.Report, a.Report) })
	return reversals, len(reversals) == 0
}
