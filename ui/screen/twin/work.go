package twin

import (
	"cmp"
	"context"
	"math"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/model/audit"
	"regretscope/ui/kit"
)

const (
	budget = 25 * time.Millisecond // of one slice of noises
	frame  = 33 * time.Millisecond // between two slices
	enough = 100_000               // noises; more would not change the picture

	// patience limits the search for a noise with which the universes differ.
	patience = 2 * time.Second

	// In simulated time, fixed numbers of noises replace times: the numbers counted in a slice,
	// 180 in a second, and tried in a search.
	maxCounted, maxTried = 6, 500
	inSlices             = 24  // that count a number of noises
	usual                = 500 // noises, if a script names no number
)

// A worker runs a twin in the background. While the task has the twin, nothing else may use it; then what was
// requested meanwhile begins.
type worker struct {
	clock  *kit.Clock
	task   kit.Task[slice] // on the twin
	search kit.Task[slice] // for a better twin while the present one is a guess
	twin   *audit.Twin     // nil while the task has it

	noise     int  // the one to show
	seeking   bool // search for a noise with which the universes differ
	searching bool // the search is running
	pending   int  // noises to count one by one
	sampling  bool // many noises are being counted
	most      int  // how many; 0: enough
}

// restart forgets a pair and what was requested for it.
func (w *worker) restart(sampling bool) {
	w.twin = nil
	w.noise, w.pending, w.most, w.seeking, w.searching, w.sampling = 0, 0, 0, false, false, sampling
}

// close cancels all work.
func (w *worker) close() {
	w.task.Drop()
	w.search.Drop()
	w.sampling = false
}

// busy reports whether a search is running, or a number of noises is being counted.
func (w *worker) busy() bool {
	return w.task.Running() && !w.sampling || w.search.Running() || w.sampling && w.most > 0
}

// A slice is what background work returns: the twin, which is free again, and its snapshot.
type slice struct {
	twin   *audit.Twin
	shot   *snapshot
	sought bool // the noise was searched for
}

// prepare searches for neighbors and runs both universes to their end. If a person would wait long,
// a guess is shown meanwhile, with noise with which its universes differ.
func (w *worker) prepare(
	config *model.Config, learner int, guess, separate bool,
) func(context.Context, func(int, int)) (slice, error) {
	return func(ctx context.Context, progress func(int, int)) (slice, error) {
		twin, err := audit.NewTwin(ctx, config, learner, guess, func(noises int) { progress(noises, 0) })
		if err != nil {
			return slice{}, err
		}
		twin.Step(math.MaxInt)
		if shot := twin.Snapshot(); (separate || shot.Guess) && shot.Parted == 0 {
			w.separate(twin, func(int, int) {})
		}
		if twin.Err() != nil {
			return slice{}, twin.Err()
		}
		return slice{twin: twin, shot: newSnapshot(twin.Snapshot())}, nil
	}
}

// refine replaces a guess by what the search has found, unless it is the same.
func (s *Screen) refine(result *kit.Result[slice]) tea.Cmd {
	found := result.Value
	if s.err = result.Err; s.err != nil || found.shot.Sequences.Same(&s.shot.Sequences) && found.shot.Watched == s.shot.Watched {
		return nil
	}
	seen := s.replay.round != s.shot.begins() || s.shot.Samples > 0
	s.work.task.Drop()
	s.restart()
	s.work.twin, s.shot, s.work.noise, s.replay.round = found.twin, found.shot, found.shot.Noise, found.shot.begins()
	if seen {
		s.Say("The search has found a pair on which more plays differ.")
	}
	return tea.Batch(s.work.next(s.shot), s.tick())
}

// next starts the next piece of work, if there is any and no other is running.
func (w *worker) next(shot *snapshot) tea.Cmd {
	switch {
	case w.twin == nil:
		return nil
	case w.noise != shot.Noise:
		noise := w.noise
		return w.start(false, func(t *audit.Twin, _ func(int, int)) {
			t.Show(noise)
			t.Step(math.MaxInt)
		})
	case w.seeking:
		w.seeking, w.searching = false, true
		return w.start(true, w.separate)
	case w.pending > 0:
		n := w.pending
		w.pending = 0
		return w.start(false, func(t *audit.Twin, _ func(int, int)) { t.Sample(n) })
	}
	return nil
}

