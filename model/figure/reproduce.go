package figure

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"slices"
	"time"

	"regretscope/model/record"
	"regretscope/model/trials"
	"regretscope/noise/param"
	"regretscope/scenarios"
)

// Level bounds the probability that a figure has a wrongly decided claim.
const Level = .01

// Options configure the reproduction of a figure.
type Options struct {
	Data     string        // folder of the scenarios' data
	Folder   string        // for records, which a later call continues; empty: no records
	Command  string        // the command line, for the records
	Limit    time.Duration // 0: none
	Workers  int           // goroutines; 0: one a core
	Progress func(Progress)
}

// Progress tells how much of a figure has been reproduced.
type Progress struct {
	Panel int // from 0
	Runs  int // the number of runs under way
	trials.Progress
}

// A Reproduction is the result of a figure's experiments.
type Reproduction struct {
	Samples  []*Sample // by panel
	Verdicts []Verdict // by claim
	Runs     int       // the largest number of any learner
	Seconds  float64
	Limited  bool // the time ran out before every claim was decided
}

// Decided counts the claims that are not undecided.
func (r *Reproduction) Decided() int { return len(r.Verdicts) - r.Count(Undecided) }

// Count returns the number of claims with this outcome.
func (r *Reproduction) Count(o Outcome) (n int) {
	for i := range r.Verdicts {
		if r.Verdicts[i].Outcome == o {
			n++
		}
	}
	return n
}

// runCounts returns the numbers of runs at which claims are judged: the paper's number, doubled up to MaxRuns.
func (f *Figure) runCounts() []int {
	var counts []int
	for n := f.Runs; n < f.MaxRuns; n *= 2 {
		counts = append(counts, n)
	}
	return append(counts, f.MaxRuns)
}

// confidence returns the confidence of each judgment, so that all of them are right with
// probability 1 − Level (Bonferroni).
func (f *Figure) confidence() float64 {
	return split(1-Level, len(f.Claims)*len(f.runCounts()))
}

// Reproduce runs the figure's experiments. It adds runs until all claims are decided, MaxRuns is reached, or the time
// is up. If ctx ends first, it returns the context's cause; the records keep the finished runs.
func (f *Figure) Reproduce(ctx context.Context, o Options) (*Reproduction, error) {
	w := &runner{Options: o, figure: f, began: time.Now(), stores: make([]*store, len(f.Panels))}
	r := &Reproduction{Samples: make([]*Sample, len(f.Panels)), Verdicts: make([]Verdict, len(f.Claims))}
	for i := range r.Verdicts {
		r.Verdicts[i] = combine(nil)
	}
	for _, runs := range f.runCounts() {
		limited, err := w.extend(ctx, r, runs)
		if err != nil {
			return nil, err
		}
		f.judge(r)
		if r.Decided() == len(f.Claims) {
			break
		}
		r.Limited = limited
		if limited {
			break
		}
	}
	r.Seconds = time.Since(w.began).Seconds()
	return r, nil
}

// Work estimates the work: the rounds of all learners at the paper's number of runs, and
// equivalents of other computations.
func (f *Figure) Work() float64 {
	total := 0.
	for i := range f.Panels {
		p := &f.Panels[i]
		if p.needsData() {
			total += 2e9 // plays of a hundred arms
			continue
		}
		if p.Y.Shows == ExpectedExact {
			total += 5e7
		}
		points, err := p.configs("")
		if err != nil || p.Computed() {
			continue
		}
		for _, c := range points {
			if c.Scenario.Kind != scenarios.Deterministic {
				total += float64(c.Horizon) * float64(len(c.Learners)) * float64(f.Runs)
			}
		}
	}
	return total
}

// judge judges the undecided claims. Decided claims keep their verdict, because confidence counts every judgment.
func (f *Figure) judge(r *Reproduction) {
	for i := range f.Claims {
		if r.Verdicts[i].Outcome == Undecided {
			s := r.Samples[f.number(f.Claims[i].Panel)].runsFor(&f.Claims[i])
			r.Runs = max(r.Runs, s.Runs)
			r.Verdicts[i] = f.Claims[i].Decide(s, f.confidence())
			if !f.Claims[i].computed(s.Panel) {
				r.Verdicts[i].Runs, r.Verdicts[i].Capped = s.Runs, s.Runs == f.MaxRuns
			}
		}
	}
}

// number returns the index of the named panel: 0 for an empty name, −1 if there is no such panel.
func (f *Figure) number(name string) int {
	if name == "" {
		return 0
	}
	return slices.IndexFunc(f.Panels, func(p Panel) bool { return p.Name == name })
}

type runner struct {
	Options
	figure *Figure
	began  time.Time
	stores []*store
}

