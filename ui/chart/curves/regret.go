package curves

import (
	"fmt"
	"math"
	"slices"

	"regretscope/model"
	"regretscope/model/theory"
	"regretscope/noise/number"
	"regretscope/ui/chart"
)

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

// timesFloor compares the focused learner's regret with its floor.
func timesFloor(in Input, floor theory.Curve) string {
	times, since := in.Shot.TimesFloor(in.Focus, floor)
	if floor.Kind == theory.Slope {
		return fmt.Sprintf("since round %s, regret has grown %s × as fast as its floor", number.Count(since), number.Value(times))
	}
	return "regret is " + number.Value(times) + " × its floor"
}

// withCounterpart returns the places of learners with a counterpart without privacy.
func withCounterpart(shot *model.Snapshot) (learners []int) {
	for i := range shot.Learners {
		if Counterpart(shot, i) >= 0 {
			learners = append(learners, i)
		}
	}
	return learners
}

// Counterpart returns the place of a learner's counterpart without privacy: the same learner at ε = ∞,
// or else the one that it is the private version of. It is −1 if there is none, or if the
// learner itself is at ε = ∞.
func Counterpart(shot *model.Snapshot, learner int) int {
	v := &shot.Learners[learner]
	if math.IsInf(v.Epsilon, 1) {
		return -1
	}
	itself := func(o model.LearnerState) bool { return o.Spec.ID == v.Spec.ID && math.IsInf(o.Epsilon, 1) }
	other := slices.IndexFunc(shot.Learners, itself)
	for _, id := range v.Spec.Counterparts {
		if other < 0 {
			other = slices.IndexFunc(shot.Learners, func(o model.LearnerState) bool { return o.Spec.ID == id })
		}
	}
	return other
}

// price draws the additional regret of each private learner over its counterpart. All learners
// of a comparison are recorded at the same rounds.
func price(in Input, c *chart.Chart) {
	for _, i := range withCounterpart(in.Shot) {
		private, open := &in.Shot.Learners[i], &in.Shot.Learners[Counterpart(in.Shot, i)]
		regret := func(s *model.Sample) float64 { return s.Regret }
		points := history(in, private, regret)
		for k, at := range history(in, open, regret) {
			points[k].Y -= at.Y
		}
		c.Lines = append(c.Lines, chart.Line{
			Name: private.Spec.Label() + " − " + open.Spec.Label(), Series: i, Selected: i == in.Focus, Points: points,
		})
	}
}

// allowed draws the ε given to the focused learner.
func allowed(in Input, c *chart.Chart) {
	focus := &in.Shot.Learners[in.Focus]
	if in.Shot.Round == 0 || math.IsInf(focus.Epsilon, 1) || !focus.Spec.Privacy.TakesEpsilon() {
		return
	}
	c.Lines = append(c.Lines, chart.Line{
		Name: "ε as set", Series: chart.Neutral, Guide: true, Dotted: true,
		Points: chart.Const(focus.Epsilon, float64(in.Shot.Round)),
	})
}
