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
	"regretscope/ui/screen/run"
	"regretscope/ui/screenshot"
)

// The headings of the root's own commands, and of those of a text.
const program, explanation = "Program", "Explanation"

// Commands returns all commands that are available now.
func (r *root) Commands() []kit.Command {
	return r.over(r.shown.Commands(), r.menu.openers(), r.menu.own())
}

// over adds the commands of the open modes to those below.
func (r *root) over(below ...[]kit.Command) []kit.Command {
	return r.stops.Commands(r.modes.Commands(slices.Concat(below...)))
}

// A menu offers the program's own commands.
type menu struct {
	*root
	always []kit.Command // the table of those that every screen has
}

// own returns the program's own commands, which every screen has.
func (m *menu) own() []kit.Command { return m.present(m.always) }

// openers returns the commands over a run; those that open screens have keys only on the run screen.
func (m *menu) openers() []kit.Command {
	if m.run == nil {
		return nil
	}
	return m.present(m.overRun())
}

// present returns the commands of a table that are offered now.
func (m *menu) present(table []kit.Command) []kit.Command {
	list := slices.DeleteFunc(kit.Offered(table), func(c kit.Command) bool { return c.Is(kit.OfRun) && !m.onRun() })
	if m.Typing() {
		return kit.WhileTyping(list)
	}
	return list
}

func (r *root) onRun() bool { return r.run != nil && r.shown == Screen(r.run) }

// table declares the program's own commands, which every screen has.
func (m *menu) table() []kit.Command {
	return kit.InGroup(program, []kit.Command{
		{
			Name: "run-screen", Synonym: "leave", Key: "esc", Short: "back to the run", Help: "back to the run",
			Class: kit.Cramped, Leads: "run", Bar: kit.At(1),
			In: func() bool { return m.run != nil && !m.onRun() }, Act: kit.Do(func() { m.show(m.run) }),
			Now: func(c *kit.Command) {
				if slices.ContainsFunc(m.shown.Commands(), func(c kit.Command) bool { return c.On("esc") }) {
					c.Synonym, c.Key, c.Short = "", "", ""
				}
			},
		},
		{
			Name: "save-screen", Argument: "[FILE]", Key: "P",
			Help: "save a picture of the screen: SVG, or PNG or text if the file ends in .png or .txt", Act: kit.Write(m.saveScreen),
		},
		{
			Name: "copy-command", Key: "y", Short: "copy", Class: kit.Wide, Bar: kit.At(2),
			In: m.canCopy, When: m.noCopy, Act: kit.Copy(m.copyShown), Now: m.copies,
		},
		{
			Name: "status", Help: "where the run is, or what is chosen, in sentences", Class: kit.Texts, Leads: kit.Unknown,
			Act: kit.With(m.status),
		},
		{
			Name: "list", Argument: "[learners|scenarios|channels|terms|guides|lessons]", Help: "all pages, or those of one kind",
			Class: kit.Texts, Leads: kit.Unknown, Act: kit.With(func(what string) (tea.Cmd, error) { return listPages(m.root, what) }),
		},
		{
			Name: "compare", Help: "which learner has less regret, and why", Class: kit.Texts | kit.OfRun, Leads: kit.Unknown,
			Act: kit.Run(func() tea.Cmd { return read(m.root, "comparison", wrapped(m.run.Comparison())) }),
		},
		{
			Name: "explain", Argument: "[WORD]", Key: "i f3", Help: "explain the focus, or a word", Class: kit.Texts, Leads: kit.Unknown,
			Choices: m.subjects, Subjects: true, Act: kit.With(func(word string) (tea.Cmd, error) { return explain(m.root, word) }),
		},
		{
			Name: "quit", Key: "q", Short: "quit", Help: "leave the program", Class: kit.Stays | kit.Cramped | kit.InLesson | kit.Asks,
			Bar: kit.At(4), Act: kit.Run(func() tea.Cmd { return tea.Quit }),
			Now: func(c *kit.Command) {
				switch {
				case m.Typing():
					c.Short = ""
				case m.goesBack(): // q goes back, as esc does
					c.Key, c.Short = "", ""
				}
			},
		},
		{
			Name: "interrupt", Key: "ctrl+c", Help: "quit at once, with exit status 130", Class: kit.Stays | kit.Anytime, Bar: kit.At(5),
			Act: kit.Run(func() tea.Cmd { m.process.interrupted = true; return tea.Quit }),
			Now: func(c *kit.Command) { c.Short = kit.TextUnless(!m.Typing(), "quit") },
		},
		{
			Name: "suspend", Key: "ctrl+z", Help: "suspend (resume with fg)", Class: kit.Anytime,
			Act: kit.Start(func(string) (tea.Cmd, error) { return m.process.suspend() }),
		},
	})
}

