package solve

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/stats"
	"regretscope/noise/declare"
)

// A sampler has the regrets of one learner's replications, and simulates more
// where they are asked for.
type sampler struct {
	experiment *model.Experiment
	kept       model.Memory
}

func newSampler(c *model.Config, choice learners.Choice, workers int) *sampler {
	s := &sampler{kept: model.Memory{}}
	s.experiment = &model.Experiment{Points: []*model.Config{c.Alone(choice)}, At: []int{c.Horizon}, Workers: workers, Store: s.kept}
	return s
}

// sampler is that of the first learner at a value of the parameter.
func (s *search) sampler(value float64) (*sampler, error) {
	choice, err := s.Config.Learners[0].With(s.Parameter, declare.FormatNumber(value))
	return newSampler(s.Config, choice, s.Workers), err
}

// regrets are those of the first runs, at the horizon.
func (s *sampler) regrets(ctx context.Context, runs int) ([]float64, error) {
	s.experiment.Runs = max(runs, s.experiment.Runs)
	if len(s.kept) < runs {
		if _, err := s.experiment.Run(ctx, nil); err != nil {
			return nil, err
		}
	}
	regrets := make([]float64, runs)
	for i := range regrets {
		regrets[i] = float64(s.kept[model.Unit{Run: i}].Regret[0])
	}
	return regrets, nil
}

// decide compares the regrets with their thresholds, run by run.
func (p *Point) decide(threshold []float64) {
	pair := stats.Compare(p.regrets, threshold, level)
	p.Regret, p.Threshold = stats.Summarise(p.regrets).Mean, stats.Summarise(threshold).Mean
	switch {
	case pair.Interval.High < 0:
		p.Verdict = Holds
	case pair.Interval.Low > 0:
		p.Verdict = Fails
	}
}

// trends reports whether regret falls and rises between neighbouring points,
// beyond chance.
func (a *Answer) trends() {
	for i := 1; i < len(a.Points); i++ {
		before, after := &a.Points[i-1], &a.Points[i]
		n := min(before.Runs, after.Runs)
		change := stats.Compare(after.regrets[:n], before.regrets[:n], level).Interval
		a.Falls = a.Falls || change.High < 0
		a.Rises = a.Rises || change.Low > 0
	}
}

// refine finds the edges between neighbouring points at which the condition is
// decided differently, and joins them to spans.
func (s *search) refine() error {
	var decided []Point
	for _, p := range s.answer.Points {
		if p.Verdict != Undecided {
			decided = append(decided, p)
		}
	}
	end := func(value float64) Edge { return Edge{Value: value, Low: value, High: value, End: true, Reached: true} }
	var from Edge // where the running span begins
	for i, p := range decided {
		if i > 0 && decided[i-1].Verdict == p.Verdict {
			continue
		}
		edge := end(p.Value)
		if i > 0 {
			var err error
			if edge, err = s.edge(&decided[i-1], &p); err != nil {
				return err
			}
		}
		switch {
		case p.Verdict == Holds:
			from = edge
		case i > 0:
			s.answer.Spans = append(s.answer.Spans, Span{from, edge})
		}
	}
	if n := len(decided); n > 0 && decided[n-1].Verdict == Holds {
		s.answer.Spans = append(s.answer.Spans, Span{from, end(decided[n-1].Value)})
	}
	return nil
}

// spread is how far, as a factor, the two values lie from an edge between which
// it is interpolated: far enough to tell them apart, and near enough for regret to
// be a power of the parameter between them.
const spread = 1.2

// mostMoves is how often an edge is sought elsewhere, so that the search ends where
// regret is no power of the parameter at all.
const mostMoves = 20

// edge finds where, between two points of different verdicts, the mean regret
// meets its threshold. It interpolates between a value a little below and one a
// little above, on the same rewards, and adds runs until the interval of the
// interpolated value is narrow enough.
func (s *search) edge(low, high *Point) (Edge, error) {
	target := math.Log1p(s.Tolerance)
	place := guess(low, high)
	runs := 4 * firstRuns
	for moves := 0; ; moves++ {
		below, above := s.round(max(low.Value, place/spread)), s.round(min(high.Value, place*spread))
		if s.answer.Whole && above-below <= 1 {
			return Edge{Value: place, Low: below, High: above, Reached: true}, nil
		}
		a, err := s.sampler(below)
		b, err2 := s.sampler(above)
		if err = cmp.Or(err, err2); err != nil {
			return Edge{}, err
		}
		for {
			e, err := s.interpolate(a, b, below, above, runs)
			if err != nil {
				return Edge{}, err
			}
			s.progress(fmt.Sprintf("%s = %.4g (%.4g to %.4g) after %d runs", s.Parameter, e.Value, e.Low, e.High, runs))
			half := math.Log(e.High/e.Low) / 2
			if moved := min(max(e.Value, low.Value), high.Value); moves < mostMoves && (moved < below || moved > above) {
				place = moved // the first guess was poor: interpolate elsewhere
				break
			}
			if e.Reached = half <= target; e.Reached || runs == MaxRuns {
				return e, nil
			}
			runs = min(MaxRuns, max(2*runs, int(float64(runs)*min(4, 1.1*half*half/target/target))))
		}
	}
}

// interpolate estimates the value at which ln(mean regret / mean threshold),
// straight in the value's logarithm, is 0, with an interval by the delta method:
// a run's influence on the estimate is its share in the three means.
func (s *search) interpolate(a, b *sampler, below, above float64, runs int) (Edge, error) {
	threshold, err := s.threshold(runs)
	first, err1 := a.regrets(s.ctx, runs)
	second, err2 := b.regrets(s.ctx, runs)
	if err = cmp.Or(err, err1, err2); err != nil {
		return Edge{}, err
	}
	meanA, meanB, meanT := stat.Mean(first, nil), stat.Mean(second, nil), stat.Mean(threshold, nil)
	atA, atB := math.Log(meanA/meanT), math.Log(meanB/meanT)
	width := math.Log(above / below)
	slope := atB - atA
	influence := make([]float64, runs)
	for i := range influence {
		dA := first[i]/meanA - threshold[i]/meanT
		dB := second[i]/meanB - threshold[i]/meanT
		influence[i] = width * (atA*dB - atB*dA) / (slope * slope)
	}
	value := math.Log(below) - width*atA/slope
	half := normalQuantile * stat.StdDev(influence, nil) / math.Sqrt(float64(runs))
	return Edge{Value: math.Exp(value), Low: math.Exp(value - half), High: math.Exp(value + half)}, nil
}

// normalQuantile makes intervals of 95 %.
const normalQuantile = 1.959964

// guess is where the logarithm of regret over threshold, straight in that of the
// value, is 0.
func guess(low, high *Point) float64 {
	a, b := math.Log(low.Ratio()), math.Log(high.Ratio())
	if share := a / (a - b); share > 0 && share < 1 {
		return low.Value * math.Pow(high.Value/low.Value, share)
	}
	return math.Sqrt(low.Value * high.Value)
}
