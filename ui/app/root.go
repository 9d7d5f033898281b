package app

import (
	"errors"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/ui/app/console"
	"regretscope/ui/chart/overlay"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
	"regretscope/ui/lesson"
	"regretscope/ui/mode"
	"regretscope/ui/mode/playback"
	"regretscope/ui/screen/run"
	"regretscope/ui/screen/setup"
	"regretscope/ui/script"
)

// root is the program's model: its parts, and the modes over the screens.
type root struct {
	options Options
	theme   *theme.Theme
	charset theme.Charset // at the start
	begin   tea.Cmd       // the command of Init

	process process
	screens screens
	window  window
	reader  reader
	export  export
	menu    menu
	history history
	input   input
	foot    foot
	pacer   pacer
	host    host

	modes   *mode.Stack
	palette *mode.Palette
	page    *mode.Page
	stops   *playback.Player // of a lesson or script; its keys come before those of the modes
	glides  bool             // a lesson's jumps play visibly
	played  bool             // a lesson or script acts now, not a person
}

func newRoot(t *theme.Theme, o Options) *root {
	r := &root{options: o, theme: t, charset: t.Charset, page: &mode.Page{}}
	r.glides = !o.ReducedMotion && !o.clock.Simulated()
	busy := func() bool { return r.screens.working() || r.history.reading.Running() }
	r.pacer = pacer{clock: o.clock, busy: busy, route: r.route}
	cache := &overlay.Cache{}
	r.screens = screens{theme: t, clock: o.clock, cache: cache, subscreens: newSubscreens(cache, o.clock), changed: r.changed}
	r.host, r.input, r.foot = host{root: r, screens: &r.screens}, input{root: r}, foot{root: r}
	r.history = history{screens: &r.screens, foot: &r.foot, start: r.startRun, open: r.options.open}
	r.palette = mode.NewPalette(&r.host)
	r.reader = reader{&r.screens, r.palette.Type}
	r.stops = playback.New(&r.host, playback.Options{
		Open: o.OpenLesson, Rehearse: r.host.rehearse, Marks: o.Progress, Theme: t, Clock: o.clock,
	})
	r.modes = mode.NewStack(r.palette.Mode(), r.page.Mode())
	r.window = window{screens: &r.screens, stops: r.stops, foot: &r.foot}
	if o.ReducedMotion {
		r.window.throttle = &repaintThrottle{}
	}
	r.export = export{&r.screens, &r.window, &r.foot, r.stops, r.page, o.Output}
	r.menu = menu{root: r}
	r.menu.all = r.menu.table()
	r.begin, r.stops.Unattended = r.Restart(), o.Advance
	if o.Script != nil {
		r.begin = tea.Batch(r.begin, r.stops.Play(o.Script, o.AtStop-1))
	}
	return r
}

// changed lays out another screen.
func (r *root) changed() {
	r.foot.notice = kit.Notice{}
	r.palette.Close()
	r.window.Resize()
}

// Restart shows the screen that the program starts with.
func (r *root) Restart() tea.Cmd {
	o, s := r.options, &r.screens
	var first kit.Action
	if o.Setup && o.Script == nil && o.Progress.Greet() {
		first = kit.With(func(string) (tea.Cmd, error) { return r.stops.Read(lesson.All()[0].Name) })
	}
	s.setup = setup.New(r.theme, setup.Options{
		Open: o.Open, Start: r.startChosen, Type: r.palette.Type, Config: o.Config, Hint: r.options.hint, First: first,
	})
	s.run, s.big, s.maxPace = nil, o.Big, 0
	r.history.clear()
	r.theme.Charset = r.charset
	cmd := r.modes.Close()
	s.show(s.setup)
	switch {
	case o.Lesson != nil:
		return tea.Batch(cmd, r.stops.Begin(o.Lesson, o.AtStop))
	case o.Config != nil && !o.Setup:
		return tea.Batch(cmd, r.startRun(run.Place{Config: o.Config, Round: o.AtRound, Learner: o.Focus, View: o.View}))
	}
	return cmd
}

// A rehearsedMsg ends the program if the rehearsal of the script that plays has found mistakes.
type rehearsedMsg struct{ err error }

