package curves

import (
	"math"
	"slices"

	"regretscope/model"
	"regretscope/ui/chart"
	"regretscope/ui/chart/overlay"
)

func init() {
	register(&View{
		Order: 10, Title: "Regret", Tells: true, Sources: []Source{each(func(s *model.Sample) float64 { return s.Regret })},
		Floor: true, Shows: overlay.Regret,
	})
	// It is flat for a learner with logarithmic regret.
	register(&View{
		Order: 20, Title: "Regret / ln t", Tells: true, Sources: []Source{each(func(s *model.Sample) float64 { return overlay.PerLog(s.Round, s.Regret) })},
		Floor: true, Shows: overlay.RegretPerLog, Empty: "this begins at round 2",
	})
}

func init() {
	register(&View{
		Order: 30, Title: "Expected return per round", Tells: true, Shows: overlay.Return, Format: fourDecimals,
		Sources: []Source{each(func(s *model.Sample) float64 { return s.Return }), optimum},
	})
	// It approaches the return above as the estimates improve, and uses only what the learners
	// know.
	register(&View{
		Order: 35, Title: "Estimated return per round", Remark: "by each learner’s own estimates", Format: fourDecimals,
		Exists: func(in Input) bool {
			return slices.ContainsFunc(in.Shot.Learners, func(v model.LearnerState) bool {
				now := present(in.Shot, &v)
				return in.Shot.Round == 0 || !math.IsNaN(now.EstimatedReturn())
			})
		},
		Sources: []Source{each((*model.Sample).EstimatedReturn)},
	})
}

// optimum is the expected per-round return of always playing the best arm.
func optimum(in Input, c *chart.Chart) {
	if in.Shot.Round == 0 {
		return
	}
	name := "optimal policy"
	if in.Shot.Config.Scenario.InOrder() {
		name = "best arm in hindsight"
	}
	c.Lines = append(c.Lines, chart.Line{
		Name: name, Series: chart.Neutral, Guide: true, Dotted: true,
		Points: history(in, &in.Shot.Learners[in.Focus],
			func(s *model.Sample) float64 { return bestReturn(in.Shot, s) }),
	})
}

// bestReturn returns (1/t) Σ over rounds up to the sample's of the best expected reward or, for
// a table played in order, of the rewards of the best arm in hindsight.
func bestReturn(shot *model.Snapshot, s *model.Sample) float64 {
	t := s.Round
	if shot.Config.Scenario.InOrder() {
		return s.Return + s.Regret/float64(t)
	}
	sum, phases := 0.0, shot.Config.Scenario.Phases
	for i := range phases {
		from, to := phases[i].From, t+1
		if i+1 < len(phases) {
			to = min(to, phases[i+1].From)
		}
		sum += phases[i].BestMean * float64(max(to-from, 0))
	}
	return sum / float64(t)
}
