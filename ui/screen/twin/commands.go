package twin

import (
	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit"
)

// The headings of the commands.
const (
	replay = "Universes"
	look   = "Look at"
)

// paces are in rounds a second.
var paces = [...]int{1, 2, 4, 8, 16, 32, 64}

const defaultPace = 1

// Commands lists what the screen can do now, the most important first.
func (s *Screen) Commands() []kit.Command {
	var list []kit.Command
	switch {
	case s.shot == nil:
	case s.part != sides:
		list = append(s.spreadCommands(), s.partCommands()...)
	default:
		list = append(s.sidesCommands(), s.partCommands()...)
	}
	turn := func(name, short, key, does string, by int) kit.Command {
		alone := kit.OnlyLearner(len(s.config.Learners))
		return kit.Refusing(alone, kit.Keyed(look, name, short, key, does, kit.CallCmd(func() tea.Cmd { return s.turn(by) }), key))
	}
	list = append(list, turn("next-learner", "next learner", "f", "next learner", 1), turn("previous-learner", "", "F", "previous learner", -1))
	return kit.Commands(s.around, append(list, s.belief.Commands(look, func() {})...))
}

// around does something, and asks for what is to be computed or drawn next.
func (s *Screen) around(do func() (tea.Cmd, error)) (tea.Cmd, error) {
	cmd, err := s.Do(&s.refusal, do)
	if cmd != nil || s.shot == nil {
		return cmd, err
	}
	return tea.Batch(s.next(), s.tick()), err
}

func (s *Screen) partCommands() []kit.Command {
	other := (s.part + 1) % parts
	does := [parts]string{"one noise", "many noises", "two errors"}[other]
	return []kit.Command{
		kit.Keyed(look, "next-panel", does, "tab", "look at "+does, kit.Call(func() { s.goTo(other) }), "tab"),
		{Name: "previous-panel", Key: kit.Bind("shift+tab", "previous panel", "shift+tab"), Group: look, Run: kit.Call(func() { s.goTo((s.part + parts - 1) % parts) })},
		{Name: "one-noise", Key: kit.Bind("1", "look at one noise", "1"), Group: look, Run: kit.Call(func() { s.goTo(sides) })},
		{Name: "many-noises", Key: kit.Bind("2", "look at many noises", "2"), Group: look, Run: kit.Call(func() { s.goTo(spread) })},
		{Name: "two-errors", Key: kit.Bind("3", "look at an observer’s two errors", "3"), Group: look, Run: kit.Call(func() { s.goTo(mistakes) })},
	}
}

// sidesCommands are those of the two universes side by side.
func (s *Screen) sidesCommands() []kit.Command {
	turn := kit.Call(func() {
		if s.round == len(s.shot.Rounds) {
			s.round = 0
		}
		s.playing = !s.playing
	})
	return []kit.Command{
		kit.Either(s.playing, kit.Keyed(replay, "pause", "pause", "space", "pause", turn, " "), kit.Keyed(replay, "run", "run", "space", "let both universes run", turn, " ")),
		{Name: "step", Key: kit.Bind("n →", "one round forwards", "n", "right"), Short: "step", Group: replay, Run: kit.Call(func() { s.move(s.round + 1) })},
		{Name: "separate", Key: kit.Bind("d", "find a noise with which the universes differ", "d"), Short: "separate", Group: replay, Run: kit.Call(func() { s.playing, s.seeking = false, true })},
		{Name: "next-noise", Key: kit.Bind("s", "next noise", "s"), Short: "next noise", Group: replay, Run: kit.Call(func() { s.noise++ })},
		{Name: "back", Key: kit.Bind("b ←", "one round backwards", "b", "left"), Short: "back", Group: replay, Run: kit.Call(func() { s.move(s.round - 1) })},
		{Name: "faster", Key: kit.Bind("+", "faster", "+", "="), Short: "speed", Group: replay, Run: kit.Call(func() { s.pace = min(s.pace+1, len(paces)-1) })},
		{Name: "slower", Key: kit.Bind("-", "slower", "-", "_"), Short: "speed", Group: replay, Run: kit.Call(func() { s.pace = max(s.pace-1, 0) })},
		{Name: "next-difference", Key: kit.Bind("]", "to the next difference", "]"), Short: "difference", Group: replay, Run: kit.Call(func() { s.seek(1) })},
		{Name: "previous-difference", Key: kit.Bind("[", "to the previous difference", "["), Short: "difference", Group: replay, Run: kit.Call(func() { s.seek(-1) })},
		{Name: "restart", Key: kit.Bind("r", "from round 1", "r"), Short: "restart", Group: replay, Run: kit.Call(func() { s.move(0) })},
		{Name: "previous-noise", Key: kit.Bind("S", "previous noise", "S"), Group: replay, Run: kit.Call(func() { s.noise = max(s.noise-1, 0) })},
	}
}

// spreadCommands are those of the counts over many noises.
func (s *Screen) spreadCommands() []kit.Command {
	run := kit.Command{Name: "run", Key: kit.Bind("space", "count noises", " "), Short: "count", Group: replay, Run: kit.Call(func() { s.sampling = !s.sampling })}
	switch {
	case s.sampling:
		run.Name, run.Short, run.Key = "pause", "stop", kit.Bind("space", "stop counting", " ")
	case s.shot.Samples >= enough:
		run.Refusal = "that is enough noises: more would not change the picture"
	}
	no := kit.Call(func() {})
	return []kit.Command{
		run,
		{Name: "step", Key: kit.Bind("n →", "count one more noise", "n", "right"), Short: "one more", Group: replay, Run: kit.Call(func() { s.sampling = false; s.pending++ })},
		{Name: "up", Key: kit.Bind("↑ k", "scroll up", "up", "k"), Group: look, Run: kit.Call(func() { s.scroll(-1) })},
		{Name: "down", Key: kit.Bind("↓ j", "scroll down", "down", "j"), Group: look, Run: kit.Call(func() { s.scroll(1) })},
		{Name: "back", Key: kit.Bind("b ←", "one round backwards", "b", "left"), Group: replay, Refusal: "a counted noise cannot be taken back", Run: no},
		{Name: "next-noise", Key: kit.Bind("s", "next noise", "s"), Group: replay, Refusal: "all noises are counted here; tab shows them one by one", Run: no},
	}
}

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
