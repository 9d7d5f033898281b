package audit

import (
	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit"
)

// Headings of the commands.
const (
	auditing = "Audit"
	look     = "Look at"
)

// Commands lists the present commands of the screen, the most important first.
func (s *Screen) Commands() []kit.Command {
	if len(s.entries) == 0 {
		return nil
	}
	return s.List(s, s.list)
}

func (s *Screen) list() []kit.Command {
	run := kit.Command{
		Name: "run", Key: "space", Short: "audit",
		Help: "audit the learner by running it on both sequences", Group: auditing, Run: s.toggle,
	}
	if s.task.Running() && s.audited == s.at {
		run.Name, run.Short, run.Help = "stop", "stop", "stop the audit"
	}
	alone := kit.OnlyLearner(len(s.entries))
	curve := "δ over ε"
	if s.delta {
		curve = "the trade-off curve"
	}
	list := []kit.Command{
		run,
		{
			Name: "next-panel", Key: "tab", Short: "next panel", Help: "next panel",
			Do: func() { s.goTo((s.part + 1) % parts) },
		},
		{Name: "view", Key: "v", Short: "curve", Help: curve, Do: func() { s.delta = !s.delta }},
		{
			Name: "next-learner", Key: "↓", Also: "j f", Short: "learner", Help: "next learner",
			Refusal: alone, Run: func() tea.Cmd { return s.turn(1) },
		},
		{
			Name: "previous-learner", Key: "↑", Also: "k F", Short: "learner", Help: "previous learner", Refusal: alone,
			Run: func() tea.Cmd { return s.turn(-1) },
		},
		{
			Name: "more-runs", Key: "+", Also: "=", Short: "runs", Help: "more runs", Group: auditing,
			Do: func() { s.setRuns(s.runs + 1) },
		},
		{
			Name: "fewer-runs", Key: "-", Also: "_", Short: "runs", Help: "fewer runs", Group: auditing,
			Do: func() { s.setRuns(s.runs - 1) },
		},
		{
			Name: "previous-panel", Key: "shift+tab", Help: "previous panel",
			Do: func() { s.goTo((s.part + parts - 1) % parts) },
		},
		{
			Name: "save-chart", Argument: "[NAME]", Key: "S", Short: "save curve",
			Help: "save the curve as SVG and its values as CSV", Group: auditing, Write: s.save,
		},
		{Name: "page-up", Key: "pgup [", Short: "scroll", Help: "scroll up", Do: func() { s.scroll.By(-scrolled) }},
		{Name: "page-down", Key: "pgdn ]", Short: "scroll", Help: "scroll down", Do: func() { s.scroll.By(scrolled) }},
	}
	for to, name := range [parts]string{"verdicts", "worst-case", "curves", "notions", "about", "mechanisms"} {
		does := [parts]string{
			"the verdicts", "the worst case", "the curves", "ε, ρ, μ and δ", "what these numbers mean", "the mechanisms",
		}[to]
		key := string(rune('1' + to))
		list = append(list, kit.Command{Name: name, Key: key, Help: "look at " + does, Do: func() { s.goTo(part(to)) }})
	}
	return kit.InGroup(look, append(list, s.belief.Commands(func() {})...))
}

// Update handles a message; audits run in commands.
func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	if msg, ok := msg.(savedMsg); ok {
		s.saved(msg)
		return nil
	}
	exact, cmd := s.exact.Update(msg)
	if exact != nil {
		s.entries, s.err = exact.Value, exact.Err
		s.Changed()
		cmd = s.look()
	}
	if found, _ := s.curves.Update(msg); found != nil {
		s.entries[s.curvesOf].curves = found.Value
		s.Changed()
	}
	audit, again := s.task.Update(msg)
	if audit != nil {
		s.store(audit)
	}
	if again != nil {
		s.Changed() // the progress bar has moved
	}
	return tea.Batch(cmd, again)
}

const scrolled = 3 // lines by which a panel is scrolled

func (s *Screen) goTo(to part) {
	s.part = to
	s.scroll.Top()
}

func (s *Screen) turn(by int) tea.Cmd {
	n := len(s.entries)
	s.at = (s.at + by + n) % n
	s.scroll.Top()
	return s.look()
}
