package app

import (
	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/ui/chart/overlay"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
	"regretscope/ui/screen/run"
	"regretscope/ui/screen/setup"
)

// root is the program's model. It holds the screens and shows one of them.
type root struct {
	theme         *theme.Theme
	width, height int

	run     *run.Screen // nil before the first run
	setup   *setup.Screen
	shelf   *overlay.Shelf // of theory, shared by the screens
	further []*further
	shown   Screen // in the root's frame; nil: the run screen is shown
	begin   tea.Cmd

	menu    *menu  // over the screen in the frame; nil: it is closed
	note    string // why the newest command was not run
	presses int    // how many keys were pressed
	source  setup.Source

	quit        func() // ends the program from outside of the event loop
	interrupted bool
	fault       *Fault
}

func newRoot(t *theme.Theme, o Options, shelf *overlay.Shelf, screens []*further) *root {
	r := &root{
		theme: t, source: o.Source, shelf: shelf, further: screens,
		setup: setup.New(t, setup.Options{Open: o.Open, Config: o.Config, Source: o.Source}),
	}
	r.shown = r.setup
	if o.Config != nil && !o.Setup {
		r.begin = r.startRun(o.Config)
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
		return r.press(msg)
	case tea.MouseMsg:
		if r.shown == nil {
			return r.run.Update(msg)
		}
		return r.clickFramed(msg)
	case failedMsg:
		r.fail(msg.fault)
		return tea.Quit
	case run.QuitMsg:
		return tea.Quit
	case run.SetupMsg:
		r.toSetup()
		return nil
	case run.OpenMsg:
		return r.open(msg)
	case setup.StartMsg:
		r.source = msg.Source
		return r.startRun(msg.Config)
	}
	return r.toAll(msg)
}

// toAll gives a message to every screen: they know their own.
func (r *root) toAll(msg tea.Msg) tea.Cmd {
	cmds := []tea.Cmd{r.setup.Update(msg)}
	if r.run != nil {
		cmds = append(cmds, r.run.Update(msg))
	}
	for _, f := range r.further {
		if f.screen != nil {
			cmds = append(cmds, f.screen.Update(msg))
		}
	}
	return tea.Batch(cmds...)
}

func (r *root) press(msg tea.KeyMsg) tea.Cmd {
	if msg.Type == tea.KeyRunes && len(msg.Runes) > 1 && !msg.Paste {
		// Keys that were typed while the program was busy come in one message.
		var cmds []tea.Cmd
		for _, one := range msg.Runes {
			cmds = append(cmds, r.press(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{one}, Alt: msg.Alt}))
		}
		return tea.Batch(cmds...)
	}
	if r.shown != nil {
		return r.pressFramed(msg)
	}
	if c := kit.ForKey(r.own(), msg); c != nil && (c.Name == "interrupt" || c.Name == "suspend") {
		cmd, _ := c.Run("")
		return cmd
	}
	return r.run.Update(msg)
}

// show puts a screen into the frame.
func (r *root) show(s Screen) {
	r.shown, r.menu, r.note = s, nil, ""
	r.resize()
}

// toSetup shows the setup screen with the configuration of the run.
func (r *root) toSetup() {
	r.show(r.setup)
	r.setup.Edit(r.run.Config(), r.source)
}

// open shows the further screen that a key of the run screen asks for.
func (r *root) open(msg run.OpenMsg) tea.Cmd {
	f := r.further[msg.Screen]
	cmd := f.show(r.theme, msg.Config, msg.Learner)
	r.show(f.screen)
	return cmd
}

// startRun shows a new run. What further screens have under way is about the
// one before, and ends with it.
func (r *root) startRun(config *model.Config) tea.Cmd {
	o := run.Options{Shelf: r.shelf}
	for _, f := range r.further {
		f.close()
		o.Further = append(o.Further, f.key)
	}
	var cmd tea.Cmd
	r.run, cmd = run.New(r.theme, config, o)
	r.show(nil)
	return cmd
}

func (r *root) resize() {
	if r.run != nil {
		r.run.SetSize(r.width, r.height)
	}
	if r.shown != nil {
		r.shown.SetSize(r.width, r.height-frameRows)
	}
}

// View implements tea.Model.
func (r *root) View() (view string) {
	defer r.caught()
	switch {
	case r.width <= 0 || r.height <= 0:
		return "" // the terminal has not told its size yet
	case r.shown == nil:
		return r.run.View()
	}
	return r.viewFramed()
}
