// Package experiment implements the screen that repeats a run with new rewards: it starts and stops
// replications, draws means with bands, and saves the results.
package experiment

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/model/trials"
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
	kit.Canvas
	theme *theme.Theme
	now   func() time.Time // for the time left
	play  func(context.Context, *trials.Experiment, func(trials.Progress)) (*trials.Result, error)

	config   *model.Config
	runs     int
	epsilons []float64           // to sweep; empty: the configuration's own
	task     kit.Task[*measured] // the experiment that is running
	started  time.Time           // when it was started
	asked    bool                // for runs, beyond opening the screen
	shown    display             // the newest result

	prompt  *prompt // the text being typed
	outcome string  // of the newest job
}

// New returns the screen for a checked configuration. Nothing runs yet.
func New(t *theme.Theme, config *model.Config, cache *overlay.Cache, now func() time.Time) *Screen {
	return &Screen{
		theme: t, now: now, config: config, runs: defaultRuns,
		shown: display{theme: t, cache: cache, config: config, spread: overlay.StandardError, quantity: overlay.Regret},
		task:  kit.Task[*measured]{Every: kit.ProgressEvery},
		play: func(ctx context.Context, e *trials.Experiment, progress func(trials.Progress)) (*trials.Result, error) {
			return e.Run(ctx, progress)
		},
	}
}

// Busy reports whether an experiment is running.
func (s *Screen) Busy() bool { return s.task.Running() }

// Results returns each learner's row at the horizon, at the grid point in the table; nil before a
// result of at least that many runs.
func (s *Screen) Results(least int) []*trials.Row {
	if s.shown.result == nil || s.shown.result.Result == nil || s.shown.result.Runs < least {
		return nil
	}
	return param.Map(param.Indices(len(s.config.Learners)), s.shown.last)
}

// Open starts the replications, unless there are some or they take long: that must be asked for.
func (s *Screen) Open() tea.Cmd {
	const most = 2e8 // rounds of all learners, some seconds
	rounds := float64(s.runs) * float64(len(s.config.Learners)) * float64(s.config.Horizon)
	if s.task.Running() || s.shown.result != nil || rounds > most {
		return nil
	}
	cmd, err := s.start()
	s.Notice.Refuse(err)
	return cmd
}

// Close cancels the running experiment.
func (s *Screen) Close() { s.task.Drop() }

// Title describes the experiment in one line.
func (s *Screen) Title() string {
	c := s.config
	return fmt.Sprintf("replications · %s · K=%d · T=%s · ε=%s · %s from seed %d",
		c.Scenario.Title(), c.Scenario.Arms(), number.Count(c.Horizon), s.epsilonText(), number.Plural(s.runs, "run"), c.Seed)
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
		s.shown.cache.Store(msg)
	default:
		var result *kit.Result[*measured]
		if result, cmd = s.task.Update(msg); result != nil {
			s.finish(result)
		} else if cmd == nil {
			return nil // a message for another screen
		}
	}
	s.Changed()
	return s.shown.withTheory(cmd)
}

// Subject returns the focused learner as the word to explain, or, before anything has been
// played, the subject of the screen.
func (s *Screen) Subject() string {
	if s.shown.result == nil {
		return "replication"
	}
	return s.config.Learners[s.shown.focus].ID
}

// measured is the whole or partial result of an experiment.
type measured struct {
	*trials.Result // of the complete runs; nil if the experiment could not start
	experiment     *trials.Experiment
	saved          bool // by the person
}

// CommandLine returns the command line that runs the experiment without a screen.
func (s *Screen) CommandLine() string {
	return script.RunLine(&trials.Experiment{Points: s.config.Sweep(s.epsilons), Runs: s.runs})
}

// setSweep reads the values of ε to sweep; nothing or off ends the sweep.
func (s *Screen) setSweep(text string) error {
	if text = strings.TrimSpace(text); text == "" || text == "off" {
		s.epsilons = nil
		return nil
	}
	epsilons, err := trials.ParseEpsilons(text)
	if err != nil {
		return fmt.Errorf("sweep %s: %w", text, err)
	}
	s.epsilons = epsilons
	return nil
}

// epsilonText returns the values of ε of the next experiment.
func (s *Screen) epsilonText() string {
	const most = 4 // the largest number listed
	e := s.epsilons
	switch n := len(e); {
	case n == 0:
		return number.Tick(s.config.Epsilon)
	case n > most:
		return fmt.Sprintf("%s…%s (%d values)", number.Tick(e[0]), number.Tick(e[n-1]), n)
	}
	return strings.Join(param.Map(e, number.Tick), ", ")
}

// start runs the replications on all cores.
func (s *Screen) start() (tea.Cmd, error) {
	e := &trials.Experiment{Points: s.config.Sweep(s.epsilons), Runs: s.runs}
	e.ReportCurves()
	if err := e.Check(); err != nil {
		return nil, err
	}
	for _, c := range e.Points {
		s.Rounds += float64(e.Runs) * float64(len(c.Learners)) * float64(c.Horizon)
	}
	s.started, s.outcome = s.now(), ""
	run := s.play
	return s.task.Start(func(ctx context.Context, progress func(done, total int)) (*measured, error) {
		result, err := run(ctx, e, func(p trials.Progress) { progress(p.Done, p.Total) })
		return &measured{Result: result, experiment: e}, err
	}), nil
}

// finish shows the result of a job. A job stopped before its first run leaves the earlier
// result.
func (s *Screen) finish(ended *kit.Result[*measured]) {
	m, t := ended.Value, s.theme
	stopped := errors.Is(ended.Err, context.Canceled)
	if m.Result != nil && m.Runs > 0 {
		s.shown.result, s.shown.point = m, min(s.shown.point, len(m.experiment.Points)-1)
	}
	switch {
	case ended.Err != nil && !stopped:
		s.outcome = t.Bad.Render("✗ " + param.Printable(ended.Err.Error()))
	case stopped && (m.Result == nil || m.Runs == 0):
		s.outcome = t.Warn.Render("stopped before all learners had finished a run")
	case stopped:
		s.outcome = t.Warn.Render(fmt.Sprintf("stopped: %s of %s finished and kept", number.Count(m.Runs),
			number.Plural(m.experiment.Runs, "run")))
	default:
		s.outcome = number.Plural(m.Runs, "run")
		if took := s.now().Sub(s.started).Seconds(); took > 0 { // simulated time stands still
			s.outcome += " in " + number.Seconds(took)
		}
		s.outcome += " · s saves"
	}
}
