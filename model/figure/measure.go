package figure

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"regretscope/model"
	"regretscope/noise/param"
)

// scales are the functions of x that a claim can use.
var scales = map[string]func(float64) float64{
	"x":    func(x float64) float64 { return x },
	"1/x":  func(x float64) float64 { return 1 / x },
	"ln x": math.Log,
}

// A grid is the scaled x values of a panel in ascending order, with the grid points at each.
type grid struct {
	xs     []float64
	points [][]int
}

func (s *Sample) alongX(scale string) *grid {
	at := map[float64][]int{}
	for p := range s.Points {
		x := scales[cmp.Or(scale, "x")](s.X(p))
		at[x] = append(at[x], p)
	}
	xs := slices.Sorted(maps.Keys(at))
	return &grid{xs, param.Map(xs, func(x float64) []int { return at[x] })}
}

// logs returns the logarithms of the x values.
func (g *grid) logs() []float64 {
	return param.Map(g.xs, math.Log)
}

// A measure is the regret of one of a claim's learners along the x axis, less the regret of Minus or
// divided by that of Of. If an x value has several grid points, the measure is the largest of them.
// In a computed panel, it is the exact expectation.
type measure struct {
	claim  *Claim
	sample *Sample
	*grid
	learner string
}

// String is R(a), E[R(a)], R(a) − R(b) or R(a)/R(b).
func (m measure) String() string {
	format := "R(%s)"
	if m.sample.Panel.Computed() {
		format = "E[R(%s)]"
	}
	text := fmt.Sprintf(format, m.learner)
	switch {
	case m.claim.Minus != "":
		text = fmt.Sprintf("("+text+" − "+format+")", m.claim.Minus)
	case m.claim.Divisor != "":
		text = fmt.Sprintf("("+text+"/"+format+")", m.claim.Divisor)
	}
	return text
}

// estimate returns a statistic of the measured regrets, and these regrets, one for each x
// value.
func (m measure) estimate(confidence float64, statistic func(ys []float64) float64) (estimate, []float64) {
	s := m.sample
	texts := []string{m.learner}
	if other := m.claim.Minus + m.claim.Divisor; other != "" { // at most one is set
		texts = append(texts, other)
	}
	var means []float64
	for _, text := range texts {
		for p := range s.Points {
			means = append(means, m.mean(p, text))
		}
	}
	ys := m.largest(means)
	if m.sample.Panel.Computed() {
		return exactly(statistic(ys)), ys
	}
	e := jackknife(s.byRun(texts...), confidence, func(means []float64) float64 { return statistic(m.largest(means)) })
	return e, ys
}

// mean returns a learner's mean regret at the horizon of a grid point, or its expectation.
func (m measure) mean(point int, text string) float64 {
	l, k := m.sample.learner(text), m.sample.last(point)
	if m.sample.Panel.Computed() {
		return m.sample.exact(point, l, k)
	}
	return stat.Mean(m.sample.regrets(point, l, k), nil)
}

// largest returns the largest measured regret at each x value. means holds the learner's means
// at all grid points, followed by those of Minus or Of.
func (m measure) largest(means []float64) []float64 {
	ys := make([]float64, len(m.points))
	for i, points := range m.points {
		ys[i] = math.Inf(-1)
		for _, p := range points {
			y, other := means[p], len(m.sample.Points)+p
			switch {
			case m.claim.Minus != "":
				y -= means[other]
			case m.claim.Divisor != "":
				y /= means[other]
			}
			ys[i] = math.Max(ys[i], y) // NaN if one of them is
		}
	}
	return ys
}

// byRun returns the learners' regrets at the horizon of every grid point, for each run.
func (s *Sample) byRun(learners ...string) [][]float64 {
	runs := make([][]float64, s.Runs)
	for _, text := range learners {
		for p := range s.Points {
			for r, regret := range s.regrets(p, s.learner(text), s.last(p)) {
				runs[r] = append(runs[r], regret)
			}
		}
	}
	return runs
}

// randomRegret returns the expected regret of random play at the horizon. In a matroid it
// treats every set of the rank's size as a basis.
func randomRegret(c *model.Config) (total float64) {
	phases := c.Scenario.Phases
	for i, phase := range phases {
		end := c.Horizon
		if i+1 < len(phases) {
			end = min(end, phases[i+1].From-1)
		}
		rounds := max(0, end-phase.From+1)
		total += float64(rounds) * (phase.BestMean - float64(c.Scenario.PlaySize())*stat.Mean(phase.Means, nil))
	}
	return total
}
