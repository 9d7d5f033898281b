package solve

import (
	"cmp"
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat"

	"regretscope/model/stats"
	"regretscope/noise/number"
)

const (
	// edgeLevel is the confidence of intervals that are to contain the edge in 95 of 100 cases.
	// A search that ends with a narrow interval ends with some by luck.
	edgeLevel = .96
	// The slope of regret at a value is measured between two other values at equal logarithmic
	// distances from it: at first farthest, later halves times the half width of the interval.
	farthest, halves = .2, 4
	// maxMoves is the number of values to measure at with one number of runs before assuming that regret jumps.
	maxMoves = 12
	// exactly is the relative width of the interval in which exact regret meets its threshold.
	exactly = 1e-6
)

// edge finds where the mean regret meets its threshold between two points of different verdicts. It measures at a
// value, then at the resulting estimate with more runs, until the interval is within the tolerance, over which regret
// is assumed straight. Half of the runs then test the answer. Where regret is exact or jumps, and among whole numbers
// farther apart than the tolerance, tests alone decide. With an error, the edge is unmeasured.
func (s *search) edge(from, to *Point) (Edge, error) {
	if from.Exact {
		return s.tested(from, to)
	}
	tolerance := math.Log1p(s.Tolerance)
	runs, moves, distance := scanRuns, 0, farthest
	for value := s.round(guess(from, to)); ; moves++ {
		s.known = fmt.Sprintf("limit from %s to %s, ", number.Value(from.Value), number.Value(to.Value))
		if to.Value/from.Value <= 1+s.Tolerance || s.answer.Whole && value*s.Tolerance < 1 || moves > maxMoves {
			return s.tested(from, to)
		}
		at, err := s.test(value, runs)
		if err != nil {
			return unmeasured(from, to), err
		}
		e, err := s.measured(&at, distance, from, to)
		if err != nil {
			return unmeasured(from, to), err
		}
		switch at.Verdict { // the edge is on its other side
		case from.Verdict:
			from = &at
		case to.Verdict:
			to = &at
		}
		half := math.Log(max(e.High/e.Value, e.Value/e.Low))
		moved := math.Abs(math.Log(e.Value / value))
		if value = e.Value; value <= from.Value || value >= to.Value {
			value = s.round(math.Sqrt(from.Value * to.Value))
			continue
		}
		distance = min(farthest, halves*max(half, tolerance))
		switch lacks := half / tolerance; {
		case moved > max(tolerance, half): // measure at the new value
		case lacks > 1 && runs < MaxRuns:
			runs, moves = min(MaxRuns, int(float64(runs)*min(max(1.5, 1.1*lacks*lacks), 4))), 0
		default:
			if e.At, err = s.test(value, runs/2); err != nil {
				return unmeasured(from, to), err
			}
			if e.At.Verdict == Undecided {
				return e, nil
			}
		}
	}
}

// safe finds a value at which the condition holds with confidence: that end of the interval, rounded away from the
// edge to the displayed digits, or as far beyond it as the runs need to agree.
func (s *search) safe(e *Edge, from, to *Point) (err error) {
	value, factor, held, outwards := e.High, 1+s.Tolerance/2, to, math.Ceil
	if from.Verdict == Holds {
		value, factor, held, outwards = e.Low, 1/factor, from, math.Floor
	}
	for ; ; value *= factor {
		step := math.Pow10(int(math.Floor(math.Log10(value))) - 2) // three digits, or four from 1 on
		if value >= 1 {
			step /= 10
		}
		at := s.round(number.Round(outwards(value/step)*step, 6))
		if (at-held.Value)*(factor-1) >= 0 {
			e.Safe = *held
			return nil
		}
		if e.Safe, err = s.test(at, min(2*e.At.Runs, MaxRuns)); err != nil || e.Safe.Regret <= e.Safe.Threshold {
			return err
		}
	}
}

// measured returns the edge from the runs at a value, and from a quarter as many on either side for
// the slope. The edge is the shift w, in units of the distance between the sides, at which mean
// regret + w·(regret above − regret below) is the mean threshold. Four runs at the value go with
// one of the slope, so that w is a ratio of means of one sample.
func (s *search) measured(at *Point, distance float64, from, to *Point) (Edge, error) {
	quarter := at.Runs / 4
	below, err := s.test(max(from.Value, s.round(at.Value*math.Exp(-distance))), quarter)
	above, err1 := s.test(min(to.Value, s.round(at.Value*math.Exp(distance))), quarter)
	if err = cmp.Or(err, err1); err != nil {
		return Edge{}, err
	}
	lacks, rise := make([]float64, quarter), make([]float64, quarter)
	for i := range quarter {
		for j := 4 * i; j < 4*i+4; j++ {
			lacks[i] += (at.threshold[j] - at.regrets[j]) / 4
		}
		rise[i] = above.regrets[i] - below.regrets[i]
	}
	width := math.Log(above.Value / below.Value)
	shifted := func(w float64) float64 { return min(max(at.Value*math.Exp(w*width), from.Value), to.Value) }
	w := stats.Ratio(lacks, rise, edgeLevel)
	return s.possible(Edge{
		Value: shifted(stat.Mean(lacks, nil) / stat.Mean(rise, nil)), Low: shifted(w.Low),
		High: shifted(w.High),
	}, to), nil
}

