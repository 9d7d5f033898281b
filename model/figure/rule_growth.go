package figure

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"regretscope/noise/number"
	"regretscope/noise/param"
)

// growth judges how much regret grows from round From to the horizon, or regret/Over from the
// start to the end of the x axis. The ratio must lie between Low and High.
func growth(c *Claim, s *Sample, confidence float64) []Number {
	low, high := c.limits()
	if c.From == 0 {
		return growthAlongX(c, s, confidence)
	}
	return s.each(c.Learners, func(point, l int, text string) []Number {
		from, to := s.at(point, c.From), s.last(point)
		what := name(fmt.Sprintf("R of %s at t = %s over that at t = %s", text,
			number.Setting(float64(s.round(point, to))), number.Setting(float64(s.round(point, from)))), s.Label(point))
		if s.Panel.Computed() {
			return []Number{within("E"+what, exactly(s.exact(point, l, to)/s.exact(point, l, from)), low, high)}
		}
		each := split(confidence, len(s.Points)*len(c.Learners))
		return []Number{ratioWithin(what, s.regrets(point, l, to), s.regrets(point, l, from), low, high, each)}
	})
}

func growthAlongX(c *Claim, s *Sample, confidence float64) (parts []Number) {
	low, high := c.limits()
	grid := s.alongX(c.Over)
	end := len(grid.xs) - 1
	for _, learner := range c.Learners {
		m := measure{c, s, grid, learner}
		ratio, ys := m.estimate(split(confidence, len(c.Learners)), func(ys []float64) float64 {
			return ys[end] / grid.xs[end] / (ys[0] / grid.xs[0])
		})
		at := func(i int) string {
			return fmt.Sprintf("%s = %s", s.Panel.X.Shows, number.Setting(s.X(grid.points[i][0])))
		}
		what := fmt.Sprintf("%s over %s, with x = %s, at %s over that at %s", m, c.Over, s.Panel.X.Shows, at(end),
			at(0))
		parts = append(parts, within(what, ratio, low, high))
		for i, y := range ys {
			parts = append(parts, reported(fmt.Sprintf("%s over %s at %s", m, c.Over, at(i)), y/grid.xs[i]))
		}
	}
	return parts
}

// settles judges whether regret/ln t converges: over the reported rounds of the last two
// decades, its largest value is at most High times its smallest. With Upper it judges whether
// regret grows no faster than ln t: no value is more than High times an earlier one. One decade
// would say little of learners with doubling steps, whose curves have plateaus.
//
// A larger change is NotSeen rather than Contradicted, because regret may still converge later.
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
		if c.Upper {
			high, low = largestRise(means)
		}
		at := func(k int) string { return number.Count(s.round(point, k)) }
		what := fmt.Sprintf("R/ln t of %s at t = %s over that at t = %s, the largest ratio from t = %s on",
			text, at(from+high), at(from+low), at(from))
		pairs := len(means) * (len(means) - 1) / 2
		each := split(confidence, len(s.Points)*len(c.Learners)*pairs)
		n := ratioWithin(name(what, s.Label(point)), scaled[high], scaled[low], math.Inf(-1), c.High, each)
		if n.Outcome == Contradicted {
			decades := []float64{means[0], means[s.at(point, s.round(point, last)/10)-from], means[last-from]}
			n.Outcome, n.Reason = NotSeen, "not yet asymptotic: R/ln t in steps of a decade "+decimals(decades)
		}
		what = name(fmt.Sprintf("R/ln t of %s at t = %s", text, at(last)), s.Label(point))
		return []Number{n, reported(what, means[last-from])}
	})
}

// largestRise returns the indices of the two values, the later one first, with the largest ratio.
func largestRise(values []float64) (later, earlier int) {
	later, earlier = 1, 0
	for k, lowest := 1, 0; k < len(values); k++ {
		if values[k]*values[earlier] > values[later]*values[lowest] {
			later, earlier = k, lowest
		}
		if values[k] < values[lowest] {
			lowest = k
		}
	}
	return later, earlier
}

// fittedPower judges p in the fit a + b·x^p of each learner's mean regret at the horizon: it
// must lie between Low and High.
func fittedPower(c *Claim, s *Sample, confidence float64) (parts []Number) {
	xs := param.Map(param.Indices(len(s.Points)), s.X)
	for _, learner := range c.Learners {
		fit := func(means []float64) float64 { return bestPower(xs, means) }
		p := jackknife(s.byRun(learner), split(confidence, len(c.Learners)), fit)
		what := fmt.Sprintf("p of R(%s) = a + b (%s)^p", learner, s.Panel.X.Shows)
		parts = append(parts, within(what, p, c.Low, c.High))
	}
	return parts
}

// bestPower returns p, from 1/16 to 16, of the least-squares fit a + b·x^p. The residual of the
// best line in x^p has one minimum in p, which golden section finds.
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

// The limits of what slopes can show, both this project's choice.
const (
	// slopeError is the tolerance of one-sided claims: at finite x no slope equals its limit.
	slopeError = .05
	// saturation is the share of random play's regret from which regret says little about growth.
	saturation = .5
)

