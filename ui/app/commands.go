package app

import (
	"fmt"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit"
)

// program is the heading of the root's own commands.
const program = "Program"

// commands are all that can be run now: those of the screen that is shown, and
// the root's own.
func (r *root) commands() []kit.Command {
	tour := r.tourCommands()
	return append(tour, kit.WithoutKeys(slices.Concat(r.shown.Commands(), r.openers(), r.own()), tour)...)
}

// own are the root's commands on every screen.
func (r *root) own() []kit.Command {
	typing := r.shown.Typing()
	quit, interrupt := "quit", ""
	if typing {
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
			Name: "explain", Key: kit.Bind("i", "what is in focus, or a word, in plain words", "i"), Group: program, Argument: "[WORD]",
			Run: r.explain,
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
			Run: kit.Ask(r.suspend),
		},
	}...)
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
	if typing {
		list = kit.WhileTyping(list)
	}
	return kit.Commands(nil, list)
}

// patience is how long a run may have been under way for the program to be left
// without a question.
const patience = 10 * time.Second

// asks asks whether to leave where a run is under way, unless that was asked just
// before; it tells whether it did.
func (r *root) asks(before bool) bool {
	if before || r.run == nil || !r.run.Running() || r.clock.Now().Sub(r.started) < patience {
		return false
	}
	r.asked = true
	r.note = fmt.Sprintf("the run is under way at round %s: q again quits", kit.Count(r.run.Round()))
	return true
}

// screenHas tells whether the screen itself has a command for a key.
func (r *root) screenHas(name string) bool {
	return slices.ContainsFunc(r.shown.Commands(), func(c kit.Command) bool { return slices.Contains(c.Key.Keys(), name) })
}

// onRun tells whether the run screen is shown.
func (r *root) onRun() bool { return r.run != nil && r.shown == Screen(r.run) }

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
		list = append(list, kit.Command{
			Name: f.name, Key: f.key, Short: f.name, Group: program, Run: kit.Ask(func() tea.Cmd { return r.open(f) }),
		})
	}
	list = append(list, setup)
	if !r.onRun() {
		for i := range list {
			list[i].Key = kit.Bind("", list[i].Does())
		}
	}
	if r.shown.Typing() {
		list = kit.WhileTyping(list)
	}
	return kit.Commands(nil, list)
}

func (r *root) openMenu(typing bool) { r.menu = newMenu(r.theme, r.commands(), typing) }

// runLine runs a command by its name, with its argument behind it.
func (r *root) runLine(line string) (tea.Cmd, error) { return kit.RunLine(r.commands(), line) }

// pressOne runs the command of a key, the root's own first, or gives the key to
// the screen, to be typed into a field.
func (r *root) pressOne(msg tea.KeyMsg) tea.Cmd {
	asked := r.asked
	r.note, r.told, r.asked = "", "", false
	r.presses++
	if r.page != nil {
		r.page = nil
		return nil
	}
	own := kit.ForKey(slices.Concat(r.tourCommands(), r.own(), r.openers()), msg)
	switch {
	case r.menu != nil && (own == nil || own.Name != "interrupt" && own.Name != "suspend"):
		return r.picked(r.menu.press(msg))
	case own != nil && own.Name == "quit":
		if r.asks(asked) {
			return nil
		}
		return r.quitSoon()
	case own != nil:
		cmd, err := own.Run("")
		r.say(err)
		return cmd
	case !r.shown.Typing() && kit.ForKey(r.shown.Commands(), msg) == nil:
		if !msg.Paste {
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

// click gives a click to the menu, the foot or the screen.
func (r *root) click(msg tea.MouseMsg) tea.Cmd {
	above, _ := r.frame()
	pressed := msg.Action == tea.MouseActionPress && msg.Button == tea.MouseButtonLeft
	switch foot := msg.Y == r.height-1; {
	case foot && pressed && r.menu == nil && r.said() == "":
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
		return r.picked(r.menu.click(msg.Y-above, r.width, r.height-above-1))
	case r.menu == nil && !foot:
		msg.Y -= above
		return r.shown.Update(msg)
	}
	return nil
}

func (r *root) bar() kit.CommandBar {
	tour := r.tourCommands()
	return kit.NewCommandBar(r.theme, append(tour, kit.WithoutKeys(append(r.shown.Commands(), r.openers()...), tour)...), kit.WithoutKeys(r.own(), tour), r.presses/4, r.width)
}

// said is what stands in the foot in place of the commands.
func (r *root) said() string {
	if r.note != "" {
		return kit.FitLine(r.theme.Warn.Render(r.note), r.width)
	}
	if r.told != "" {
		return kit.FitLine(r.theme.Text.Render(r.told), r.width)
	}
	if s, ok := r.shown.(interface{ Foot(width int) string }); ok {
		return s.Foot(r.width)
	}
	return ""
}

// draw is the screen, or the menu, with a title above it, if there is one, and
// the foot below.
func (r *root) draw() string {
	var parts []string
	above, below := r.frame()
	if above > 0 {
		parts = append(parts, kit.FitLine(r.theme.Title.Render("regretscope")+"   "+r.theme.Faint.Render(r.shown.Title()), r.width))
	}
	room := r.height - above - below
	switch {
	case room <= 0:
		return kit.Fit(parts, r.width, r.height).String()
	case r.page != nil:
		parts = append(parts, kit.Fit(r.page, r.width, room+below).String())
	case r.menu != nil:
		parts = append(parts, r.menu.view(r.width, room+below-1), r.menu.foot(r.width))
	default:
		foot := r.said()
		if foot == "" {
			foot = r.bar().Line
		}
		parts = append(append(append(parts, r.shown.View()), kit.Fit(r.captionLines(), r.width, below-1)...), foot)
	}
	return strings.Join(parts, "\n")
}
