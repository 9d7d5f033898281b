// Package twin is the screen that shows two reward sequences, which differ in one person's
// rewards, side by side: the same learner with the same noise, round by round; then, over many
// noises, the probability of each play in either.
//
// While a background task advances the audit.Twin, only that task may use it; the task returns
// it with a snapshot. At most one such task runs at a time.
package twin

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/audit"
	"regretscope/ui/chart/notions"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

type part int

const (
	sides    part = iota // one noise, round by round
	spread               // many noises
	mistakes             // an observer's errors, beside the trade-off curve
	parts                // their number
)

// A Screen is the twin screen.
type Screen struct {
	kit.Drawing
	theme *theme.Theme
	clock *kit.Clock
	after func(time.Duration, func(time.Time) tea.Msg) tea.Cmd // the clock's

	config  *model.Config
	learner int
	part    part // the focused one

	task kit.Task[slice] // the background work on the twin
	twin *audit.Twin     // nil while background work has it
	shot *snapshot       // the newest; nil before the first
	// curves are those of the learner's true loss; nil before the first snapshot, and if it is
	// unknown.
	curves *notions.Curves
	err    error // why there is none

	round    int             // the number of rounds shown side by side
	playing  bool            // rounds are shown one after the other
	pace     int             // an index into paces
	noise    int             // the one to show
	seeking  bool            // search for a noise with which the universes differ
	pending  int             // noises to try one by one
	sampling bool            // many noises are being tried
	ticks    [parts]*tickMsg // of both animations

	belief notions.Belief
	offset int // of the outcomes
}

// New returns the screen for one learner of a checked configuration, and the command that
// searches for two universes. The animations use a clock; nil is the machine's.
func New(t *theme.Theme, config *model.Config, learner int, clock *kit.Clock) (*Screen, tea.Cmd) {
	s := &Screen{theme: t, config: config, learner: learner, pace: defaultPace, clock: clock, after: clock.After}
	s.task.Every = kit.ProgressEvery
	return s, s.open()
}

// Busy reports whether a search for universes, or for a noise with which they differ, is
// running.
func (s *Screen) Busy() bool {
	return s.err == nil && (s.shot == nil || s.task.Running() && !s.sampling)
}

// open starts again with the present learner.
func (s *Screen) open() tea.Cmd {
	s.Close()
	s.twin, s.shot, s.curves, s.err = nil, nil, nil, nil
	s.round, s.noise, s.pending, s.offset = 0, 0, 0, follow
	s.seeking, s.sampling = false, s.part != sides
	return s.prepare()
}

// Close cancels the background work and stops the animations.
func (s *Screen) Close() {
	s.task.Drop()
	s.playing, s.sampling = false, false
	s.ticks = [parts]*tickMsg{}
}

// Title returns the title of the screen.
func (s *Screen) Title() string { return "twin universes: what can an observer infer?" }

func (s *Screen) spec() learners.Spec { return s.config.Learners[s.learner] }

// Subject returns the word that explains the focused part: twin universes, or the bound on how
// much their outcomes, or an observer's errors, differ.
func (s *Screen) Subject() string {
	return [parts]string{sides: "twin universes", spread: "ε", mistakes: "Gaussian DP"}[s.part]
}
