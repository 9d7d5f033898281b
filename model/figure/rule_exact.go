package figure

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise"
	"regretscope/scenarios"
	"regretscope/scenarios/arm"
)

// exactSettles: exact expected regret at the horizon is that at the round From, to a
// relative error of Within.
func exactSettles(c *Claim, s *Sample, _ float64) []Number {
	return s.each(s.Learners(), func(point, l int, text string) []Number {
		early, late := s.exact(point, l, s.at(point, c.From)), s.exact(point, l, s.last(point))
		return []Number{computed("relative change of E[R] of "+name(text, s.Label(point)), math.Abs(late-early)/late, c.Within)}
	})
}

// exactBelow: the exact regret of Learner is never above that of Of, at any reported
// round.
func exactBelow(c *Claim, s *Sample, _ float64) []Number {
	return s.each([]string{c.Learner}, func(point, a int, _ string) []Number {
		largest := math.Inf(-1)
		for k := range s.series(point, a).At {
			largest = max(largest, s.exact(point, a, k)-s.exact(point, s.learner(c.Of), k))
		}
		what := fmt.Sprintf("largest E[R(%s)] − E[R(%s)]", c.Learner, c.Of)
		return []Number{computed(name(what, s.Label(point)), largest, 1e-9)}
	})
}

// exactTimesEpsilon: ε times exact regret tends to a constant as ε falls: between the
// two smallest it changes by at most a share of Within. (Because epochs double, a
// small periodic part in ln ε remains.)
func exactTimesEpsilon(c *Claim, s *Sample, _ float64) []Number {
	var parts []Number
	for _, points := range s.byScenario() {
		for l, text := range s.Learners() {
			scaled := make([]float64, len(points))
			for i, p := range points {
				scaled[i] = s.Points[p].Epsilon * s.exact(p, l, s.last(p))
			}
			n := len(scaled)
			change := math.Abs(scaled[n-1]/scaled[n-2] - 1)
			what := fmt.Sprintf("ε·E[R] of %s on %s", text, s.Points[points[0]].Scenario.Name)
			parts = append(parts, beside(what+" at the smallest ε", scaled[n-1]),
				computed(what+", last relative change", change, c.Within))
		}
	}
	return parts
}

// byScenario are the grid points of each scenario, in their order.
func (s *Sample) byScenario() [][]int {
	var groups [][]int
	for p, c := range s.Points {
		if p == 0 || c.Scenario != s.Points[p-1].Scenario {
			groups = append(groups, nil)
		}
		last := len(groups) - 1
		groups[last] = append(groups[last], p)
	}
	return groups
}

// follows: exact regret of Learner follows one of two formulas, over the panel's grid
// of gaps that double: the one whose ratio to regret varies less. HHMH conjecture
// ln K/min{Δ_min, ε} to be optimal (§7); their Thm 9, which is claimed where Bracket
// is set, has ln K/Δ_min and, in each bracket of gaps above ε, (1 + ln of its size)/ε.
func follows(c *Claim, s *Sample, _ float64) []Number {
	l := s.learner(c.Learner)
	spread := func(formula func(gaps []float64, epsilon float64) float64) (ratio float64) {
		low, high := math.Inf(1), 0.
		for p, point := range s.Points {
			x := s.exact(p, l, s.last(p)) / formula(point.Scenario.Gaps(), point.Epsilon)
			low, high = min(low, x), max(high, x)
		}
		return high / low
	}
	conjecture, theorem := spread(func(gaps []float64, epsilon float64) float64 {
		return math.Log(float64(len(gaps))) / min(smallestPositive(gaps), epsilon)
	}), spread(brackets)
	const what = "largest over smallest E[R] / "
	if c.Bracket {
		return []Number{computed(what+"Thm 9's sum", theorem, conjecture), beside(what+"(ln K/min{Δ_min, ε})", conjecture)}
	}
	return []Number{computed(what+"(ln K/min{Δ_min, ε})", conjecture, theorem), beside(what+"Thm 9's sum", theorem)}
}

func brackets(gaps []float64, epsilon float64) float64 {
	smallest := smallestPositive(gaps)
	total := math.Log(float64(len(gaps))) / smallest
	sizes := map[int]float64{}
	for _, gap := range gaps {
		if gap > epsilon {
			sizes[int(math.Floor(math.Log2(gap/smallest)+1e-9))]++
		}
	}
	for _, number := range slices.Sorted(maps.Keys(sizes)) { // sums in one order
		total += (1 + math.Log(sizes[number])) / epsilon
	}
	return total
}

