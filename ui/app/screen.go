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

// A Screen is what the root shows, one at a time: it writes the screen's title
// above it and its commands into the foot, and has the commands for help, for
// leaving and for the way back to the run. A kit.Drawing has what most screens lack.
type Screen interface {
	Title() string // what it is, in a few words; empty: no title is drawn
	SetSize(width, height int)
	Update(msg tea.Msg) tea.Cmd
	View() string
	// Commands lists what the screen can do now, the most important first.
	// Esc goes back to the run unless one of them has it.
	Commands() []kit.Command
	// Typing reports whether characters go into a field, so that keys are text.
	Typing() bool
	Closes() bool        // something is open over the screen, which esc closes
	Busy() bool          // scripts and lessons wait before their next step
	Subject() string     // what is in focus, as a word that is explained
	Sentences() []string // all that it shows, for plain mode; without any, its view is read
	Headline() string    // what the back row is to read
	Unsaved() string     // what would be lost if the program were left
	Close()              // ends what it has under way
}

// A subscreen is opened from the run screen and shows the same run. It is kept, with its
// background work, until the run changes.
type subscreen struct {
	name, key, about string // of the command that opens it
	// ofLearner reports whether it shows only the learner in focus.
	ofLearner   bool
	showsRegret bool // regret cannot be known from a learner's rewards
	open        func(t *theme.Theme, config *model.Config, learner int) (Screen, tea.Cmd)

	screen  Screen // nil until it is opened
	config  *model.Config
	learner int
}

// newSubscreens returns all there are, in the order of the help. A new one is one
// more entry. They share what is known of theory,
// and go by a clock; nil is the machine's.
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

// show makes the screen, unless there is one about the same already.
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

// tells reports whether a page may be shown: the means of scenarios may be hidden.
func (r *root) tells(p *manual.Page) bool {
	return r.run == nil || !r.run.Hides() || p.Kind != manual.Scenario
}

// findPage returns the page of a word, or else of what is in focus, without what is hidden; nil
// where nothing is in focus.
func (r *root) findPage(word string) (*manual.Page, error) {
	if word = cmp.Or(word, r.shown.Subject()); word == "" {
		return nil, nil
	}
	found, err := manual.Find(word)
	if err == nil && !r.tells(found) {
		return nil, fmt.Errorf("%s: scenarios are hidden: h shows them", found.Name)
	}
	if err == nil && r.run != nil && r.run.Hides() {
		found = found.WithoutScenarios()
	}
	return found, err
}

// explain shows the page of a word, or else of what is in focus, or the list of
// all pages.
func (r *root) explain(word string) (tea.Cmd, error) {
	found, err := r.findPage(word)
	if err != nil {
		return nil, err
	}
	if _, again := r.shown.(*pageScreen); !again {
		r.before = r.shown
	}
	r.show(newPageScreen(r.theme, found, r.tells, func() { r.show(r.before) }))
	if r.run == nil {
		return nil, nil
	}
	return r.run.Pause(), nil
}
