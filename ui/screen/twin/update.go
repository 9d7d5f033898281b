package twin

import (
	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit"
)

// Update handles a message; commands run the universes.
func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	if msg, ok := msg.(tea.KeyMsg); ok {
		return kit.RunKey(s.Commands(), msg)
	}
	if result, _ := s.task.Update(msg); result != nil {
		s.Changed()
		return s.store(result)
	}
	for p := range s.ticks {
		if s.ticks[p].Update(msg) {
			s.Changed()
			return s.advance(part(p))
		}
	}
	return nil
}

// turn changes to another learner.
func (s *Screen) turn(by int) tea.Cmd {
	n := len(s.config.Learners)
	s.learner = (s.learner + by + n) % n
	return s.open()
}

// goTo gives a part the keys. Sampling begins when a panel of many noises is first shown.
func (s *Screen) goTo(to part) {
	if to != sides && s.shot.Samples == 0 {
		s.sampling = true
	}
	s.part, s.playing = to, false
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

func (s *Screen) scroll(outcomes int) {
	_, room := s.layout().parts[spread].Inside()
	from, n, _ := s.window(room)
	s.offset = min(max(from+outcomes, 0), len(s.shot.readings)-n)
}
