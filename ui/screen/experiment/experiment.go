// Package experiment is the screen that repeats a run with new rewards: it starts and stops
// replications, draws means with bands, and saves the results.
package experiment

import (
	"context"
	"fmt"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/ui/chart/overlay"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
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
		theme: t, cache: cache, now: now, config: config, runs: defaultRuns, spread: overlay.StandardError, quantity: overlay.Regret,
		task: kit.Task[*measured]{Every: kit.ProgressEvery},
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
	return s.wanting(cmd)
}

// wanting adds the command that computes the theory in the chart.
func (s *Screen) wanting(cmd tea.Cmd) tea.Cmd {
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
