package app

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/ui/chart/overlay"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
	"regretscope/ui/mode"
	"regretscope/ui/mode/playback"
	"regretscope/ui/screen/experiment"
	"regretscope/ui/screen/run"
	"regretscope/ui/screen/setup"
	"regretscope/ui/screen/twin"
)

// A Screen fills the window between the title and the key bar. kit.Base implements the
// methods that most screens do not need.
type Screen interface {
	Title() string // a few words; empty: no title
	SetSize(width, height int)
	Update(msg tea.Msg) tea.Cmd
	View() string
	// Commands returns the available commands, the most important first. Esc goes back to the
	// run unless a command uses it.
	Commands() []kit.Command
	// Typing reports whether keys go into a field.
	Typing() bool
	Closes() bool        // esc closes something on the screen
	Busy() bool          // lessons and scripts wait with their next step
	Begun() float64      // rounds, of all learners together, simulated or begun since the last call
	Ready() bool         // it handles keys; earlier ones wait
	Subject() string     // the word in focus, to explain
	Sentences() []string // its content, for plain mode; if nil, the view is read
	// Headline returns a sentence for the back row that fits in large letters, or "".
	Headline(fits func(text string) bool) string
	Unsaved() string // what would be lost by quitting
	Close()          // ends background work
}

// A subscreen is another view of the present run, kept with its background work until the run changes.
type subscreen struct {
	name, key, about string // of its command
	// ofLearner: it shows only the learner in focus.
	ofLearner   bool
	showsRegret bool // it shows regret, which may be hidden
	open        func(t *theme.Theme, config *model.Config, learner int) (Screen, tea.Cmd)

	screen  Screen // nil until opened
	config  *model.Config
	learner int
}

// newSubscreens returns all subscreens in the order of the help. A nil clock is the machine's.
func newSubscreens(cache *overlay.Cache, clock *kit.Clock) []*subscreen {
	results := &experiment.Kept{}
	return []*subscreen{
		{
			name: "experiment", key: "x", about: "replications, their mean and spread", showsRegret: true,
			open: func(t *theme.Theme, config *model.Config, _ int) (Screen, tea.Cmd) {
				return experiment.New(t, config.WithoutPerson(), cache, results, clock.Now), nil
			},
		},
		{
			name: "twin", key: "t", about: "two universes that differ in one person: what an observer can infer", ofLearner: true,
			open: func(t *theme.Theme, config *model.Config, learner int) (Screen, tea.Cmd) {
				return twin.New(t, config, learner, clock)
			},
		},
	}
}

// show makes the screen unless it shows the same already.
func (f *subscreen) show(t *theme.Theme, config *model.Config, learner int) tea.Cmd {
	if f.screen != nil && f.config == config && (f.learner == learner || !f.ofLearner) {
		return nil
	}
	f.close()
	var cmd tea.Cmd
	f.screen, cmd = f.open(t, config, learner)
	f.config, f.learner = config, learner
	return cmd
}

func (f *subscreen) close() {
	if f.screen != nil {
		f.screen.Close()
	}
	f.screen = nil
}

// screens holds all screens, one of which is shown.
type screens struct {
	theme      *theme.Theme
	clock      *kit.Clock
	cache      *overlay.Cache // of theory
	run        *run.Screen    // nil before the first run
	setup      *setup.Screen
	subscreens []*subscreen
	shown      Screen // a screen, or a page of the manual
	big        bool   // new runs are shown for the back row
	maxPace    int    // rounds per simulated second in new runs; 0: the default
	changed    func() // is called when another screen is shown
}

func (s *screens) show(screen Screen) {
	s.shown = screen
	s.changed()
}

// start shows a new run, and ends the other screens' work on the previous one.
func (s *screens) start(at run.Place, o run.Options) (cmd tea.Cmd) {
	for _, f := range s.subscreens {
		f.close()
	}
	o.Place, o.Cache, o.Clock, o.Big = at, s.cache, s.clock, s.big
	s.run, cmd = run.New(s.theme, at.Config, o)
	if s.maxPace > 0 {
		s.run.Driver().SetMost(s.maxPace)
	}
	s.show(s.run)
	return cmd
}

// toSetup shows the setup screen with the run's choice.
func (s *screens) toSetup() tea.Cmd {
	s.show(s.setup)
	s.setup.Edit(s.run.State().Config)
	return s.run.Pause()
}

// open shows a subscreen, which begins its work at once for a person: a step of a script would be refused.
func (s *screens) open(f *subscreen, person bool) tea.Cmd {
	cmd := f.show(s.theme, s.run.State().Config, s.run.Focus.Learner)
	if x, ok := f.screen.(*experiment.Screen); ok && person {
		cmd = tea.Batch(cmd, x.Open())
	}
	s.show(f.screen)
	return tea.Batch(cmd, s.run.Pause())
}

// Update sends a message to all screens.
func (s *screens) Update(msg tea.Msg) tea.Cmd {
	cmds := []tea.Cmd{s.setup.Update(msg)}
	if s.run != nil {
		cmds = append(cmds, s.run.Update(msg))
	}
	for _, f := range s.subscreens {
		if f.screen != nil {
			cmds = append(cmds, f.screen.Update(msg))
		}
	}
	return tea.Batch(cmds...)
}

