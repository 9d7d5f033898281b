package app

import (
	"fmt"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit"
	"regretscope/ui/screen/run"
)

// program is the heading of the root's own commands.
const program = "Program"

// commands are all that can be run now: those of the screen that is shown, and
// the root's own.
func (r *root) commands() []kit.Command {
	own := slices.Concat(r.openers(), r.own())
	if r.shown == nil {
		return own
	}
	return append(r.shown.Commands(), own...)
}

// own are the root's commands on every screen.
func (r *root) own() []kit.Command {
	typing := r.shown != nil && r.shown.Typing()
	quit, interrupt := "quit", ""
	if typing {
		quit, interrupt = interrupt, quit
	}
	list := []kit.Command{
		{
			Name: "help", Key: kit.Bind("? f1", "all commands with their keys", "?", "f1"), Short: "help", Group: program,
			Run: kit.Do(func() { r.openMenu(false) }),
		},
		{
			Name: "commands", Key: kit.Bind(":", "run a command by its name", ":"), Group: program,
			Run: kit.Do(func() { r.openMenu(true) }),
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
			Run: kit.Ask(func() tea.Cmd { return tea.Suspend }),
		},
	}
	if r.shown != nil && r.run != nil {
		back := kit.Command{
			Name: "back", Key: kit.Bind("esc", "back to the run", "esc"), Short: "back to the run", Group: program,
			Run: kit.Do(func() { r.show(nil) }),
		}
		if r.screenHas("esc") {
			back.Key, back.Short = kit.Bind("", "back to the run"), ""
		}
		list = append([]kit.Command{back}, list...)
	}
	if typing {
		list = kit.WhileTyping(list)
	}
	return kit.Commands(nil, list)
}

// screenHas tells whether the screen itself has a command for a key.
func (r *root) screenHas(name string) bool {
	return slices.ContainsFunc(r.shown.Commands(), func(c kit.Command) bool { return slices.Contains(c.Key.Keys(), name) })
}

// openers open the further screens about the run, and the setup screen.
func (r *root) openers() []kit.Command {
	if r.run == nil {
		return nil
	}
	var list []kit.Command
	for i, f := range r.further {
		c := kit.Command{Name: f.name, Key: f.key, Group: program}
		c.Run = kit.Ask(func() tea.Cmd {
			return r.open(run.OpenMsg{Screen: i, Config: r.run.Config(), Learner: r.run.Learner()})
		})
		list = append(list, c)
	}
	list = append(list, kit.Command{
		Name: "setup", Key: kit.Bind("", "choose scenario, learners and parameters"), Group: program,
		Run: kit.Do(func() { r.toSetup() }),
	})
	if r.shown != nil { // whose keys these are not
		for i := range list {
			list[i].Key = kit.Bind("", list[i].Does())
			if r.shown == r.setup && list[i].Name == "setup" {
				list[i].Refusal = "this is the setup screen"
			}
		}
	}
	return kit.Commands(nil, list)
}

func (r *root) openMenu(typing bool) { r.menu = newMenu(r.theme, r.commands(), typing) }

// runLine runs a command by its name, with its argument behind it.
func (r *root) runLine(line string) (tea.Cmd, error) { return kit.RunLine(r.commands(), line) }

// pressFramed runs the command of a key, the root's own first, or gives the key
// to the screen, to be typed into a field.
func (r *root) pressFramed(msg tea.KeyMsg) tea.Cmd {
	r.note = ""
	r.presses++
	own := kit.ForKey(r.own(), msg)
	switch {
	case r.menu != nil && (own == nil || own.Name != "interrupt" && own.Name != "suspend"):
		return r.picked(r.menu.press(msg))
	case own != nil:
		cmd, err := own.Run("")
		r.say(err)
		return cmd
	case !r.shown.Typing() && kit.ForKey(r.shown.Commands(), msg) == nil:
		if len(msg.String()) < 20 { // a paste is not a key
			r.note = fmt.Sprintf("%s does nothing here; ? lists the keys", msg)
		}
		return nil
	}
	return r.shown.Update(msg)
}

// picked runs what was chosen in the menu.
func (r *root) picked(p pick) tea.Cmd {
	if p.close {
		r.menu = nil
	}
	if p.run == nil {
		return nil
	}
	cmd, err := r.runLine(p.run.Name + " " + p.argument)
	r.say(err)
	return cmd
}

// say shows an error in the foot until the next key.
func (r *root) say(err error) {
	if err != nil {
		r.note = err.Error()
	}
}

// clickFramed gives a click to the menu, the foot or the screen.
func (r *root) clickFramed(msg tea.MouseMsg) tea.Cmd {
	pressed := msg.Action == tea.MouseActionPress && msg.Button == tea.MouseButtonLeft
	switch foot := msg.Y == r.height-1; {
	case foot && pressed && r.menu == nil && r.note == "":
		if name := r.bar().At(msg.X); name != "" {
			cmd, err := r.runLine(name)
			r.say(err)
			return cmd
		}
		return nil
	case r.menu != nil && msg.Button == tea.MouseButtonWheelUp:
		r.menu.move(-1)
	case r.menu != nil && msg.Button == tea.MouseButtonWheelDown:
		r.menu.move(1)
	case r.menu != nil && pressed:
		return r.picked(r.menu.click(msg.Y-1, r.width, r.height-frameRows))
	case r.menu == nil && !foot:
		msg.Y-- // below the title
		return r.shown.Update(msg)
	}
	return nil
}

// frameRows are the title above a screen and the commands below it.
const frameRows = 2

func (r *root) bar() kit.CommandBar {
	return kit.NewCommandBar(r.theme, r.shown.Commands(), r.own(), r.presses/4, r.width)
}

// viewFramed is the screen, or the menu, with a title above and the foot below.
func (r *root) viewFramed() string {
	title := kit.FitLine(r.theme.Title.Render("regretscope")+"   "+r.theme.Faint.Render(r.shown.Title()), r.width)
	if r.height < frameRows+1 {
		return title
	}
	if r.menu != nil {
		return title + "\n" + r.menu.view(r.width, r.height-frameRows) + "\n" + r.menu.foot(r.width)
	}
	foot := r.bar().Line
	if r.note != "" {
		foot = kit.FitLine(r.theme.Warn.Render(r.note), r.width)
	}
	return title + "\n" + r.shown.View() + "\n" + foot
}
