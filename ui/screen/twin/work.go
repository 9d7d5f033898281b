package twin

import (
	"context"
	"math"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
)

const (
	budget = 25 * time.Millisecond // of one slice of noises
	frame  = 33 * time.Millisecond // between two slices
	enough = 100_000               // noises; more would not change the picture

	// patience is how long a noise is looked for that parts the universes.
	patience = 400 * time.Millisecond
)

// A doneMsg brings the twin back.
type doneMsg struct {
	screen *Screen
	cast   int
	sought bool // the noise was looked for
	twin   *model.Twin
	scene  *scene
	err    error
}

// A beatMsg lets what goes on by itself go on.
type beatMsg struct {
	screen *Screen
	cast   int
	of     part // whose beat it is
}

// prepare looks for neighbours and plays both universes to their end.
func (s *Screen) prepare(ctx context.Context) tea.Cmd {
	msg, config, learner := doneMsg{screen: s, cast: s.cast}, s.config, s.learner
	return func() tea.Msg {
		if msg.twin, msg.err = model.NewTwin(ctx, config, learner); msg.err == nil {
			msg.twin.Step(math.MaxInt)
			msg.scene = newScene(msg.twin.Snapshot())
		}
		return msg
	}
}

// work gives the twin to a command, if there is something to do and it is here.
func (s *Screen) work() tea.Cmd {
	switch {
	case s.twin == nil:
		return nil
	case s.noise != s.scene.Noise:
		noise := s.noise
		return s.lend(false, func(t *model.Twin) {
			t.Show(noise)
			t.Step(math.MaxInt)
		})
	case s.seeking:
		s.seeking = false
		return s.lend(true, partNext)
	case s.pending > 0:
		n := s.pending
		s.pending = 0
		return s.lend(false, func(t *model.Twin) { t.Sample(n) })
	}
	return nil
}

// lend has a command do something with the twin; sought tells that it chooses
// the noise.
func (s *Screen) lend(sought bool, do func(*model.Twin)) tea.Cmd {
	msg := doneMsg{screen: s, cast: s.cast, sought: sought, twin: s.twin}
	s.twin = nil
	return func() tea.Msg {
		do(msg.twin)
		msg.scene = newScene(msg.twin.Snapshot())
		return msg
	}
}

// partNext goes on to the next noise that parts the universes, or not at all
// where that takes too long.
func partNext(t *model.Twin) {
	from := t.Snapshot().Noise
	for n, deadline := from+1, time.Now().Add(patience); time.Now().Before(deadline); n++ {
		t.Show(n)
		t.Step(math.MaxInt)
		shown := scene{TwinShot: t.Snapshot()}
		if shown.parted(len(shown.Rounds)) > 0 {
			return
		}
	}
	t.Show(from)
	t.Step(math.MaxInt)
}

// take has the twin back.
func (s *Screen) take(msg doneMsg) tea.Cmd {
	if msg.screen != s || msg.cast != s.cast {
		return nil
	}
	s.twin, s.err = msg.twin, msg.err
	if s.err != nil {
		return nil
	}
	if msg.sought {
		if s.noise = msg.scene.Noise; s.noise == s.scene.Noise {
			s.refusal = "no noise was found with which they part"
		} else {
			s.round = msg.scene.parted(len(msg.scene.Rounds))
		}
	}
	s.scene = msg.scene
	s.trying = s.trying && s.scene.Samples < enough
	return tea.Batch(s.work(), s.beat())
}

// beat starts the beats of what goes on by itself, unless they are on their way.
func (s *Screen) beat() tea.Cmd {
	if s.scene == nil {
		return nil
	}
	start := func(of part, wanted bool, wait time.Duration) tea.Cmd {
		if !wanted || s.ticking[of] {
			return nil
		}
		s.ticking[of] = true
		msg := beatMsg{screen: s, cast: s.cast, of: of}
		return s.after(wait, func(time.Time) tea.Msg { return msg })
	}
	return tea.Batch(
		start(sides, s.playing, time.Second/time.Duration(paces[s.pace])),
		start(spread, s.trying, frame),
	)
}

// hear takes a beat; one of something that was stopped only ends the ticking.
func (s *Screen) hear(msg beatMsg) tea.Cmd {
	if msg.screen != s || msg.cast != s.cast {
		return nil
	}
	s.ticking[msg.of] = false
	var cmd tea.Cmd
	switch {
	case msg.of == sides && s.playing:
		s.round = min(s.round+1, len(s.scene.Rounds))
		s.playing = s.round < len(s.scene.Rounds)
	case msg.of == spread && s.trying && s.twin != nil:
		n := growth(s.scene.Samples)
		cmd = s.lend(false, func(t *model.Twin) { t.SampleFor(n, budget) })
	}
	return tea.Batch(cmd, s.beat())
}

// growth is how many noises are tried at once after so many: one by one at
// first, so that a person sees what is counted, and ever more.
func growth(samples int) int { return min(1+samples/16, enough-samples) }
