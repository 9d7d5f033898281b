package twin

import (
	"cmp"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit"
)

// Headings of the commands.
const (
	replay = "Universes"
	look   = "Look at"
)

var paces = [...]int{1, 2, 4, 8, 16, 32, 64} // in rounds per second

const defaultPace = 1

// Commands lists the present commands of the screen, the most important first.
func (s *Screen) Commands() []kit.Command { return s.List(s, s.list) }

func (s *Screen) list() []kit.Command {
	var list []kit.Command
	switch {
	case s.shot == nil:
	case s.part != sides:
		list = append(s.spreadCommands(), s.partCommands()...)
	default:
		list = append(s.sidesCommands(), s.partCommands()...)
	}
	alone := kit.OnlyLearner(len(s.config.Learners))
	list = append(list, kit.Command{
		Name: "next-learner", Key: "f", Short: "next learner", Help: "next learner", Refusal: alone,
		Run: func() tea.Cmd { return s.turn(1) },
	}, kit.Command{
		Name: "previous-learner", Key: "F", Help: "previous learner", Refusal: alone,
		Run: func() tea.Cmd { return s.turn(-1) },
	})
	return kit.InGroup(look, append(list, s.belief.Commands(func() {})...))
}

// End starts, after a command, the next computation or animation.
func (s *Screen) End(cmd tea.Cmd, err error) (tea.Cmd, error) {
	cmd, err = s.Drawing.End(cmd, err)
	if cmd != nil || s.shot == nil {
		return cmd, err
	}
	return tea.Batch(s.next(), s.tick()), err
}

func (s *Screen) partCommands() []kit.Command {
	other := (s.part + 1) % parts
	does := [parts]string{"one noise", "many noises", "two errors"}[other]
	return []kit.Command{
		{Name: "next-panel", Key: "tab", Short: does, Help: "look at " + does, Do: func() { s.goTo(other) }},
		{
			Name: "previous-panel", Key: "shift+tab", Help: "previous panel",
			Do: func() { s.goTo((s.part + parts - 1) % parts) },
		},
		{Name: "one-noise", Key: "1", Help: "look at one noise", Do: func() { s.goTo(sides) }},
		{Name: "many-noises", Key: "2", Help: "look at many noises", Do: func() { s.goTo(spread) }},
		{Name: "two-errors", Key: "3", Help: "look at an observer’s two errors", Do: func() { s.goTo(mistakes) }},
	}
}

func (s *Screen) sidesCommands() []kit.Command {
	turn := func() {
		if s.round == len(s.shot.Rounds) {
			s.round = 0
		}
		s.playing = !s.playing
	}
	verb, does := "run", "let both universes run"
	if s.playing {
		verb, does = "pause", "pause"
	}
	return kit.InGroup(replay, []kit.Command{
		{Name: verb, Key: "space", Short: verb, Help: does, Do: turn},
		{Name: "step", Key: "n →", Short: "step", Help: "one round forwards", Do: func() { s.move(s.round + 1) }},
		{
			Name: "next-difference", Key: "]", Short: "difference",
			Help: "to the release with the changed reward, or the next play that differs", Do: func() { s.seek(1) },
		},
		{
			Name: "previous-difference", Key: "[", Short: "difference", Help: "to the previous difference",
			Do: func() { s.seek(-1) },
		},
		{
			Name: "separate", Key: "d", Short: "separate", Help: "find a noise with which the universes differ",
			Do: func() { s.playing, s.seeking = false, true },
		},
		{Name: "next-noise", Key: "s", Short: "next noise", Help: "next noise", Do: func() { s.noise++ }},
		{Name: "back", Key: "b ←", Short: "back", Help: "one round backwards", Do: func() { s.move(s.round - 1) }},
		{
			Name: "faster", Key: "+", Also: "=", Short: "speed", Help: "faster",
			Do: func() { s.pace = min(s.pace+1, len(paces)-1) },
		},
		{Name: "slower", Key: "-", Also: "_", Short: "speed", Help: "slower", Do: func() { s.pace = max(s.pace-1, 0) }},
		{Name: "restart", Key: "r", Short: "restart", Help: "from round 1", Do: func() { s.move(0) }},
		{Name: "previous-noise", Key: "S", Help: "previous noise", Do: func() { s.noise = max(s.noise-1, 0) }},
	})
}

func (s *Screen) spreadCommands() []kit.Command {
	run := kit.Command{
		Name: "run", Key: "space", Short: "count", Help: "count noises", Do: func() { s.sampling = !s.sampling },
	}
	switch {
	case s.sampling:
		run.Name, run.Short, run.Help = "pause", "stop", "stop counting"
	case s.shot.Samples >= enough:
		run.Refusal = "enough noises: more would not change the picture"
	}
	return kit.InGroup(replay, []kit.Command{
		run,
		{
			Name: "step", Key: "n →", Short: "one more", Help: "count one more noise",
			Do: func() { s.sampling = false; s.pending++ },
		},
		{Name: "up", Key: "↑ k", Help: "scroll up", Group: look, Do: func() { s.scroll(-1) }},
		{Name: "down", Key: "↓ j", Help: "scroll down", Group: look, Do: func() { s.scroll(1) }},
		{Name: "back", Key: "b ←", Help: "one round backwards", Refusal: "a counted noise cannot be taken back"},
		{
			Name: "next-noise", Key: "s", Help: "next noise",
			Refusal: "all noises are counted here; tab shows them one by one",
		},
	})
}

// Update handles a message; commands run the universes.
func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	if result, progress := s.task.Update(msg); result != nil || progress != nil {
		s.Changed()
		if result == nil {
			return progress
		}
		return s.store(result)
	}
	if tick, ok := msg.(*tickMsg); ok && s.ticks[tick.of] == tick {
		s.ticks[tick.of] = nil
		s.Changed()
		return s.advance(tick.of)
	}
	return nil
}

func (s *Screen) turn(by int) tea.Cmd {
	n := len(s.config.Learners)
	s.learner = (s.learner + by + n) % n
	return s.open()
}

// goTo focuses a part. Sampling begins when a panel of many noises is first shown.
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

// seek moves to the next round, in a direction, in which what an observer sees differs, or
// after which the learner knows of the rewards that differ; if it never does, to these.
func (s *Screen) seek(step int) {
	for round := s.round + step; round >= 1 && round <= len(s.shot.Rounds); round += step {
		if round == cmp.Or(s.shot.Released, s.shot.Sequences.Round) || s.shot.visible(&s.shot.Rounds[round-1]) {
			s.move(round)
			return
		}
	}
	s.Warn("no further difference in that direction")
}

func (s *Screen) scroll(outcomes int) {
	_, room := s.layout().parts[spread].Inside()
	from, n, _ := s.window(room)
	s.offset = min(max(from+outcomes, 0), len(s.shot.readings)-n)
}
