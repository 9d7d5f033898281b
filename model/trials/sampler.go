package trials

import (
	"context"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise/number"
	"regretscope/noise/param"
)

// A Sampler keeps the regrets of one learner's replications and simulates more on demand, for
// searches that compare values or instances on the same rewards.
type Sampler struct {
	config *model.Config
	at     []int
	kept   [][]number.Float // by run, then by round of at; nil if it is not simulated
}

// NewSampler returns a Sampler of a learner's regrets at the given rounds, or else at the horizon.
func NewSampler(c *model.Config, spec learners.Spec, at ...int) *Sampler {
	return &Sampler{config: c.Alone(spec), at: param.Or(at, c.Horizon)}
}

// KnownSampler returns a Sampler with one run that is known: exact expectations at its rounds.
func KnownSampler(regrets ...float64) *Sampler {
	return &Sampler{kept: [][]number.Float{param.Map(regrets, func(x float64) number.Float { return number.Float(x) })}}
}

// Runs returns the number of first runs that are simulated.
func (s *Sampler) Runs() int {
	for i, regret := range s.kept {
		if regret == nil {
			return i
		}
	}
	return len(s.kept)
}

// Regrets returns the regrets of the first runs at the k-th round.
func (s *Sampler) Regrets(runs, k int) []float64 {
	return param.Map(s.kept[:runs], func(regret []number.Float) float64 { return float64(regret[k]) })
}

// ExtendSamplers simulates what the samplers lack of their first runs. If ctx ends, it returns the cause.
func ExtendSamplers(ctx context.Context, runs, workers int, progress func(Progress), samplers ...*Sampler) error {
	e := &Experiment{
		Runs: runs, Workers: workers,
		Shard: Shard{Part: 1, Of: 1}, // everything, without a result
		Store: samplerStore(samplers),
	}
	missing := false
	for _, s := range samplers {
		e.Points, e.At = append(e.Points, s.config), s.at
		missing = missing || s.Runs() < runs
	}
	if !missing {
		return context.Cause(ctx)
	}
	unaudited, cancel := context.WithCancel(ctx)
	cancel()
	e.Written = e.Design(unaudited) // without audits and exact expectations, which only results need
	_, err := e.Run(ctx, progress)
	return err
}

// A samplerStore has a sampler for each series of its experiment.
type samplerStore []*Sampler

// Find returns a unit without contents if the run is stored.
func (s samplerStore) Find(u Unit) *Finished {
	if kept := s[u.Series].kept; u.Run < len(kept) && kept[u.Run] != nil {
		return &Finished{Unit: u}
	}
	return nil
}

// Append stores a run's regrets. Runs finish in any order.
func (s samplerStore) Append(f *Finished) error {
	own := s[f.Series]
	own.kept = append(own.kept, make([][]number.Float, max(0, f.Run+1-len(own.kept)))...)
	own.kept[f.Run] = f.Regret
	return nil
}
