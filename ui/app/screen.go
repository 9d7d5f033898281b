package app

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/noise/param"
	"regretscope/ui/chart/overlay"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
	"regretscope/ui/manual"
	"regretscope/ui/mode"
	"regretscope/ui/mode/playback"
	"regretscope/ui/screen/experiment"
	"regretscope/ui/screen/run"
	"regretscope/ui/screen/setup"
	"regretscope/ui/screen/twin"
)

// A Screen fills the window between the title and the key bar. kit.Canvas implements the
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
	return []*subscreen{
		{
			name: "experiment", key: "x", about: "replications, their mean and spread", showsRegret: true,
			open: func(t *theme.Theme, config *model.Config, _ int) (Screen, tea.Cmd) {
				return experiment.New(t, config.WithoutPerson(), cache, clock.Now), nil
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
	r := &root{subscreens: newSubscreens(nil, nil)}
	var all []declaration
	add := func(screen string, everywhere bool, list ...[]kit.Command) {
		for _, c := range slices.Concat(list...) {
			all = append(all, declaration{c, screen, everywhere && !c.Is(kit.OfRun)})
		}
	}
	r.menu.root = r
	add("run", true, r.menu.overRun(), r.menu.table(), playback.Declared(), mode.NewPalette(&host{root: r}).Commands())
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
}

func find(name, current string) (f finding) {
	f.persons = true
	for _, d := range declared() {
		if !d.CanBe(name) {
			continue
		}
		f.known, f.here, f.persons = true, f.here || d.everywhere || d.screen == current, f.persons && d.Act.Outside
		if d.Leads != "" && f.leads != "" && f.leads != d.Leads {
			f.leads = kit.Unknown
		}
		f.leads = cmp.Or(f.leads, d.Leads)
	}
	f.persons = f.persons && f.known
	return f
}

// Elsewhere explains an unknown command that another screen has.
func (r *root) Elsewhere(line string, unknown error) error {
	name, _, _ := strings.Cut(line, " ")
	return cmp.Or(elsewhere(name, r.current(), r.run != nil), unknown)
}

// current returns the name of the screen that is shown.
func (r *root) current() string {
	switch {
	case r.onRun():
		return "run"
	case r.Reading():
		return "page"
	}
	for _, f := range r.subscreens {
		if f.screen == r.shown {
			return f.name
		}
	}
	return "setup"
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

// mayShow reports whether a page may be shown while values are hidden.
func mayShow(r *root, page *manual.Page) bool {
	return r.run == nil || !r.run.Focus.Hides() || page.Kind != manual.Scenario
}

// findPage returns the page of a word, by default that of the focus; nil if there is none.
func findPage(r *root, word string) (*manual.Page, error) {
	if word = cmp.Or(word, r.shown.Subject()); word == "" {
		return nil, nil
	}
	found, err := manual.Find(word)
	if err == nil && !mayShow(r, found) {
		return nil, fmt.Errorf("%s: scenarios are hidden: h shows them", found.Name)
	}
	if err == nil && r.run != nil && r.run.Focus.Hides() {
		found = found.WithoutScenarios()
	}
	return found, err
}

// subjects lists the words that can be explained: the titles of pages, then their other names.
func (r *root) subjects() []kit.Choice {
	var titles, others []kit.Choice
	for _, page := range manual.All() {
		if mayShow(r, page) {
			titles = append(titles, kit.Choice{Value: page.Word(), About: page.Summary})
			for _, name := range page.Also {
				others = append(others, kit.Choice{Value: name, About: page.Name + ": " + page.Summary})
			}
		}
	}
	return append(titles, others...)
}

// explain shows the page of a word, by default that of the focus, or the list of pages.
func explain(r *root, word string) (tea.Cmd, error) {
	found, err := findPage(r, word)
	switch {
	case err != nil:
		return nil, err
	case found == nil:
		return listPages(r, "")
	}
	cmd := read(r, found.Name+" explained", found.Lines)
	r.shown.(*pageScreen).page = found
	return cmd, nil
}

// listPages shows all pages, those of a kind, or all lessons.
func listPages(r *root, what string) (tea.Cmd, error) {
	kind := strings.TrimSuffix(what, "s")
	title := "all " + kind + "s"
	of := func(width int) []string {
		return manual.List(width, func(page *manual.Page) bool { return (kind == "" || page.Kind == kind) && mayShow(r, page) })
	}
	switch {
	case kind == "":
		title = "what can be explained"
	case kind == "lesson":
		of = func(width int) (lines []string) {
			for _, l := range playback.Choices() {
				lines = append(lines, kit.Wrap(l.Value+": "+l.About, width, 4)...)
			}
			return lines
		}
	case len(of(widest)) > 0:
	case kind == manual.Scenario:
		return nil, errors.New("scenarios are hidden: h shows them")
	default:
		return nil, fmt.Errorf("list %s: must be followed by learners, scenarios, channels, terms, guides or lessons",
			param.Printable(what))
	}
	return read(r, title, of), nil
}

// status shows the screen in sentences.
func (r *root) status(string) (tea.Cmd, error) {
	sentences := r.shown.Sentences()
	if sentences == nil {
		return nil, errors.New("this screen has no summary in sentences")
	}
	return read(r, "status", wrapped(sentences)), nil
}

func wrapped(sentences []string) func(width int) []string {
	return func(width int) (lines []string) {
		for _, sentence := range sentences {
			lines = append(lines, kit.Wrap(sentence, width, 0)...)
		}
		return lines
	}
}

// read shows a text, and pauses the run.
func read(r *root, title string, text func(width int) []string) tea.Cmd {
	before := r.shown
	leave := func() { r.show(before) }
	if page, reading := r.shown.(*pageScreen); reading {
		leave = page.leave
	}
	r.show(&pageScreen{theme: r.theme, title: title, text: text, leave: leave, find: func() { r.palette.Type("explain ") }})
	if r.run == nil {
		return nil
	}
	return r.run.Pause()
}

const widest = 96 // text, for easy reading

// A pageScreen shows a text, such as a page of the manual.
type pageScreen struct {
	kit.Canvas
	theme  *theme.Theme
	title  string
	text   func(width int) []string
	page   *manual.Page // whose text it is, or nil
	lines  []string
	scroll kit.Scroller
	leave  func() // closes it
	find   func() // lists all pages
}

func (s *pageScreen) Title() string { return s.title }

// CommandLine returns the command line that prints a page of the manual; empty for another text.
func (s *pageScreen) CommandLine() string {
	if s.page == nil {
		return ""
	}
	return "regretscope explain " + param.Quote(s.page.Word())
}

func (s *pageScreen) SetSize(width, height int) {
	s.Canvas.SetSize(width, height)
	s.lines = s.text(max(min(width-kit.FrameWidth, widest), 1))
}

func (s *pageScreen) Update(tea.Msg) tea.Cmd { return nil }

func (s *pageScreen) View() string {
	from, n := s.scroll.Visible(len(s.lines), s.Height-kit.FrameHeight)
	frame := kit.Frame{Title: s.Title(), Focused: true, Remark: kit.Hidden(from, len(s.lines)-from-n)}
	return frame.Draw(s.theme, s.lines[from:from+n], s.Width, s.Height).String()
}

// Commands returns the commands for scrolling and going back.
func (s *pageScreen) Commands() []kit.Command { return kit.Offered(s.table()) }

// table declares the commands of a page; a page with a slider adds those that move it.
func (s *pageScreen) table() []kit.Command {
	page := max(s.Height-kit.FrameHeight-1, 1)
	scroll := func(by int) func() { return func() { s.scroll.By(by) } }
	list := []kit.Command{
		{Name: "up", Key: "↑ k", Short: "scroll", Help: "scroll up", Act: kit.Do(scroll(-1))},
		{Name: "down", Key: "↓ j", Short: "scroll", Help: "scroll down", Act: kit.Do(scroll(1))},
		{Name: "page-up", Key: "pgup", Help: "scroll up by a page", Act: kit.Do(scroll(-page))},
		{Name: "page-down", Key: "pgdn space", Help: "scroll down by a page", Act: kit.Do(scroll(page))},
		{Name: "find", Key: "/", Short: "find", Help: "find a page by its title or another name", Act: kit.Do(func() { s.find() })},
		{
			Name: "leave", Key: "esc", Short: "back", Help: "back to where the page was opened", Leads: kit.Unknown,
			Act: kit.Do(func() { s.leave() }),
		},
	}
	if s.page != nil && s.page.Slider != nil {
		list = append(list, s.page.Slider.Commands(func() { s.SetSize(s.Width, s.Height) })...)
	}
	return kit.InClass(kit.Stays, kit.InGroup(explanation, list))
}
