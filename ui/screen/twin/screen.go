// Package twin implements the screen that shows two reward sequences, which differ in one person's
// rewards, side by side: the same learner with the same noise, round by round; then, over many
// noises, the probability of each play with either sequence.
//
// While a background task advances the audit.Twin, only that task may use it; the task returns it
// with a snapshot. At most one such task runs at a time.
package twin

import (
	"fmt"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/noise/number"
	"regretscope/ui/chart/notions"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

type part int

const (
	oneNoise   part = iota // round by round
	manyNoises             // many noises
	parts                  // their number
)

// A Screen is the twin screen.
type Screen struct {
	kit.Base
	theme *theme.Theme
	after func(time.Duration, func(time.Time) tea.Msg) tea.Cmd // the clock's

	config  *model.Config
	learner int
	part    part // the focused one

	shot     *snapshot // the newest; nil before the first
	err      error     // why there is none
	work     worker
	replay   replay
	attack   attack
	ticks    [parts]*tickMsg // of both animations
	headline string          // what large letters show, and the sentence therefore does not

	belief notions.Belief
	table  []kit.Command
	offset int // of the outcomes
}

// New returns the screen for one learner of a checked configuration, and the command that
// searches for two universes. The animations use a clock; nil is the machine's.
func New(t *theme.Theme, config *model.Config, learner int, clock *kit.Clock) (*Screen, tea.Cmd) {
	s := &Screen{theme: t, config: config, learner: learner, after: clock.After}
	s.replay.pace = defaultPace
	s.work.clock, s.work.task.Every, s.work.search.Every = clock, kit.ProgressEvery, kit.ProgressEvery
	s.table = s.commands()
	return s, s.open()
}

// Busy reports whether a search for universes, or for a noise with which they differ, is
// running, or a number of noises is being counted.
func (s *Screen) Busy() bool {
	return s.err == nil && (s.shot == nil || s.work.busy() || s.attack.task.Running())
}

// Working reports whether any work is under way, during which simulated time stands still.
func (s *Screen) Working() bool {
	return s.work.task.Running() || s.work.search.Running() || s.attack.task.Running()
}

// Ready reports whether no search is running: its result would undo what keys do meanwhile.
func (s *Screen) Ready() bool { return s.err != nil || s.shot != nil && !s.work.searching }

func (s *Screen) open() tea.Cmd {
	s.Close()
	s.shot, s.err = nil, nil
	s.restart()
	return s.work.task.Start(s.work.prepare(s.config, s.learner, !s.work.clock.Simulated(), false))
}

// restart forgets what was seen of a pair.
func (s *Screen) restart() {
	s.offset, s.replay.round, s.replay.playing = follow, 0, false
	s.work.restart(s.part != oneNoise)
}

// Close cancels the background work and stops the animations.
func (s *Screen) Close() {
	s.work.close()
	s.attack.close()
	s.replay.playing = false
	s.ticks = [parts]*tickMsg{}
}

// Title returns the title of the screen.
func (s *Screen) Title() string { return "twin universes: what can an observer infer?" }

// Subject returns the word that explains the focused part: twin universes, or the bound on how
// much their outcomes differ.
func (s *Screen) Subject() string {
	return [parts]string{oneNoise: "twin universes", manyNoises: "ε"}[s.part]
}

// End starts, after a command, the next computation or animation.
func (s *Screen) End(cmd tea.Cmd, err error) (tea.Cmd, error) {
	cmd, err = s.Base.End(cmd, err)
	if cmd != nil || s.shot == nil {
		return cmd, err
	}
	return tea.Batch(s.work.next(s.shot), s.tick()), err
}

// Update handles a message; commands run the universes.
func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	result, progress := s.work.task.Update(msg)
	found, searching := s.work.search.Update(msg)
	if result != nil || found != nil || progress != nil || searching != nil {
		s.Changed()
		switch {
		case result != nil:
			return s.store(result)
		case found != nil:
			return s.refine(found)
		}
		return tea.Batch(progress, searching)
	}
	if result, _ := s.attack.task.Update(msg); result != nil {
		s.Changed()
		s.attack.turn, s.err = result.Value, result.Err
	}
	if tick, ok := msg.(*tickMsg); ok && s.ticks[tick.part] == tick {
		s.ticks[tick.part] = nil
		s.Changed()
		return s.advance(tick.part)
	}
	return nil
}

func (s *Screen) turn(by int) tea.Cmd {
	n := len(s.config.Learners)
	s.learner = (s.learner + by + n) % n
	return s.open()
}

// goTo focuses a part. Sampling begins when many noises are first shown.
func (s *Screen) goTo(to part) {
	if to != oneNoise && s.shot.Samples == 0 {
		s.work.sampling = true
	}
	s.part, s.replay.playing = to, false
}

// count shows many noises and counts as many as the text says; in simulated time as many as usual.
func (s *Screen) count(text string) (err error) {
	n := usual
	if text != "" {
		n, err = number.ParseCount(text)
	}
	if err != nil || n > enough {
		return fmt.Errorf("many-noises %s: must be a whole number from 1 to %s", text, number.Count(enough))
	}
	if s.goTo(manyNoises); text != "" || s.work.clock.Simulated() {
		s.work.most, s.work.sampling = n, s.shot.Samples < n
	}
	return nil
}

func (s *Screen) scroll(outcomes int) {
	_, room := s.layout().parts[manyNoises].Inside()
	from, n, _ := s.frequencies().visible(room)
	s.offset = min(max(from+outcomes, 0), len(s.shot.readings)-n)
}
