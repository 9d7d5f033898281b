package figure

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"regretscope/noise/number"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
)

// apart is the least difference between slopes of logarithms that one-sided claims tell
// apart: over a range that can be played no slope is exactly that of the limit. Ours.
const apart = .05

// power: regret at the horizon of each of Learners grows as a power of x: the slope of the
// straight line through (ln x, ln R) lies between Low and High. Where one of them is left
// out it is a bound, which says nothing of the other side. Regret is less that of Minus, or
// over that of Of; where several grid points share an x, the largest; and what is expected
// where Exact is set. In says what is taken for x, and Logs how many factors ln T the bound
// has besides: they add what the line through their logarithms has in slope.
func power(c *Claim, s *Sample, confidence float64) []Number {
	x := func(point int) float64 { return scales[c.In](s.X(point)) }
	places := s.places(x)
	if len(places) < 2 {
		return nil // there is no line through one point
	}
	xs, logs := make([]float64, len(places)), make([]float64, len(places))
	for i, points := range places {
		xs[i] = math.Log(x(points[0]))
		logs[i] = math.Log(math.Log(float64(s.Points[points[0]].Horizon)))
	}
	added := 0.
	if c.Logs > 0 {
		added = c.Logs * slopeOf(xs, logs)
	}
	low, high := c.Low, c.High+added
	switch {
	case c.High == 0:
		low, high = c.Low-apart, math.Inf(1)
	case c.Low == 0:
		low, high = math.Inf(-1), high+apart
	}
	axis := string(s.Panel.X.Shows)
	scaled := strings.Replace(cmp.Or(c.In, "x"), "x", axis, 1)
	var parts, more []Number
	for _, learner := range c.Learners {
		m := measure{c, learner, len(s.Points)}
		statistic := func(means []float64) float64 { return logSlope(xs, m.largest(places, means)) }
		means := s.exactly(m.learners()...)
		slope := known(statistic(means))
		if !c.Exact {
			runs := s.byRun(m.learners()...)
			slope, means = jackknife(runs, shared(confidence, len(c.Learners)), statistic), columnMeans(runs)
		}
		ys, n := m.largest(places, means), len(places)
		parts = append(parts, within(fmt.Sprintf("slope of ln %s in ln %s", m, scaled), slope, low, high))
		more = append(more, beside(fmt.Sprintf("slope over the last step of %s, %s", scaled, m), logSlope(xs[n-2:], ys[n-2:])))
		for i, points := range places {
			more = append(more, beside(fmt.Sprintf("%s at %s = %s", m, axis, number.Setting(s.X(points[0]))), ys[i]))
		}
	}
	if added > 0 {
		parts = append(parts, beside(fmt.Sprintf("of what is claimed, what (ln T)^%v adds over this range", c.Logs), added))
	}
	if c.Low == 0 || c.High == 0 {
		parts = append(parts, beside("of what is claimed, slopes that are not told apart [ours]", apart))
	}
	return append(parts, more...)
}

// scales are what a claim can take for x.
var scales = map[string]func(float64) float64{
	"":     func(x float64) float64 { return x },
	"1/x":  func(x float64) float64 { return 1 / x },
	"ln x": math.Log,
}

func (s *Sample) places(x func(point int) float64) [][]int {
	at := map[float64][]int{}
	for p := range s.Points {
		at[x(p)] = append(at[x(p)], p)
	}
	var places [][]int
	for _, x := range slices.Sorted(maps.Keys(at)) {
		places = append(places, at[x])
	}
	return places
}

// A measure is what a claim on a power measures of one of its learners.
type measure struct {
	*Claim
	learner string
	points  int
}

// String is R(a), E[R(a)], R(a) − R(b) or R(a)/R(b).
func (m measure) String() string {
	format := "R(%s)"
	if m.Exact {
		format = "E[R(%s)]"
	}
	text := fmt.Sprintf(format, m.learner)
	switch {
	case m.Minus != "":
		text = fmt.Sprintf("("+text+" − "+format+")", m.Minus)
	case m.Of != "":
		text = fmt.Sprintf("("+text+"/"+format+")", m.Of)
	}
	return text
}

// learners are those that are measured: one, or a second one that is taken away from it
// or that it is divided by.
func (m measure) learners() []string {
	return slices.DeleteFunc([]string{m.learner, m.Minus, m.Of}, func(text string) bool { return text == "" })
}

// exactly are the exact expectations of learners' regrets at the horizon of all grid points.
func (s *Sample) exactly(learners ...string) (all []float64) {
	for _, text := range learners {
		for p := range s.Points {
			all = append(all, s.exact(p, s.learner(text), s.last(p)))
		}
	}
	return all
}

func (m measure) largest(places [][]int, means []float64) []float64 {
	ys := make([]float64, len(places))
	for i, points := range places {
		ys[i] = math.Inf(-1)
		for _, p := range points {
			y := means[p]
			switch {
			case m.Minus != "":
				y -= means[m.points+p]
			case m.Of != "":
				y /= means[m.points+p]
			}
			ys[i] = math.Max(ys[i], y) // NaN where one of them is
		}
	}
	return ys
}

func columnMeans(rows [][]float64) []float64 {
	means := make([]float64, len(rows[0]))
	for _, row := range rows {
		floats.Add(means, row)
	}
	floats.Scale(1/float64(len(rows)), means)
	return means
}

// logSlope is the slope of the straight line through (x, ln y); NaN where a y is
// not positive.
func logSlope(xs, ys []float64) float64 {
	logs := make([]float64, len(ys))
	for i, y := range ys {
		logs[i] = math.Log(y)
	}
	return slopeOf(xs, logs)
}

func slopeOf(xs, ys []float64) float64 {
	_, slope := stat.LinearRegression(xs, ys, nil, false)
	return slope
}
