package app

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/ui/app/console"
	"regretscope/ui/chart/overlay"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
	"regretscope/ui/mode"
	"regretscope/ui/mode/playback"
	"regretscope/ui/screen/experiment"
	"regretscope/ui/screen/run"
	"regretscope/ui/screen/setup"
	"regretscope/ui/script"
)

// root is the program's model: the screens, one of which is shown, and the modes over it.
type root struct {
	options       Options
	theme         *theme.Theme
	width, height int
	room          int              // the rows of the screen, between the title and the texts below
	begin         tea.Cmd          // the command of Init
	throttle      *repaintThrottle // nil: no limit

	run        *run.Screen // nil before the first run
	setup      *setup.Screen
	subscreens []*subscreen
	shown      Screen         // a screen, or a page of the manual
	cache      *overlay.Cache // of theory, shared by the screens
	big        bool           // new runs are shown for the back row
	charset    theme.Charset  // at the start
	maxPace    int            // rounds per simulated second in new runs; 0: the default

	modes   *mode.Stack
	palette *mode.Palette
	page    *mode.Page
	stops   *playback.Player // of a lesson or script; its keys come before those of the modes

	glides bool   // a lesson's jumps play visibly
	played bool   // a lesson or script acts now, not a person
	frozen string // the frame on the way to a stop

	process process
	host    host
	menu    menu
	history history
	input   input
	foot    foot
	pacer   pacer
}

func newRoot(t *theme.Theme, o Options) *root {
	r := &root{options: o, theme: t, charset: t.Charset}
	r.glides = !o.ReducedMotion && !o.clock.Simulated()
	r.host, r.menu, r.input, r.foot = host{root: r}, menu{root: r}, input{root: r}, foot{root: r}
	r.pacer.clock = o.clock
	r.cache = &overlay.Cache{}
	r.subscreens = newSubscreens(r.cache, o.clock)
	if o.ReducedMotion {
		r.throttle = &repaintThrottle{}
	}
	r.menu.always = r.menu.table()
	r.palette, r.page = mode.NewPalette(&r.host), &mode.Page{}
	r.stops = playback.New(&r.host, playback.Options{
		Open: o.OpenLesson, Rehearse: r.host.rehearse, Marks: o.Progress, Theme: t, Clock: o.clock,
	})
	r.modes = mode.NewStack(r.palette.Mode(), r.page.Mode())
	r.begin, r.stops.Unattended = r.Restart(), o.Advance
	if o.Script != nil {
		r.begin = tea.Batch(r.begin, r.stops.Play(o.Script, o.AtStop-1))
	}
	return r
}

// Restart shows the screen that the program starts with.
func (r *root) Restart() tea.Cmd {
	o := r.options
	r.setup = setup.New(r.theme, setup.Options{
		Open: o.Open, Start: r.startChosen, Type: r.palette.Type, Config: o.Config, Hint: r.options.hint,
	})
	r.run, r.big, r.maxPace, r.history = nil, o.Big, 0, history{}
	r.theme.Charset = r.charset
	cmd := r.modes.Close()
	r.show(r.setup)
	switch {
	case o.Lesson != nil:
		return tea.Batch(cmd, r.stops.Begin(o.Lesson, o.AtStop))
	case o.Config != nil && !o.Setup:
		return tea.Batch(cmd, r.startRun(run.Place{Config: o.Config, Round: o.AtRound, Learner: o.Focus, View: o.View}))
	}
	return cmd
}

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
	cmd = tea.Batch(r.route(msg), r.pacer.elapse(msg, r), r.modes.Settle(), r.stops.Exercise.Watch())
	if r.stops.Performing() {
		r.stops.Limit(r.host.LimitRounds())
	}
	r.stops.Stray()
	if now := r.stops.State(); now.Lesson == r.options.Lesson && (r.pacer.live || !r.options.clock.Simulated()) {
		r.options.Talk.Tell(now.Stop, now.Away, r.stops.Fill)
	}
	if ahead := r.input.pressAhead(); ahead != nil {
		cmd = tea.Batch(cmd, ahead)
	}
	if r.big && !r.onRun() {
		r.Resize() // a headline may have appeared
	}
	if r.options.Advance && !r.stops.Open() {
		cmd = tea.Batch(cmd, tea.Quit)
	}
	if r.throttle != nil {
		cmd = tea.Batch(cmd, r.throttle.after(msg, r.pacer.wall()))
	}
	return r, catchPanics(cmd)
}

