package figure

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"regretscope/scenarios"
)

// ExactSettles says that exact expected regret is the same at two rounds, to a
// relative error.
type ExactSettles struct {
	From   int     `toml:"from"` // the earlier round; the later is the horizon
	Within float64 `toml:"within"`
}

func (*ExactSettles) computes() {}

func (r *ExactSettles) check(*Panel) error { return positive("within", r.Within) }

func (r *ExactSettles) decide(s *Sample, _ float64) Verdict {
	var parts []Number
	s.eachSeries(func(point, l int, label string) {
		early, late := s.exact(point, l, s.at(point, r.From)), s.exact(point, l, s.last(point))
		change := math.Abs(late-early) / late
		parts = append(parts, computed("relative change of E[R] of "+label, change, change <= r.Within))
	})
	return all(parts)
}

// eachSeries calls f for every learner at every grid point.
func (s *Sample) eachSeries(f func(point, learner int, label string)) {
	for point := range s.Points {
		for l, text := range s.Learners() {
			f(point, l, name(text, s.Label(point)))
		}
	}
}

// ExactBelow says that the exact regret of one learner is never above that of
// another, at any reported round.
type ExactBelow struct {
	Learner string `toml:"learner"`
	Than    string `toml:"than"`
}

func (*ExactBelow) computes() {}

func (r *ExactBelow) check(p *Panel) error { return hasLearners(p, r.Learner, r.Than) }

func (r *ExactBelow) decide(s *Sample, _ float64) Verdict {
	var parts []Number
	a, b := s.learner(r.Learner), s.learner(r.Than)
	for point := range s.Points {
		largest := math.Inf(-1)
		for k := range s.series(point, a).At {
			largest = max(largest, s.exact(point, a, k)-s.exact(point, b, k))
		}
		what := fmt.Sprintf("largest E[R(%s)] − E[R(%s)]", r.Learner, r.Than)
		parts = append(parts, computed(name(what, s.Label(point)), largest, largest <= 1e-9))
	}
	return all(parts)
}

// ExactScaled says that ε times exact regret tends to a constant as ε falls: it
// changes by at most a share between the two smallest. (Because epochs double, a
// small periodic part in ln ε remains.)
type ExactScaled struct {
	Share float64 `toml:"share"`
}

func (*ExactScaled) computes() {}

func (r *ExactScaled) check(p *Panel) error {
	if len(p.epsilons()) < 2 {
		return errors.New("exact-times-epsilon: the panel must have at least two ε")
	}
	return positive("share", r.Share)
}

func (r *ExactScaled) decide(s *Sample, _ float64) Verdict {
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
				computed(what+", last relative change", change, change <= r.Share))
		}
	}
	return all(parts)
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

// ExactSlope says that the ratio of two learners' exact regrets grows as a power
// of the panel's x.
type ExactSlope struct {
	Learner string  `toml:"learner"`
	Of      string  `toml:"of"`
	Is      float64 `toml:"is"`
	Within  float64 `toml:"within"`
}

func (*ExactSlope) computes() {}

func (r *ExactSlope) check(p *Panel) error {
	if err := positive("within", r.Within); err != nil {
		return err
	}
	return hasLearners(p, r.Learner, r.Of)
}

func (r *ExactSlope) decide(s *Sample, _ float64) Verdict {
	xs, ratios := make([]float64, len(s.Points)), make([]float64, len(s.Points))
	var parts []Number
	for p := range s.Points {
		xs[p] = math.Log(s.x(p))
		ratios[p] = s.exact(p, s.learner(r.Learner), s.last(p)) / s.exact(p, s.learner(r.Of), s.last(p))
		parts = append(parts, beside(name(fmt.Sprintf("E[R(%s)]/E[R(%s)]", r.Learner, r.Of), s.Label(p)), ratios[p]))
	}
	slope := logSlope(xs, ratios)
	what := fmt.Sprintf("slope of ln E[R(%s)]/E[R(%s)] in ln %s", r.Learner, r.Of, s.Panel.X.Shows)
	return all(append([]Number{computed(what, slope, math.Abs(slope-r.Is) <= r.Within)}, parts...))
}