// overRun declares the commands that open screens, show the run for the back row, and return to places.
func (m *menu) overRun() []kit.Command {
	keyed := func(c *kit.Command) { c.Key = kit.TextUnless(!m.onRun(), c.Key) }
	var list []kit.Command
	for _, f := range m.subscreens {
		list = append(list, kit.Command{
			Name: f.name, Key: f.key, Short: f.name, Help: f.about, Leads: f.name, Now: keyed,
			When: func() string {
				switch {
				case f.screen != nil && m.shown == f.screen && !m.played:
					return "you are on this screen"
				case f.showsRegret && m.run.Focus.Hides():
					return "this would reveal hidden values: h shows them"
				case f.showsRegret && len(m.run.State().Config.WithoutPerson().Learners) == 0:
					return "your game cannot be replicated, and no other learner plays"
				}
				return ""
			},
			Act: kit.Run(func() tea.Cmd { return m.open(f) }),
		})
	}
	return kit.InGroup(program, append(append(list, kit.Command{
		Name: "setup", Key: "e", Short: "setup", Help: "choose scenario, learners and parameters", Leads: "setup", Now: keyed,
		When: func() string {
			switch {
			case m.Choosing() && !m.played:
				return "you are on the setup screen"
			case m.run.Focus.Hides():
				return "the arms are hidden: h shows them"
			}
			return ""
		},
		Act: kit.Run(m.toSetup),
	}, kit.Command{
		Name: "big", Key: "M", Class: kit.InBackRow, In: func() bool { return !m.Choosing() && !m.Reading() },
		Act: kit.Do(m.switchBig), Now: m.switches,
	}), m.history.table(m.root)...))
}

// switches says what the command for the back row does now.
func (m *menu) switches(c *kit.Command) {
	switch {
	case !m.onRun():
		c.Help = "for the back row: large sentences, or small ones again"
	case m.run.BackRow.On():
		c.Help, c.Short = "all panels again", "panels"
	default:
		c.Help = "for the back row: thick lines, three numbers, one sentence"
	}
}

// switchBig shows the run for the back row, or all panels again.
func (m *menu) switchBig() {
	m.big = !m.forBackRow()
	m.run.BackRow.Switch(m.big)
	if m.Resize(); !m.onRun() {
		m.Tell("sentences below the screen are " + map[bool]string{true: "large where they fit", false: "small"}[m.big])
	}
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
	if stays := c.Is(kit.Stays) || c.Is(kit.Texts) && r.onRun() && !r.run.State().Running; !stays && !c.Act.Outside {
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

// canCopy reports whether a command line opens what is shown.
func (m *menu) canCopy() bool {
	switch m.shown.(type) {
	case *run.Screen, interface{ CommandLine() string }:
		return true
	}
	return m.openLine() != ""
}

// noCopy returns why the command line may not be shown.
func (m *menu) noCopy() string {
	if !m.Reading() && m.run != nil && m.run.Focus.Reveals() != "" {
		return "the command line would reveal " + m.run.Focus.Reveals() + ": h shows hidden values"
	}
	return ""
}

// copies says which command line is copied.
func (m *menu) copies(c *kit.Command) {
	switch m.shown.(type) {
	case *run.Screen:
		c.Help = "copy the command line that opens this run at this round"
	case interface{ CommandLine() string }:
		c.Help = "copy the command line that shows this"
	default:
		c.Help = "copy the command line that opens the run at this round"
	}
}

// copyShown copies the command line that opens what is shown.
func (m *menu) copyShown() tea.Cmd {
	line := m.openLine
	switch shown := m.shown.(type) {
	case *run.Screen:
		line = func() string { return shown.CommandLine(shown.State().Config) }
	case interface{ CommandLine() string }:
		line = shown.CommandLine
	}
	if text := kit.Typed(line()); text != "" {
		return m.copyCommand(text)
	}
	m.Warn("there is no command line for this yet")
	return nil
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
	return trials.MadeBy(line, trials.DesignOf(r.run.State().Config))
}

// openLine returns the command line that opens the present lesson or run, or "".
func (r *root) openLine() string {
	switch place := r.stops.State(); {
	case place.Lesson != nil && !place.Away:
		return fmt.Sprintf("regretscope lesson %s --at-stop %d",
			param.Quote(param.Printable(place.Lesson.Path())), place.Stop+1)
	case r.run != nil:
		return r.run.CommandLine(r.run.State().Config)
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
