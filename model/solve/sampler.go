package solve

import (
	"context"
	"math"
	"slices"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise/param"
)

// A sampler holds the regrets of one learner's replications and simulates more on demand. It is
// the store of its experiment.
type sampler struct {
	experiment *model.Experiment
	kept       []float64 // by run
}

func newSampler(c *model.Config, spec learners.Spec, workers int) *sampler {
	s := &sampler{}
	s.experiment = &model.Experiment{
		Points: []*model.Config{c.Alone(spec)}, At: []int{c.Horizon}, Workers: workers,
		Shard: model.Shard{Part: 1, Of: 1}, // everything, without a result
		Store: s,
	}
	return s
}

// Find returns a unit without contents if the run is stored.
func (s *sampler) Find(u model.Unit) *model.Finished {
	if u.Run < len(s.kept) && !math.IsNaN(s.kept[u.Run]) {
		return &model.Finished{Unit: u}
	}
	return nil
}

// Append stores a run's regret. Runs finish in any order.
func (s *sampler) Append(f *model.Finished) error {
	for len(s.kept) <= f.Run {
		s.kept = append(s.kept, math.NaN())
	}
	s.kept[f.Run] = float64(f.Regret[0])
	return nil
}

// regrets returns the regrets of the first runs at the horizon.
func (s *sampler) regrets(ctx context.Context, runs int) ([]float64, error) {
	if len(s.kept) < runs {
		s.experiment.Runs = runs
		if _, err := s.experiment.Run(ctx, nil); err != nil {
			return nil, err
		}
	}
	return slices.Clone(s.kept[:runs]), nil
}

// simulated returns the regrets of the first learner's first runs at a value.
func (s *search) simulated(value float64, runs int) ([]float64, error) {
	own := s.samplers[value]
	if own == nil {
		spec, err := s.Config.Learners[0].With(s.Parameter, param.FormatNumber(value))
		if err != nil {
			return nil, err
		}
		own = newSampler(s.Config, spec, s.Workers)
		s.samplers[value] = own
	}
	return own.regrets(s.ctx, runs)
}

// expected returns the exact expectations of the first learner's regret at a value, and of its
// limit; ok is false if one of them is unknown.
func (s *search) expected(value float64) (regret, limit float64, ok bool) {
	spec, err := s.Config.Learners[0].With(s.Parameter, param.FormatNumber(value))
	if err != nil {
		return 0, 0, false
	}
	own, ok := s.Config.Alone(spec).ExpectedRegret(s.ctx, 0)
	if !ok {
		return 0, 0, false
	}
	if limit = s.Below; s.reference != nil {
		other, known := s.Config.ExpectedRegret(s.ctx, 1)
		if !known {
			return 0, 0, false
		}
		limit = s.Factor * other.At(s.Config.Horizon)
	}
	return own.At(s.Config.Horizon), limit, true
}
