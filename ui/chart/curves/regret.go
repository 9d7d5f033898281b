package curves

import (
	"regretscope/model"
	"regretscope/ui/chart"
	"regretscope/ui/chart/overlay"
	"regretscope/ui/kit/theme"
)

func init() {
	register(&View{
		Order: 10, Title: "Regret", Tells: true, Guessed: true, Sources: []Source{each(func(s *model.Sample) float64 { return s.Regret })},
		Floor: true, Shows: overlay.Regret,
	})
	// It is flat for a learner of logarithmic regret.
	register(&View{
		Order: 20, Title: "Regret / ln t", Tells: true, Sources: []Source{each(func(s *model.Sample) float64 { return overlay.PerLog(s.Round, s.Regret) })},
		Floor: true, Shows: overlay.RegretPerLog, Empty: "this begins at round 2",
	})
}

// guesses are dotted lines at the heights that were bet on, up to the rounds that
// were meant, so that these are seen.
func guesses(in Input, c *chart.Chart) {
	for _, g := range in.Guesses {
		c.Lines = append(c.Lines, chart.Line{
			Name: theme.BetGlyph + " " + g.Name, Series: g.Series, Dotted: true, Ahead: true,
			Points: []chart.Point{{X: 0, Y: g.Height}, {X: float64(g.Round), Y: g.Height}},
		})
		if !c.X.Log && !in.Rounds.Fixed() && g.Round > in.Shot.Round {
			c.X.Low, c.X.High = 0, max(c.X.High, float64(g.Round))
		}
	}
}