// power judges whether the regret of each learner at the horizon grows as a power of x: the slope
// of the line through (ln x, ln R) lies between Low and High. A single limit is a bound. XScale is
// the scale of x. Logs factors ln T in the bound add the slope of their logarithms.
//
// An upper bound in the horizon is Seen if regret no longer grows at its end. Otherwise the claim is NotSeen if
// regret is saturated, or if the slopes between neighbors still move into or out of the limits.
func power(c *Claim, s *Sample, confidence float64) []Number {
	grid := s.alongX(c.XScale)
	if len(grid.points) < 2 {
		return nil // one point has no slope
	}
	low, high, added := c.Low, c.High, 0.
	if c.Logs > 0 {
		logs := param.Map(grid.points, func(points []int) float64 {
			return math.Log(math.Log(float64(s.Points[points[0]].Horizon)))
		})
		added = c.Logs * slopeOf(grid.logs(), logs)
		high += added
	}
	switch {
	case c.High == 0:
		low, high = c.Low-slopeError, math.Inf(1)
	case c.Low == 0:
		low, high = math.Inf(-1), high+slopeError
	}
	axis := string(s.Panel.X.Shows)
	scaled := strings.Replace(cmp.Or(c.XScale, "x"), "x", axis, 1)
	var parts, regrets, slopes []Number
	for _, learner := range c.Learners {
		m := measure{c, s, grid, learner}
		fit := func(ys []float64) float64 { return logSlope(grid.logs(), ys) }
		slope, ys := m.estimate(split(confidence, 2*len(c.Learners)), fit)
		n := within(fmt.Sprintf("slope of ln %s in ln %s", m, scaled), slope, low, high)
		local := make([]float64, len(ys)-1)
		for i := range local {
			local[i] = logSlope(grid.logs()[i:i+2], ys[i:i+2])
		}
		reason := m.saturated(high)
		if reason == "" && n.Outcome != Undecided {
			reason = stillMoves(slope.value, local, low, high)
		}
		switch {
		case n.Outcome != Seen && c.Low == 0 && s.Panel.X.Shows == HorizonAxis && m.settled(confidence, c.Learners):
			n.Outcome = Seen
			n.Reason = "the line through all points is steeper, but regret has stopped growing, so the bound holds: " +
				"slopes between neighbors " + decimals(local)
		case reason != "":
			n.Outcome, n.Reason = NotSeen, reason
		}
		parts = append(parts, n)
		for i, points := range grid.points {
			at := fmt.Sprintf("%s = %s", axis, number.Setting(s.X(points[0])))
			regrets = append(regrets, reported(fmt.Sprintf("%s at %s", m, at), ys[i]))
			if i > 0 {
				slopes = append(slopes, reported(fmt.Sprintf("slope of %s in %s up to %s", m, scaled, at), local[i-1]))
			}
		}
	}
	if added > 0 {
		what := fmt.Sprintf("in the claim, added by (ln T)^%v over this range", c.Logs)
		parts = append(parts, reported(what, added))
	}
	if c.Low == 0 || c.High == 0 {
		parts = append(parts, reported("in the claim, tolerance of a slope [ours]", slopeError))
	}
	return slices.Concat(parts, regrets, slopes)
}

// stillMoves explains why the range of x is too short: the slopes between neighbors fall or
// rise throughout. It is empty if they do not.
func stillMoves(slope float64, local []float64, low, high float64) string {
	first, last := local[0], local[len(local)-1]
	reason := ""
	falling := slices.IsSortedFunc(local, func(a, b float64) int { return cmp.Compare(b, a) })
	switch {
	case falling && last < first-slopeError && (slope > high || slope >= low && last < low):
		reason = "still falling"
	case slices.IsSorted(local) && last > first+slopeError && (slope < low || slope <= high && last > high):
		reason = "still rising"
	default:
		return ""
	}
	return reason + ": slopes " + decimals(local)
}

func decimals(xs []float64) string {
	return strings.Join(param.Map(xs, func(x float64) string { return fmt.Sprintf("%.2f", x) }), ", ")
}

// settled reports whether regret no longer grows at the end of the axis, so that every bound that
// grows is above it from some x on.
func (m measure) settled(confidence float64, learners []string) bool {
	end := len(m.points) - 2
	slope, _ := m.estimate(split(confidence, 2*len(learners)), func(ys []float64) float64 {
		return logSlope(m.logs()[end:], ys[end:])
	})
	return within("", slope, math.Inf(-1), slopeError).Outcome == Seen
}

// saturated explains why regret cannot show growth: at the end of the axis the learner plays little better than at
// random. Random play has linear regret, which a claim of slope 1 in T allows.
func (m measure) saturated(high float64) string {
	end := m.points[len(m.points)-1]
	largest, random := math.Inf(-1), math.Inf(-1)
	for _, p := range end {
		regret := m.mean(p, m.learner)
		largest, random = max(largest, regret), max(random, randomRegret(m.sample.Points[p]))
	}
	inRounds := m.sample.Panel.X.Shows == HorizonAxis
	if largest >= saturation*random && !(inRounds && high >= 1) {
		return "saturated: at the end of the axis " + number.Share(largest/random) + " of the regret of random play"
	}
	return ""
}

// logSlope returns the slope of the straight line through (x, ln y); NaN if a y is not positive.
func logSlope(xs, ys []float64) float64 { return slopeOf(xs, param.Map(ys, math.Log)) }

func slopeOf(xs, ys []float64) float64 {
	_, slope := stat.LinearRegression(xs, ys, nil, false)
	return slope
}