// exactStraight: the exact regret of each of Learners is straight in ln K, and does not
// bend upwards: its last slope is at most 1.1 times the largest before, where that of
// ln²K from 256 to 1000 would be 1.28 times it. Beside the panel's losses it tries
// random losses and losses that fall geometrically. (Because epochs double, a small
// periodic part in ln K remains.)
func exactStraight(c *Claim, s *Sample, _ float64) []Number {
	var parts []Number
	for _, learner := range c.Learners {
		for _, family := range s.lossFamilies() {
			var arms, regrets []float64
			for _, scenario := range family.members {
				arms, regrets = append(arms, float64(scenario.Arms())), append(regrets, s.expected(scenario, s.learner(learner)))
			}
			slopes := slopesOf(arms, regrets)
			n := len(slopes)
			ratio := slopes[n-1] / slices.Max(slopes[:n-1])
			what := fmt.Sprintf("%s, %s losses", learner, family.name)
			parts = append(parts, computed(what+": last slope in ln K over the largest before", ratio, 1.1),
				beside(what+": largest rise of the slope", bend(slopes)), beside(what+": last slope", slopes[n-1]))
		}
	}
	return parts
}

// slopesOf are the slopes of ys in ln x between neighbours.
func slopesOf(xs, ys []float64) []float64 {
	slopes := make([]float64, len(xs)-1)
	for i := range slopes {
		slopes[i] = (ys[i+1] - ys[i]) / math.Log(xs[i+1]/xs[i])
	}
	return slopes
}

// bend is the largest change from one slope to the next.
func bend(slopes []float64) float64 {
	largest := math.Inf(-1)
	for i := 1; i < len(slopes); i++ {
		largest = max(largest, slopes[i]-slopes[i-1])
	}
	return largest
}

// A lossFamily is deterministic losses of one kind, for several numbers of actions.
type lossFamily struct {
	name    string
	members []*scenarios.Scenario
}

// lossFamilies are the panel's deterministic scenarios, with random and geometric
// losses for the same numbers of actions.
func (s *Sample) lossFamilies() []lossFamily {
	against, even, random, geometric := lossFamily{name: "one against all"}, lossFamily{name: "even"}, lossFamily{name: "random"}, lossFamily{name: "geometric"}
	for _, points := range s.byScenario() {
		scenario := s.Points[points[0]].Scenario
		family := &against
		if gaps := scenario.Gaps(); gaps[len(gaps)-1] != gaps[1] {
			family = &even
		}
		family.members = append(family.members, scenario)
	}
	given := slices.DeleteFunc([]lossFamily{against, even}, func(f lossFamily) bool { return f.members == nil })
	for _, scenario := range given[0].members {
		stream := noise.NewStream(noise.KeyOf("losses")) // more actions have the same first losses
		losses, powers := make([]float64, scenario.Arms()), make([]float64, scenario.Arms())
		for j := range losses {
			losses[j] = stream.Float64()
			powers[j] = math.Pow(100, float64(j-len(losses)+1)/float64(len(losses))) // from 1/100 to 1
		}
		losses[0], powers[0] = 0, 0
		random.members, geometric.members = append(random.members, certain(losses)), append(geometric.members, certain(powers))
	}
	return append(given, random, geometric)
}

// certain is a deterministic scenario of full information.
func certain(losses []float64) *scenarios.Scenario {
	laws := make([]arm.Distribution, len(losses))
	for j, loss := range losses {
		law, err := arm.NewConstant(1 - loss)
		if err != nil {
			panic(err) // losses lie in [0,1]
		}
		laws[j] = law
	}
	scenario, err := scenarios.FromArms("losses", laws, scenarios.Full)
	if err != nil {
		panic(err)
	}
	return scenario
}

// expected is the exact expected regret of one of the panel's learners in
// another scenario, at the panel's ε and horizon; NaN where it is out of reach.
func (s *Sample) expected(scenario *scenarios.Scenario, learner int) float64 {
	c := model.Config{
		Scenario: scenario, Learners: []learners.Spec{s.Points[0].Learners[learner]},
		Epsilon: s.Points[0].Epsilon, Horizon: s.Points[0].Horizon, Seed: seed,
	}
	e, ok := c.ExpectedRegret(context.Background(), 0)
	if !ok {
		return math.NaN()
	}
	return e.At(c.Horizon)
}
