package figure

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// straight: the mean regret of each of Learners at the horizon is linear in the
// panel's x: R² is at least R2, and the quadratic term does not differ from 0.
func straight(c *Claim, s *Sample, confidence float64) []Number {
	xs := s.xs()
	var parts []Number
	each := shared(confidence, 2*len(c.Learners))
	for _, learner := range c.Learners {
		runs := s.byRun(s.learner(learner))
		r2, i := jackknife(runs, each, func(means []float64) float64 {
			alpha, beta := stat.LinearRegression(xs, means, nil, false)
			return stat.RSquared(xs, means, nil, alpha, beta)
		})
		i.High = min(i.High, 1) // of Student's interval
		bend, j := jackknife(runs, each, func(means []float64) float64 { return quadratic(xs, means) })
		part := within(fmt.Sprintf("quadratic term of R(%s) in %s", learner, s.Panel.X.Shows), bend, j, math.Inf(-1), math.Inf(1))
		if !j.Contains(0) {
			part.Outcome = NotSeen
		}
		parts = append(parts, within(fmt.Sprintf("R² of R(%s) in %s", learner, s.Panel.X.Shows), r2, i, c.R2, math.Inf(1)), part)
	}
	return parts
}

// quadratic is the second-degree coefficient of the parabola that fits best.
func quadratic(xs, ys []float64) float64 {
	a := mat.NewDense(len(xs), 3, nil)
	for i, x := range xs {
		a.SetRow(i, []float64{1, x, x * x})
	}
	var c mat.Dense
	if err := c.Solve(a, mat.NewDense(len(ys), 1, ys)); err != nil {
		return math.NaN()
	}
	return c.At(2, 0)
}

// xs are the grid points' places on the panel's x axis.
func (s *Sample) xs() []float64 {
	xs := make([]float64, len(s.Points))
	for p := range xs {
		xs[p] = s.x(p)
	}
	return xs
}

// byRun is, for every run, a learner's regrets at the horizon of all grid points.
func (s *Sample) byRun(learner int) [][]float64 {
	runs := make([][]float64, s.Runs)
	for r := range runs {
		for p := range s.Points {
			regret := s.unit(p, learner, r).Regret
			runs[r] = append(runs[r], float64(regret[len(regret)-1]))
		}
	}
	return runs
}

// slope: Learner's mean regret at the horizon grows as a power of the panel's x: the
// slope of the logarithms is Is, give or take Within. The interval is a jackknife's.
func slope(c *Claim, s *Sample, confidence float64) []Number {
	runs, xs := s.byRun(s.learner(c.Learner)), s.xs()
	what := fmt.Sprintf("slope of ln R(%s) in ln %s", c.Learner, s.Panel.X.Shows)
	if c.Minus != "" {
		for i, less := range s.byRun(s.learner(c.Minus)) {
			for p := range less {
				runs[i][p] -= less[p]
			}
		}
		what = fmt.Sprintf("slope of ln (R(%s) − R(%s))", c.Learner, c.Minus)
	}
	for p := range xs {
		if c.Factor {
			xs[p] = math.Pow(math.Tanh(s.Points[p].Epsilon/2), -2)
		}
		xs[p] = math.Log(xs[p])
	}
	steepness, i := jackknife(runs, confidence, func(means []float64) float64 { return logSlope(xs, means) })
	return []Number{within(what, steepness, i, c.Is-c.Within, c.Is+c.Within)}
}

// logSlope is the slope of the straight line through (x, ln y); NaN where a y is
// not positive.
func logSlope(xs, ys []float64) float64 {
	logs := make([]float64, len(ys))
	for i, y := range ys {
		logs[i] = math.Log(y)
	}
	_, slope := stat.LinearRegression(xs, logs, nil, false)
	return slope
}

// worstGap: Learner's regret at the horizon is largest at a gap within a factor of
// Times of Δ* = √(K ln T / T): every gap further away has less.
func worstGap(c *Claim, s *Sample, confidence float64) []Number {
	l, xs := s.learner(c.Learner), s.xs()
	horizon, arms := float64(s.Points[0].Horizon), float64(s.Points[0].Scenario.Arms())
	star := math.Sqrt(arms * math.Log(horizon) / horizon)
	near := func(p int) bool { return xs[p] <= c.Times*star && xs[p] >= star/c.Times }
	worst, worstNear := 0, -1
	means := make([]float64, len(xs))
	for p := range xs {
		means[p] = stat.Mean(s.regrets(p, l, s.last(p)), nil)
		if means[p] > means[worst] {
			worst = p
		}
		if near(p) && (worstNear < 0 || means[p] > means[worstNear]) {
			worstNear = p
		}
	}
	parts := []Number{beside("Δ*", star), beside("gap of the largest regret", xs[worst])}
	if worstNear < 0 {
		return parts
	}
	for p := range xs {
		if !near(p) {
			d, i := difference(s.regrets(p, l, s.last(p)), s.regrets(worstNear, l, s.last(worstNear)), shared(confidence, len(xs)))
			what := fmt.Sprintf("R at Δ = %.4g − R at Δ = %.4g", xs[p], xs[worstNear])
			parts = append(parts, within(what, d, i, math.Inf(-1), belowZero))
		}
	}
	return parts
}
