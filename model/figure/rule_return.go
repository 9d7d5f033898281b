package figure

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat"

	"regretscope/model/stats"
)

// returnsNear: the mean returns of Learner and Of at the horizon differ by at most
// Within, in units of the optimal return. The ratio of the regrets is reported beside
// it, because returns flatter.
func returnsNear(c *Claim, s *Sample, confidence float64) []Number {
	var parts []Number
	for point := range s.Points {
		k, a, b := s.last(point), s.learner(c.Learner), s.learner(c.Of)
		best := s.Points[point].Scenario.Phases[0].BestMean
		d, i := difference(s.returns(point, a, k), s.returns(point, b, k), shared(confidence, len(s.Points)))
		what := fmt.Sprintf("return of %s − that of %s, in units of the optimal", c.Learner, c.Of)
		ratio := stat.Mean(s.regrets(point, a, k), nil) / stat.Mean(s.regrets(point, b, k), nil)
		parts = append(parts,
			within(name(what, s.Label(point)), d/best, stats.Interval{Low: i.Low / best, High: i.High / best}, -c.Within, c.Within),
			beside(name("ratio of their regrets", s.Label(point)), ratio))
	}
	return parts
}

// overlap: so many Arms of the last basis that Learner played are in the optimal one,
// between the 5 % and 95 % quantiles of the runs.
func overlap(c *Claim, s *Sample, _ float64) []Number {
	scenario := s.Points[0].Scenario
	l, k := s.learner(c.Learner), s.last(0)
	counts, each := make([]float64, s.Runs), make([]float64, scenario.Arms())
	for run := range counts {
		pulls := s.unit(0, l, run).Pulls
		for _, arm := range scenario.Phases[0].Best {
			if pulls[k][arm] > pulls[k-1][arm] {
				counts[run]++
				each[arm] += 1 / float64(s.Runs)
			}
		}
	}
	summary := stats.Summarise(counts)
	want := float64(c.Arms)
	parts := []Number{
		within(fmt.Sprintf("arms of the last basis of %s in the optimal one, median with 5 to 95 %% of the runs", c.Learner),
			summary.Median, stats.Interval{Low: summary.Tails[0], High: summary.Tails[1]}, math.Inf(-1), math.Inf(1)),
		beside("size of a basis", float64(scenario.PlaySize())),
	}
	if want < summary.Tails[0] || want > summary.Tails[1] {
		parts[0].Outcome = NotSeen
	}
	for _, arm := range scenario.Phases[0].Best {
		what := fmt.Sprintf("share of the runs that play %s, of mean %.3f", scenario.Label(arm), scenario.Phases[0].Means[arm])
		parts = append(parts, beside(what, each[arm]))
	}
	return parts
}
