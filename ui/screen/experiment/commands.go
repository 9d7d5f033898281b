package experiment

import (
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/noise/declare"
	"regretscope/ui/chart/overlay"
	"regretscope/ui/kit"
	"regretscope/ui/kit/outfile"
)

// The headings of the commands.
const (
	running = "Replications"
	look    = "Chart and table"
	asking  = "Question"
)

// Commands lists what the screen can do now, the most important first.
func (s *Screen) Commands() []kit.Command {
	var list []kit.Command
	switch {
	case s.prompt == nil:
		list = append(s.runCommands(), s.viewCommands()...)
	case s.prompt.question == nil:
		list = []kit.Command{
			{Name: "overwrite", Key: kit.Bind("y", "overwrite the file", "y"), Short: "overwrite", Group: asking, Run: kit.Write(s.accept)},
			{Name: "cancel", Key: kit.Bind("esc n", "keep the file", "esc", "n"), Short: "keep the file", Group: asking, Run: kit.Call(s.keep)},
		}
	default:
		list = kit.WhileTyping([]kit.Command{
			{Name: "accept", Key: kit.Bind("enter", "accept what was typed", "enter"), Short: "accept", Group: asking, Run: s.prompt.action(s.accept)},
			{Name: "cancel", Key: kit.Bind("esc", "cancel", "esc"), Short: "cancel", Group: asking, Run: kit.Call(func() { s.prompt = nil })},
		})
	}
	return kit.Commands(s.around, list)
}

// around does something, and asks for the theory that is then drawn.
func (s *Screen) around(do func() (tea.Cmd, error)) (tea.Cmd, error) {
	s.refusal = ""
	s.Changed()
	cmd, err := do()
	err = kit.Refused(&s.refusal, err)
	return s.wanting(cmd), err
}

// Typing reports whether characters are typed into a line, so that none is a key.
func (s *Screen) Typing() bool { return s.prompt != nil && s.prompt.question != nil }

func (s *Screen) runCommands() []kit.Command {
	busy, idle, empty := "", "", ""
	if s.task.Running() {
		busy = "the experiment is running: c stops it and keeps the finished runs"
	} else {
		idle = "nothing is running: enter runs"
	}
	if s.result == nil {
		empty = "there is nothing to save yet: enter runs"
	}
	list := []kit.Command{
		{Name: "run", Key: kit.Bind("enter", "play the replications", "enter"), Short: "run", Group: running, Refusal: busy, Run: kit.Look(func(string) (tea.Cmd, error) { return s.start("", false) })},
		{Name: "stop", Key: kit.Bind("c", "stop, and keep the finished runs", "c"), Short: "stop", Group: running, Refusal: idle, Run: kit.Call(s.task.Stop)},
	}
	for _, q := range questions {
		c := q.Command
		c.Group, c.Refusal = running, busy
		c.Run = q.action(func(by outfile.Rights, answer string) (tea.Cmd, error) { return s.ask(q, by, answer) })
		if q == saving {
			c.Refusal = empty
		}
		list = append(list, c)
	}
	return list
}

func (s *Screen) viewCommands() []kit.Command {
	n := len(s.config.Learners)
	alone := kit.OnlyLearner(n)
	unswept := ""
	if !s.swept() {
		unswept = "there is no sweep to look at: g asks for the values of ε, enter runs"
	}
	turn := func(by int) kit.Action { return kit.Call(func() { s.focus = (s.focus + by + n) % n }) }
	return []kit.Command{
		kit.Keyed(look, "view", "view", "v", "next view of the chart", kit.Call(func() { s.quantity = (s.quantity + 1) % (overlay.Return + 1) }), "v"),
		{Name: "log-rounds", Key: kit.Bind("l", "rounds on a linear or logarithmic axis", "l"), Short: "log axis", Group: look, Run: kit.Call(func() { s.log = !s.log })},
		kit.Taking("["+bands("|")+"]", kit.Keyed(look, "band", "band", "b", "the band: "+bands(", "), kit.CallWith(s.setSpread), "b")),
		{Name: "pairs", Key: kit.Bind("p", "the table: learners, or their differences run by run", "p"), Short: "pairs", Group: look, Refusal: alone, Run: kit.Call(func() { s.pairs = !s.pairs })},
		{Name: "over-rounds", Key: kit.Bind("m", "the axis of a sweep: ε, or rounds at one ε", "m"), Short: "axis", Group: look, Refusal: unswept, Run: kit.Call(func() { s.overRounds = !s.overRounds })},
		{Name: "next-epsilon", Key: kit.Bind("→ ]", "next ε of the sweep", "right", "]"), Short: "ε", Group: look, Refusal: unswept, Run: kit.Call(func() { s.turnPoint(1) })},
		{Name: "previous-epsilon", Key: kit.Bind("← [", "previous ε of the sweep", "left", "["), Group: look, Refusal: unswept, Run: kit.Call(func() { s.turnPoint(-1) })},
		{Name: "overlay", Key: kit.Bind("o", "theory over the chart", "o"), Short: "overlay", Group: look, Run: kit.Call(s.nextOverlay)},
		{Name: "next-learner", Key: kit.Bind("tab ↓ j f", "next learner", "tab", "down", "j", "f"), Short: "learner", Group: look, Refusal: alone, Run: turn(1)},
		{Name: "previous-learner", Key: kit.Bind("shift+tab ↑ k F", "previous learner", "shift+tab", "up", "k", "F"), Group: look, Refusal: alone, Run: turn(n - 1)},
	}
}

// bands are the names of all spreads.
func bands(between string) string {
	return strings.Join(declare.Names(overlay.Spreads, func(s overlay.Spread) string { return string(s) }), between)
}

// setSpread chooses a band by its name, or the next one.
func (s *Screen) setSpread(name string) error {
	if name == "" {
		s.spread = s.spread.Next()
		return nil
	}
	spread, err := declare.Find(overlay.Spreads, "band", name, func(s overlay.Spread) string { return string(s) })
	if err != nil {
		return fmt.Errorf("band %s: %w", name, err)
	}
	s.spread = spread
	return nil
}
