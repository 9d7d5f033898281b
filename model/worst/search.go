package worst

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distmv"
	"gonum.org/v1/gonum/stat/samplemv"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/theory"
	"regretscope/model/trials"
	"regretscope/noise"
	"regretscope/noise/param"
)

const (
	firstRuns = 16 // of each start; the better half gets twice as many, and so on, to a quarter of Runs
	climbers  = 4  // starts that are improved
	spread    = 8  // starts with exact values, beside those with equal coordinates
	// The smallest steps of the search, in powers of two of a number.
	exactStep, noisyStep = 1. / 1024, 1. / 8
)

// A search is the state of solving a Problem.
type search struct {
	*Problem
	answer   *Answer
	progress func(what string, done trials.Progress)
	tried    map[string]*trial // by the numbers of their scenario
}

type trial struct {
	Instance
	x        []float64 // coordinates
	config   *model.Config
	samplers []*trials.Sampler // by learner
	floor    theory.Curve      // of Floor
	value    float64           // above Objective.None; NaN if it is unknown
	runs     int
}

func newSearch(ctx context.Context, p *Problem, progress func(string, trials.Progress)) *search {
	s := &search{Problem: p, answer: &Answer{Problem: p, Tries: p.Tries}, progress: progress, tried: map[string]*trial{}}
	s.answer.Exact = s.trial(p.Config, p.Family.Middle(p.Config.Epsilon)).compute(ctx)
	switch {
	case p.Tries > 0:
	case s.answer.Exact:
		s.answer.Tries = ExactTries
	default:
		s.answer.Tries = Tries
	}
	return s
}

func (s *search) trial(c *model.Config, i Instance) *trial {
	own := *c
	own.Scenario = i.Scenario
	t := &trial{Instance: i, config: &own, value: math.NaN()}
	t.samplers = param.Map(own.Learners, func(spec learners.Spec) *trials.Sampler {
		return trials.NewSampler(&own, spec, theory.Root(own.Horizon), own.Horizon)
	})
	if s.Objective == Floor {
		t.floor, _ = own.Floor(0, own.Horizon)
	}
	return t
}

// compute replaces runs by exact expectations; ok is false if one is unknown.
func (t *trial) compute(ctx context.Context) (ok bool) {
	for i := range t.samplers {
		e, ok := t.config.ExpectedRegret(ctx, i)
		if !ok {
			return false
		}
		t.samplers[i] = trials.KnownSampler(e.At(theory.Root(t.config.Horizon)), e.At(t.config.Horizon))
	}
	return true
}

// at returns the trial at coordinates, which are moved into the ranges; nil if all tries are spent.
func (s *search) at(x []float64) *trial {
	for k := range x {
		x[k] = min(max(x[k], s.Family.Axes[k].at(0)), s.Family.Axes[k].at(1))
	}
	i := s.Family.instance(x, s.Config.Epsilon)
	key := fmt.Sprint(i.Values)
	if t := s.tried[key]; t != nil || len(s.tried) == s.answer.Tries {
		return t
	}
	t := s.trial(s.Config, i)
	t.x, s.tried[key] = x, t
	return t
}

// run improves the starts: all with exact values, otherwise the best after a few runs. It leaves the
// finds in the answer, also when ctx ends.
func (s *search) run(ctx context.Context) error {
	starts, runs, last := s.starts(), firstRuns, noisyStep
	all := slices.Clone(starts)
	defer func() { s.conclude(all) }()
	for {
		if err := s.evaluate(ctx, runs, starts); err != nil {
			return err
		}
		order(starts)
		if s.answer.Exact {
			last = exactStep
			break
		}
		if len(starts) <= climbers || 8*runs > s.Runs {
			starts = starts[:min(len(starts), climbers)]
			break
		}
		starts, runs = starts[:(len(starts)+1)/2], 2*runs
	}
	for _, start := range starts {
		end, err := s.climb(ctx, start, runs, last)
		all = param.Include(all, end)
		if err != nil {
			return err
		}
	}
	return nil
}

// conclude keeps the largest of the trials with the most runs.
func (s *search) conclude(all []*trial) {
	order(all)
	for _, t := range all {
		if !math.IsNaN(t.value) && len(s.answer.Finds) < maxFinds {
			s.answer.Finds = append(s.answer.Finds, Find{t.Instance, s.Objective.None() + t.value, t.runs})
		}
	}
	for _, t := range s.tried {
		if !math.IsNaN(t.value) {
			s.answer.Tried++
		}
	}
}

// order sorts trials, those with the most runs and the largest value first.
func order(all []*trial) {
	slices.SortStableFunc(all, func(a, b *trial) int {
		return cmp.Or(cmp.Compare(b.runs, a.runs), cmp.Compare(b.value, a.value))
	})
}

