package app

import (
	"cmp"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/ui/chart/overlay"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
	"regretscope/ui/manual"
	"regretscope/ui/screen/audit"
	"regretscope/ui/screen/experiment"
	"regretscope/ui/screen/twin"
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
			name: "experiment", key: "x", about: "experiment: replications, their mean and spread", showsRegret: true,
			open: func(t *theme.Theme, config *model.Config, _ int) (Screen, tea.Cmd) {
				return experiment.New(t, config, cache, clock.Now), nil
			},
		},
		{
			name: "audit", key: "a", about: "audit: claimed and exact privacy loss", ofLearner: true,
			open: func(t *theme.Theme, config *model.Config, learner int) (Screen, tea.Cmd) {
				return audit.New(t, config, learner)
			},
		},
		{
			name: "twin", key: "t", about: "twin universes: what an observer can infer", ofLearner: true,
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
	return r.run == nil || !r.run.Hides() || p.Kind != manual.Scenario
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
	if err == nil && r.run != nil && r.run.Hides() {
		found = found.WithoutScenarios()
	}
	return found, err
}

// explain shows the page of a word, by default that of the focus, or the list of pages.
func (r *root) explain(word string) (tea.Cmd, error) {
	found, err := r.findPage(word)
	if err != nil {
		return nil, err
	}
	if _, again := r.shown.(*pageScreen); !again {
		r.before = r.shown
	}
	r.show(&pageScreen{theme: r.theme, page: found, told: r.mayShow, leave: func() { r.show(r.before) }})
	if r.run == nil {
		return nil, nil
	}
	return r.run.Pause(), nil
}

// widest is the greatest width of text, for easy reading.
const widest = 96

// A pageScreen shows one page of the manual, or the list of all.
type pageScreen struct {
	kit.Drawing
	theme  *theme.Theme
	page   *manual.Page            // nil: the list of all pages
	told   func(*manual.Page) bool // pages that may be shown
	lines  []string
	scroll kit.Scroller
	leave  func() // closes it
}

// Title returns the name of the page.
func (s *pageScreen) Title() string {
	if s.page == nil {
		return "what can be explained"
	}
	return s.page.Name + " explained"
}

// SetSize sets the size of the screen.
func (s *pageScreen) SetSize(width, height int) {
	s.Drawing.SetSize(width, height)
	room := max(min(width-kit.FrameWidth, widest), 1)
	if s.page == nil {
		s.lines = manual.List(room, s.told)
		return
	}
	s.lines = s.page.Lines(room)
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