func (r *root) route(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		// Larger terminals are used in part: a frame of 4000 × 4000 cells takes seconds.
		msg.Width, msg.Height = min(msg.Width, script.MaxWidth), min(msg.Height, script.MaxHeight)
		r.width, r.height = msg.Width, msg.Height
		r.Resize()
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
	case aliveMsg: // Update tells
		return r.options.alive()
	case console.StopMsg:
		return r.saying(r.process.suspend())
	case console.ContinuedMsg:
		return r.process.release(func() {}) // sets up the terminal again after a stop that could not be caught
	case failedMsg:
		r.process.fail(msg.fault)
		return tea.Quit
	case console.AskedMsg:
		msg(r.openLine())
		return nil
	case kit.ToldMsg:
		if r.Say(msg.Err); msg.Err == nil {
			r.Tell(msg.Text)
		}
		return nil
	}
	cmds := []tea.Cmd{r.modes.Update(msg), r.stops.Update(msg), r.setup.Update(msg), r.history.Update(r, msg)}
	if r.run != nil {
		cmds = append(cmds, r.run.Update(msg))
	}
	for _, f := range r.subscreens {
		if f.screen != nil {
			cmds = append(cmds, f.screen.Update(msg))
		}
	}
	return tea.Batch(cmds...)
}

func (r *root) show(s Screen) {
	r.shown, r.foot.notice = s, kit.Notice{}
	r.palette.Close()
	r.Resize()
}

func (r *root) toSetup() tea.Cmd {
	r.show(r.setup)
	r.setup.Edit(r.run.State().Config)
	return r.run.Pause()
}

func (r *root) open(f *subscreen) tea.Cmd {
	cmd := f.show(r.theme, r.run.State().Config, r.run.Focus.Learner)
	if s, ok := f.screen.(*experiment.Screen); ok && !r.played { // a step of a script would be refused
		cmd = tea.Batch(cmd, s.Open())
	}
	r.show(f.screen)
	return tea.Batch(cmd, r.run.Pause())
}

// startChosen starts a run that the setup screen asks for.
func (r *root) startChosen(config *model.Config) tea.Cmd {
	if r.run != nil {
		r.history.keep(r.run.Place())
	}
	return r.startRun(run.Place{Config: config})
}

// startRun shows a new run at a place and ends the other screens' work on the previous run.
func (r *root) startRun(at run.Place) tea.Cmd {
	r.history.reading.Drop()
	for _, f := range r.subscreens {
		f.close()
	}
	r.input.ahead = nil // of screens that are closed
	var cmd tea.Cmd
	r.run, cmd = run.New(r.theme, at.Config, run.Options{
		Cache: r.cache, Place: at, Clock: r.options.clock, Big: r.big, Guided: r.Guided(), Recount: r.recount,
	})
	if r.maxPace > 0 {
		r.run.Driver().SetMost(r.maxPace)
	}
	r.show(r.run)
	return cmd
}

// Say shows an error in the foot until the next key.
func (r *root) Say(err error) { r.foot.notice.Refuse(err) }

// Tell shows a result in the foot until the next key.
func (r *root) Tell(text string) { r.foot.notice = kit.Notice{Text: text} }

// Warn shows a warning in the foot until the next key.
func (r *root) Warn(text string) { r.foot.notice = kit.Notice{Text: text, Warn: true} }

// Typing reports whether characters go into a field of the screen.
func (r *root) Typing() bool { return r.shown.Typing() }

// Choosing reports whether the setup screen is shown.
func (r *root) Choosing() bool { return r.shown == Screen(r.setup) }

// Reading reports whether a page of the manual is shown.
func (r *root) Reading() bool {
	_, reading := r.shown.(*pageScreen)
	return reading
}

// Guided reports whether a lesson is open.
func (r *root) Guided() bool { return r.stops.State().Lesson != nil }
