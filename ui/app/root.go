package app

import (
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/box"
	"regretscope/ui/keys"
	"regretscope/ui/run"
	"regretscope/ui/setup"
	"regretscope/ui/theme"
)

// root is the program's model. It holds the screens and shows one of them.
type root struct {
	theme         *theme.Theme
	width, height int

	setup   *setup.Screen
	run     *run.Screen // nil before the first run
	running bool        // the run screen is shown, not the setup screen
	begin   tea.Cmd

	keys       setupKeys
	help       bool // of the setup screen
	helpOffset int
	source     setup.Source

	quit        func() // ends the program from outside of the event loop
	interrupted bool
	fault       *Fault
}

// setupKeys are the keys that the root has on the setup screen.
type setupKeys struct{ Help, Quit, Back, Up, Down key.Binding }

func newRoot(t *theme.Theme, o Options) *root {
	bind := func(help, does string, on ...string) key.Binding {
		return key.NewBinding(key.WithKeys(on...), key.WithHelp(help, does))
	}
	r := &root{
		theme: t, source: o.Source,
		setup: setup.New(t, setup.Options{Open: o.Open, Config: o.Config, Source: o.Source}),
		keys: setupKeys{
			Help: bind("?", "help", "?"), Quit: bind("q", "quit", "q"),
			Back: bind("esc", "back to the run", "esc"),
			Up:   bind("↑", "scroll up", "up"), Down: bind("↓", "scroll down", "down"),
		},
	}
	if o.Config != nil && !o.Setup {
		r.run, r.begin = run.New(t, o.Config)
		r.running = true
	}
	return r
}

// Init implements tea.Model.
func (r *root) Init() tea.Cmd { return guarded(r.begin) }

// Update implements tea.Model.
func (r *root) Update(msg tea.Msg) (model tea.Model, cmd tea.Cmd) {
	defer r.caught()
	return r, guarded(r.route(msg))
}

func (r *root) route(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		r.width, r.height = msg.Width, msg.Height
		r.resize()
		return nil
	case tea.KeyMsg:
		switch msg.Type {
		case tea.KeyCtrlC:
			r.interrupted = true
			return tea.Quit
		case tea.KeyCtrlZ:
			return tea.Suspend
		}
		if !r.running {
			return r.pressSetup(msg)
		}
		return r.run.Update(msg)
	case tea.MouseMsg:
		if r.running {
			return r.run.Update(msg)
		}
		return nil
	case failedMsg:
		r.fail(msg.fault)
		return tea.Quit
	case run.QuitMsg:
		return tea.Quit
	case run.SetupMsg:
		r.running = false
		r.setup.Edit(msg.Config, r.source)
		return nil
	case setup.StartMsg:
		return r.start(msg)
	}
	cmd := r.setup.Update(msg)
	if r.run != nil {
		return tea.Batch(cmd, r.run.Update(msg))
	}
	return cmd
}

func (r *root) start(msg setup.StartMsg) tea.Cmd {
	var cmd tea.Cmd
	r.run, cmd = run.New(r.theme, msg.Config)
	r.source, r.running, r.help = msg.Source, true, false
	r.resize()
	return cmd
}

const setupChrome = 2 // the title above the setup screen and the keys below it

func (r *root) resize() {
	r.setup.SetSize(r.width, r.height-setupChrome)
	if r.run != nil {
		r.run.SetSize(r.width, r.height)
	}
}

// pressSetup takes the root's own keys on the setup screen and leaves it the
// others.
func (r *root) pressSetup(msg tea.KeyMsg) tea.Cmd {
	typing := r.setup.Typing()
	switch {
	case r.help:
		switch {
		case key.Matches(msg, r.keys.Down):
			r.helpOffset++
		case key.Matches(msg, r.keys.Up):
			r.helpOffset = max(r.helpOffset-1, 0)
		default:
			r.help = false
		}
		return nil
	case !typing && key.Matches(msg, r.keys.Quit):
		return tea.Quit
	case !typing && key.Matches(msg, r.keys.Help):
		r.help, r.helpOffset = true, 0
		return nil
	case r.run != nil && key.Matches(msg, r.keys.Back) && !r.takes(msg):
		r.running = true
		return nil
	}
	return r.setup.Update(msg)
}

// takes tells whether the setup screen itself has something to do for a key.
func (r *root) takes(msg tea.KeyMsg) bool {
	return slices.ContainsFunc(r.setup.KeyMap(), func(b key.Binding) bool { return key.Matches(msg, b) })
}

// View implements tea.Model.
func (r *root) View() (view string) {
	defer r.caught()
	switch {
	case r.width <= 0 || r.height <= 0:
		return "" // the terminal has not told its size yet
	case r.running:
		return r.run.View()
	}
	return r.viewSetup()
}

func (r *root) viewSetup() string {
	own := []key.Binding{r.keys.Help, r.keys.Quit}
	if r.run != nil {
		own = append([]key.Binding{r.keys.Back}, own...)
	}
	title := r.theme.Title.Render("regretscope") + "   " + r.theme.Faint.Render("choose what to watch")
	body := r.setup.View()
	if r.help {
		groups := []keys.Group{
			{Title: "Setup", Bindings: r.setup.KeyMap()},
			{Title: "Program", Bindings: own},
		}
		body = keys.Help(r.theme, groups, r.width, r.height-setupChrome, r.helpOffset).String()
	}
	if r.height < setupChrome+1 {
		return box.FitLine(title, r.width)
	}
	return box.FitLine(title, r.width) + "\n" + body + "\n" + keys.Bar(r.theme, r.setup.KeyMap(), own, r.width)
}
