package curves

import (
	"regretscope/ui/chart"
	"regretscope/ui/kit/theme"
)

// guesses are dotted lines at the heights that were bet on, up to the rounds that
// were meant, so that these are seen.
func guesses(in Input, c *chart.Chart) {
	for _, g := range in.Guesses {
		c.Lines = append(c.Lines, chart.Line{
			Name: theme.BetGlyph + " " + g.Name, Series: g.Series, Dotted: true, Ahead: true,
			Points: func(yield func(int, float64) bool) {
				_ = yield(0, g.Height) && yield(g.Round, g.Height)
			},
		})
		if end := float64(g.Round); !c.Rounds.Log && !in.Rounds.Fixed() && g.Round > in.Shot.Round {
			c.Rounds.Low, c.Rounds.High = 0, max(c.Rounds.High, end)
		}
	}
}
