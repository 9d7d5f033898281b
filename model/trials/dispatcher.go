package trials

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/program"
	"regretscope/model/theory"
	"regretscope/noise"
	"regretscope/noise/number"
	"regretscope/noise/param"
)

// A dispatcher hands the units of a running experiment to workers and collects the results.
type dispatcher struct {
	*Experiment
	design     *Design
	workers    int
	reach      int    // maximum number of runs ahead of the oldest run under way
	begun      int    // the number of runs that series had before the last increase
	until      int    // the number of runs of series that are still open
	closed     []bool // by series: it has all runs that it needs
	firsts     []int  // by series: the first series with the same plays, or itself
	units      chan job
	outcomes   chan outcome
	group      sync.WaitGroup
	release    func() bool // stops watching the context
	busy       int
	aggregator *aggregator // nil for a shard, which has no result of its own
	progress   Progress
	spent      []struct{ seconds, units float64 } // by series
	report     func(Progress)
	fault      any
	err        error // from the store or a program
}

func (e *Experiment) start(ctx context.Context, report func(Progress)) *dispatcher {
	w := &dispatcher{
		Experiment: e, design: e.Stored, workers: e.workers(), report: report,
		units: make(chan job), outcomes: make(chan outcome),
	}
	if w.design == nil {
		w.design = e.Design(ctx)
	}
	w.until, w.closed, w.firsts = e.Runs, make([]bool, len(w.design.Series)), w.design.firsts()
	if e.Shard.Of == 0 {
		w.aggregator = newAggregator(w.design, e.Precision > 0)
	} else if e.Idle != nil {
		for i := range w.closed {
			w.closed[i] = e.Idle[i%len(e.Idle)]
		}
	}
	w.spent = make([]struct{ seconds, units float64 }, len(w.closed))
	w.reach = w.workers
	for i := range w.design.Series {
		w.reach = max(w.reach, w.workers*w.design.Series[i].Batch())
	}
	for u := (Unit{}); u.Run < e.Runs; u = w.after(u) {
		if !w.closed[u.Series] && e.Shard.Has(u, w.design) {
			w.progress.Total++
		}
	}
	simulator := newSimulator(e, w.design)
	stop := new(atomic.Bool)
	w.release = context.AfterFunc(ctx, func() { stop.Store(true) })
	w.progress.Workers = min(w.workers, w.progress.Total)
	for range w.progress.Workers {
		w.group.Go(func() {
			for j := range w.units {
				w.outcomes <- simulator.try(ctx, stop, j)
			}
		})
	}
	return w
}

func (w *dispatcher) failed() bool { return w.fault != nil || w.err != nil }

// after returns the unit after u. All series of a run come before the next run.
func (w *dispatcher) after(u Unit) Unit {
	if u.Series++; u.Series == len(w.design.Series) {
		return Unit{Run: u.Run + 1}
	}
	return u
}

// needed returns the job that starts at a unit, and reports whether to simulate it. It counts
// stored units as done. If only part of a batch is stored, the whole batch is played again, because
// its lanes depend on each other. A series that plays like another is copied with it.
func (w *dispatcher) needed(u Unit) (j job, needed bool) {
	size := w.design.Series[u.Series].Batch()
	if w.closed[u.Series] || !w.Shard.Has(u, w.design) || w.copied(u) || u.Run%size != 0 && u.Run != w.begun {
		return j, false
	}
	j = job{u.Series, u.Run, min(u.Run-u.Run%size+size, w.until)}
	for run := j.from; run < j.to; run++ {
		if f := w.find(Unit{u.Series, run}); f == nil {
			needed = true
		} else {
			w.progress.Kept++
			w.keep(f, false)
		}
	}
	return j, needed
}

// copied reports whether a unit is a copy of another one in the same shard.
func (w *dispatcher) copied(u Unit) bool {
	first := Unit{w.firsts[u.Series], u.Run}
	return first != u && w.Shard.Has(first, w.design)
}

func (w *dispatcher) find(u Unit) *Finished {
	if w.Store == nil {
		return nil
	}
	return w.Store.Find(u)
}

