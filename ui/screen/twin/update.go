package twin

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit"
)

// Update takes a message; commands run the universes.
func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case doneMsg:
		return s.take(msg)
	case beatMsg:
		return s.hear(msg)
	case tea.KeyMsg:
		s.refusal = ""
		return s.press(msg)
	}
	return nil
}

func (s *Screen) press(msg tea.KeyMsg) tea.Cmd {
	k := &s.keys
	switch {
	case key.Matches(msg, k.Learner):
		return s.turn(1)
	case key.Matches(msg, k.LearnerBack):
		return s.turn(-1)
	case s.scene == nil:
		return nil
	case key.Matches(msg, k.Part):
		s.goTo((s.part + 1) % parts)
	case key.Matches(msg, k.Jump[sides]):
		s.goTo(sides)
	case key.Matches(msg, k.Jump[spread]):
		s.goTo(spread)
	case s.part == spread:
		s.pressSpread(msg)
	default:
		s.pressSides(msg)
	}
	return tea.Batch(s.work(), s.beat())
}

// turn goes to another learner.
func (s *Screen) turn(by int) tea.Cmd {
	n := len(s.config.Learners)
	if n == 1 {
		s.refusal = "there is one learner only; e, on the run screen, adds others"
		return nil
	}
	s.learner = (s.learner + by + n) % n
	return s.open()
}

// goTo gives a part the keys. Noises are tried as soon as one looks at them.
func (s *Screen) goTo(to part) {
	if to == spread && s.part != spread && s.scene.Samples == 0 {
		s.trying = true
	}
	s.part, s.playing = to, false
}

func (s *Screen) pressSides(msg tea.KeyMsg) {
	k, last := &s.keys, len(s.scene.Rounds)
	switch {
	case key.Matches(msg, k.Run):
		if s.round == last {
			s.round = 0
		}
		s.playing = !s.playing
	case key.Matches(msg, k.Step):
		s.move(s.round + 1)
	case key.Matches(msg, k.Back):
		s.move(s.round - 1)
	case key.Matches(msg, k.Next):
		s.seek(1)
	case key.Matches(msg, k.Before):
		s.seek(-1)
	case key.Matches(msg, k.Faster):
		s.pace = min(s.pace+1, len(paces)-1)
	case key.Matches(msg, k.Slower):
		s.pace = max(s.pace-1, 0)
	case key.Matches(msg, k.Restart):
		s.move(0)
	case key.Matches(msg, k.Noise):
		s.noise++
	case key.Matches(msg, k.Parting):
		s.playing, s.seeking = false, true
	case key.Matches(msg, k.NoiseBefore):
		s.noise = max(s.noise-1, 0)
	}
}

// move pauses at a round, as far as there are rounds.
func (s *Screen) move(round int) {
	s.playing = false
	s.round = min(max(round, 0), len(s.scene.Rounds))
}

// seek goes to the next round, in a direction, in which rewards or what is seen
// differ.
func (s *Screen) seek(step int) {
	for round := s.round + step; round >= 1 && round <= len(s.scene.Rounds); round += step {
		if r := &s.scene.Rounds[round-1]; r.Differs || s.scene.traces(r) {
			s.move(round)
			return
		}
	}
	s.refusal = "there is no further difference that way"
}

func (s *Screen) pressSpread(msg tea.KeyMsg) {
	k := &s.keys
	switch {
	case key.Matches(msg, k.Run) && s.scene.Samples >= enough:
		s.refusal = "that is enough noises: more would not change the picture"
	case key.Matches(msg, k.Run):
		s.trying = !s.trying
	case key.Matches(msg, k.Step):
		s.trying = false
		s.pending++
	case key.Matches(msg, k.Up):
		s.scroll(-1)
	case key.Matches(msg, k.Down):
		s.scroll(1)
	case key.Matches(msg, k.Back):
		s.refusal = "a noise that was counted stays counted"
	case key.Matches(msg, k.Noise):
		s.refusal = "all noises are counted here; tab shows them one by one"
	}
}

func (s *Screen) scroll(outcomes int) {
	from, n, _ := s.window(s.height - above - below - kit.FrameHeight)
	s.offset = min(max(from+outcomes, 0), len(s.scene.readings)-n)
}
