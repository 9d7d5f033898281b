package channel

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"regretscope/noise/number"
)

// meanTolerance is the largest difference between two means that counts as rounding.
const meanTolerance = 1e-12

// A Reversal is an arm with a lower mean than the best arm whose reports have at least the same
// mean. Arms are counted from 0.
type Reversal struct {
	Arm, Best           int
	Mean, BestMean      float64 // of the rewards
	Report, BestReport  float64 // of the reports
	bitsOfArm, bitsBest bool
}

// String describes what happens, with arms counted from 1: "arm 7 (mean 0.7)
// reports more ones (0.61) than arm 1 (mean 0.9: 0.58)".
func (r Reversal) String() string {
	comparison, than := "more", "than"
	if math.Abs(r.Report-r.BestReport) <= meanTolerance {
		comparison, than = "as many", "as"
		if !r.bitsOfArm || !r.bitsBest {
			comparison = "as much"
		}
	}
	if r.bitsOfArm && r.bitsBest {
		comparison += " ones"
	}
	return fmt.Sprintf("arm %d (mean %s) reports %s (%s) %s arm %d (mean %s: %s)",
		r.Arm+1, number.Setting(r.Mean), comparison, number.Ratio(r.Report), than, r.Best+1,
		number.Setting(r.BestMean), number.Ratio(r.BestReport))
}

// KeepsBest reports whether a learner that ranks arms by the mean of their raw reports (TS-LDP-B,
// UCB-LDP-B) still ranks a best arm first, given each arm's channel and law. If not, it returns the
// worse arms that pass or equal the best arm, the largest difference first: the regret of such a
// learner keeps growing. A learner that inverts affine channels (Affine, Inverse) needs no such
// check.
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
			bitsOfArm: channelOf(arm).Bits(), bitsBest: channelOf(best).Bits(),
		})
	}
	slices.SortStableFunc(reversals, func(a, b Reversal) int { return cmp.Compare(b.Report, a.Report) })
	return reversals, len(reversals) == 0
}
