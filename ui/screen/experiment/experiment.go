// Package experiment implements the screen that repeats a run with new rewards: it starts and stops
// replications, draws means with bands, and saves the results.
package experiment

import (
	"context"
	"errors"
	"fmt"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/chart/overlay"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
	"regretscope/ui/script"
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
	started  time.Time           // when it was started
	result   *measured           // the newest; nil before the first

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

// measured is the whole or partial result of an experiment.
type measured struct {
	*model.Result // of the complete runs; nil if the experiment could not start
	experiment    *model.Experiment
	saved         bool // by the person
}

func (s *Screen) experiment() *model.Experiment {
	e := &model.Experiment{Points: s.config.Sweep(s.epsilons), Runs: s.runs}
	e.ReportCurves()
	return e
}

// CommandLine returns the command line that runs the experiment without a screen.
func (s *Screen) CommandLine() string {
	return script.RunLine(&model.Experiment{Points: s.config.Sweep(s.epsilons), Runs: s.runs})
}

// start runs the replications on all cores.
func (s *Screen) start() (tea.Cmd, error) {
	e := s.experiment()
	if err := e.Check(); err != nil {
		return nil, err
	}
	for _, c := range e.Points {
		s.Rounds += float64(e.Runs) * float64(len(c.Learners)) * float64(c.Horizon)
	}
	s.started, s.outcome = s.now(), ""
	run := s.play
	return s.task.Start(func(ctx context.Context, progress func(done, total int)) (*measured, error) {
		result, err := run(ctx, e, func(p model.Progress) { progress(p.Done, p.Total) })
		return &measured{Result: result, experiment: e}, err
	}), nil
}

// finish shows the result of a job. A job stopped before its first run leaves the earlier
// result.
func (s *Screen) finish(ended *kit.Result[*measured]) {
	m, t := ended.Value, s.theme
	stopped := errors.Is(ended.Err, context.Canceled)
	if m.Result != nil && m.Runs > 0 {
		s.result, s.point = m, min(s.point, len(m.experiment.Points)-1)
	}
	switch {
	case ended.Err != nil && !stopped:
		s.outcome = t.Bad.Render("✗ " + param.Printable(ended.Err.Error()))
	case stopped && (m.Result == nil || m.Runs == 0):
		s.outcome = t.Warn.Render("stopped before all learners had finished a run")
	case stopped:
		s.outcome = t.Warn.Render(fmt.Sprintf("stopped: %s of %s finished and kept", kit.Count(m.Runs),
			kit.Plural(m.experiment.Runs, "run")))
	default:
		s.outcome = kit.Plural(m.Runs, "run") + " in " + number.Seconds(s.now().Sub(s.started).Seconds()) + " · s saves"
	}
}

// left returns the remaining time of the job at its present speed; ok is false while it is
// unknown.
func (s *Screen) left() (left time.Duration, ok bool) {
	done, total := s.task.Progress()
	if done == 0 {
		return 0, false
	}
	elapsed := s.now().Sub(s.started)
	return time.Duration(float64(elapsed) * float64(total-done) / float64(done)), true
}
