package app

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/learners"
	"regretscope/noise/param"
	"regretscope/ui/kit"
	"regretscope/ui/kit/outfile"
	"regretscope/ui/screen/run"
)

// program is the heading of the root's own commands.
const program = "Program"

// Commands returns all commands that are available now.
func (r *root) Commands() []kit.Command {
	list := r.over(r.shown.Commands(), r.openers(), r.own())
	if r.goesBack() {
		for i := range list {
			if list[i].On("esc") {
				list[i].Also += " q"
			}
		}
	}
	return list
}

func (r *root) ownCommands() []kit.Command { return r.over(nil, r.openers(), r.own()) }

// over adds the commands of the open modes to those below.
func (r *root) over(below ...[]kit.Command) []kit.Command {
	return r.stops.Commands(r.modes.Commands(slices.Concat(below...)))
}

// own returns the program's own commands, which every screen has.
func (r *root) own() []kit.Command {
	quit, interrupt := kit.Command{
		Name: "quit", Key: "q", Short: "quit", Help: "leave the program", Run: func() tea.Cmd { return tea.Quit },
	}, ""
	switch {
	case r.Typing():
		quit.Short, interrupt = "", "quit"
	case r.goesBack(): // q goes back, as esc does
		quit.Key, quit.Short = "", ""
	}
	list := append(append(r.takeaways(), r.readings()...), []kit.Command{
		{
			Name: "explain", Argument: "[WORD]", Key: "i f3",
			Help: "explain the focus, or a word", With: r.explain,
		},
		quit,
		{
			Name: "interrupt", Key: "ctrl+c", Short: interrupt, Help: "quit at once, with exit status 130",
			Run: func() tea.Cmd { r.interrupted = true; return tea.Quit },
		},
		{
			Name: "suspend", Key: "ctrl+z", Help: "suspend (resume with fg)",
			Start: func(string) (tea.Cmd, error) { return r.suspend() },
		},
	}...)
	if r.run != nil && !r.onRun() {
		back := kit.Command{
			Name: "run-screen", Key: "esc", Short: "back to the run", Help: "back to the run",
			Do: func() { r.show(r.run) },
		}
		if slices.ContainsFunc(r.shown.Commands(), func(c kit.Command) bool { return c.On("esc") }) {
			back.Key, back.Short = "", ""
		} else {
			back.Synonym = "leave" // as in scripts
		}
		list = append([]kit.Command{back}, list...)
	}
	if r.Typing() {
		list = kit.WhileTyping(list)
	}
	return kit.InGroup(program, list)
}

func (r *root) named(names ...string) []kit.Command {
	return slices.DeleteFunc(r.ownCommands(), func(c kit.Command) bool { return !slices.Contains(names, c.Name) })
}

func (r *root) onRun() bool { return r.run != nil && r.shown == Screen(r.run) }

// bigCommand shows the run for the back row, or all panels again.
func (r *root) bigCommand() kit.Command {
	does, short := "for the back row: thick lines, three numbers, one sentence", ""
	if r.run.BackRow.On() {
		does, short = "all panels again", "panels"
	}
	return kit.Command{
		Name: "big", Key: "M", Short: short, Help: does, Do: func() {
			r.big = !r.run.BackRow.On()
			r.run.BackRow.Switch(r.big)
		},
	}
}

// openers returns the commands that open other screens; they have keys only on the run screen.
func (r *root) openers() []kit.Command {
	if r.run == nil {
		return nil
	}
	setup := kit.Command{
		Name: "setup", Key: "e", Short: "setup", Help: "choose scenario, learners and parameters", Run: r.toSetup,
	}
	if r.Choosing() {
		setup.Refusal = "you are on the setup screen"
	}
	var list []kit.Command
	for _, f := range r.subscreens {
		c := kit.Command{
			Name: f.name, Key: f.key, Short: f.name, Help: f.about, Run: func() tea.Cmd { return r.open(f) },
		}
		switch {
		case f.screen != nil && r.shown == f.screen:
			c.Refusal = "you are on this screen"
		case f.showsRegret && r.run.Focus.Hides():
			c.Refusal = "this would reveal hidden values: h shows them"
		}
		list = append(list, c)
	}
	if r.run.Focus.Hides() && setup.Refusal == "" {
		setup.Refusal = "the arms are hidden: h shows them"
	}
	list = append(list, setup)
	if r.onRun() {
		list = append(append(list, r.bigCommand()), r.placeCommands()...)
	} else {
		for i := range list {
			list[i].Key = ""
		}
	}
	if r.Typing() {
		list = kit.WhileTyping(list)
	}
	return kit.InGroup(program, list)
}

