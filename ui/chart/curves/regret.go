package curves

import (
	"regretscope/model"
	"regretscope/ui/chart/overlay"
)

func init() {
	register(&View{
		Order: 10, Title: "Regret", Tells: true, Sources: []Source{each(func(s *model.Sample) float64 { return s.Regret })},
		Floor: true, Shows: overlay.Regret,
	})
	// It is flat for a learner of logarithmic regret.
	register(&View{
		Order: 20, Title: "Regret / ln t", Tells: true, Sources: []Source{each(func(s *model.Sample) float64 { return overlay.PerLog(s.Round, s.Regret) })},
		Floor: true, Shows: overlay.RegretPerLog, Empty: "this begins at round 2",
	})
}