// take handles a worker's results.
func (w *dispatcher) take(o outcome) {
	if o.fault != nil {
		w.fault = o.fault
	}
	w.err = cmp.Or(w.err, o.err)
	for _, f := range o.finished {
		known := len(o.finished) > 1 && w.find(f.Unit) != nil // already counted
		if !known && !w.failed() {
			w.keep(f, true)
		}
	}
}

// keep counts a unit and its copies. It stores them first if they are new.
func (w *dispatcher) keep(f *Finished, fresh bool) {
	if fresh && w.Store != nil {
		if w.err = w.Store.Append(f); w.err != nil {
			return
		}
	}
	w.count(f)
	for i := f.Series + 1; i < len(w.firsts) && w.firsts[f.Series] == f.Series && !w.failed(); i++ {
		if w.firsts[i] != f.Series || !w.Shard.Has(Unit{i, f.Run}, w.design) {
			continue
		}
		same := w.find(Unit{i, f.Run})
		stored := same != nil
		if stored {
			w.progress.Kept++
		} else {
			own := *f
			own.Series, own.Elapsed = i, 0
			same = &own
		}
		w.keep(same, !stored)
	}
}

func (w *dispatcher) count(f *Finished) {
	if w.aggregator != nil {
		w.aggregator.add(f)
	}
	w.progress.Done++
	w.spent[f.Series].seconds += f.Elapsed
	w.spent[f.Series].units++
	if w.report != nil {
		w.progress.Elapsed = w.elapsed()
		w.report(w.progress)
	}
}

// elapsed returns Progress.Elapsed. Every series has about as many units as the others.
func (w *dispatcher) elapsed() (sum float64) {
	for _, s := range w.spent {
		if s.units == 0 {
			return 0
		}
		sum += s.seconds / s.units
	}
	return sum * float64(w.progress.Total) / float64(len(w.spent))
}

// A Unit is the smallest part of an experiment: one replication of one series.
type Unit struct {
	Series int `json:"series"`
	Run    int `json:"run"` // from 0
}

// A Finished unit holds one replication's measurements at the reported rounds of its series.
type Finished struct {
	Unit
	Seed           uint64         `json:"seed"` // the replication's: noise.ReplicationSeed(the experiment's, Run)
	Regret         []number.Float `json:"regret"`
	Roots          []number.Float `json:"regret_root,omitempty"` // at theory.Root of each round, for a floor
	Return         []number.Float `json:"return"`                // expected per-round return
	CostliestRound []number.Float `json:"epsilon_worst_event"`
	OtherNotions   []OtherNotions `json:"worst_event"`
	User           []User         `json:"epsilon_user"`
	Pulls          [][]int        `json:"pulls"` // of each arm
	Elapsed        float64        `json:"elapsed_seconds"`
	Certain        bool           `json:"certain,omitempty"` // no random number affected the plays
}

// A simulator plays units of an experiment. It never changes and is safe for concurrent use.
type simulator struct {
	design   *Design
	starters []*model.Starter // by series
}

func newSimulator(e *Experiment, d *Design) *simulator {
	s := &simulator{design: d}
	for _, c := range e.Points {
		for i := range c.Learners {
			s.starters = append(s.starters, c.Starter(i))
		}
	}
	return s
}

// A job is the units of one series that a worker simulates together: one unit, or a batch of a program's runs.
type job struct{ series, from, to int } // runs from to to−1

// An outcome is the finished units of a job; empty if the job was stopped.
type outcome struct {
	finished []*Finished
	err      error // why a program failed
	fault    any   // the value of a learner's panic
}

// try plays a job and recovers from a learner's panic, which would otherwise end the program.
func (s *simulator) try(ctx context.Context, stop *atomic.Bool, j job) (o outcome) {
	defer func() { o.fault = recover() }()
	o.finished, o.err = s.play(ctx, stop, j)
	return o
}

// A batch is the runs of a job, which are played together.
type batch struct {
	runs []*model.Run
	team *program.Team // of a program's runs; nil for a run of a built-in learner
}

