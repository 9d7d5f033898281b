package figure

import (
	"fmt"
	"math"
	"slices"

	"regretscope/noise/number"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
)

// straight: the mean regret of each of Learners at the horizon is linear in the
// panel's x: R² is at least R2. Beside it stands the largest leverage of a point: how
// much of the line that point alone decides.
func straight(c *Claim, s *Sample, confidence float64) []Number {
	xs := s.xs()
	at, leverage := largestLeverage(xs)
	var parts []Number
	for _, learner := range c.Learners {
		r2 := jackknife(s.byRun(learner), shared(confidence, len(c.Learners)), func(means []float64) float64 {
			alpha, beta := stat.LinearRegression(xs, means, nil, false)
			return stat.RSquared(xs, means, nil, alpha, beta)
		})
		r2.High = min(r2.High, 1) // of Student's interval
		parts = append(parts, within(fmt.Sprintf("R² of R(%s) in %s", learner, s.Panel.X.Shows), r2, c.R2, math.Inf(1)))
	}
	return append(parts, beside(fmt.Sprintf("largest leverage of a point, that at %s = %s", s.Panel.X.Shows, number.Setting(at)), leverage))
}

// largestLeverage is the x whose value weighs most in a straight line through all of
// them, and how much: 1/n + (x − mean)²/Σ(x − mean)², from 1/n to 1.
func largestLeverage(xs []float64) (at, leverage float64) {
	n, mean := float64(len(xs)), stat.Mean(xs, nil)
	for _, x := range xs {
		if h := 1/n + (x-mean)*(x-mean)/((n-1)*stat.Variance(xs, nil)); h > leverage {
			at, leverage = x, h
		}
	}
	return at, leverage
}

// fittedPower: the mean regret of each of Learners at the horizon is a + b·x^p, and p
// lies between Low and High.
func fittedPower(c *Claim, s *Sample, confidence float64) []Number {
	xs := s.xs()
	_, leverage := largestLeverage(xs)
	var parts []Number
	for _, learner := range c.Learners {
		p := jackknife(s.byRun(learner), shared(confidence, len(c.Learners)), func(means []float64) float64 { return bestPower(xs, means) })
		parts = append(parts, within(fmt.Sprintf("p of R(%s) = a + b (%s)^p", learner, s.Panel.X.Shows), p, c.Low, c.High))
	}
	return append(parts, beside("largest leverage of a point", leverage))
}

// bestPower is p of the curve a + b·x^p with the least squares, from 1/16 to 16: what is
// left beside the best straight line in x^p has one minimum, which golden sections find.
func bestPower(xs, ys []float64) float64 {
	powers := make([]float64, len(xs))
	misfit := func(logarithm float64) float64 {
		for i, x := range xs {
			powers[i] = math.Pow(x, math.Exp(logarithm))
		}
		alpha, beta := stat.LinearRegression(powers, ys, nil, false)
		return -stat.RSquared(powers, ys, nil, alpha, beta)
	}
	const golden = .6180339887498949
	low, high := math.Log(1./16), math.Log(16.)
	for high-low > 1e-9 {
		a, b := high-golden*(high-low), low+golden*(high-low)
		if misfit(a) < misfit(b) {
			high = b
		} else {
			low = a
		}
	}
	return math.Exp((low + high) / 2)
}

// xs are the grid points' places on the panel's x axis.
func (s *Sample) xs() []float64 {
	xs := make([]float64, len(s.Points))
	for p := range xs {
		xs[p] = s.X(p)
	}
	return xs
}

// byRun is, for every run, learners' regrets at the horizon of all grid points.
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

// settles: regret over ln t of each of Learners converges: over the reported rounds of
// the last two decades, its largest value is at most High times its smallest. (A learner
// that moves in doubling steps has plateaus, so that one decade's change says little.)
func settles(c *Claim, s *Sample, confidence float64) []Number {
	return s.each(c.Learners, func(point, l int, text string) []Number {
		last := s.last(point)
		from := s.at(point, s.round(point, last)/100)
		var scaled [][]float64
		var means []float64
		for k := from; k <= last; k++ {
			regrets := s.regrets(point, l, k)
			floats.Scale(1/math.Log(float64(s.round(point, k))), regrets)
			scaled, means = append(scaled, regrets), append(means, stat.Mean(regrets, nil))
		}
		high, low := floats.MaxIdx(means), floats.MinIdx(means)
		what := fmt.Sprintf("R/ln t of %s at t = %s over that at t = %s, the largest over the smallest from t = %s on",
			text, number.Count(s.round(point, from+high)), number.Count(s.round(point, from+low)), number.Count(s.round(point, from)))
		pairs := len(means) * (len(means) - 1) / 2
		return []Number{
			ratioWithin(name(what, s.Label(point)), scaled[high], scaled[low], math.Inf(-1), c.High, shared(confidence, len(s.Points)*len(c.Learners)*pairs)),
			beside(name(fmt.Sprintf("R/ln t of %s at t = %s", text, number.Count(s.round(point, last))), s.Label(point)), means[len(means)-1]),
		}
	})
}

// worstGap: Learner's regret at the horizon is largest at a gap within a factor of
// Times of Δ* = √(K ln T / T): every gap further away has less.
func worstGap(c *Claim, s *Sample, confidence float64) []Number {
	l, xs := s.learner(c.Learner), s.xs()
	horizon, arms := float64(s.Points[0].Horizon), float64(s.Points[0].Scenario.Arms())
	star := math.Sqrt(arms * math.Log(horizon) / horizon)
	near := func(p int) bool { return xs[p] <= c.Times*star && xs[p] >= star/c.Times }
	worstNear := -1
	means := make([]float64, len(xs))
	for p := range xs {
		means[p] = stat.Mean(s.regrets(p, l, s.last(p)), nil)
		if near(p) && (worstNear < 0 || means[p] > means[worstNear]) {
			worstNear = p
		}
	}
	parts := []Number{beside("Δ*", star), beside("gap of the largest regret", xs[floats.MaxIdx(means)])}
	if worstNear < 0 {
		return parts
	}
	var pairs []pair
	for p := range xs {
		if !near(p) {
			what := fmt.Sprintf("R at Δ = %s − R at Δ = %s", number.Setting(xs[p]), number.Setting(xs[worstNear]))
			pairs = append(pairs, pair{what, s.regrets(p, l, s.last(p)), s.regrets(worstNear, l, s.last(worstNear))})
		}
	}
	return slices.Concat(parts, less(pairs, confidence))
}
