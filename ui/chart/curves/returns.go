package curves

import (
	"regretscope/model"
	"regretscope/ui/chart"
	"regretscope/ui/chart/overlay"
)

func init() {
	register(&View{
		Order: 30, Title: "Expected return per round", Shows: of(overlay.Return),
		Sources: []Source{each(func(s *model.Sample) float64 { return s.Return }), optimum},
	})
}

// optimum is the expected per-round return of always playing what is best.
func optimum(in Input, c *chart.Chart) {
	if in.Shot.Round == 0 {
		return
	}
	c.Lines = append(c.Lines, chart.Line{
		Name: "optimal policy", Series: chart.Neutral, Guide: true, Dotted: true,
		Points: history(in, &in.Shot.Views[in.Focus], func(s *model.Sample) float64 { return bestReturn(in.Shot, s.Round) }),
	})
}

// bestReturn is (1/t) Σ over rounds up to t of the best expected reward.
func bestReturn(shot *model.Snapshot, t int) float64 {
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
