package app

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/noise/param"
	"regretscope/ui/chart/overlay"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
	"regretscope/ui/manual"
	"regretscope/ui/mode/stops"
	"regretscope/ui/screen/audit"
	"regretscope/ui/screen/experiment"
	"regretscope/ui/screen/twin"
	"regretscope/ui/script"
)

// A Screen fills the window between the title and the key bar. kit.Drawing implements the
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
	Headline() string    // a sentence in large letters for the back row
	Unsaved() string     // what would be lost by quitting
	Close()              // ends background work
}

// A subscreen is another view of the present run. It is kept, with its background work, until
// the run changes.
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

// newSubscreens returns all subscreens in the order of the help. They share a cache of theory
// and a clock; nil is the machine's.
func newSubscreens(cache *overlay.Cache, clock *kit.Clock) []*subscreen {
	return []*subscreen{
		{
			name: "experiment", key: "x", about: "replications, their mean and spread", showsRegret: true,
			open: func(t *theme.Theme, config *model.Config, _ int) (Screen, tea.Cmd) {
				return experiment.New(t, config, cache, clock.Now), nil
			},
		},
		{
			name: "audit", key: "a", about: "claimed and exact privacy loss", ofLearner: true,
			open: func(t *theme.Theme, config *model.Config, learner int) (Screen, tea.Cmd) {
				return audit.New(t, config, learner)
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

// mayShow reports whether a page may be shown while values are hidden.
func (r *root) mayShow(p *manual.Page) bool {
	return r.run == nil || !r.run.Focus.Hides() || p.Kind != manual.Scenario
}

// findPage returns the page of a word, by default that of the focus, without hidden values; nil
// if there is no focus.
func (r *root) findPage(word string) (*manual.Page, error) {
	if word = cmp.Or(word, r.shown.Subject()); word == "" {
		return nil, nil
	}
	found, err := manual.Find(word)
	if err == nil && !r.mayShow(found) {
		return nil, fmt.Errorf("%s: scenarios are hidden: h shows them", found.Name)
	}
	if err == nil && r.run != nil && r.run.Focus.Hides() {
		found = found.WithoutScenarios()
	}
	return found, err
}

// explain shows the page of a word, by default that of the focus, or the list of pages.
func (r *root) explain(word string) (tea.Cmd, error) {
	found, err := r.findPage(word)
	switch {
	case err != nil:
		return nil, err
	case found == nil:
		return r.list("")
	}
	cmd := r.read(found.Name+" explained", found.Lines)
	r.shown.(*pageScreen).page = found
	return cmd, nil
}

// list shows all pages, those of a kind, or all lessons.
func (r *root) list(what string) (tea.Cmd, error) {
	kind := strings.TrimSuffix(what, "s")
	of := func(width int) []string {
		return manual.List(width, func(page *manual.Page) bool { return page.Kind == kind && r.mayShow(page) })
	}
	switch {
	case kind == "":
		return r.read("what can be explained", func(width int) []string { return manual.List(width, r.mayShow) }), nil
	case kind == "lesson":
		of = func(width int) (lines []string) {
			for _, l := range stops.Choices() {
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
	return r.read("all "+kind+"s", of), nil
}

// readings returns the commands that show a text in place of the screen.
func (r *root) readings() []kit.Command {
	list := []kit.Command{{
		Name: "status", Help: "where the run is, or what is chosen, in sentences",
		With: func(string) (tea.Cmd, error) {
			sentences := r.shown.Sentences()
			if sentences == nil {
				return nil, errors.New("this screen has no summary in sentences")
			}
			return r.read("status", wrapped(sentences)), nil
		},
	}, {
		Name: "list", Argument: "[learners|scenarios|channels|terms|guides|lessons]", Help: "all pages, or those of one kind",
		With: r.list,
	}}
	if r.onRun() {
		list = append(list, kit.Command{
			Name: "compare", Help: "which learner has less regret, and why",
			Run: func() tea.Cmd { return r.read("comparison", wrapped(r.run.Comparison())) },
		})
	}
	return list
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
func (r *root) read(title string, text func(width int) []string) tea.Cmd {
	if !r.Reading() {
		r.before = r.shown
	}
	r.show(&pageScreen{theme: r.theme, title: title, text: text, leave: func() { r.show(r.before) }})
	if r.run == nil {
		return nil
	}
	return r.run.Pause()
}

// widest is the greatest width of text, for easy reading.
const widest = 96

// A pageScreen shows a text, such as a page of the manual.
type pageScreen struct {
	kit.Drawing
	theme  *theme.Theme
	title  string
	text   func(width int) []string
	page   *manual.Page // whose text it is, or nil
	lines  []string
	scroll kit.Scroller
	leave  func() // closes it
}

// Title returns the title of the text.
func (s *pageScreen) Title() string { return s.title }

// CommandLine returns the command line that prints a page of the manual; empty for another text.
func (s *pageScreen) CommandLine() string {
	if s.page == nil {
		return ""
	}
	return "regretscope explain " + script.Quote(s.page.Name)
}

// SetSize sets the size of the screen.
func (s *pageScreen) SetSize(width, height int) {
	s.Drawing.SetSize(width, height)
	s.lines = s.text(max(min(width-kit.FrameWidth, widest), 1))
}

// Update ignores messages.
func (s *pageScreen) Update(tea.Msg) tea.Cmd { return nil }

// View draws the visible lines.
func (s *pageScreen) View() string {
	from, n := s.scroll.Window(len(s.lines), s.Height-kit.FrameHeight)
	frame := kit.Frame{Title: s.Title(), Focused: true, Remark: kit.Hidden(from, len(s.lines)-from-n)}
	return frame.Draw(s.theme, s.lines[from:from+n], s.Width, s.Height).String()
}

// Commands returns the commands for scrolling and going back.
func (s *pageScreen) Commands() []kit.Command {
	page := max(s.Height-kit.FrameHeight-1, 1)
	scroll := func(by int) func() { return func() { s.scroll.By(by) } }
	list := []kit.Command{
		{Name: "up", Key: "↑ k", Short: "scroll", Help: "scroll up", Do: scroll(-1)},
		{Name: "down", Key: "↓ j", Short: "scroll", Help: "scroll down", Do: scroll(1)},
		{Name: "page-up", Key: "pgup", Help: "scroll up by a page", Do: scroll(-page)},
		{Name: "page-down", Key: "pgdn space", Help: "scroll down by a page", Do: scroll(page)},
		{Name: "leave", Key: "esc", Short: "back", Help: "back to where the page was opened", Do: s.leave},
	}
	if s.page != nil && s.page.HasSlider() {
		list = append(list, s.page.Belief.Commands(func() { s.SetSize(s.Width, s.Height) })...)
	}
	return kit.InGroup("Explanation", list)
}
