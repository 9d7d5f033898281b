package app

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/ui/chart/overlay"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
	"regretscope/ui/screen/experiment"
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

// screenCommands lists each screen's commands, the screen to try first at the top. Commands of every
// screen need a run, so they are listed with the run screen.
var screenCommands = []struct{ screen, names string }{
	{"run", `
		experiment twin setup big undo redo set epsilon scenario horizon save-screen copy-command status list compare explain
		quit interrupt suspend help commands lessons lesson forget run pause step back next-release
		previous-release faster slower next-seed events go restart seed next-change previous-change
		next-breakpoint previous-breakpoint run-to view cursor overlay log-rounds previous-view log-values
		save-chart charset next-learner next-panel chart arms privacy why reports zoom hide reveal up down
		leave previous-panel previous-learner learner order page-up page-down dial what-if add
		drop warnings
	`},
	{"setup", `
		start choose duplicate comparisons find share open up down first last next-section previous-section
		scenarios learners parameters field program scenario learner remove epsilon horizon seed channel
	`},
	{"experiment", `
		run stop runs sweep save view log-rounds band pairs over-rounds next-epsilon previous-epsilon
		overlay next-learner previous-learner
	`},
	{"twin", `
		run pause step next-difference previous-difference separate next-noise back faster slower restart
		previous-noise next-panel previous-panel one-noise many-noises next-learner
		previous-learner believe-more believe-less
	`},
}

// forPersons are the commands that lessons and scripts cannot run on any screen.
var forPersons = strings.Fields("save-screen save-chart save overwrite copy-command suspend program forget")

// Elsewhere explains an unknown command that another screen has.
func (r *root) Elsewhere(line string, unknown error) error {
	current := "setup"
	if r.onRun() {
		current = "run"
	}
	for _, f := range r.subscreens {
		if f.screen == r.shown {
			current = f.name
		}
	}
	name, _, _ := strings.Cut(line, " ")
	return cmp.Or(elsewhere(name, current, r.run != nil), unknown)
}

// elsewhere names the screen of a command; nil if no other has it.
func elsewhere(name, current string, run bool) error {
	for _, s := range screenCommands {
		switch {
		case s.screen == current || !slices.Contains(strings.Fields(s.names), name):
		case !run:
			return fmt.Errorf("%s: needs the %s screen; begin the script with a start line, such as start --scenario hhmh-1",
				name, s.screen)
		case s.screen == "run":
			return fmt.Errorf("%s: no such command on this screen; open the run screen with run-screen", name)
		default:
			return fmt.Errorf("%s: no such command on this screen; open its screen with %s", name, s.screen)
		}
	}
	return nil
}
