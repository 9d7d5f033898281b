package app

import (
	"fmt"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/noise/number"
	"regretscope/ui/kit"
	"regretscope/ui/manual"
	"regretscope/ui/mode"
)

// The headings of the root's own commands, and of those of a text.
const program, explanation = "Program", "Explanation"

// Commands returns all commands that are available now.
func (r *root) Commands() []kit.Command { return r.over(r.screens.shown.Commands(), r.menu.commands()) }

// over adds the commands of the open modes to those below.
func (r *root) over(below ...[]kit.Command) []kit.Command {
	return r.stops.Commands(r.modes.Commands(slices.Concat(below...)))
}

// A menu offers the program's own commands.
type menu struct {
	root *root
	all  []kit.Command // the table
}

// commands returns those that are offered now.
func (m *menu) commands() []kit.Command {
	screens := &m.root.screens
	list := slices.DeleteFunc(kit.Offered(m.all), func(c kit.Command) bool { return c.Is(kit.OfRun) && !screens.onRun() })
	if screens.shown.Typing() {
		return kit.WhileTyping(list)
	}
	return list
}

// table declares the program's own commands, those over a run first.
func (m *menu) table() []kit.Command {
	r, screens := m.root, &m.root.screens
	over := kit.OnlyIn(func() bool { return screens.run != nil }, m.overRun())
	return kit.InGroup(program, append(over, []kit.Command{
		{
			Name: "run-screen", Synonym: "leave", Key: "esc", Short: "back to the run", Help: "back to the run",
			Class: kit.Cramped, Leads: "run", Bar: kit.At(1),
			In: func() bool { return screens.run != nil && !screens.onRun() }, Act: kit.Do(func() { screens.show(screens.run) }),
			Now: func(c *kit.Command) {
				if slices.ContainsFunc(screens.shown.Commands(), func(c kit.Command) bool { return c.On("esc") }) {
					c.Synonym, c.Key, c.Short = "", "", ""
				}
			},
		},
		{
			Name: "save-screen", Argument: "[FILE]", Key: "P",
			Help: "save a picture of the screen: SVG, or PNG or text if the file ends in .png or .txt", Act: kit.Write(r.export.saveScreen),
		},
		{
			Name: "copy-command", Key: "y", Short: "copy", Bar: r.window.placeToCopy,
			In: func() bool { _, does := r.export.line(); return does != "" }, When: r.export.noCopy, Act: kit.Copy(r.export.copyLine),
			Now: func(c *kit.Command) { _, does := r.export.line(); c.Help = "copy the command line that " + does },
		},
		{
			Name: "status", Help: "where the run is, or what is chosen, in sentences", Class: kit.Texts, Leads: kit.Unknown,
			Act: kit.With(func(string) (tea.Cmd, error) { return r.reader.status() }),
		},
		{
			Name: "list", Argument: "[learners|scenarios|channels|terms|guides|lessons]", Help: "all pages, or those of one kind",
			Class: kit.Texts, Leads: kit.Unknown, Act: kit.With(r.reader.list),
		},
		{
			Name: "compare", Help: "which learner has less regret, and why", Class: kit.Texts | kit.OfRun, Leads: kit.Unknown,
			Act: kit.Run(func() tea.Cmd { return r.reader.read("comparison", wrapped(screens.run.Comparison())) }),
		},
		{
			Name: "explain", Argument: "[WORD]", Key: "i f3", Help: "explain the focus, or a word", Class: kit.Texts, Leads: kit.Unknown,
			Choices: r.reader.subjects, Subjects: true, Act: kit.With(r.reader.explain),
			Check: kit.Finds(manual.Find),
		},
		{
			Name: "quit", Key: "q", Short: "quit", Help: "leave the program", Class: kit.Stays | kit.Cramped | kit.InLesson | kit.Asks,
			Bar: kit.At(4), Act: kit.Run(func() tea.Cmd { return tea.Quit }),
			Now: func(c *kit.Command) {
				switch {
				case screens.shown.Typing():
					c.Short = ""
				case screens.goesBack(): // q goes back, as esc does
					c.Key, c.Short = "", ""
				}
			},
		},
		{
			Name: "interrupt", Key: "ctrl+c", Help: "quit at once, with exit status 130", Class: kit.Stays | kit.Anytime, Bar: kit.At(5),
			Act: kit.Run(func() tea.Cmd { r.process.interrupted = true; return tea.Quit }),
			Now: func(c *kit.Command) { c.Short = kit.TextUnless(!screens.shown.Typing(), "quit") },
		},
		{
			Name: "suspend", Key: "ctrl+z", Help: "suspend (resume with fg)", Class: kit.Anytime,
			Act: kit.Start(func(string) (tea.Cmd, error) { return r.process.suspend() }),
		},
	}...))
}

