package app

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-osc52/v2"
	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model/trials"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/kit"
	"regretscope/ui/kit/outfile"
	"regretscope/ui/kit/theme"
	"regretscope/ui/mode"
	"regretscope/ui/mode/playback"
	"regretscope/ui/screen/run"
	"regretscope/ui/screenshot"
)

// The headings of the root's own commands, and of those of a text.
const program, explanation = "Program", "Explanation"

// Commands returns all commands that are available now.
func (r *root) Commands() []kit.Command {
	list := r.over(counting(r, r.shown.Commands()), r.openers(), r.own())
	if r.goesBack() {
		for i := range list {
			if list[i].On("esc") {
				list[i].Also += " q"
			}
		}
	}
	return list
}

// over adds the commands of the open modes to those below.
func (r *root) over(below ...[]kit.Command) []kit.Command {
	return r.stops.Commands(r.modes.Commands(slices.Concat(below...)))
}

// own returns the program's own commands, which every screen has.
func (r *root) own() []kit.Command {
	quit, interrupt := kit.Command{
		Name: "quit", Key: "q", Short: "quit", Help: "leave the program", Act: kit.Run(func() tea.Cmd { return tea.Quit }),
	}, ""
	switch {
	case r.Typing():
		quit.Short, interrupt = "", "quit"
	case r.goesBack(): // q goes back, as esc does
		quit.Key, quit.Short = "", ""
	}
	list := append(append(r.takeaways(), pageCommands(r)...), []kit.Command{
		{
			Name: "explain", Argument: "[WORD]", Key: "i f3",
			Help: "explain the focus, or a word", Act: kit.With(func(word string) (tea.Cmd, error) { return explain(r, word) }),
		},
		quit,
		{
			Name: "interrupt", Key: "ctrl+c", Short: interrupt, Help: "quit at once, with exit status 130",
			Act: kit.Run(func() tea.Cmd { r.interrupted = true; return tea.Quit }),
		},
		{
			Name: "suspend", Key: "ctrl+z", Help: "suspend (resume with fg)",
			Act: kit.Start(func(string) (tea.Cmd, error) { return r.suspend() }),
		},
	}...)
	if r.run != nil && !r.onRun() {
		back := kit.Command{
			Name: "run-screen", Key: "esc", Short: "back to the run", Help: "back to the run",
			Act: kit.Do(func() { r.show(r.run) }),
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

func (r *root) onRun() bool { return r.run != nil && r.shown == Screen(r.run) }

// bigCommand shows the run for the back row, or all panels again.
func (r *root) bigCommand() kit.Command {
	does, short := "for the back row: thick lines, three numbers, one sentence", ""
	switch {
	case !r.onRun():
		does = "for the back row: large sentences, or small ones again"
	case r.run.BackRow.On():
		does, short = "all panels again", "panels"
	}
	return kit.Command{
		Name: "big", Key: "M", Short: short, Help: does, Act: kit.Do(func() {
			r.big = !r.forBackRow()
			r.run.BackRow.Switch(r.big)
			if r.Resize(); !r.onRun() {
				r.Tell("sentences below the screen are " + map[bool]string{true: "large where they fit", false: "small"}[r.big])
			}
		}),
	}
}

// openers returns the commands that open other screens; they have keys only on the run screen.
func (r *root) openers() []kit.Command {
	if r.run == nil {
		return nil
	}
	setup := kit.Command{
		Name: "setup", Key: "e", Short: "setup", Help: "choose scenario, learners and parameters", Act: kit.Run(r.toSetup),
	}
	if r.Choosing() && !r.played {
		setup.Refusal = "you are on the setup screen"
	}
	var list []kit.Command
	for _, f := range r.subscreens {
		c := kit.Command{
			Name: f.name, Key: f.key, Short: f.name, Help: f.about, Act: kit.Run(func() tea.Cmd { return r.open(f) }),
		}
		switch {
		case f.screen != nil && r.shown == f.screen && !r.played:
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
	for i := range list {
		if !r.onRun() {
			list[i].Key = ""
		}
	}
	if !r.Choosing() && !r.Reading() {
		list = append(list, r.bigCommand())
	}
	if r.onRun() {
		list = append(list, r.history.commands(r)...)
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
		return nil, r.Elsewhere(line, err)
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
	reads := strings.Fields("help commands quit interrupt")
	if r.onRun() && !r.run.Driver().Running() { // what only opens a text
		reads = append(reads, "explain", "status", "list", "compare")
	}
	if !slices.Contains([]string{playback.Group, explanation}, c.Group) && !c.Act.Outside && !slices.Contains(reads, c.Name) {
		r.stops.Touch()
	}
	return r.history.jumping(r, func() (tea.Cmd, error) { return c.Run(argument) })
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

// Order runs a command line, a name and its argument, and shows an error.
func (r *root) Order(line string) tea.Cmd { return r.saying(r.RunLine(line)) }

func (r *root) saying(cmd tea.Cmd, err error) tea.Cmd {
	r.Say(err)
	return cmd
}

// takeaways returns the commands that save or copy what is on screen.
func (r *root) takeaways() []kit.Command {
	list := []kit.Command{{
		Name: "save-screen", Argument: "[FILE]", Key: "P",
		Help: "save a picture of the screen: SVG, or PNG or text if the file ends in .png or .txt", Act: kit.Write(r.saveScreen),
	}}
	c := kit.Command{Name: "copy-command", Key: "y", Short: "copy", Help: "copy the command line that shows this"}
	line := r.openLine
	switch shown := r.shown.(type) {
	case *run.Screen:
		c.Help = "copy the command line that opens this run at this round"
		line = func() string { return shown.CommandLine(shown.Config()) }
	case interface{ CommandLine() string }:
		line = shown.CommandLine
	default:
		c.Help = "copy the command line that opens the run at this round"
		if r.openLine() == "" {
			return list
		}
	}
	if !r.Reading() && r.run != nil && r.run.Focus.Reveals() != "" {
		c.Refusal = "the command line would reveal " + r.run.Focus.Reveals() + ": h shows hidden values"
	}
	c.Act = kit.Copy(func() tea.Cmd {
		if text := kit.Typed(line()); text != "" {
			return r.copyCommand(text)
		}
		r.Warn("there is no command line for this yet")
		return nil
	})
	return append(list, c)
}

func (r *root) saveScreen(path string) (tea.Cmd, error) {
	name, ending, hint := "regretscope-screen", ".svg", "; :save-screen NAME.png writes PNG"
	if path != "" {
		hint = ""
		ending = strings.ToLower(filepath.Ext(path))
		name = strings.TrimSuffix(path, filepath.Ext(path))
	}
	if !slices.Contains([]string{".svg", ".png", ".txt"}, ending) {
		return nil, fmt.Errorf("%s: must end in .svg, .png or .txt", path)
	}
	view, dark := r.drawOn(), r.theme.Shade != theme.Light
	made := r.made()
	return func() tea.Msg {
		paths, err := outfile.CreateSet(name, []string{ending}, func(_ string, w io.Writer) error {
			switch ending {
			case ".txt":
				_, err := fmt.Fprintf(w, "%s\n%s\n", screenshot.Text(view), made.Text())
				return err
			case ".png":
				return screenshot.PNG(w, view, dark, made)
			}
			return screenshot.SVG(w, view, dark, made)
		})
		if err != nil {
			return kit.ToldMsg{Err: err}
		}
		return kit.ToldMsg{Text: "wrote " + paths[0] + hint}
	}, nil
}

// drawOn draws the window for a background that a picture paints: dark, if that of the terminal is unknown.
func (r *root) drawOn() string {
	if r.theme.Shade == theme.Unknown {
		before := *r.theme
		redraw := func() { r.shown.SetSize(r.width-4, r.room-4); r.Resize() } // panels of the same size are not drawn again
		*r.theme = *theme.New(before.Renderer, theme.Dark)
		r.theme.Charset = before.Charset
		defer func() { *r.theme = before; redraw() }()
		redraw()
	}
	return r.drawWith(nil)
}

// made returns the provenance of a picture of the screen.
func (r *root) made() *trials.Made {
	line := cmp.Or(r.openLine(), "regretscope")
	if r.run == nil {
		return trials.MadeBy(line)
	}
	return trials.MadeBy(line, trials.DesignOf(r.run.Config()))
}

// openLine returns the command line that opens the present lesson or run, or "".
func (r *root) openLine() string {
	switch place := r.stops.State(); {
	case place.Lesson != nil && !place.Away:
		return fmt.Sprintf("regretscope lesson %s --at-stop %d",
			param.Quote(param.Printable(place.Lesson.Path())), place.Stop+1)
	case r.run != nil:
		return r.run.CommandLine(r.run.Config())
	}
	return ""
}

// copyCommand copies a command line to the clipboard, if the terminal allows that, and shows it in
// the foot; without a clipboard, on a page. A web page makes a link of it.
func (r *root) copyCommand(command string) tea.Cmd {
	if r.options.Output == nil {
		r.page.Show(kit.Wrap(command, r.width, 0))
		return nil
	}
	if runtime.GOOS != "js" { // a web page shows the link
		r.Tell("copied, if the terminal allows it: " + command)
	}
	return func() tea.Msg {
		// Terminals without a clipboard ignore this sequence.
		_, _ = osc52.New(command).WriteTo(r.options.Output)
		return nil
	}
}