// Follows says which of two formulas exact regret follows, over the panel's grid
// of gaps that double: the one whose ratio to regret varies less. HHMH
// conjecture ln K/min{Δ_min, ε} to be optimal (§7); their Thm 9 has ln K/Δ_min
// and, in each bracket of gaps above ε, (1 + ln of its size)/ε.
type Follows struct {
	Learner string `toml:"learner"`
	Bracket bool   `toml:"bracket"` // the claim is that it follows Thm 9
}

func (*Follows) computes() {}

func (r *Follows) check(p *Panel) error { return hasLearners(p, r.Learner) }

func (r *Follows) decide(s *Sample, _ float64) Verdict {
	l := s.learner(r.Learner)
	spread := func(formula func(gaps []float64, epsilon float64) float64) (ratio float64) {
		low, high := math.Inf(1), 0.
		for p, c := range s.Points {
			x := s.exact(p, l, s.last(p)) / formula(c.Scenario.Gaps(), c.Epsilon)
			low, high = min(low, x), max(high, x)
		}
		return high / low
	}
	conjecture, theorem := spread(conjectured), spread(brackets)
	better := conjecture < theorem
	if r.Bracket {
		better = !better
	}
	return all([]Number{
		computed("largest over smallest E[R] / (ln K/min{Δ_min, ε})", conjecture, better),
		beside("largest over smallest E[R] / Thm 9's sum", theorem),
	})
}

func conjectured(gaps []float64, epsilon float64) float64 {
	return math.Log(float64(len(gaps))) / min(smallestOf(gaps), epsilon)
}

func brackets(gaps []float64, epsilon float64) float64 {
	smallest := smallestOf(gaps)
	total := math.Log(float64(len(gaps))) / smallest
	sizes := map[int]float64{}
	for _, gap := range gaps {
		if gap > epsilon {
			sizes[int(math.Floor(math.Log2(gap/smallest)+1e-9))]++
		}
	}
	for _, size := range sizes {
		total += (1 + math.Log(size)) / epsilon
	}
	return total
}

func smallestOf(gaps []float64) float64 {
	smallest := math.Inf(1)
	for _, gap := range gaps {
		if gap > 0 {
			smallest = min(smallest, gap)
		}
	}
	return smallest
}

// ExactStraight says that exact regret is straight in ln K, and does not bend
// upwards: its last slope is at most 1.1 times the largest before, where that of
// ln²K from 256 to 1000 would be 1.28 times it. Beside the panel's losses it tries
// random losses and losses that fall geometrically. (Because epochs double, a
// small periodic part in ln K remains.)
type ExactStraight struct {
	Learners []string `toml:"learners"`
}

func (*ExactStraight) computes() {}

func (r *ExactStraight) check(p *Panel) error {
	if len(p.Horizon) != 1 || p.X.Shows != ArmsAxis {
		return errors.New("exact-straight: the panel must have one horizon, and K along x")
	}
	return hasLearners(p, r.Learners...)
}

func (r *ExactStraight) decide(s *Sample, _ float64) Verdict {
	arms, families := s.lossFamilies()
	var parts []Number
	for _, learner := range r.Learners {
		for _, f := range families {
			regrets := make([]float64, len(arms))
			for i := range arms {
				regrets[i] = s.expected(f.at(i), s.learner(learner))
			}
			slopes := slopesOf(arms, regrets)
			n := len(slopes)
			ratio := slopes[n-1] / slices.Max(slopes[:n-1])
			what := fmt.Sprintf("%s, %s losses", learner, f.name)
			parts = append(parts, computed(what+": last slope in ln K over the largest before", ratio, ratio <= 1.1),
				beside(what+": largest rise of the slope", bend(slopes)), beside(what+": last slope", slopes[n-1]))
		}
	}
	return all(parts)
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

// A lossFamily is a scenario for each number of arms.
type lossFamily struct {
	name string
	at   func(i int) *scenarios.Scenario
}