// overRun declares the commands that open screens, show the run for the back row, and return to places.
func (m *menu) overRun() []kit.Command {
	r, screens := m.root, &m.root.screens
	keyed := func(c *kit.Command) { c.Key = kit.TextUnless(!screens.onRun(), c.Key) }
	var list []kit.Command
	for _, f := range screens.subscreens {
		list = append(list, kit.Command{
			Name: f.name, Key: f.key, Short: f.name, Help: f.about, Leads: f.name, Now: keyed,
			When: func() string {
				switch {
				case f.screen != nil && screens.shown == f.screen && !r.played:
					return "you are on this screen"
				case f.showsRegret && screens.run.Focus.Hides():
					return "this would reveal hidden values: h shows them"
				case f.showsRegret && len(screens.run.State().Config.WithoutPerson().Learners) == 0:
					return "your game cannot be replicated, and no other learner plays"
				}
				return ""
			},
			Act: kit.Run(func() tea.Cmd { return screens.open(f, !r.played) }),
		})
	}
	return append(append(list, kit.Command{
		Name: "setup", Key: "e", Short: "setup", Help: "choose scenario, learners and parameters", Leads: "setup", Now: keyed,
		When: func() string {
			switch {
			case screens.choosing() && !r.played:
				return "you are on the setup screen"
			case screens.run.Focus.Hides():
				return "the arms are hidden: h shows them"
			}
			return ""
		},
		Act: kit.Run(screens.toSetup),
	}, kit.Command{
		Name: "big", Key: "M", Class: kit.InBackRow, When: func() string {
			return kit.TextUnless(!screens.choosing() && !screens.reading(), "this screen has no large letters")
		},
		Act: kit.Do(m.switchBig), Now: m.switches,
	}), r.history.table()...)
}

// switches says what the command for the back row does now.
func (m *menu) switches(c *kit.Command) {
	switch {
	case !m.root.screens.onRun():
		c.Help = "for the back row: large sentences, or small ones again"
	case m.root.screens.run.BackRow.On():
		c.Help, c.Short = "all panels again", "panels"
	default:
		c.Help = "for the back row: thick lines, three numbers, one sentence"
	}
}

// switchBig shows the run for the back row, or all panels again.
func (m *menu) switchBig() {
	r := m.root
	r.screens.big = !r.window.forBackRow()
	r.screens.run.BackRow.Switch(r.screens.big)
	r.window.Resize()
	switch {
	case r.screens.onRun():
	case r.screens.big:
		r.foot.tell("this screen has no large letters; sentences below it are large where they fit")
	default:
		r.foot.tell("sentences below the screen are small")
	}
}

// RunLine runs a command line: a name and its argument.
func (r *root) RunLine(line string) (tea.Cmd, error) {
	c, argument, err := kit.FindLine(r.Commands(), line)
	if err != nil {
		return nil, r.elsewhere(line, err)
	}
	cmd, err := r.invoke(c, argument)
	if hint := number.Comma(line); err != nil && hint != "" {
		err = fmt.Errorf("%w%s", err, hint)
	}
	return cmd, err
}

// invoke runs a command. Lessons and scripts change nothing outside of the program.
func (r *root) invoke(c *kit.Command, argument string) (tea.Cmd, error) {
	if r.played && c.Act.Outside {
		return nil, forbidden(c.Name)
	}
	if stays := c.Is(kit.Stays) || c.Is(kit.Texts) && r.screens.onRun() && !r.screens.run.State().Running; !stays && !c.Act.Outside {
		r.stops.Touch()
	}
	return r.history.jumping(func() (tea.Cmd, error) { return c.Run(argument) })
}

func forbidden(name string) error {
	return fmt.Errorf("%s: a lesson or script cannot run this; only you can", name)
}

// modal returns the mode that takes all keys, or nil.
func (r *root) modal() *mode.Mode {
	_ = r.modes.Settle()
	if top := r.modes.Top(); top != nil && top.Modal {
		return top
	}
	return nil
}

func (r *root) saying(cmd tea.Cmd, err error) tea.Cmd {
	r.foot.say(err)
	return cmd
}
