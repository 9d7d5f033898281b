package app

import (
	"errors"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit"
	"regretscope/ui/kit/outfile"
)

// program is the heading of the root's own commands.
const program = "Program"

// Commands are all that can be run now: those of what is open over the screen, of the
// screen, and the root's own.
func (r *root) Commands() []kit.Command { return r.over(r.shown.Commands(), r.openers(), r.own()) }

// ownCommands are those that are not the screen's.
func (r *root) ownCommands() []kit.Command { return r.over(nil, r.openers(), r.own()) }

// over are commands with those of what is open over the screen.
func (r *root) over(below ...[]kit.Command) []kit.Command {
	return r.playback.Commands(r.modes.Commands(slices.Concat(below...)))
}

// own are the root's commands on every screen.
func (r *root) own() []kit.Command {
	quit, interrupt := kit.Keyed(program, "quit", "quit", "q", "quit", kit.CallCmd(func() tea.Cmd { return tea.Quit }), "q"), ""
	switch {
	case r.Typing():
		quit.Short, interrupt = "", "quit"
	case r.goesBack(): // by q, as by esc
		quit.Key, quit.Short = kit.Bind("", "quit"), ""
	}
	list := append(r.takeaways(), []kit.Command{
		kit.Taking("[WORD]", kit.Keyed(program, "explain", "", "i f3", "what is in focus, or a word, in plain words", kit.Look(r.explain), "i", "f3")),
		quit,
		kit.Keyed(program, "interrupt", interrupt, "ctrl+c", "quit at once, with exit status 130", kit.CallCmd(func() tea.Cmd { r.interrupted = true; return tea.Quit }), "ctrl+c"),
		kit.Keyed(program, "suspend", "", "ctrl+z", "suspend (resume with fg)", kit.Start(r.terminal.suspend), "ctrl+z"),
	}...)
	if r.run != nil && !r.onRun() {
		back := kit.Keyed(program, "run-screen", "back to the run", "esc", "back to the run", kit.Call(func() { r.show(r.run) }), "esc")
		if r.screenHas("esc") {
			back.Key, back.Short = kit.Bind("", "back to the run"), ""
		}
		list = append([]kit.Command{back}, list...)
	}
	if r.Typing() {
		list = kit.WhileTyping(list)
	}
	return kit.Commands(nil, list)
}

// named are some of the root's commands.
func (r *root) named(names ...string) []kit.Command {
	return slices.DeleteFunc(r.ownCommands(), func(c kit.Command) bool { return !slices.Contains(names, c.Name) })
}

// screenHas reports whether the screen itself has a command for a key.
func (r *root) screenHas(name string) bool {
	return slices.ContainsFunc(r.shown.Commands(), func(c kit.Command) bool { return slices.Contains(c.Key.Keys(), name) })
}

func (r *root) onRun() bool { return r.run != nil && r.shown == Screen(r.run) }

// bigCommand shows the run for the back row, or all panels again.
func (r *root) bigCommand() kit.Command {
	does, short := "for the back row: thick lines, three numbers, one sentence", ""
	if r.run.Big() {
		does, short = "all panels again", "panels"
	}
	return kit.Keyed(program, "big", short, "M", does, kit.Call(func() {
		r.big = !r.run.Big()
		r.run.SetBig(r.big)
	}), "M")
}

// openers open the further screens about the run, and the setup screen. Only on
// the run screen they have keys.
func (r *root) openers() []kit.Command {
	if r.run == nil {
		return nil
	}
	setup := kit.Keyed(program, "setup", "setup", "e", "choose scenario, learners and parameters", kit.CallCmd(r.toSetup), "e")
	if r.Choosing() {
		setup.Refusal = "this is the setup screen"
	}
	var list []kit.Command
	for _, f := range r.further {
		c := kit.Command{Name: f.name, Key: f.key, Short: f.name, Group: program, Run: kit.CallCmd(func() tea.Cmd { return r.open(f) })}
		if f.tells && r.run.Hides() {
			c.Refusal = "this would show what is hidden: h shows it"
		}
		list = append(list, c)
	}
	if r.run.Hides() && setup.Refusal == "" {
		setup.Refusal = "the arms are hidden: h shows them"
	}
	list = append(list, setup)
	if r.onRun() {
		list = append(list, r.bigCommand())
	} else {
		for i := range list {
			list[i].Key = kit.Bind("", list[i].Does())
		}
	}
	if r.Typing() {
		list = kit.WhileTyping(list)
	}
	return kit.Commands(nil, list)
}

// RunLine runs a command by its name, with its argument behind it.
func (r *root) RunLine(line string) (tea.Cmd, error) {
	c, argument, err := kit.FindLine(r.Commands(), line)
	if err != nil {
		return nil, err
	}
	return r.invoke(c, argument)
}

// invoke runs a command with the rights of what acts just now. What a played file is
// refused is said, and the file goes on.
func (r *root) invoke(c *kit.Command, argument string) (tea.Cmd, error) {
	cmd, err := c.RunBy(r.by, argument)
	if refusal := new(outfile.Refusal); errors.As(err, &refusal) {
		r.told, r.refused = refusal.Error(), refusal
		return nil, nil
	}
	return cmd, err
}
