package curves

import (
	"cmp"
	"fmt"
	"slices"

	"regretscope/model"
	"regretscope/ui/chart"
	"regretscope/ui/kit/theme"
)

// mostArms is the largest number of arms in one chart.
const mostArms = 5

// drawnArms returns the arms whose lines are drawn — the chosen arm, the best ones unless they
// are hidden, then those pulled most — and the other arms, both by number.
func drawnArms(in Input) (drawn, rest []int) {
	pulls := in.Shot.Learners[in.Focus].Pulls
	arms := make([]int, len(pulls))
	for j := range arms {
		arms[j] = j
	}
	rank := func(j int) int {
		switch {
		case j == in.Arm:
			return 0
		case !in.Hidden && in.Shot.Phase.IsBest(j):
			return 1
		}
		return 2
	}
	slices.SortStableFunc(arms, func(a, b int) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(pulls[b], pulls[a]))
	})
	n := min(mostArms, len(arms))
	drawn, rest = arms[:n:n], arms[n:]
	slices.Sort(drawn)
	slices.Sort(rest)
	return drawn, rest
}

func armName(in Input, j int) string {
	name := "arm " + in.Shot.Config.Scenario.Label(j)
	if !in.Hidden && in.Shot.Phase.IsBest(j) {
		name += " " + theme.BestGlyph
	}
	return name
}

func others(rest []int) string { return fmt.Sprintf("%d others", len(rest)) }

// eachArm adds a line for each drawn arm of the focused learner, and returns the other arms.
func eachArm(in Input, c *chart.Chart, value func(*model.Sample, int) float64) (rest []int) {
	view := &in.Shot.Learners[in.Focus]
	drawn, rest := drawnArms(in)
	for _, j := range drawn {
		c.Lines = append(c.Lines, chart.Line{
			Name:   armName(in, j),
			Series: j, Selected: j == in.Arm, // by number, because the drawn arms may change
			Points: history(in, view, func(s *model.Sample) float64 { return value(s, j) }),
		})
	}
	return rest
}
