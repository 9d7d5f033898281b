package curves

import (
	"regretscope/model"
	"regretscope/ui/chart"
)

func init() {
	register(&View{
		Order: 50, Title: "Share of pulls", OfArms: true, Sources: []Source{shares},
		Bounds: &[2]float64{0, 1}, Format: fourDecimals,
	})
	register(&View{
		Order: 60, Title: "Pulls over time", OfArms: true, Sources: []Source{stack},
		Bounds: &[2]float64{0, 1}, Format: fourDecimals,
		Empty: "no rounds played yet: space runs, n plays one",
	})
}

func share(s *model.Sample, j int) float64 { return float64(s.Pulls[j]) / float64(s.Round) }

func sumOfShares(s *model.Sample, arms []int) float64 {
	sum := 0.0
	for _, j := range arms {
		sum += share(s, j)
	}
	return sum
}

func shares(in Input, c *chart.Chart) {
	rest := eachArm(in, c, share)
	if len(rest) == 0 {
		return
	}
	c.Lines = append(c.Lines, chart.Line{
		Name: others(rest), Series: chart.Neutral,
		Points: history(in, &in.Shot.Learners[in.Focus], func(s *model.Sample) float64 { return sumOfShares(s, rest) }),
	})
}

// stack shows the same as stacked areas that add up to the whole play, which is a basis for
// matroids.
func stack(in Input, c *chart.Chart) {
	view := &in.Shot.Learners[in.Focus]
	drawn, rest := drawnArms(in)
	size := float64(max(len(view.Play), 1))
	under := func(arms []int) []chart.Point {
		return history(in, view, func(s *model.Sample) float64 { return sumOfShares(s, arms) / size })
	}
	below := []int{}
	add := func(name string, series int, arms ...int) {
		upTo := append(append([]int{}, below...), arms...)
		c.Bands = append(c.Bands, chart.Band{
			Name: name, Series: series, Selected: len(arms) == 1 && arms[0] == in.Arm, Solid: true,
			Low: under(below), High: under(upTo),
		})
		below = upTo
	}
	for _, j := range drawn {
		add(armName(in, j), j, j)
	}
	if len(rest) > 0 {
		add(others(rest), chart.Neutral, rest...)
	}
}
