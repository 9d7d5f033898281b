package curves

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"regretscope/model"
	"regretscope/model/theory"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/ui/chart"
	"regretscope/ui/kit/theme"
)

const maxArms = 5

// drawnArms returns the arms whose lines are drawn — the chosen arm, the best ones unless they
// are hidden, then those pulled most — and the other arms, both by number.
func drawnArms(in Input) (drawn, rest []int) {
	pulls := in.Shot.Learners[in.Focus].Pulls
	rank := func(j int) int {
		switch {
		case j == in.Arm:
			return 0
		case !in.Hidden && in.Shot.Phase.IsBest(j):
			return 1
		}
		return 2
	}
	arms := param.Order(len(pulls), func(a, b int) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(pulls[b], pulls[a]))
	})
	n := min(maxArms, len(arms))
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

// stack shows the same as stacked areas that add up to the whole play, which is a basis for matroids.
func stack(in Input, c *chart.Chart) {
	view := &in.Shot.Learners[in.Focus]
	drawn, rest := drawnArms(in)
	size := float64(max(len(view.Play), 1))
	under := func(arms []int) []chart.Point {
		return history(in, view, func(s *model.Sample) float64 { return sumOfShares(s, arms) / size })
	}
	below := []int{}
	add := func(name string, series int, arms ...int) {
		upTo := slices.Concat(below, arms)
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

// Counterpart returns the place of a learner's counterpart without privacy: the same learner at ε = ∞, or else the
// one that it is the private version of. It is −1 if there is none, or if the learner itself is at ε = ∞.
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

// counterpart says how to add the counterpart of the focused learner if it has one that does not play.
func counterpart(in Input) []string {
	v := &in.Shot.Learners[in.Focus]
	if len(v.Spec.Counterparts) == 0 || math.IsInf(v.Epsilon, 1) || Counterpart(in.Shot, in.Focus) >= 0 {
		return nil
	}
	return []string{v.Spec.Label() + " needs its counterpart here: “:add " + v.Spec.Counterparts[0] + "”"}
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
