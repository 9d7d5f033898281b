package app

import (
	"errors"
	"fmt"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit"
	"regretscope/ui/kit/outfile"
)

// program is the heading of the root's own commands.
const program = "Program"

// commands are all that can be run now: those of the screen that is shown, and
// the root's own.
func (r *root) commands() []kit.Command {
	modes := r.modeCommands()
	return append(modes, kit.WithoutKeys(slices.Concat(r.shown.Commands(), r.openers(), r.own()), modes)...)
}

// modeCommands are those of what is open over the screen. While something is typed, no
// character is one of them.
func (r *root) modeCommands() []kit.Command {
	list := r.modes.Commands(nil)
	list = append(list, kit.WithoutKeys(r.tourCommands(), list)...)
	if r.shown.Typing() {
		list = kit.WhileTyping(list)
	}
	return kit.Commands(nil, list)
}

// own are the root's commands on every screen.
func (r *root) own() []kit.Command {
	quit, interrupt := "quit", ""
	if r.shown.Typing() {
		quit, interrupt = interrupt, quit
	}
	list := append(r.takeaways(), []kit.Command{
		{
			Name: "help", Key: kit.Bind("? f1", "all commands with their keys", "?", "f1"), Short: "help", Group: program,
			Run: kit.Do(func() { r.openMenu(false) }),
		},
		{
			Name: "commands", Key: kit.Bind(":", "run a command by its name", ":"), Group: program,
			Run: kit.Do(func() { r.openMenu(true) }),
		},
		{
			Name: "explain", Key: kit.Bind("i f3", "what is in focus, or a word, in plain words", "i", "f3"), Group: program, Argument: "[WORD]",
			Run: kit.Look(r.explain),
		},
		{
			Name: "quit", Key: kit.Bind("q", "quit", "q"), Short: quit, Group: program,
			Run: kit.Ask(func() tea.Cmd { return tea.Quit }),
		},
		{
			Name: "interrupt", Key: kit.Bind("ctrl+c", "quit at once, with exit status 130", "ctrl+c"), Short: interrupt, Group: program,
			Run: kit.Ask(func() tea.Cmd { r.interrupted = true; return tea.Quit }),
		},
		{
			Name: "suspend", Key: kit.Bind("ctrl+z", "suspend (resume with fg)", "ctrl+z"), Group: program,
			Run: kit.Start(r.suspend),
		},
	}...)
	if r.lessons != nil {
		list = append(list, r.lessonsCommand(), r.lessonCommand())
	}
	if r.live != nil {
		list = append(list, r.chapterCommand())
	}
	if r.run != nil && !r.onRun() {
		back := kit.Command{
			Name: "run-screen", Key: kit.Bind("esc", "back to the run", "esc"), Short: "back to the run", Group: program,
			Run: kit.Do(func() { r.show(r.run) }),
		}
		if r.screenHas("esc") {
			back.Key, back.Short = kit.Bind("", "back to the run"), ""
		}
		list = append([]kit.Command{back}, list...)
	}
	if r.shown.Typing() {
		list = kit.WhileTyping(list)
	}
	return kit.Commands(nil, list)
}

// named are some of the root's commands.
func (r *root) named(names ...string) []kit.Command {
	return slices.DeleteFunc(slices.Concat(r.openers(), r.own()), func(c kit.Command) bool { return !slices.Contains(names, c.Name) })
}

// patience is how long a run may have been under way for the program to be left
// without a question.
const patience = 10 * time.Second

// asks asks whether to leave where a run is under way, unless that was asked just
// before; it reports whether it did.
func (r *root) asks(before bool) bool {
	if before || r.run == nil || !r.run.Running() || r.clock.Now().Sub(r.started) < patience {
		return false
	}
	r.asked = true
	r.note = fmt.Sprintf("the run is under way at round %s: q again quits", kit.Count(r.run.Round()))
	return true
}

// screenHas reports whether the screen itself has a command for a key.
func (r *root) screenHas(name string) bool {
	return slices.ContainsFunc(r.shown.Commands(), func(c kit.Command) bool { return slices.Contains(c.Key.Keys(), name) })
}

// onRun reports whether the run screen is shown.
func (r *root) onRun() bool { return r.run != nil && r.shown == Screen(r.run) }

// bigCommand shows the run for the back row, or all panels again.
func (r *root) bigCommand() kit.Command {
	does, short := "for the back row: thick lines, three numbers, one sentence", ""
	if r.run.Big() {
		does, short = "all panels again", "panels"
	}
	return kit.Command{
		Name: "big", Key: kit.Bind("M", does, "M"), Short: short, Group: program,
		Run: kit.Do(func() {
			r.big = !r.run.Big()
			r.run.SetBig(r.big)
		}),
	}
}

// openers open the further screens about the run, and the setup screen. Only on
// the run screen they have keys.
func (r *root) openers() []kit.Command {
	if r.run == nil {
		return nil
	}
	setup := kit.Command{
		Name: "setup", Key: kit.Bind("e", "choose scenario, learners and parameters", "e"), Short: "setup", Group: program, Run: kit.Ask(r.toSetup),
	}
	if r.shown == Screen(r.setup) {
		setup.Refusal = "this is the setup screen"
	}
	var list []kit.Command
	for _, f := range r.further {
		c := kit.Command{Name: f.name, Key: f.key, Short: f.name, Group: program, Run: kit.Ask(func() tea.Cmd { return r.open(f) })}
		if f.tells && r.run.Hides() {
			c.Refusal = "this tells what is hidden: h shows it"
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
	if r.shown.Typing() {
		list = kit.WhileTyping(list)
	}
	return kit.Commands(nil, list)
}

func (r *root) openMenu(typing bool) {
	r.menu = newMenu(r.theme, r.commands(), typing)
	r.menu.by = r.by
}

// runLine runs a command by its name, with its argument behind it.
func (r *root) runLine(line string) (tea.Cmd, error) {
	c, argument, err := kit.FindLine(r.commands(), line)
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
