package figure

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"regretscope/noise/declare"
)

// Straight says that mean regret at the horizon is linear in the panel's x: R² is
// at least a number, and the quadratic term does not differ from 0.
type Straight struct {
	Learners []string `toml:"learners"`
	R2       float64  `toml:"r2"`
}

func (r *Straight) check(p *Panel) error {
	if err := positive("r2", r.R2); err != nil {
		return err
	}
	return hasLearners(p, r.Learners...)
}

func (r *Straight) decide(s *Sample, confidence float64) Verdict {
	xs := s.xs()
	var parts []Number
	each := shared(confidence, 2*len(r.Learners))
	for _, learner := range r.Learners {
		runs := s.byRun(s.learner(learner))
		r2, i := jackknife(runs, each, func(means []float64) float64 {
			alpha, beta := stat.LinearRegression(xs, means, nil, false)
			return stat.RSquared(xs, means, nil, alpha, beta)
		})
		bend, j := jackknife(runs, each, func(means []float64) float64 { return quadratic(xs, means) })
		part := within(fmt.Sprintf("quadratic term of R(%s) in %s", learner, s.Panel.X.Shows), bend, j, math.Inf(-1), math.Inf(1))
		if !j.Contains(0) {
			part.Outcome = NotSeen
		}
		parts = append(parts, within(fmt.Sprintf("R² of R(%s) in %s", learner, s.Panel.X.Shows), r2, i, r.R2, math.Inf(1)), part)
	}
	return all(parts)
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

// Slope says that mean regret at the horizon grows as a power of the panel's x:
// the slope of the logarithms is near a number. The interval is a jackknife's.
type Slope struct {
	Learner string  `toml:"learner"`
	Minus   string  `toml:"minus"`  // a learner whose regret is taken away first
	Factor  bool    `toml:"factor"` // in ((e^ε + 1)/(e^ε − 1))² instead of x
	Is      float64 `toml:"is"`
	Within  float64 `toml:"within"`
}

func (r *Slope) check(p *Panel) error {
	if err := positive("within", r.Within); err != nil {
		return err
	}
	if r.Minus != "" {
		return hasLearners(p, r.Learner, r.Minus)
	}
	return hasLearners(p, r.Learner)
}

func (r *Slope) decide(s *Sample, confidence float64) Verdict {
	runs, xs := s.byRun(s.learner(r.Learner)), s.xs()
	what := fmt.Sprintf("slope of ln R(%s) in ln %s", r.Learner, s.Panel.X.Shows)
	if r.Minus != "" {
		for i, less := range s.byRun(s.learner(r.Minus)) {
			for p := range less {
				runs[i][p] -= less[p]
			}
		}
		what = fmt.Sprintf("slope of ln (R(%s) − R(%s))", r.Learner, r.Minus)
	}
	for p := range xs {
		if r.Factor {
			xs[p] = math.Pow(math.Tanh(s.Points[p].Epsilon/2), -2)
		}
		xs[p] = math.Log(xs[p])
	}
	slope, i := jackknife(runs, confidence, func(means []float64) float64 { return logSlope(xs, means) })
	return all([]Number{within(what, slope, i, r.Is-r.Within, r.Is+r.Within)})
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

// WorstGap says that regret at the horizon is largest at a gap within a factor of
// Δ* = √(K ln T / T): every gap further away has less.
type WorstGap struct {
	Learner string  `toml:"learner"`
	Factor  float64 `toml:"factor"`
}

func (r *WorstGap) check(p *Panel) error {
	if p.X.Shows != GapAxis || !(r.Factor > 1) {
		return errors.New("worst-gap: the panel's x must show Δ, and factor must be above 1")
	}
	return hasLearners(p, r.Learner)
}

func (r *WorstGap) decide(s *Sample, confidence float64) Verdict {
	l, xs := s.learner(r.Learner), s.xs()
	horizon, arms := float64(s.Points[0].Horizon), float64(s.Points[0].Scenario.Arms())
	star := math.Sqrt(arms * math.Log(horizon) / horizon)
	near := func(p int) bool { return xs[p] <= r.Factor*star && xs[p] >= star/r.Factor }
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
		return all(parts)
	}
	for p := range xs {
		if !near(p) {
			d, i := difference(s.regrets(p, l, s.last(p)), s.regrets(worstNear, l, s.last(worstNear)), shared(confidence, len(xs)))
			what := fmt.Sprintf("R at Δ = %.4g − R at Δ = %.4g", xs[p], xs[worstNear])
			parts = append(parts, within(what, d, i, math.Inf(-1), belowZero))
		}
	}
	return all(parts)
}

// BestWindow says that a learner's regret is at most so many times that of each
// other learner of the panel, which are the same with other windows.
type BestWindow struct {
	Learner string  `toml:"learner"`
	Times   float64 `toml:"times"`
}

func (r *BestWindow) check(p *Panel) error {
	if err := positive("times", r.Times); err != nil {
		return err
	}
	return hasLearners(p, r.Learner)
}

func (r *BestWindow) decide(s *Sample, confidence float64) Verdict {
	own, k := s.learner(r.Learner), s.last(0)
	var parts []Number
	for l, other := range s.Learners() {
		if l != own {
			a, b := s.regrets(0, own, k), s.regrets(0, l, k)
			what := fmt.Sprintf("R(%s)/R(%s)", r.Learner, other)
			parts = append(parts, ratioWithin(what, a, b, 0, r.Times, shared(confidence, len(s.Learners())-1)))
		}
	}
	return all(parts)
}

// Channels says that regret through some channels is less than through another
// one, for the same learner at the same ε.
type Channels struct {
	Learners []string `toml:"learners"`
	Channels []string `toml:"channels"`
	Than     []string `toml:"than"`
}

func (r *Channels) check(p *Panel) error {
	if len(r.Learners) == 0 || len(r.Channels) == 0 || len(r.Than) == 0 {
		return errors.New("less-through: learners, channels and than must name some")
	}
	has := map[string]bool{}
	for _, c := range p.channels() {
		has[c] = true
	}
	for _, c := range append(append([]string{}, r.Channels...), r.Than...) {
		if !has[c] {
			return fmt.Errorf("less-through: the panel has no channel %s", declare.Printable(c))
		}
	}
	return hasLearners(p, r.Learners...)
}

func (r *Channels) decide(s *Sample, confidence float64) Verdict {
	type pair struct{ learner, a, b int }
	var pairs []pair
	for _, learner := range r.Learners {
		for a := range s.Points {
			for b := range s.Points {
				if s.through(a, r.Channels) && s.through(b, r.Than) && s.Points[a].Epsilon == s.Points[b].Epsilon {
					pairs = append(pairs, pair{s.learner(learner), a, b})
				}
			}
		}
	}
	var parts []Number
	for _, p := range pairs {
		d, i := difference(s.regrets(p.a, p.learner, s.last(p.a)), s.regrets(p.b, p.learner, s.last(p.b)), shared(confidence, len(pairs)))
		what := fmt.Sprintf("R(%s) through %s − through %s, ε = %s", s.Learners()[p.learner], s.Points[p.a].Channel, s.Points[p.b].Channel, epsilonText(s.Points[p.a].Epsilon))
		parts = append(parts, within(what, d, i, math.Inf(-1), belowZero))
	}
	return all(parts)
}

// through reports whether a grid point has one of the channels.
func (s *Sample) through(point int, channels []string) bool {
	for _, c := range channels {
		if s.Points[point].Channel == c {
			return true
		}
	}
	return false
}
