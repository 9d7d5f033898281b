package figure

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"regretscope/model"
	"regretscope/model/theory"
	"regretscope/model/trials"
	"regretscope/noise/channel"
	"regretscope/noise/number"
	"regretscope/scenarios/matroid"
)

// explicitBounds judges the regret of each learner at the horizon against theorems with known
// constants: the lower bounds for ε-private learners (WW App. E, HHMH App. D.3) and the upper
// bounds of JZL. It uses the exact expectation if that is known, else the mean of the runs.
func explicitBounds(c *Claim, s *Sample, confidence float64) []Number {
	texts := c.Learners
	if len(texts) == 0 {
		texts = s.Learners()
	}
	return s.each(texts, func(point, l int, text string) (parts []Number) {
		k := s.last(point)
		e, what := exactly(s.exact(point, l, k)), "E[R] of "+text
		if math.IsNaN(e.value) {
			e, what = mean(s.regrets(point, l, k), split(confidence, len(s.Points)*len(texts))), "R of "+text
		}
		for _, curve := range s.Points[point].Theory(l) {
			if curve.Kind != theory.Lower {
				continue
			}
			if bound := curve.At(s.round(point, k)); !math.IsNaN(bound) {
				parts = append(parts, within(name(what, s.Label(point)), e, bound, math.Inf(1)))
			}
		}
		if theorem, stated := s.Points[point].Explicit(l); stated {
			bound := theorem.At(s.Points[point].Horizon)
			what += fmt.Sprintf(" (%s: %s times as much)", theorem.Source, number.Ratio(bound/e.value))
			parts = append(parts, within(name(what, s.Label(point)), e, math.Inf(-1), bound))
		}
		return parts
	})
}

// overlap judges how many arms of Learner's last basis are optimal: the mean over the runs must
// round to Arms. It also reports the greedy basis of the final estimates, and the shares of the
// runs.
func overlap(c *Claim, s *Sample, confidence float64) []Number {
	arms := float64(c.Arms)
	counts, parts := s.optimalArms(c.Learner, "the last basis of "+c.Learner, s.lastBasis)
	n := within(fmt.Sprintf("optimal arms of the last basis of %s, mean", c.Learner), mean(counts, confidence),
		arms-.5, arms+.5)
	counts, greedy := s.optimalArms(c.Learner, "the greedy basis of its estimates", s.greedyBasis)
	size := reported("size of a basis", float64(s.Points[0].Scenario.PlaySize()))
	average := reported("optimal arms of the greedy basis of its estimates, mean", stat.Mean(counts, nil))
	return slices.Concat([]Number{n, size, average}, parts, greedy)
}

// optimalArms counts the optimal arms of a basis in each run, and reports in what share of the
// runs there are how many of them, and each of them.
func (s *Sample) optimalArms(learner, of string, basis func(learner, run int) []int) ([]float64, []Number) {
	best := s.Points[0].Scenario.Phases[0].Best
	counts, each, shares := make([]float64, s.Runs), map[int]float64{}, map[int]float64{}
	for run := range counts {
		for _, arm := range basis(s.learner(learner), run) {
			if slices.Contains(best, arm) {
				counts[run]++
				each[arm] += 1 / float64(s.Runs)
			}
		}
		shares[int(counts[run])] += 1 / float64(s.Runs)
	}
	var parts []Number
	for _, n := range slices.Sorted(maps.Keys(shares)) {
		parts = append(parts, reported(fmt.Sprintf("share of the runs with %d in %s", n, of), shares[n]))
	}
	for _, arm := range best {
		what := fmt.Sprintf("share of the runs with %s, of mean %s, in %s", s.Points[0].Scenario.Label(arm),
			number.Setting(s.Points[0].Scenario.Phases[0].Means[arm]), of)
		parts = append(parts, reported(what, each[arm]))
	}
	return counts, parts
}

// lastBasis returns a learner's play in the last round of a run.
func (s *Sample) lastBasis(learner, run int) (basis []int) {
	pulls := s.unit(0, learner, run).Pulls
	k := s.last(0)
	for arm := range pulls[k] {
		if pulls[k][arm] > pulls[k-1][arm] {
			basis = append(basis, arm)
		}
	}
	return basis
}

// greedyBasis returns the greedy basis of a learner's final estimates. Records do not hold
// estimates, so it plays the run again.
func (s *Sample) greedyBasis(learner, run int) []int {
	key := trials.Unit{Series: learner, Run: run}
	if s.bases[key] == nil {
		c := s.Points[0]
		played := c.Starter(learner).Run(s.unit(0, learner, run).Seed)
		played.Advance(s.round(0, s.last(0)))
		estimates := played.Estimates()
		for arm, estimate := range estimates {
			if math.IsNaN(estimate) { // a loop is never played
				estimates[arm] = math.Inf(-1)
			}
		}
		s.bases[key] = matroid.Optimal(c.Scenario.Matroid, estimates)
	}
	return s.bases[key]
}

// private judges by exact audits whether learners lose at most the ε that they claim.
func private(c *Claim, s *Sample, _ float64) []Number {
	return s.each(c.Learners, func(point, l int, text string) []Number {
		v := s.Points[point].Verdict(l)
		n := within(name("true ε of "+text, s.Label(point)), exactly(v.Exact.Epsilon), math.Inf(-1), v.Claimed)
		if v.Known && !v.Broken() && !math.IsNaN(v.Claimed) {
			n.Outcome = Seen // despite rounding
		}
		return []Number{n}
	})
}

// sameReports judges whether Channels report 0 and 1 with the same probabilities: the reports of
// Bernoulli rewards then have the same law.
func sameReports(c *Claim, s *Sample, _ float64) (parts []Number) {
	probability := func(point int, reward float64) float64 {
		at := s.Points[point]
		through, err := channel.Parse(at.Channel, at.Epsilon)
		if err != nil {
			return math.NaN()
		}
		return through.Probability(reward)
	}
	for point, at := range s.Points {
		first := slices.IndexFunc(s.Points, func(other *model.Config) bool {
			return other.Channel == c.Channels[0] && other.Epsilon == at.Epsilon
		})
		if first < 0 || first == point || !slices.Contains(c.Channels, at.Channel) {
			continue
		}
		apart := max(math.Abs(probability(point, 0)-probability(first, 0)),
			math.Abs(probability(point, 1)-probability(first, 1)))
		what := name("difference to "+c.Channels[0]+" in P[1] of rewards 0 and 1", s.Label(point))
		parts = append(parts, within(what, exactly(apart), math.Inf(-1), 1e-12))
	}
	return parts
}