// starts returns evenly spread scenarios, for exact values after ones with equal coordinates: with
// equal gaps of every size, for example, which random starts do not reach.
func (s *search) starts() (starts []*trial) {
	count, axes := max(1, s.answer.Tries/2), s.Family.Axes
	add := func(share func(k int) float64) {
		x := make([]float64, len(axes))
		for k := range x {
			x[k] = axes[k].at(share(k))
		}
		if t := s.at(x); t != nil && !slices.Contains(starts, t) {
			starts = append(starts, t)
		}
	}
	if s.answer.Exact {
		octaves := math.Ceil(axes[0].at(1) - axes[0].at(0))
		for i := range int(octaves) + 1 {
			add(func(int) float64 { return float64(i) / octaves })
		}
		count = spread
	}
	stream := noise.NewStream(noise.Key(s.Config.Seed, noise.Search, 0))
	points := mat.NewDense(count, len(axes), nil)
	samplemv.Halton{Kind: samplemv.Owen, Q: distmv.NewUnitUniform(len(axes), nil), Src: &stream}.Sample(points)
	for i := range count {
		add(func(k int) float64 { return points.At(i, k) })
	}
	return starts
}

// climb moves to the best neighbor as long as that is better, and then with half the step: first to ones whose
// coordinates all differ alike, so that equal gaps stay equal, and then also to those that differ in one.
func (s *search) climb(ctx context.Context, from *trial, runs int, last float64) (*trial, error) {
	for _, moves := range []int{1, 1 + len(from.x)} {
		for step := 1.; step >= last && len(s.tried) < s.answer.Tries; {
			best, around := from, s.around(from, step, moves)
			if err := s.evaluate(ctx, runs, around); err != nil {
				return from, err
			}
			for _, t := range around {
				// beyond rounding, which differs between processors
				if t.value > best.value+1e-9*math.Abs(best.value) || math.IsNaN(best.value) && !math.IsNaN(t.value) {
					best = t
				}
			}
			if best == from {
				step /= 2
			}
			from = best
		}
	}
	return from, nil
}

// around returns the neighbors of a trial, by moves of all coordinates, the first one, and so on.
func (s *search) around(from *trial, step float64, moves int) (around []*trial) {
	for k := range moves {
		for _, move := range []float64{step, -step} {
			x := slices.Clone(from.x)
			for j := range x {
				if k == 0 || j == k-1 {
					x[j] += move
				}
			}
			if t := s.at(x); t != nil && !slices.Contains(around, t) {
				around = append(around, t)
			}
		}
	}
	return around
}

// evaluate finds the values of trials, with the given number of runs unless they are exact. If ctx
// ends, values are those of the runs that all have. Floors of 0 are passed over.
func (s *search) evaluate(ctx context.Context, runs int, all []*trial) (err error) {
	all = slices.DeleteFunc(slices.Clone(all), func(t *trial) bool {
		return s.Objective == Floor && t.floor.At == nil
	})
	what := fmt.Sprintf("scenarios up to %d of %d: ", len(s.tried), s.answer.Tries)
	if s.answer.Exact {
		runs = 1
		for i, t := range all {
			if t.runs == 0 && !t.compute(ctx) {
				all = all[:i]
				break
			}
			s.progress(what, trials.Progress{Done: i + 1, Total: len(all)})
		}
		err = context.Cause(ctx)
	} else {
		err = s.simulate(ctx, what, runs, all...)
	}
	for _, t := range all {
		for _, own := range t.samplers {
			runs = min(runs, own.Runs())
		}
	}
	for _, t := range all {
		if runs > t.runs {
			first, second := s.samples(t, runs)
			t.value, t.runs = stat.Mean(first, nil)-stat.Mean(second, nil), runs
		}
	}
	return err
}

func (s *search) simulate(ctx context.Context, what string, runs int, all ...*trial) error {
	samplers := slices.Concat(param.Map(all, func(t *trial) []*trials.Sampler { return t.samplers })...)
	return trials.ExtendSamplers(ctx, runs, s.Workers, func(done trials.Progress) { s.progress(what, done) }, samplers...)
}

// samples returns what is to be large in the first runs, and what to subtract.
func (s *search) samples(t *trial, runs int) (first, second []float64) {
	first, second = t.samplers[0].Regrets(runs, 1), slices.Repeat([]float64{s.Objective.None()}, runs)
	switch horizon := t.config.Horizon; s.Objective {
	case Difference:
		second = t.samplers[1].Regrets(runs, 1)
	case Floor:
		for i, before := range t.samplers[0].Regrets(runs, 0) {
			first[i] = theory.Times(t.floor.Kind, t.floor.Height(horizon), horizon, first[i], before)
		}
	}
	return first, second
}
