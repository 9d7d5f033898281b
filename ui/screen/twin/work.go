package twin

import (
	"cmp"
	"context"
	"math"
	"time"

	tea "github.com/charmbracelet/bubbletea"

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

// A slice is what background work returns: the twin, which the screen has again, and its snapshot.
type slice struct {
	twin   *audit.Twin
	shot   *snapshot
	sought bool // the noise was searched for
}

// prepare searches for neighbors and runs both universes to their end. If a person would wait long,
// a guess is shown meanwhile, with noise with which its universes differ.
func (s *Screen) prepare(guess, separate bool) func(context.Context, func(int, int)) (slice, error) {
	config, learner := s.config, s.learner
	return func(ctx context.Context, progress func(int, int)) (slice, error) {
		twin, err := audit.NewTwin(ctx, config, learner, guess, func(noises int) { progress(noises, 0) })
		if err != nil {
			return slice{}, err
		}
		twin.Step(math.MaxInt)
		if shot := twin.Snapshot(); (separate || shot.Guess) && shot.Parted == 0 {
			s.separate(twin, func(int, int) {})
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
	seen := s.round != s.shot.begins() || s.shot.Samples > 0
	s.task.Drop()
	s.restart()
	s.twin, s.shot, s.noise, s.round = found.twin, found.shot, found.shot.Noise, found.shot.begins()
	if seen {
		s.Say("The search has found a pair on which more plays differ.")
	}
	return tea.Batch(s.next(), s.tick())
}

// next starts the next piece of work, if there is any and no other is running.
func (s *Screen) next() tea.Cmd {
	switch {
	case s.twin == nil:
		return nil
	case s.noise != s.shot.Noise:
		noise := s.noise
		return s.work(false, func(t *audit.Twin, _ func(int, int)) {
			t.Show(noise)
			t.Step(math.MaxInt)
		})
	case s.seeking:
		s.seeking, s.searching = false, true
		return s.work(true, s.separate)
	case s.pending > 0:
		n := s.pending
		s.pending = 0
		return s.work(false, func(t *audit.Twin, _ func(int, int)) { t.Sample(n) })
	}
	return nil
}

// work runs something on the twin in the background; sought means that it chooses the noise.
func (s *Screen) work(sought bool, do func(t *audit.Twin, progress func(done, total int))) tea.Cmd {
	twin := s.twin
	s.twin = nil // until the slice returns
	return s.task.Start(func(_ context.Context, progress func(int, int)) (slice, error) {
		if do(twin, progress); twin.Err() != nil {
			return slice{}, twin.Err()
		}
		return slice{twin: twin, shot: newSnapshot(twin.Snapshot()), sought: sought}, nil
	})
}

// separate shows the next noise with which the universes differ, or the present one if time is up.
func (s *Screen) separate(t *audit.Twin, progress func(int, int)) {
	present := t.Snapshot()
	if present.Hidden != "" {
		return
	}
	from, deadline, simulated := present.Noise, time.Now().Add(patience), s.clock.Simulated()
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
	s.twin, s.err, s.searching = done.twin, result.Err, false
	if s.err != nil {
		return nil
	}
	if done.sought {
		if s.noise = done.shot.Noise; s.noise == s.shot.Noise {
			s.Warn("found no noise with which the universes differ")
			if s.shot.Hidden != "" {
				s.Warn(s.shot.Hidden)
			}
		} else {
			s.round = done.shot.parted(len(done.shot.Rounds))
		}
	}
	var search tea.Cmd
	if s.shot == nil {
		s.round = done.shot.begins()
		if s.noise = done.shot.Noise; done.shot.Guess {
			search = s.search.Start(s.prepare(false, true))
		}
	}
	s.shot = done.shot
	s.sampling = s.sampling && s.shot.Samples < cmp.Or(s.most, enough)
	return tea.Batch(search, s.next(), s.tick())
}

// A tickMsg advances an animation by one frame.
type tickMsg struct{ of part }

// tick starts the next tick of each running animation that has none under way. Close forgets them.
func (s *Screen) tick() tea.Cmd {
	next := func(of part, running bool, wait time.Duration) tea.Cmd {
		if !running || s.ticks[of] != nil {
			return nil
		}
		tick := &tickMsg{of}
		s.ticks[of] = tick
		return s.after(wait, func(time.Time) tea.Msg { return tick })
	}
	return tea.Batch(
		next(oneNoise, s.playing, s.wait()),
		next(spread, s.sampling && s.shot != nil, frame),
	)
}

const (
	lead    = 4  // rounds that are shown before the person who differs comes
	skipped = 60 // frames in which all rounds without anything to see are played
)

// begins returns the number of rounds with which the screen opens.
func (s *snapshot) begins() int { return max(s.Sequences.Round-lead, 0) }

// stride returns how many rounds the next frame plays. At the usual pace, these are many where nothing happens.
func (s *Screen) stride() int {
	if s.pace != defaultPace {
		return 1
	}
	last := len(s.shot.Rounds)
	until := last - s.round
	for _, event := range []int{s.shot.Sequences.Round, s.shot.Released, s.shot.parted(last), last} {
		switch ahead := event - s.round; {
		case -1 <= ahead && ahead <= lead:
			return 1
		case ahead > 0:
			until = min(until, ahead-lead)
		}
	}
	return min(until, (last+skipped-1)/skipped)
}

// wait returns the time before the next frame of the universes.
func (s *Screen) wait() time.Duration {
	if s.playing && s.stride() > 1 {
		return frame
	}
	return time.Second / time.Duration(paces[s.pace])
}

// advance moves an animation on by one frame, unless it was stopped.
func (s *Screen) advance(of part) tea.Cmd {
	var cmd tea.Cmd
	switch {
	case of == oneNoise && s.playing:
		s.round = min(s.round+s.stride(), len(s.shot.Rounds))
		s.playing = s.round < len(s.shot.Rounds)
	case of == spread && s.sampling && s.twin != nil:
		// At first one noise, to make the counting visible, then more and more at once.
		n, until := min(1+s.shot.Samples/16, enough-s.shot.Samples), budget
		if s.clock.Simulated() {
			n, until = min(n, maxCounted), time.Hour
		}
		if s.most > 0 {
			n = min(s.most/inSlices+1, s.most-s.shot.Samples)
		}
		cmd = s.work(false, func(t *audit.Twin, _ func(int, int)) { t.SampleFor(n, until) })
	}
	return tea.Batch(cmd, s.tick())
}