// start runs something on the twin in the background; sought means that it chooses the noise.
func (w *worker) start(sought bool, do func(t *audit.Twin, progress func(done, total int))) tea.Cmd {
	twin := w.twin
	w.twin = nil // until the slice returns
	return w.task.Start(func(_ context.Context, progress func(int, int)) (slice, error) {
		if do(twin, progress); twin.Err() != nil {
			return slice{}, twin.Err()
		}
		return slice{twin: twin, shot: newSnapshot(twin.Snapshot()), sought: sought}, nil
	})
}

// count tries more noises, after some: at first one, to make the counting visible, then more and more at once.
func (w *worker) count(samples int) tea.Cmd {
	n, until := min(1+samples/16, enough-samples), budget
	if w.clock.Simulated() {
		n, until = min(n, maxCounted), time.Hour
	}
	if w.most > 0 {
		n = min(w.most/inSlices+1, w.most-samples)
	}
	return w.start(false, func(t *audit.Twin, _ func(int, int)) { t.SampleFor(n, until) })
}

// separate shows the next noise with which the universes differ, or the present one if time is up.
func (w *worker) separate(t *audit.Twin, progress func(int, int)) {
	present := t.Snapshot()
	if present.Hidden != "" {
		return
	}
	from, deadline, simulated := present.Noise, time.Now().Add(patience), w.clock.Simulated()
	for n := from + 1; simulated && n <= from+maxTried || !simulated && time.Now().Before(deadline); n++ {
		progress(n-from, 0)
		t.Show(n)
		if t.Step(math.MaxInt); t.Err() != nil {
			return
		}
		shown := snapshot{TwinShot: t.Snapshot()}
		if shown.parted(len(shown.Rounds)) > 0 {
			return
		}
	}
	t.Show(from)
	t.Step(math.MaxInt)
}

// store keeps the result of a piece of work, and starts the next one.
func (s *Screen) store(result *kit.Result[slice]) tea.Cmd {
	done := result.Value
	s.work.twin, s.err, s.work.searching = done.twin, result.Err, false
	if s.err != nil {
		return nil
	}
	if done.sought {
		if s.work.noise = done.shot.Noise; s.work.noise == s.shot.Noise {
			s.Warn("found no noise with which the universes differ")
			if s.shot.Hidden != "" {
				s.Warn(s.shot.Hidden)
			}
		} else {
			s.replay.round = done.shot.parted(len(done.shot.Rounds))
		}
	}
	var search tea.Cmd
	if s.shot == nil {
		s.replay.round = done.shot.begins()
		if s.work.noise = done.shot.Noise; done.shot.Guess {
			search = s.work.search.Start(s.work.prepare(s.config, s.learner, false, true))
		}
	}
	s.shot = done.shot
	s.work.sampling = s.work.sampling && s.shot.Samples < cmp.Or(s.work.most, enough)
	return tea.Batch(search, s.work.next(s.shot), s.tick())
}

// A tickMsg advances an animation by one frame.
type tickMsg struct{ part }

// tick starts the next tick of each running animation that has none under way. Close forgets them.
func (s *Screen) tick() tea.Cmd {
	next := func(part part, running bool, wait time.Duration) tea.Cmd {
		if !running || s.ticks[part] != nil {
			return nil
		}
		tick := &tickMsg{part}
		s.ticks[part] = tick
		return s.after(wait, func(time.Time) tea.Msg { return tick })
	}
	return tea.Batch(
		next(oneNoise, s.replay.playing, s.replay.wait(s.shot)),
		next(manyNoises, s.work.sampling && s.shot != nil, frame),
	)
}

// advance moves an animation on by one frame, unless it was stopped.
func (s *Screen) advance(part part) tea.Cmd {
	var cmd tea.Cmd
	switch {
	case part == oneNoise && s.replay.playing:
		s.replay.advance(s.shot)
	case part == manyNoises && s.work.sampling && s.work.twin != nil:
		cmd = s.work.count(s.shot.Samples)
	}
	return tea.Batch(cmd, s.tick())
}
