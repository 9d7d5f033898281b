// Package experiment is the screen on which a run is repeated with fresh rewards: it
// starts and stops replications, draws means with bands, and saves what was measured.
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

// defaultRuns is how many replications an experiment has unless the user sets another number.
const defaultRuns = 20

// A Screen is the experiment screen of one configuration.
type Screen struct {
	kit.Drawing
	theme *theme.Theme
	cache *overlay.Cache   // of theory, shared with other screens
	now   func() time.Time // for the time left
	play  func(context.Context, *model.Experiment, func(model.Progress)) (*model.Result, error)

	config   *model.Config
	runs     int
	epsilons []float64           // to sweep; empty: the configuration's own
	task     kit.Task[*measured] // the experiment that is running
	job      job                 // what it is about
	result   *measured           // the newest; nil before there is one
	records  string              // the file of records that was used last

	quantity overlay.Quantity
	log      bool
	spread   overlay.Spread
	mode     overlay.Mode
	focus    int // the learner that the person looks at
	point    int // the grid point that the table shows

	overRounds bool // the chart of a sweep shows rounds at one grid point
	pairs      bool // the table compares learners

	prompt  *prompt // where something is being typed
	outcome string  // of the newest job
}

// New makes the screen for a checked configuration. Nothing runs yet.
func New(t *theme.Theme, config *model.Config, cache *overlay.Cache, now func() time.Time) *Screen {
	return &Screen{
		theme: t, cache: cache, now: now, config: config, runs: defaultRuns, spread: overlay.StandardError, quantity: overlay.Regret,
		task: kit.Task[*measured]{Every: kit.ProgressEvery},
		play: func(ctx context.Context, e *model.Experiment, progress func(model.Progress)) (*model.Result, error) {
			return e.Run(ctx, progress)
		},
	}
}

// Close cancels the experiment that is running.
func (s *Screen) Close() { s.task.Drop() }

// Title says in one line what is repeated.
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

// wanting adds to a command the one that computes the theory in the chart.
func (s *Screen) wanting(cmd tea.Cmd) tea.Cmd {
	if s.mode == overlay.Off || s.overEpsilon() {
		return cmd
	}
	return tea.Batch(cmd, s.cache.Compute(s.here(), s.focus))
}

// Subject returns the learner in focus, as a word that is explained, or what there will
// be to see before anything has been played.
func (s *Screen) Subject() string {
	if s.result == nil {
		return "replication"
	}
	return s.config.Learners[s.focus].ID
}
