package audit

import (
	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit"
)

// The headings of the commands.
const (
	auditing = "Audit"
	look     = "Look at"
)

// Commands lists what the screen can do now, the most important first.
func (s *Screen) Commands() []kit.Command {
	if len(s.entries) == 0 {
		return nil
	}
	run := kit.Command{
		Name: "run", Key: kit.Bind("space", "audit the learner by running it on both sequences", " "), Short: "audit", Group: auditing,
		Run: kit.Ask(s.toggle),
	}
	if s.task.Running() && s.audited == s.at {
		run.Name, run.Short, run.Key = "stop", "stop", kit.Bind("space", "stop the audit", " ")
	}
	command := func(name, short, group string, key kit.Command, refusal string, do func()) kit.Command {
		key.Name, key.Short, key.Group, key.Refusal, key.Run = name, short, group, refusal, kit.Do(do)
		return key
	}
	on := func(keys, does string, names ...string) kit.Command {
		return kit.Command{Key: kit.Bind(keys, does, names...)}
	}
	alone := kit.OnlyLearner(len(s.entries))
	list := []kit.Command{
		run,
		command("next-panel", "next panel", look, on("tab", "next panel", "tab"), "", func() { s.goTo((s.part + 1) % parts) }),
		{
			Name: "view", Key: kit.Bind("v", map[bool]string{false: "δ over ε", true: "the trade-off curve"}[s.delta], "v"), Short: "curve", Group: look,
			Run: kit.Do(func() { s.delta = !s.delta }),
		},
		{Name: "next-learner", Key: kit.Bind("↓", "next learner", "down", "j", "f"), Short: "learner", Group: look, Refusal: alone, Run: kit.Ask(func() tea.Cmd { return s.turn(1) })},
		{Name: "previous-learner", Key: kit.Bind("↑", "previous learner", "up", "k", "F"), Short: "learner", Group: look, Refusal: alone, Run: kit.Ask(func() tea.Cmd { return s.turn(-1) })},
		command("more-runs", "runs", auditing, on("+", "more runs", "+", "="), "", func() { s.setRuns(s.runs + 1) }),
		command("fewer-runs", "runs", auditing, on("-", "fewer runs", "-", "_"), "", func() { s.setRuns(s.runs - 1) }),
		command("previous-panel", "", look, on("shift+tab", "previous panel", "shift+tab"), "", func() { s.goTo((s.part + parts - 1) % parts) }),
		{
			Name: "save-chart", Key: kit.Bind("S", "save the curve as SVG and its values as CSV", "S"), Short: "save curve", Group: auditing, Argument: "[NAME]",
			Run: s.save,
		},
		command("page-up", "scroll", look, on("pgup [", "scroll up", "pgup", "["), "", func() { s.scroll.By(-scrolled) }),
		command("page-down", "scroll", look, on("pgdn ]", "scroll down", "pgdown", "]"), "", func() { s.scroll.By(scrolled) }),
	}
	for to, name := range [parts]string{"verdicts", "worst-case", "notions", "curves", "mechanisms", "about"} {
		does := [parts]string{"the verdicts", "the worst case", "ε, ρ, μ and δ", "the curves", "the mechanisms", "what these numbers mean"}[to]
		key := string(rune('1' + to))
		list = append(list, command(name, "", look, on(key, "look at "+does, key), "", func() { s.goTo(part(to)) }))
	}
	return kit.Commands(s.around, list)
}

func (s *Screen) around(do func() (tea.Cmd, error)) (tea.Cmd, error) {
	s.refusal, s.said = "", ""
	s.Changed()
	cmd, err := do()
	return cmd, kit.Refused(&s.refusal, err)
}