// RunLine runs a command line: a name and its argument.
func (r *root) RunLine(line string) (tea.Cmd, error) {
	c, argument, err := kit.FindLine(r.Commands(), line)
	if err != nil {
		return nil, r.elsewhere(line, err)
	}
	return r.invoke(c, argument)
}

// invoke runs a command with the rights of the user, lesson, or script that acts now. If a lesson
// or script lacks the rights, the screen shows the refusal, and the lesson or script continues.
func (r *root) invoke(c *kit.Command, argument string) (tea.Cmd, error) {
	cmd, err := r.jumping(func() (tea.Cmd, error) { return c.RunBy(r.by, argument) })
	if errors.As(err, new(*outfile.Refusal)) {
		r.refuse(err)
		return nil, nil
	}
	return cmd, err
}

// refuse shows what a lesson or script may not do.
func (r *root) refuse(refusal error) {
	r.refused = refusal
	r.Tell(refusal.Error())
}

const maxPlaces = 1000

// jumping runs a command and, if it jumped within the run, stores the place before.
func (r *root) jumping(do func() (tea.Cmd, error)) (tea.Cmd, error) {
	if r.run == nil {
		return do()
	}
	from, screen := r.run.Place(), r.run
	jumps, config := screen.Jumps()
	r.returned = false
	cmd, err := do()
	if after, target := screen.Jumps(); !r.returned && r.run == screen && (after != jumps || target != config) {
		r.leaves(from)
	}
	return cmd, err
}

// leaves stores a place for u, unless it is in a game, whose pulls are not stored.
func (r *root) leaves(from run.Place) {
	if from.Config.Waits() {
		return
	}
	r.past, r.future = append(r.past, from), nil
	r.past = r.past[max(len(r.past)-maxPlaces, 0):]
}

func (r *root) placeCommands() []kit.Command {
	list := []kit.Command{
		{
			Name: "undo", Key: "u", Help: "go back to the place before the newest jump",
			Run: func() tea.Cmd { return r.turnBack(&r.past, &r.future) },
		},
		{
			Name: "redo", Key: "U", Help: "go forward again",
			Run: func() tea.Cmd { return r.turnBack(&r.future, &r.past) },
		},
		{
			Name: "set", Argument: "epsilon X", Help: "change the run’s ε, and replay to this round", Group: program,
			With: r.set,
		},
	}
	list[0].Refusal = kit.Unless(len(r.past) > 0, "no jumps yet")
	list[1].Refusal = kit.Unless(len(r.future) > 0, "no later place: u goes back first")
	return list
}

// set restarts the run with another ε and goes to this round.
func (r *root) set(text string) (tea.Cmd, error) {
	name, value, _ := strings.Cut(strings.ReplaceAll(text, "=", " "), " ")
	if name != "epsilon" && name != "ε" {
		return nil, fmt.Errorf("set %s: must be epsilon X, as in set epsilon 2", param.Printable(text))
	}
	here := r.run.Place()
	next := *here.Config
	var err error
	if next.Epsilon, err = learners.ParseEpsilon(strings.TrimSpace(value)); err == nil {
		err = next.Check()
	}
	switch {
	case err != nil:
		return nil, fmt.Errorf("set %s: %w", param.Printable(text), err)
	case next.Waits():
		return nil, errors.New("set: a game cannot change its ε")
	}
	r.leaves(here)
	here.Config = &next
	return r.startRun(here), nil
}

// turnBack goes to the newest place in from and stores the present place in to.
func (r *root) turnBack(from, to *[]run.Place) tea.Cmd {
	r.returned = true
	here := r.run.Place()
	at := len(*from) - 1
	p := (*from)[at]
	*from = (*from)[:at]
	if !here.Config.Waits() {
		*to = append(*to, here)
	}
	r.show(r.run)
	cmd := r.goTo(p, p.Config == here.Config)
	r.Tell(fmt.Sprintf("round %s of %s, seed %d, with %s in focus", kit.Count(p.Round),
		p.Config.Scenario.Name, p.Config.Seed, p.Config.Learners[p.Learner].Label()))
	return cmd
}

// goTo goes to a place of the present run or of another one.
func (r *root) goTo(p run.Place, present bool) tea.Cmd {
	if present {
		return r.run.Return(p)
	}
	return r.startRun(p)
}
