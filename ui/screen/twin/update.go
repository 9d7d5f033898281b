package twin

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// Update handles a message; commands run the universes.
func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	if msg, ok := msg.(tea.KeyMsg); ok {
		s.refusal, s.drawn = "", ""
		return s.press(msg)
	}
	if result, _ := s.task.Update(msg); result != nil {
		s.drawn = ""
		return s.store(result)
	}
	for p := range s.ticks {
		if s.ticks[p].Update(msg) {
			s.drawn = ""
			return s.advance(part(p))
		}
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
	case s.shot == nil:
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
	return tea.Batch(s.next(), s.tick())
}

// turn changes to another learner.
func (s *Screen) turn(by int) tea.Cmd {
	n := len(s.config.Learners)
	if n == 1 {
		s.refusal = "there is only one learner; e on the run screen adds more"
		return nil
	}
	s.learner = (s.learner + by + n) % n
	return s.open()
}

// goTo gives a part the keys. Sampling begins when the panel of many noises is first shown.
func (s *Screen) goTo(to part) {
	if to == spread && s.part != spread && s.shot.Samples == 0 {
		s.sampling = true
	}
	s.part, s.playing = to, false
}

func (s *Screen) pressSides(msg tea.KeyMsg) {
	k, last := &s.keys, len(s.shot.Rounds)
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
	case key.Matches(msg, k.Separate):
		s.playing, s.seeking = false, true
	case key.Matches(msg, k.NoiseBefore):
		s.noise = max(s.noise-1, 0)
	}
}

// move pauses at a round, as far as there are rounds.
func (s *Screen) move(round int) {
	s.playing = false
	s.round = min(max(round, 0), len(s.shot.Rounds))
}

// seek moves to the next round, in a direction, in which the rewards differ or
// what an observer sees.
func (s *Screen) seek(step int) {
	for round := s.round + step; round >= 1 && round <= len(s.shot.Rounds); round += step {
		if r := &s.shot.Rounds[round-1]; r.Differs || s.shot.visible(r) {
			s.move(round)
			return
		}
	}
	s.refusal = "there is no further difference in that direction"
}

func (s *Screen) pressSpread(msg tea.KeyMsg) {
	k := &s.keys
	switch {
	case key.Matches(msg, k.Run) && s.shot.Samples >= enough:
		s.refusal = "that is enough noises: more would not change the picture"
	case key.Matches(msg, k.Run):
		s.sampling = !s.sampling
	case key.Matches(msg, k.Step):
		s.sampling = false
		s.pending++
	case key.Matches(msg, k.Up):
		s.scroll(-1)
	case key.Matches(msg, k.Down):
		s.scroll(1)
	case key.Matches(msg, k.Back):
		s.refusal = "a counted noise cannot be taken back"
	case key.Matches(msg, k.Noise):
		s.refusal = "all noises are counted here; tab shows them one by one"
	}
}

func (s *Screen) scroll(outcomes int) {
	_, room := s.layout().parts[spread].Inside()
	from, n, _ := s.window(room)
	s.offset = min(max(from+outcomes, 0), len(s.shot.readings)-n)
}