// An aliveMsg comes every second while a lesson with notes is open.
type aliveMsg struct{}

func (o *Options) alive() tea.Cmd {
	return o.clock.After(time.Second, func(time.Time) tea.Msg { return aliveMsg{} })
}

// hint returns the line about lessons above the setup screen's choice.
func (o *Options) hint() string {
	switch {
	case o.OpenLesson == nil:
		return ""
	case o.Progress != nil && o.Progress.Last != "":
		return "L goes on with the lessons"
	}
	return "New here? L lists the lessons: guided tours with questions"
}

func (r *root) Init() tea.Cmd {
	begin := r.begin
	switch {
	case r.pacer.live:
		begin = tea.Batch(begin, r.pacer.pause)
	case r.options.Talk != nil:
		begin = tea.Batch(begin, r.options.alive())
	}
	return catchPanics(begin)
}

func (r *root) Update(msg tea.Msg) (model tea.Model, cmd tea.Cmd) {
	model = r // even after a panic
	defer r.process.caught()
	cmd = tea.Batch(
		r.route(msg), r.pacer.elapse(msg, r.stops.Travelling()), r.modes.Settle(), r.host.settle(), r.input.pressAhead(),
		r.window.settle(msg, r.pacer.wall()),
	)
	if r.options.Advance && !r.stops.Open() {
		cmd = tea.Batch(cmd, tea.Quit)
	}
	return r, catchPanics(cmd)
}

func (r *root) route(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		// Larger terminals are used in part: a frame of 4000 × 4000 cells takes seconds.
		msg.Width, msg.Height = min(msg.Width, script.MaxWidth), min(msg.Height, script.MaxHeight)
		r.window.width, r.window.height = msg.Width, msg.Height
		r.window.Resize()
		return r.modes.Update(msg)
	case tea.KeyMsg:
		now := r.pacer.wall().Now()
		r.input.sincePress, r.input.pressed = now.Sub(r.input.pressed), now
		r.host.renew()
		return r.input.press(msg)
	case tea.MouseMsg:
		return r.input.click(msg)
	case console.EndMsg:
		r.process.interrupted = true
		return tea.Quit
	case quitMsg:
		if msg.presses == r.input.presses {
			return tea.Quit
		}
		return nil
	case aliveMsg: // the host tells
		return r.options.alive()
	case console.StopMsg:
		return r.saying(r.process.suspend())
	case console.ContinuedMsg:
		return r.process.release(func() {}) // sets up the terminal again after a stop that could not be caught
	case rehearsedMsg:
		if wrong := script.Mistakes(nil); errors.As(msg.err, &wrong) {
			r.process.wrong = wrong
			return tea.Quit
		}
		return nil
	case failedMsg:
		r.process.fail(msg.fault)
		return tea.Quit
	case console.AskedMsg:
		msg(r.export.openLine())
		return nil
	case kit.ToldMsg:
		if r.foot.say(msg.Err); msg.Err == nil {
			r.foot.tell(msg.Text)
		}
		return nil
	}
	return tea.Batch(r.modes.Update(msg), r.stops.Update(msg), r.history.Update(msg), r.screens.Update(msg))
}

// startChosen starts a run that the setup screen asks for.
func (r *root) startChosen(config *model.Config) tea.Cmd {
	if now := r.screens.run; now != nil {
		r.history.keep(now.Place())
	}
	return r.startRun(run.Place{Config: config})
}

// startRun shows a new run at a place.
func (r *root) startRun(at run.Place) tea.Cmd {
	r.history.reading.Drop()
	r.input.ahead = nil // of screens that are closed
	return r.screens.start(at, run.Options{Guided: r.guided(), Recount: r.history.recount})
}

// guided reports whether a lesson is open.
func (r *root) guided() bool { return r.stops.State().Lesson != nil }

func (r *root) View() (view string) {
	defer r.process.caught()
	if r.theme.Charset == theme.ASCII {
		defer func() { view = theme.ToASCII(view) }()
	}
	return r.window.view(r.modal(), r.host.Preparing(), r.pacer.wall().Now())
}

// draw draws the window, whatever time it is.
func (r *root) draw() string { return r.window.draw(r.modal()) }
