// Package experiment is the screen on which a run is repeated with fresh
// rewards: it starts and stops replications, draws means with bands, and saves
// what was measured. What does not belong here: how replications are played and
// counted (package model), and what lines of theory claim (package overlay).
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

// DefaultRuns is how many replications there are until somebody wants others.
const DefaultRuns = 20

// Options are what the screen may be given; the zero value is right for use.
type Options struct {
	Runs  int              // 0: DefaultRuns
	Shelf *overlay.Shelf   // of theory, to share with other screens
	Now   func() time.Time // for the time left

	// Run plays an experiment; nil: its own method.
	Run func(context.Context, *model.Experiment, func(model.Progress)) (*model.Result, error)
}

// A Screen is the experiment screen of one configuration.
type Screen struct {
	theme         *theme.Theme
	keys          keyMap
	options       Options
	width, height int

	config *model.Config
	runs   int
	job    *job          // what is running
	result *model.Result // the newest; nil before there is one
	took   time.Duration

	quantity overlay.Quantity
	log      bool
	spread   overlay.Spread
	mode     overlay.Mode
	focus    int // the learner that the person looks at

	prompt  *prompt // where something is being typed
	said    string  // what came of the newest job or key
	refusal string  // why the newest key did nothing

	drawn string // the newest view; empty where it must be drawn again
}

// New makes the screen for a checked configuration. Nothing runs yet.
func New(t *theme.Theme, config *model.Config, o Options) *Screen {
	if o.Runs == 0 {
		o.Runs = DefaultRuns
	}
	if o.Shelf == nil {
		o.Shelf = &overlay.Shelf{}
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Run == nil {
		o.Run = func(ctx context.Context, e *model.Experiment, progress func(model.Progress)) (*model.Result, error) {
			return e.Run(ctx, progress)
		}
	}
	return &Screen{theme: t, keys: newKeyMap(), options: o, config: config, runs: o.Runs}
}

// SetSize gives the screen its room.
func (s *Screen) SetSize(width, height int) {
	s.width, s.height, s.drawn = max(0, width), max(0, height), ""
}

// Config is what the screen repeats.
func (s *Screen) Config() *model.Config { return s.config }

// Result is what the newest experiment measured, nil before there is one.
func (s *Screen) Result() *model.Result { return s.result }

// Running tells whether replications are being played.
func (s *Screen) Running() bool { return s.job != nil }

// Close gives up what is running; the screen is not used any more.
func (s *Screen) Close() {
	if s.job != nil {
		s.job.cancel()
	}
}

// Title says in one line what is repeated.
func (s *Screen) Title() string {
	c := s.config
	return fmt.Sprintf("replications · %s · K=%d · T=%s · ε=%s · %s from seed %d",
		c.Scenario.Name, c.Scenario.Arms(), kit.Count(c.Horizon), short(c.Epsilon), kit.Plural(s.runs, "run"), c.Seed)
}

// Update takes a message.
func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	var cmd tea.Cmd
	switch msg := msg.(type) {
	case tea.KeyMsg:
		s.refusal = ""
		cmd = s.press(msg)
	case beatMsg:
		cmd = s.beat(msg)
	case finishedMsg:
		s.finish(msg)
	case savedMsg:
		s.saved(msg)
	case overlay.ComputedMsg:
		s.options.Shelf.Take(msg)
	default:
		return nil
	}
	s.drawn = ""
	if s.mode != overlay.Off {
		return tea.Batch(cmd, s.options.Shelf.Want(s.config, s.focus))
	}
	return cmd
}
