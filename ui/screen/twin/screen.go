// Package twin is the screen that shows two reward sequences, which differ in one person,
// side by side: the same learner with the same noise, round by round; and then, over many
// noises, how likely each play is in either.
//
// While a background task advances the audit.Twin, only that task may use it; the
// task returns it with a snapshot. At most one such task is running.
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
	parts                // how many there are
)

// A Screen is the twin screen.
type Screen struct {
	kit.Drawing
	theme *theme.Theme
	clock *kit.Clock
	after func(time.Duration, func(time.Time) tea.Msg) tea.Cmd // the clock's

	config  *model.Config
	learner int
	part    part // the one that has the keys

	task kit.Task[slice] // the background work on the twin
	twin *audit.Twin     // nil while background work has it
	shot *snapshot       // the newest; nil before the first
	// curves are those of what the learner truly loses; nil before the first
	// snapshot, and where it is not known.
	curves *notions.Curves
	err    error // why there is none

	round    int             // how many rounds are shown side by side
	playing  bool            // rounds are shown one after the other
	pace     int             // an index into paces
	noise    int             // the one to be shown
	seeking  bool            // a noise with which the universes differ is to be searched for
	pending  int             // noises to be tried one by one
	sampling bool            // many noises are being tried
	ticks    [parts]*tickMsg // under way, of both animations

	belief notions.Belief
	offset int // of the outcomes
}

// New makes the screen for one learner of a checked configuration, and returns
// the command that searches for two universes. The animations, and what is done in a
// frame, go by a clock; nil is the machine's.
func New(t *theme.Theme, config *model.Config, learner int, clock *kit.Clock) (*Screen, tea.Cmd) {
	s := &Screen{theme: t, config: config, learner: learner, pace: defaultPace, clock: clock, after: clock.After}
	s.task.Every = kit.ProgressEvery
	return s, s.open()
}

// Busy reports whether universes, or a noise with which they differ, are searched for.
func (s *Screen) Busy() bool {
	return s.err == nil && (s.shot == nil || s.task.Running() && !s.sampling)
}

// open begins again with the present learner.
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

// Title says what the screen is.
func (s *Screen) Title() string { return "twin universes: what can an observer infer?" }

func (s *Screen) spec() learners.Spec { return s.config.Learners[s.learner] }

// Subject is what is looked at, as a word that is explained: the two universes, or
// what bounds how much their outcomes, or an observer's errors, differ.
func (s *Screen) Subject() string {
	return [parts]string{sides: "twin universes", spread: "ε", mistakes: "Gaussian DP"}[s.part]
}