func (s *simulator) start(j job) batch {
	starter, seeds := s.starters[j.series], make([]uint64, j.to-j.from)
	for i := range seeds {
		seeds[i] = noise.ReplicationSeed(s.design.Setup.Seed, j.from+i)
	}
	if starter.InTeams() {
		team, runs := starter.StartTeam(seeds, nil)
		return batch{runs, team}
	}
	return batch{runs: []*model.Run{starter.Run(seeds[0])}}
}

// advance plays n further rounds of all runs unless it is stopped or the program fails. Checking
// a flag is cheap enough to do after every round.
func (b batch) advance(stop *atomic.Bool, n int) {
	if b.team == nil {
		b.runs[0].AdvanceUnless(stop, n)
		return
	}
	for ; n > 0 && !stop.Load() && b.team.Err() == nil; n-- {
		for _, run := range b.runs {
			run.Advance(1)
		}
	}
}

// round returns the number of rounds that all runs have played.
func (b batch) round() int { return b.runs[len(b.runs)-1].Round() }

// play simulates a job. If stopped, it drops all runs.
func (s *simulator) play(ctx context.Context, stop *atomic.Bool, j job) ([]*Finished, error) {
	began, series, seed := time.Now(), &s.design.Series[j.series], s.design.Setup.Seed
	if series.failed != nil {
		return nil, series.failed
	}
	b, finished := s.start(j), make([]*Finished, j.to-j.from)
	if b.team != nil {
		defer b.team.End()
		defer context.AfterFunc(ctx, b.team.Kill)()
	}
	for i := range finished {
		run, n := j.from+i, len(series.At)
		finished[i] = &Finished{
			Unit: Unit{j.series, run}, Seed: noise.ReplicationSeed(seed, run),
			Regret: make([]number.Float, n), Return: make([]number.Float, n), CostliestRound: make([]number.Float, n),
			OtherNotions: make([]OtherNotions, n), User: make([]User, n), Pulls: make([][]int, n),
		}
	}
	rooted := 0 // the reported rounds whose roots are behind
	for k, t := range series.At {
		for ; series.Floor.grows() && rooted < len(series.At) && theory.Root(series.At[rooted]) <= t; rooted++ {
			b.advance(stop, theory.Root(series.At[rooted])-b.round())
			for i, run := range b.runs {
				finished[i].Roots = append(finished[i].Roots, number.Float(run.Regret()))
			}
		}
		b.advance(stop, t-b.round())
		switch {
		case b.team != nil && (ctx.Err() != nil || stop.Load()):
			return nil, nil
		case b.team != nil && b.team.Err() != nil:
			return nil, b.team.Err()
		case b.round() < t:
			return nil, nil
		}
		for i, run := range b.runs {
			finished[i].measure(k, run)
		}
	}
	for i, run := range b.runs {
		f := finished[i]
		if f.Elapsed = time.Since(began).Seconds() / float64(len(b.runs)); b.team == nil {
			f.Certain = s.starters[j.series].Certain(run, f.Seed)
		}
	}
	return finished, nil
}

// measure records the run at the k-th reported round.
func (f *Finished) measure(k int, run *model.Run) {
	f.Regret[k], f.Return[k] = number.Float(run.Regret()), number.Float(run.MeanReturn())
	f.CostliestRound[k] = number.Float(run.CostliestRound())
	f.OtherNotions[k], f.User[k] = otherNotions(run.CostliestRoundLoss()), User{number.Float(run.AllRounds())}
	f.Pulls[k] = slices.Clone(run.Pulls())
}

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
	return &Sampler{kept: [][]number.Float{numbers(regrets...)}}
}

// Runs returns the number of first runs that are simulated.
func (s *Sampler) Runs() int {
	if i := slices.IndexFunc(s.kept, func(regret []number.Float) bool { return regret == nil }); i >= 0 {
		return i
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
	e.Stored = e.Design(unaudited) // without audits and exact expectations, which only results need
	_, err := e.Run(ctx, progress)
	return err
}

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
