package curves

import (
	"cmp"
	"slices"

	"regretscope/model"
	"regretscope/ui/chart"
	"regretscope/ui/numeral"
	"regretscope/ui/theme"
)

// mostArms is how many arms one chart shows: more lines tell less.
const mostArms = 6

// drawnArms are the arms whose lines are drawn: the one that the person looks
// at, the best ones, and then those that were pulled most; in order of number.
func drawnArms(in Input) []int {
	pulls := in.Shot.Views[in.Focus].Pulls
	arms := make([]int, len(pulls))
	for j := range arms {
		arms[j] = j
	}
	rank := func(j int) int {
		switch {
		case j == in.Arm:
			return 0
		case slices.Contains(in.Shot.Phase.Best, j):
			return 1
		}
		return 2
	}
	slices.SortStableFunc(arms, func(a, b int) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(pulls[b], pulls[a]))
	})
	arms = arms[:min(mostArms, len(arms))]
	slices.Sort(arms)
	return arms
}

func armName(in Input, j int) string {
	name := "arm " + in.Shot.Config.Scenario.Label(j)
	if slices.Contains(in.Shot.Phase.Best, j) {
		name += " " + theme.BestGlyph
	}
	return name
}

// eachArm makes one line for each arm of the focused learner that is drawn.
func eachArm(in Input, decimals int, value func(*model.Sample, int) float64) []chart.Line {
	if in.Shot.Round == 0 {
		return nil
	}
	view := &in.Shot.Views[in.Focus]
	now := present(in.Shot, view)
	var lines []chart.Line
	for _, j := range drawnArms(in) {
		lines = append(lines, chart.Line{
			Name: armName(in, j), Now: numeral.Fixed(value(&now, j), decimals),
			Look: in.Theme.Series(j), Selected: j == in.Arm, // by number: which arms are drawn may change
			Points: history(in, view, func(s *model.Sample) float64 { return value(s, j) }),
		})
	}
	return lines
}

func estimates(in Input) []chart.Line {
	return eachArm(in, 4, func(s *model.Sample, j int) float64 { return s.Estimates[j] })
}

func shares(in Input) []chart.Line {
	return eachArm(in, 4, func(s *model.Sample, j int) float64 {
		return float64(s.Pulls[j]) / float64(s.Round)
	})
}

// trueMeans are what the estimates should come to, through all phases so far.
func trueMeans(in Input) []chart.Line {
	if in.Shot.Round == 0 {
		return nil
	}
	var lines []chart.Line
	for _, j := range drawnArms(in) {
		lines = append(lines, chart.Line{Look: in.Theme.Guide(), Guide: true, Points: func(yield func(int, float64) bool) {
			for _, phase := range in.Shot.Config.Scenario.Phases {
				if phase.From > in.Shot.Round || !yield(phase.From, phase.Means[j]) {
					return
				}
			}
			_ = yield(in.Shot.Round, in.Shot.Phase.Means[j])
		}})
	}
	lines[0].Name = "true means"
	return lines
}
