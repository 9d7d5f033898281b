package figure

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"time"

	"regretscope/model"
	"regretscope/scenarios"
)

// Level is the chance, at most, that a figure has a claim decided wrongly.
const Level = .01

// Options say how a figure is reproduced.
type Options struct {
	Data     string        // folder of scenarios that read one
	Folder   string        // for records, to go on from; empty: no records are kept
	Command  string        // that makes the records
	Limit    time.Duration // 0: none
	Workers  int           // goroutines; 0: one a core
	Progress func(Progress)
}

// Progress is how far the reproduction of a figure has come.
type Progress struct {
	Figure *Figure
	Panel  int // from 0
	Runs   int // that are being made
	model.Progress
}

// A Reproduction is what came out of a figure's experiments.
type Reproduction struct {
	Figure   *Figure
	Samples  []*Sample // by panel
	Verdicts []Verdict // by claim
	Runs     int       // of the panel that has most
	Seconds  float64
	Limited  bool // the time limit came before every claim was decided
}

// Decided counts the claims that are not undecided.
func (r *Reproduction) Decided() int {
	n := 0
	for _, v := range r.Verdicts {
		if v.Outcome != Undecided {
			n++
		}
	}
	return n
}

// runCounts returns the numbers of runs at which claims are judged: the paper's, twice
// that, and so on, up to the most that are made.
func (f *Figure) runCounts() []int {
	var all []int
	for n := f.Runs; n < f.MaxRuns; n *= 2 {
		all = append(all, n)
	}
	return append(all, f.MaxRuns)
}

// confidence is that of each claim's judgment at each look, so that all of them
// together are wrong with probability Level at most (Bonferroni).
func (f *Figure) confidence() float64 {
	return split(1-Level, len(f.Claims)*len(f.runCounts()))
}

// Reproduce makes the figure's experiments, more and more runs of them until all
// claims are decided, there are enough runs, or the time is up. A context that
// ends otherwise ends it with the context's cause, and what was finished stands
// in the records.
func (f *Figure) Reproduce(ctx context.Context, o Options) (*Reproduction, error) {
	w := &runner{Options: o, figure: f, began: time.Now(), stores: make([]*store, len(f.Panels))}
	r := &Reproduction{Figure: f, Samples: make([]*Sample, len(f.Panels)), Verdicts: make([]Verdict, len(f.Claims))}
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

// Work is about how much there is to do: rounds of all learners at the paper's
// number of runs, and what takes as long.
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
		if err != nil || p.Leap {
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

// judge decides the claims that are still open. One that is decided stays so: the
// confidence counts every look.
func (f *Figure) judge(r *Reproduction) {
	for i := range f.Claims {
		if r.Verdicts[i].Outcome == Undecided {
			s := r.Samples[f.number(f.Claims[i].Panel)]
			r.Verdicts[i] = f.Claims[i].Decide(s, f.confidence())
			if !f.Claims[i].Computed() {
				r.Verdicts[i].Runs = s.Runs
			}
		}
	}
}

// number returns the number of the panel with this name: the first panel if the name is empty,
// −1 if there is no such panel.
func (f *Figure) number(name string) int {
	if name == "" {
		return 0
	}
	return slices.IndexFunc(f.Panels, func(p Panel) bool { return p.Name == name })
}

// A runner reproduces one figure.
type runner struct {
	Options
	figure *Figure
	began  time.Time
	stores []*store
}

// extend brings the panels of open claims that more runs can decide to the given number of
// runs. It reports whether the time limit came first.
func (w *runner) extend(ctx context.Context, r *Reproduction, runs int) (limited bool, err error) {
	var open []int
	for i := range w.figure.Panels {
		needed := r.Samples[i] == nil
		for n, c := range w.figure.Claims {
			needed = needed || r.Verdicts[n].Outcome == Undecided && !c.Computed() && w.figure.number(c.Panel) == i
		}
		if needed {
			open = append(open, i)
		}
	}
	for _, i := range open {
		if err := w.prepare(ctx, i); err != nil {
			return false, err
		}
	}
	for n, i := range open {
		cut, err := w.panel(ctx, r, i, runs, len(open)-n)
		if err != nil {
			return false, err
		}
		limited = limited || cut
		r.Runs = max(r.Runs, r.Samples[i].Runs)
	}
	return limited, nil
}

// withShare returns a context that ends after a share of the time that is left, for one of so
// many panels.
func (w *runner) withShare(ctx context.Context, panels int) (context.Context, context.CancelFunc) {
	if w.Limit == 0 {
		return context.WithCancel(ctx)
	}
	left := max(w.Limit-time.Since(w.began), 0)
	return context.WithTimeoutCause(ctx, left/time.Duration(panels), model.ErrTimeLimit)
}

// prepare computes a panel's exact expectations, which decide some claims by
// themselves, before any panel is run.
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
	w.stores[number] = &store{Memory: model.Memory{}, design: e.Design(ctx)}
	return nil
}

// panel brings one panel to the given number of runs, in its share of the time that is
// left for the remaining panels.
func (w *runner) panel(ctx context.Context, r *Reproduction, number, runs, panels int) (limited bool, err error) {
	ctx, cancel := w.withShare(ctx, panels)
	defer cancel()
	p := &w.figure.Panels[number]
	e, err := p.Experiment(w.Data, runs)
	if err != nil {
		return false, err
	}
	s := w.stores[number]
	s.design.Config.Runs = runs
	if w.Folder != "" {
		if err := s.open(filepath.Join(w.Folder, w.figure.File(p)+".jsonl"), w.Command); err != nil {
			return false, err
		}
	}
	e.Workers, e.Store, e.Written = w.Workers, s, s.design
	e.Shard = model.Shard{Part: 1, Of: 1} // units are enough: a result would cost time
	_, err = e.Run(ctx, func(done model.Progress) {
		if w.Progress != nil {
			w.Progress(Progress{w.figure, number, runs, done})
		}
	})
	if closed := s.close(); err == nil {
		err = closed
	}
	if limited = errors.Is(err, model.ErrTimeLimit); err != nil && !limited {
		return false, err
	}
	r.Samples[number] = newSample(p, e, s.Memory)
	return limited, nil
}

// File is what a panel's files are called, without the ending; it is also the
// name of its comparison.
func (f *Figure) File(p *Panel) string {
	if p.Name == "" {
		return f.ID
	}
	return f.ID + "-" + p.Name
}
