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
	list = append(list, s.learnerCommands()...)
	return kit.Commands(s.around, append(list, s.belief.Commands(look, func() {})...))
}

// around does something, and asks for what is to be computed or drawn next.
func (s *Screen) around(do func() (tea.Cmd, error)) (tea.Cmd, error) {
	s.refusal = ""
	s.Changed()
	cmd, err := do()
	err = kit.Refused(&s.refusal, err)
	if cmd != nil || s.shot == nil {
		return cmd, err
	}
	return tea.Batch(s.next(), s.tick()), err
}

func (s *Screen) learnerCommands() []kit.Command {
	alone := kit.OnlyLearner(len(s.config.Learners))
	return []kit.Command{
		kit.Refusing(alone, kit.Keyed(look, "next-learner", "next learner", "f", "next learner", kit.CallCmd(func() tea.Cmd { return s.turn(1) }), "f")),
		kit.Refusing(alone, kit.Keyed(look, "previous-learner", "", "F", "previous learner", kit.CallCmd(func() tea.Cmd { return s.turn(-1) }), "F")),
	}
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
	run := kit.Command{Name: "run", Key: kit.Bind("space", "let both universes run", " "), Short: "run", Group: replay}
	if s.playing {
		run.Name, run.Short, run.Key = "pause", "pause", kit.Bind("space", "pause", " ")
	}
	run.Run = kit.Call(func() {
		if s.round == len(s.shot.Rounds) {
			s.round = 0
		}
		s.playing = !s.playing
	})
	return []kit.Command{
		run,
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
