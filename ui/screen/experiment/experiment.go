// Package experiment implements the screen that repeats a run with new rewards: it starts and stops
// replications, draws means with bands, and saves the results.
package experiment

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/model/record"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/chart/overlay"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
	"regretscope/ui/screen/setup"
)

// defaultRuns is the number of replications unless the user sets another.
const defaultRuns = 20

// A Screen is the experiment screen of one configuration.
type Screen struct {
	kit.Drawing
	theme *theme.Theme
	cache *overlay.Cache   // theory, shared with other screens
	now   func() time.Time // for the time left
	play  func(context.Context, *model.Experiment, func(model.Progress)) (*model.Result, error)

	config   *model.Config
	runs     int
	epsilons []float64           // to sweep; empty: the configuration's own
	task     kit.Task[*measured] // the experiment that is running
	job      job                 // what it is about
	result   *measured           // the newest; nil before the first
	records  string              // the file of records used last

	quantity overlay.Quantity
	log      bool
	spread   overlay.Spread
	mode     overlay.Mode
	focus    int // the focused learner
	point    int // the grid point shown in the table

	overRounds bool // the chart of a sweep shows rounds at one grid point
	pairs      bool // the table compares learners

	prompt  *prompt // the text being typed
	outcome string  // of the newest job
}

// New returns the screen for a checked configuration. Nothing runs yet.
func New(t *theme.Theme, config *model.Config, cache *overlay.Cache, now func() time.Time) *Screen {
	return &Screen{
		theme: t, cache: cache, now: now, config: config, runs: defaultRuns,
		task: kit.Task[*measured]{Every: kit.ProgressEvery}, spread: overlay.StandardError, quantity: overlay.Regret,
		play: func(ctx context.Context, e *model.Experiment, progress func(model.Progress)) (*model.Result, error) {
			return e.Run(ctx, progress)
		},
	}
}

// Close cancels the running experiment.
func (s *Screen) Close() { s.task.Drop() }

// Title describes the experiment in one line.
func (s *Screen) Title() string {
	c := s.config
	return fmt.Sprintf("replications · %s · K=%d · T=%s · ε=%s · %s from seed %d",
		c.Scenario.Title(), c.Scenario.Arms(), kit.Count(c.Horizon), s.epsilonText(), kit.Plural(s.runs, "run"), c.Seed)
}

// Update handles a message.
func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	var cmd tea.Cmd
	switch msg := msg.(type) {
	case tea.KeyMsg:
		if s.Typing() {
			s.Begin()
			s.prompt.line.Press(msg)
		}
	case savedMsg:
		s.saved(msg)
	case overlay.ComputedMsg:
		s.cache.Store(msg)
	default:
		var result *kit.Result[*measured]
		if result, cmd = s.task.Update(msg); result != nil {
			s.finish(result)
		} else if cmd == nil {
			return nil // a message for another screen
		}
	}
	s.Changed()
	return s.withTheory(cmd)
}

// withTheory adds the command that computes the theory in the chart.
func (s *Screen) withTheory(cmd tea.Cmd) tea.Cmd {
	if s.mode == overlay.Off || s.overEpsilon() {
		return cmd
	}
	return tea.Batch(cmd, s.cache.Compute(s.here(), s.focus))
}

// Subject returns the focused learner as the word to explain, or, before anything has been
// played, the subject of the screen.
func (s *Screen) Subject() string {
	if s.result == nil {
		return "replication"
	}
	return s.config.Learners[s.focus].ID
}

// A job is an experiment running in the background.
type job struct {
	started time.Time
	kept    *atomic.Int64 // runs of one learner already in its file
	path    string        // its file of records, or empty
}

// measured is the whole or partial result of an experiment.
type measured struct {
	*model.Result // of the complete runs; nil if the experiment could not start
	experiment    *model.Experiment
	path          string       // the file of records, or empty
	inFile        int          // runs of one learner in the file
	units         model.Memory // finished units without a file; nil if there are too many
	saved         bool         // by the person
}

