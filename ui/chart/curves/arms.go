package curves

import (
	"cmp"
	"slices"

	"regretscope/model"
	"regretscope/scenarios"
	"regretscope/ui/chart"
	"regretscope/ui/kit/theme"
)

// mostArms is how many arms one chart shows: more lines tell less.
const mostArms = 6

// drawnArms are the arms whose lines are drawn: the one that the person looks
// at, the best ones unless these are hidden, and then those that were pulled
// most; in order of number.
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
		case !in.Hidden && slices.Contains(in.Shot.Phase.Best, j):
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
	if !in.Hidden && slices.Contains(in.Shot.Phase.Best, j) {
		name += " " + theme.BestGlyph
	}
	return name
}

// eachArm makes one line for each arm of the focused learner that is drawn.
func eachArm(in Input, value func(*model.Sample, int) float64) []chart.Line {
	if in.Shot.Round == 0 {
		return nil
	}
	view := &in.Shot.Views[in.Focus]
	var lines []chart.Line
	for _, j := range drawnArms(in) {
		lines = append(lines, chart.Line{
			Name:   armName(in, j),
			Series: j, Selected: j == in.Arm, // by number: which arms are drawn may change
			Points: history(in, view, func(s *model.Sample) float64 { return value(s, j) }),
		})
	}
	return lines
}

func estimates(in Input) []chart.Line {
	return eachArm(in, func(s *model.Sample, j int) float64 { return s.Estimates[j] })
}

func shares(in Input) []chart.Line {
	return eachArm(in, func(s *model.Sample, j int) float64 {
		return float64(s.Pulls[j]) / float64(s.Round)
	})
}

// trueMeans are what the estimates should come to, through all phases so far,
// dotted in the colours of their arms.
func trueMeans(in Input) []chart.Line {
	if in.Shot.Round == 0 || in.Hidden {
		return nil
	}
	var lines []chart.Line
	for _, j := range drawnArms(in) {
		lines = append(lines, byPhase(in, j, func(p *scenarios.Phase) float64 { return p.Means[j] }))
	}
	return lines
}

// privatisedMeans are g(μ) of the chosen arm, or of the best one: what the mean
// of its reports comes to, through all phases so far.
func privatisedMeans(in Input) []chart.Line {
	channels := in.Shot.Views[in.Focus].Channels
	if in.Shot.Round == 0 || channels == nil || in.Hidden {
		return nil
	}
	j := in.Arm
	if j < 0 {
		j = in.Shot.Phase.Best[0]
	}
	mean := func(p *scenarios.Phase) float64 { return channels[j].Mean(p.Arms[j]) }
	line := byPhase(in, j, mean)
	line.Name = "g(μ) of " + armName(in, j)
	return []chart.Line{line}
}

// byPhase is a dotted line that stands still within each phase of the environment.
func byPhase(in Input, series int, value func(*scenarios.Phase) float64) chart.Line {
	return chart.Line{Series: series, Guide: true, Dotted: true, Held: true, Points: func(yield func(int, float64) bool) {
		phases := in.Shot.Config.Scenario.Phases
		for i := range phases {
			if phases[i].From > in.Shot.Round {
				break
			}
			if !yield(phases[i].From, value(&phases[i])) {
				return
			}
		}
		if in.Shot.Phase.From < in.Shot.Round {
			_ = yield(in.Shot.Round, value(in.Shot.Phase))
		}
	}}
}