// tested returns the edge between the last value decided like from and the first decided like to.
// The interval is valid however regret behaves.
func (s *search) tested(from, to *Point) (Edge, error) {
	above := func(p *Point) bool { return (p.Regret > p.Threshold) == (from.Regret > from.Threshold) }
	low, high, err := s.bisect(from, to, func(p *Point) bool { return p.Verdict == from.Verdict })
	left, right := low, high
	if err == nil && !from.Exact {
		var err1 error
		left, right, err = s.bisect(from, to, above)
		_, high, err1 = s.bisect(from, to, func(p *Point) bool { return p.Verdict != to.Verdict })
		err = cmp.Or(err, err1)
	}
	if err != nil {
		return unmeasured(from, to), err
	}
	e := Edge{Value: right.Value, Low: low.Value, High: high.Value, At: *right}
	if to.Verdict != Holds {
		e.Value, e.At = left.Value, *left
	}
	return s.possible(e, to), nil
}

// unmeasured returns what two points of different verdicts say about the edge between them.
func unmeasured(from, to *Point) Edge {
	e := Edge{Value: to.Value, Low: from.Value, High: to.Value, Safe: *to, Unmeasured: true}
	if from.Verdict == Holds {
		e.Value, e.Safe = from.Value, *from
	}
	return e
}

// possible returns the edge among the parameter's possible values: the last whole number at
// which the condition holds.
func (s *search) possible(e Edge, to *Point) Edge {
	switch {
	case !s.answer.Whole:
	case to.Verdict == Holds:
		e.Low, e.High = math.Floor(e.Low)+1, math.Ceil(e.High)
		e.Value = max(math.Ceil(e.Value), e.Low)
	default:
		e.Low, e.High = math.Floor(e.Low), math.Ceil(e.High)-1
		e.Value = min(math.Floor(e.Value), e.High)
	}
	e.Reached = max(e.High/e.Value, e.Value/e.Low) <= 1+s.Tolerance || s.answer.Whole && e.High-e.Low <= 1
	return e
}

// bisect finds two neighboring values, the first like from and the second like to.
func (s *search) bisect(from, to *Point, like func(*Point) bool) (low, high *Point, err error) {
	width := s.Tolerance / 2
	if from.Exact {
		width = exactly
	}
	for low, high = from, to; ; {
		middle := s.round(math.Sqrt(low.Value * high.Value))
		if middle <= low.Value || middle >= high.Value || high.Value < low.Value*(1+width) {
			return low, high, nil
		}
		p, err := s.point(middle, DecideRuns)
		if err != nil {
			return nil, nil, err
		}
		if like(&p) {
			low = &p
		} else {
			high = &p
		}
	}
}

// guess returns where the logarithm of regret over threshold, linear in that of the value, is 0.
func guess(low, high *Point) float64 {
	a, b := math.Log(low.Ratio()), math.Log(high.Ratio())
	if share := a / (a - b); share > 0 && share < 1 {
		return low.Value * math.Pow(high.Value/low.Value, share)
	}
	return math.Sqrt(low.Value * high.Value) // one of them has no regret
}

// trends finds out whether regret falls and rises between neighboring points, beyond chance.
func (a *Answer) trends() {
	for i := 1; i < len(a.Points); i++ {
		before, after := &a.Points[i-1], &a.Points[i]
		change := cmp.Compare(after.Regret, before.Regret)
		if n := min(before.Runs, after.Runs); !before.Exact || !after.Exact {
			change = stats.Compare(after.regrets[:n], before.regrets[:n], level).Sign
		}
		a.Falls = a.Falls || change < 0
		a.Rises = a.Rises || change > 0
	}
}

// refine finds the edges between neighboring decided points with different verdicts and joins the points to spans. A
// value that stays undecided between two where the condition holds, or at the end of the range, ends a span.
// If the search has ended, or ends, edges are unmeasured.
func (s *search) refine() (err error) {
	points := s.answer.Points
	var from Edge // the start of the current span
	last := -1    // the decided point before
	for i := range points {
		p := &points[i]
		if p.Verdict == Undecided {
			continue
		}
		edge := at(p.Value, i > 0)
		switch {
		case last < 0:
		case points[last].Verdict != p.Verdict:
			var failed error
			if edge, failed = s.edge(&points[last], p); failed == nil {
				if failed = s.safe(&edge, &points[last], p); failed != nil {
					edge = unmeasured(&points[last], p)
				}
			}
			if failed != nil && s.ctx.Err() == nil { // a program failed
				return failed
			}
			err = cmp.Or(err, failed)
			if p.Verdict == Fails {
				s.answer.Spans = append(s.answer.Spans, Span{from, edge})
			}
		case i-last > 1 && p.Verdict == Holds:
			s.answer.Spans = append(s.answer.Spans, Span{from, at(points[last].Value, true)})
		default:
			edge = from // the span goes on
		}
		from, last = edge, i
	}
	if last >= 0 && points[last].Verdict == Holds {
		s.answer.Spans = append(s.answer.Spans, Span{from, at(points[last].Value, points[last].Value < s.round(s.answer.High))})
	}
	return err
}

// at returns the edge at the end of the range, or, if it is open, beside an undecided value.
func at(value float64, open bool) Edge {
	return Edge{Value: value, Low: value, High: value, End: !open, Open: open, Reached: true}
}

// Undecided returns the values of the scan that stay undecided.
func (a *Answer) Undecided() (values []float64) {
	for _, p := range a.Points {
		if p.Verdict == Undecided {
			values = append(values, p.Value)
		}
	}
	return values
}
