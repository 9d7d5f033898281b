package experiment

import (
	"fmt"
	"math"
	"strings"

	"regretscope/model"
	"regretscope/noise/param"
	"regretscope/ui/chart"
	"regretscope/ui/chart/overlay"
	"regretscope/ui/kit"
)

// setSweep reads the values of ε to sweep; nothing or off ends the sweep.
func (s *Screen) setSweep(text string) error {
	if text = strings.TrimSpace(text); text == "" || text == "off" {
		s.epsilons = nil
		return nil
	}
	epsilons, err := model.ParseEpsilons(text)
	if err != nil {
		return fmt.Errorf("sweep %s: %w", text, err)
	}
	s.epsilons = epsilons
	return nil
}

// epsilonText returns the values of ε of the next experiment.
func (s *Screen) epsilonText() string {
	const most = 4 // the largest number listed
	e := s.epsilons
	switch n := len(e); {
	case n == 0:
		return short(s.config.Epsilon)
	case n > most:
		return fmt.Sprintf("%s…%s (%d values)", short(e[0]), short(e[n-1]), n)
	}
	return strings.Join(param.Map(e, short), ", ")
}

func (s *Screen) swept() bool { return s.result != nil && len(s.result.experiment.Points) > 1 }

// overEpsilon reports whether the chart's axis is ε instead of rounds.
func (s *Screen) overEpsilon() bool { return s.swept() && !s.overRounds }

func (s *Screen) here() *model.Config {
	if s.result == nil {
		return s.config
	}
	return s.result.experiment.Points[s.point]
}

// rows returns a learner's rows at the chosen grid point.
func (s *Screen) rows(learner int) []model.Row {
	return s.result.Of(s.point*len(s.config.Learners) + learner)
}

// last returns a learner's row at the horizon, at the chosen grid point.
func (s *Screen) last(learner int) *model.Row {
	rows := s.rows(learner)
	return &rows[len(rows)-1]
}

// turnPoint chooses another grid point, in a circle.
func (s *Screen) turnPoint(by int) {
	n := len(s.result.experiment.Points)
	s.point = (s.point + by + n) % n
}

// sweepChart returns regret at the horizon over ε, with the cursor at the grid point of the
// table.
func (s *Screen) sweepChart() *chart.Chart {
	points := s.result.experiment.Points
	p := overlay.Picture{Of: s.quantity, Log: s.log}
	c := p.Sweep(s.result.Result, chart.Axis{Symbol: "ε"}, func(i int) float64 { return points[i].Epsilon }, s.spread)
	if epsilon := s.here().Epsilon; !math.IsInf(epsilon, 0) {
		c.Cursor, c.AtEnd = epsilon, true
		if at := c.Lines[s.focus].At(epsilon); kit.Finite(at) && epsilon < c.End {
			c.Spots = []chart.Spot{{
				Series: s.focus, Name: "ε = " + short(epsilon), X: epsilon, Y: at, From: epsilon,
				To: epsilon, Low: at, High: at,
			}}
		}
	}
	for i := range c.Lines {
		c.Lines[i].Selected = i == s.focus
	}
	return c
}
