package figure

import (
	"math"
	"slices"

	"regretscope/model"
	"regretscope/noise/channel"
)

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
