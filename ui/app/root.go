package app

import (
	"io"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/ui/cast"
	"regretscope/ui/chart/overlay"
	"regretscope/ui/kit"
	"regretscope/ui/kit/outfile"
	"regretscope/ui/kit/theme"
	"regretscope/ui/lesson"
	"regretscope/ui/mode"
	"regretscope/ui/mode/playback"
	"regretscope/ui/screen/run"
	"regretscope/ui/screen/setup"
	"regretscope/ui/script"
)

// root is the program's model. It holds the screens and shows one of them.
type root struct {
	theme         *theme.Theme
	width, height int

	run     *run.Screen // nil before the first run
	setup   *setup.Screen
	shelf   *overlay.Shelf // of theory, shared by the screens
	further []*further
	shown   Screen
	before  Screen // where the page was opened that is read
	begin   tea.Cmd

	menu    *menu      // over the screen in the frame; nil: it is closed
	note    string     // why the newest command was not run
	told    string     // what it did
	page    []string   // shown in place of the screen until a key is pressed
	output  io.Writer  // nil: nothing is drawn
	clock   *kit.Clock // nil: the machine's
	started time.Time  // when the run was
	asked   bool       // whether to leave
	presses int        // how many keys were pressed
	flood   flood
	ahead   []early // pressed before the run was ready
	source  setup.Source

	signals    *signals // nil in tests
	suspended  bool
	pressed    time.Time     // when the newest key was pressed,
	sincePress time.Duration // how long after the one before
	answer     time.Time     // when the newest answer of the terminal began

	options   Options
	modes     *mode.Stack
	playback  *playback.Playback
	allow     string // the folder below which played files may write; empty: none
	rehearsed bool
	by        outfile.Rights // of what acts just now: a person's, or those of a played file
	refused   error          // what the played file was refused last
	most      int            // rounds a simulated second; 0: as the driver has it
	lessons   func(string) (*lesson.Lesson, error)
	tour      *tour
	live      *cast.Live // nil: nothing is recorded
	calm      *calm      // nil: what changes is shown at once
	big       bool       // runs are shown for the back row

	quit        func() // ends the program from outside of the event loop
	interrupted bool
	fault       *Fault
}

func newRoot(t *theme.Theme, o Options) *root {
	shelf := &overlay.Shelf{}
	r := &root{
		options: o, theme: t, output: o.Output, clock: o.clock, live: o.Live, lessons: o.OpenLesson, big: o.Big,
		allow: o.AllowWrites, rehearsed: o.rehearsed,
		shelf: shelf, further: furtherScreens(shelf, o.clock),
	}
	if o.ReducedMotion {
		r.calm = &calm{}
	}
	r.playback = playback.New(r)
	r.modes = mode.NewStack(r.playback)
	r.begin = r.Restart()
	if o.Script != nil {
		r.begin = tea.Batch(r.begin, r.playback.Start(o.Script))
	}
	return r
}

// Restart shows what the program begins with.
func (r *root) Restart() tea.Cmd {
	o := r.options
	hint := ""
	if o.OpenLesson != nil {
		hint = "New here? L lists the lessons: guided tours with questions"
	}
	r.setup = setup.New(r.theme, setup.Options{Open: o.Open, Config: o.Config, Hint: hint})
	r.run, r.tour, r.page, r.most, r.big = nil, nil, nil, 0, o.Big
	r.show(r.setup)
	switch {
	case o.Lesson != nil:
		r.tour = &tour{lesson: o.Lesson}
		return r.toStop(0)
	case o.Config != nil && !o.Setup:
		return r.startRun(o.Config, o.AtRound)
	}
	return nil
}

// Init implements tea.Model.
func (r *root) Init() tea.Cmd {
	return guarded(r.begin)
}

// Update implements tea.Model.
func (r *root) Update(msg tea.Msg) (model tea.Model, cmd tea.Cmd) {
	defer r.caught()
	cmd = tea.Batch(r.route(msg), r.modes.Settle())
	if ahead := r.pressAhead(); ahead != nil {
		cmd = tea.Batch(cmd, ahead)
	}
	if after := r.after(msg); after != nil {
		cmd = tea.Batch(cmd, after)
	}
	return r, guarded(cmd)
}

func (r *root) route(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		// Of a larger terminal the upper left is drawn on: a frame of 4000 × 4000 cells
		// takes seconds.
		r.width, r.height = min(msg.Width, script.MaxWidth), min(msg.Height, script.MaxHeight)
		if r.live != nil {
			r.live.Resize(r.width, r.height)
		}
		r.resize()
		return nil
	case tea.KeyMsg:
		if r.isAnswer(msg) {
			return nil
		}
		// A key may come before the message that a run is to start: it is the run's.
		return tea.Batch(r.startAsked(), r.press(msg))
	case tea.MouseMsg:
		return r.click(msg)
	case endMsg:
		r.interrupted = true
		return tea.Quit
	case quitMsg:
		if msg.presses == r.presses {
			return tea.Quit
		}
		return nil
	case stopMsg:
		return r.suspend()
	case continuedMsg:
		return r.continued()
	case tea.ResumeMsg:
		r.resumed()
		return nil
	case failedMsg:
		r.fail(msg.fault)
		return tea.Quit
	case wayMsg:
		return r.nextOnWay(msg)
	case lessonMsg:
		return r.begins(msg)
	case setup.StartMsg:
		return r.startAsked()
	case askedMsg:
		line := ""
		if r.run != nil {
			line = r.commandLine()
		}
		msg(line)
		return nil
	case writtenMsg:
		if r.Say(msg.err); msg.err == nil {
			r.told = "wrote " + msg.path
		}
		return nil
	}
	return r.toAll(msg)
}

// toAll gives a message to every screen: they know their own.
func (r *root) toAll(msg tea.Msg) tea.Cmd {
	cmds := []tea.Cmd{r.setup.Update(msg), r.modes.Update(msg)}
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

// show shows a screen.
func (r *root) show(s Screen) {
	r.shown, r.menu, r.note, r.ahead = s, nil, "", nil
	r.resize()
}

// toSetup shows the setup screen with the configuration of the run.
func (r *root) toSetup() tea.Cmd {
	r.show(r.setup)
	r.setup.Edit(r.run.Config(), r.source)
	return r.run.Pause()
}

// open shows a further screen about the run.
func (r *root) open(f *further) tea.Cmd {
	cmd := f.show(r.theme, r.run.Config(), r.run.Learner())
	r.show(f.screen)
	return tea.Batch(cmd, r.run.Pause())
}

// startAsked starts the run that the setup screen asks for, if it does.
func (r *root) startAsked() tea.Cmd {
	start := r.setup.Asked()
	if start == nil {
		return nil
	}
	r.source = start.Source
	return r.startRun(start.Config, 0)
}

// startRun shows a new run, at a round. What further screens have under way is about the
// one before, and ends with it.
func (r *root) startRun(config *model.Config, at int) tea.Cmd {
	for _, f := range r.further {
		f.close()
	}
	var cmd tea.Cmd
	r.started = r.clock.Now()
	r.run, cmd = run.New(r.theme, config, run.Options{Shelf: r.shelf, AtRound: at, Clock: r.clock, After: r.run, Big: r.big, Guided: r.tour != nil})
	if r.most > 0 {
		r.run.SetMost(r.most)
	}
	r.show(r.run)
	return cmd
}