func (s *screens) onRun() bool { return s.run != nil && s.shown == Screen(s.run) }

// choosing reports whether the setup screen is shown.
func (s *screens) choosing() bool { return s.shown == Screen(s.setup) }

// reading reports whether a page of the manual is shown.
func (s *screens) reading() bool {
	_, reading := s.shown.(*pageScreen)
	return reading
}

// hides reports whether the run hides values.
func (s *screens) hides() bool { return s.run != nil && s.run.Focus.Hides() }

// goesBack reports whether q goes back like esc rather than quits, unless it is typed.
func (s *screens) goesBack() bool { return s.shown.Closes() || !s.onRun() && !s.choosing() }

// working reports whether simulated time stands still: the run or another screen is at work.
func (s *screens) working() bool {
	if w, ok := s.shown.(interface{ Working() bool }); ok {
		return w.Working()
	}
	return s.run != nil && s.run.Driver().Working() || s.shown.Busy()
}

// unsaved returns what would be lost by quitting; empty: nothing.
func (s *screens) unsaved() (lost string) {
	for _, f := range s.subscreens {
		if f.screen != nil {
			lost = cmp.Or(lost, f.screen.Unsaved())
		}
	}
	return lost
}

// current returns the name of the screen that is shown.
func (s *screens) current() string {
	switch {
	case s.onRun():
		return "run"
	case s.reading():
		return "page"
	}
	for _, f := range s.subscreens {
		if f.screen == s.shown {
			return f.name
		}
	}
	return "setup"
}

// A declaration is a command in the table of a screen, or of the program.
type declaration struct {
	kit.Command
	screen     string // run for the program's own
	everywhere bool   // every screen has it
}

// declared returns the commands of all screens, the screen to try first at the top. The program's own commands need a
// run, so they are listed with the run screen.
func declared() []declaration {
	declarations.once.Do(func() { declarations.all = declare() })
	return declarations.all
}

var declarations struct { // made when a script or an unknown command needs them
	once sync.Once
	all  []declaration
}

func declare() []declaration {
	r := &root{screens: screens{subscreens: newSubscreens(nil, nil)}}
	var all []declaration
	add := func(screen string, everywhere bool, list ...[]kit.Command) {
		for _, c := range slices.Concat(list...) {
			all = append(all, declaration{c, screen, everywhere && !c.Is(kit.OfRun)})
		}
	}
	r.menu.root = r
	add("run", true, r.menu.table(), playback.Declared(), mode.NewPalette(&host{root: r}).Commands())
	add("run", false, run.Declared())
	add("setup", false, setup.Declared())
	add("experiment", false, experiment.Declared())
	add("twin", false, twin.Declared())
	add("page", false, new(pageScreen).table()) // of which each command is on another screen, too
	return all
}

// finding is what the tables say about a name.
type finding struct {
	known   bool   // some screen has it
	here    bool   // this screen has it
	persons bool   // lessons and scripts cannot run it on any screen
	leads   string // the screen that it opens
	reads   bool   // it opens a text

	// checks are those of its arguments, where the command may be meant; nil: any may be right.
	checks []func(argument string) error
}

// wrong returns why an argument is wrong wherever the command may be meant.
func (f *finding) wrong(argument string) (err error) {
	for _, check := range f.checks {
		if check == nil || argument == "" {
			return nil
		}
		if err = check(argument); err == nil {
			return nil
		}
	}
	return err
}

func find(name, current string) (f finding) {
	f.persons = true
	for _, d := range declared() {
		if !d.CanBe(name) {
			continue
		}
		f.known, f.here, f.persons = true, f.here || d.everywhere || d.screen == current, f.persons && d.Act.Outside
		if current == "" || d.everywhere || d.screen == current {
			f.checks = append(f.checks, d.Check)
		}
		f.reads = f.reads || d.Is(kit.Texts)
		if d.Leads != "" && f.leads != "" && f.leads != d.Leads {
			f.leads = kit.Unknown
		}
		f.leads = cmp.Or(f.leads, d.Leads)
	}
	f.persons = f.persons && f.known
	return f
}

// elsewhere explains an unknown command that another screen has.
func (r *root) elsewhere(line string, unknown error) error {
	name, _, _ := strings.Cut(line, " ")
	wrong := elsewhere(name, r.screens.current(), r.screens.run != nil)
	if wrong != nil && r.screens.run == nil && !r.played {
		wrong = fmt.Errorf("%s: start the run first, with the command start", name)
	}
	return cmp.Or(wrong, unknown)
}

// elsewhere names the screen of a command; nil if no other has it.
func elsewhere(name, current string, run bool) error {
	for _, d := range declared() {
		switch {
		case d.screen == current || d.Is(kit.Over) || !d.CanBe(name):
			continue
		case !run:
			return fmt.Errorf("%s: needs the %s screen; begin the script with a start line, such as start --scenario hhmh-1",
				name, d.screen)
		case d.screen == "run":
			return fmt.Errorf("%s: no such command on this screen; open the run screen with run-screen", name)
		default:
			return fmt.Errorf("%s: no such command on this screen; open its screen with %s", name, d.screen)
		}
	}
	return nil
}
