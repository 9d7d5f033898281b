package curves

import (
	"math"
	"slices"

	"regretscope/model"
	"regretscope/scenarios"
	"regretscope/ui/chart"
)

func init() {
	register(&View{
		Order: 40, Title: "Estimates", Remark: "outside values at the edge", OfArms: true,
		Exists: func(in Input) bool {
			known := func(x float64) bool { return !math.IsNaN(x) }
			return in.Shot.Round == 0 || slices.ContainsFunc(in.Shot.Learners[in.Focus].Estimates, known)
		},
		Sources: []Source{estimates, trueMeans, privatizedMeans}, Bounds: &[2]float64{-0.2, 1.2},
		Format: fourDecimals, Empty: "this learner estimates no means",
	})
}

// estimates draws those of the drawn arms, and the range of the others.
func estimates(in Input, c *chart.Chart) {
	rest := eachArm(in, c, func(s *model.Sample, j int) float64 { return s.Estimates[j] })
	if len(rest) == 0 {
		return
	}
	extreme := func(better func(a, b float64) bool) []chart.Point {
		return history(in, &in.Shot.Learners[in.Focus], func(s *model.Sample) float64 {
			found := math.NaN()
			for _, j := range rest {
				if v := s.Estimates[j]; math.IsNaN(found) || better(v, found) {
					found = v
				}
			}
			return found
		})
	}
	c.Bands = append(c.Bands, chart.Band{
		Name: others(rest), Series: chart.Neutral,
		Low:  extreme(func(a, b float64) bool { return a < b }),
		High: extreme(func(a, b float64) bool { return a > b }),
	})
}

// trueMeans draws the means that the estimates should approach, through all phases so far,
// dotted in the colors of their arms.
func trueMeans(in Input, c *chart.Chart) {
	if in.Hidden {
		return
	}
	drawn, _ := drawnArms(in)
	for _, j := range drawn {
		c.Lines = append(c.Lines, byPhase(in, j, func(p *scenarios.Phase) float64 { return p.Means[j] }))
	}
}

// privatizedMeans draws g(μ) of the chosen arm, or of the best one: the limit of the mean of
// its reports, through all phases so far.
func privatizedMeans(in Input, c *chart.Chart) {
	channels := in.Shot.Learners[in.Focus].Channels
	if channels == nil || in.Hidden {
		return
	}
	j := in.Arm
	if j < 0 {
		j = in.Shot.Phase.Best[0]
	}
	line := byPhase(in, j, func(p *scenarios.Phase) float64 { return channels[j].Mean(p.Arms[j]) })
	line.Name = "g(μ) of " + armName(in, j)
	c.Lines = append(c.Lines, line)
}

// byPhase returns a dotted line that is constant in each phase of the environment.
func byPhase(in Input, series int, value func(*scenarios.Phase) float64) chart.Line {
	line := chart.Line{Series: series, Guide: true, Dotted: true, Held: true}
	phases := in.Shot.Config.Scenario.Phases
	for i := range phases {
		if phases[i].From <= in.Shot.Round {
			line.Points = append(line.Points, chart.Point{X: float64(phases[i].From), Y: value(&phases[i])})
		}
	}
	if in.Shot.Phase.From < in.Shot.Round {
		line.Points = append(line.Points, chart.Point{X: float64(in.Shot.Round), Y: value(in.Shot.Phase)})
	}
	return line
}