// idle tells which of a panel's learners no undecided claim needs: none before the panel's first runs.
func (w *runner) idle(r *Reproduction, number int) []bool {
	s := r.Samples[number]
	if s == nil {
		return nil
	}
	return param.Map(s.Learners(), func(text string) bool {
		for n := range w.figure.Claims {
			c := &w.figure.Claims[n]
			if r.Verdicts[n].Outcome == Undecided && w.figure.number(c.Panel) == number && !c.computed(s.Panel) && c.needs(text) {
				return false
			}
		}
		return true
	})
}

// extend gives the learners of undecided claims the given number of runs. limited reports whether the time ran out.
func (w *runner) extend(ctx context.Context, r *Reproduction, runs int) (limited bool, err error) {
	var open []int
	for i := range w.figure.Panels {
		if idle := w.idle(r, i); idle == nil || slices.Contains(idle, false) {
			open = append(open, i)
		}
	}
	for _, i := range open {
		if err := w.prepare(ctx, i); err != nil {
			return false, err
		}
	}
	for len(open) > 0 { // panels that were cut short share what the others left
		var cut []int
		for n, i := range open {
			limited, err := w.panel(ctx, r, i, runs, len(open)-n)
			if err != nil {
				return false, err
			}
			if limited {
				cut = append(cut, i)
			}
			r.Runs = max(r.Runs, r.Samples[i].Runs)
		}
		if len(cut) > 0 && time.Since(w.began) >= w.Limit {
			return true, nil
		}
		open = cut
	}
	return false, nil
}

// withShare returns a context with an equal share of the remaining time for each of the given number of panels.
func (w *runner) withShare(ctx context.Context, panels int) (context.Context, context.CancelFunc) {
	if w.Limit == 0 {
		return context.WithCancel(ctx)
	}
	left := max(w.Limit-time.Since(w.began), 0)
	return context.WithTimeoutCause(ctx, left/time.Duration(panels), trials.ErrTimeLimit)
}

// prepare computes a panel's exact expectations before any panel is run: they decide some claims.
func (w *runner) prepare(ctx context.Context, number int) error {
	if w.stores[number] != nil {
		return nil
	}
	e, err := w.figure.Panels[number].Experiment(w.Data, w.figure.Runs)
	if err != nil {
		return err
	}
	ctx, cancel := w.withShare(ctx, 1)
	defer cancel()
	w.stores[number] = &store{Memory: trials.Memory{}, design: e.Design(ctx)}
	return nil
}

// panel gives one panel the given number of runs, within its share of the remaining time.
func (w *runner) panel(ctx context.Context, r *Reproduction, number, runs, panels int) (limited bool, err error) {
	ctx, cancel := w.withShare(ctx, panels)
	defer cancel()
	p := &w.figure.Panels[number]
	e, err := p.Experiment(w.Data, runs)
	if err != nil {
		return false, err
	}
	s := w.stores[number]
	if p.Computed() {
		e.Stored = s.design
		r.Samples[number] = newSample(p, e, nil)
		return false, nil
	}
	s.design.Setup.Runs = runs
	if w.Folder != "" {
		if err := s.open(filepath.Join(w.Folder, w.figure.File(p)+".jsonl"), w.Command); err != nil {
			return false, err
		}
	}
	e.Workers, e.Store, e.Stored, e.Idle = w.Workers, s, s.design, w.idle(r, number)
	e.Shard = trials.Shard{Part: 1, Of: 1} // only units are needed, and a result takes time
	_, err = e.Run(ctx, func(done trials.Progress) {
		if w.Progress != nil {
			w.Progress(Progress{number, runs, done})
		}
	})
	err = cmp.Or(s.close(), err) // without the file, nothing goes on
	if limited = errors.Is(err, trials.ErrTimeLimit); err != nil && !limited {
		return false, err
	}
	r.Samples[number] = newSample(p, e, s.Memory)
	return limited, nil
}

// File returns the name of the panel's files without extension, which is also its comparison's name.
func (f *Figure) File(p *Panel) string {
	if p.Name == "" {
		return f.ID
	}
	return f.ID + "-" + p.Name
}

// A store keeps a panel's units in memory, and in a file of records if there is one.
type store struct {
	trials.Memory
	design *trials.Design // its number of runs is the newest one's
	file   *record.File
}

// open starts or continues the file, and reads its units, which count even if no time is left.
func (s *store) open(path, command string) (err error) {
	if s.file, err = record.Resume(path, s.design, trials.Shard{}, trials.MadeBy(command, s.design)); err != nil {
		return err
	}
	for run := range s.design.Setup.Runs {
		for i := range s.design.Series {
			if f := s.file.Find(trials.Unit{Series: i, Run: run}); f != nil {
				s.Memory[f.Unit] = f
			}
		}
	}
	return nil
}

func (s *store) close() error {
	if s.file == nil {
		return nil
	}
	file := s.file
	s.file = nil
	return file.Close()
}

func (s *store) Append(f *trials.Finished) error {
	s.Memory[f.Unit] = f
	if s.file == nil {
		return nil
	}
	return s.file.Append(f)
}