func (s *Screen) experiment() *model.Experiment {
	e := &model.Experiment{Points: s.config.Sweep(s.epsilons), Runs: s.runs}
	e.ReportCurves()
	return e
}

// start runs the replications on all cores. With a path it keeps them in a new or an existing
// file of records.
func (s *Screen) start(path string, resume bool) (tea.Cmd, error) {
	e := s.experiment()
	if err := e.Check(); err != nil {
		return nil, err
	}
	s.job = job{started: s.now(), kept: new(atomic.Int64), path: path}
	s.outcome = ""
	run, kept := s.play, s.job.kept
	return s.task.Start(func(ctx context.Context, progress func(done, total int)) (*measured, error) {
		m := &measured{experiment: e, path: path}
		report := func(p model.Progress) {
			kept.Store(int64(p.Kept))
			progress(p.Done, p.Total)
		}
		var err error
		if path == "" {
			if m.units = unitsOf(e); m.units != nil {
				e.Store = m.units
			}
			m.Result, err = run(ctx, e, report)
			return m, err
		}
		if resume {
			if err := follow(path, e); err != nil {
				return m, err
			}
		}
		file, err := record.Open(ctx, path, resume, e, setup.RunLine(e))
		if err != nil {
			return m, err
		}
		m.Result, err = run(ctx, e, report)
		m.inFile = file.Units()
		return m, cmp.Or(err, file.Close())
	}), nil
}

// finish shows the result of a job. A job stopped before its first run leaves the earlier
// result.
func (s *Screen) finish(ended *kit.Result[*measured]) {
	m, t := ended.Value, s.theme
	stopped := errors.Is(ended.Err, context.Canceled)
	if m.Result != nil && m.Runs > 0 {
		s.show(m)
	}
	switch {
	case ended.Err != nil && !stopped:
		s.outcome = t.Bad.Render("✗ " + param.Printable(ended.Err.Error()))
	case stopped && m.path != "":
		all := m.experiment.Runs * len(m.experiment.Points) * len(s.config.Learners)
		s.records = m.path
		s.outcome = t.Warn.Render(fmt.Sprintf("stopped: %s has %s of %s · u goes on with it",
			param.Printable(m.path), kit.Count(m.inFile), kit.Plural(all, "unit")))
	case stopped && (m.Result == nil || m.Runs == 0):
		s.outcome = t.Warn.Render("stopped before all learners had finished a run")
	case stopped:
		s.outcome = t.Warn.Render(fmt.Sprintf("stopped: %s of %s are finished and kept", kit.Count(m.Runs),
			kit.Plural(m.experiment.Runs, "run")))
	default:
		s.outcome = kit.Plural(m.Runs, "run") + " in " + number.Seconds(s.now().Sub(s.job.started).Seconds())
		if m.path == "" {
			s.outcome += " · s saves"
		} else {
			s.records = m.path
			s.outcome += ", recorded in " + param.Printable(m.path)
		}
	}
}

func (s *Screen) show(m *measured) {
	s.result = m
	s.point = min(s.point, len(m.experiment.Points)-1)
	if e := m.experiment; m.path != "" { // the screen takes the settings of a file of records
		s.runs, s.epsilons = e.Runs, nil
		if len(e.Points) > 1 || e.Points[0].Epsilon != s.config.Epsilon {
			for _, point := range e.Points {
				s.epsilons = append(s.epsilons, point.Epsilon)
			}
		}
	}
}

// left returns the remaining time of the job at its present speed; ok is false while it is
// unknown.
func (s *Screen) left() (left time.Duration, ok bool) {
	done, total := s.task.Progress()
	simulated := done - int(s.job.kept.Load())
	if simulated <= 0 {
		return 0, false
	}
	elapsed := s.now().Sub(s.job.started)
	return time.Duration(float64(elapsed) * float64(total-done) / float64(simulated)), true
}
