package curves

import (
	"math"

	"regretscope/model"
	"regretscope/ui/chart/overlay"
)

func init() {
	register(&View{
		Order: 10, Title: "Regret", Tells: true, Guessed: true, Sources: []Source{each(func(s *model.Sample) float64 { return s.Regret })},
		Floor: true, Shows: of(overlay.Regret),
	})
	// It is flat for a learner of logarithmic regret.
	register(&View{
		Order: 20, Title: "Regret / ln t", Tells: true, Sources: []Source{each(regretPerLog)},
		Floor: true, Shows: of(overlay.RegretPerLog), Empty: "this begins at round 2",
	})
}

func regretPerLog(s *model.Sample) float64 {
	if s.Round < 2 {
		return math.NaN()
	}
	return s.Regret / math.Log(float64(s.Round))
}
