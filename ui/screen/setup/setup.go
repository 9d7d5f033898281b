// Package setup implements the screen for choosing a run: the scenario, the learners, and the
// parameters of both. It is made from declarations, so new learners and presets appear without a
// change here.
package setup

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/figure"
	"regretscope/model/program"
	"regretscope/scenarios"
	"regretscope/ui/kit"
	"regretscope/ui/kit/form"
	"regretscope/ui/kit/theme"
	"regretscope/ui/script"
)

// Options are the contents and the initial choice of the screen.
type Options struct {
	Presets  []*scenarios.Preset     // nil: all
	Learners []*learners.Declaration // nil: all
	Lineups  []*figure.Lineup        // nil: all, read when they are needed

	// Open reads a scenario file. It is called outside of Update.
	Open func(ref string) (*scenarios.Scenario, error)

	Start func(*model.Config) tea.Cmd // starts a run of a checked configuration

	Config *model.Config // the initial choice; nil: defaultConfig

	Hint string // a line above the choice; may be empty
}

type section int

const (
	scenarioSection section = iota
	learnerSection
	parameterSection
	sections // their number
)

// A Screen is the setup screen.
type Screen struct {
	kit.Drawing
	theme *theme.Theme

	section section
	entries []*scenarioEntry // scenarios to choose from
	entry   int              // the chosen one
	built   built            // its result
	reading kit.Task[*scenarios.Scenario]

	catalog       []*learners.Declaration
	programs      *program.Host   // starts programs; nil: no program may be started
	*typedProgram                 // nil if programs is nil
	chosen        []*slot         // learners in the order in which they were chosen
	rows          []row           // of the list of learners
	row           int             // the cursor in rows
	unfolded      map[string]bool // headings of rows whose learners are shown, by reason

	filters  [parameterSection]filter
	compared *scenarios.Scenario // the scenario whose comparison was shown, or could have been
	brought  string              // that comparison, as written
	byHand   []*slot             // the learners that were last chosen otherwise

	run      runFields
	form     *form.Form
	warnings []string // warnings about what would start
	waiting  bool     // start as soon as the scenario has been read
	startRun func(*model.Config) tea.Cmd
	sharing  bool // the choice is shown as a command line and a file
	offset   int  // of that text

	hint     string
	lineups  []*figure.Lineup
	lineup   int  // the cursor in them
	browsing bool // they are shown
}

// New returns the screen, ready to start.
func New(theme *theme.Theme, o Options) *Screen {
	if o.Presets == nil {
		o.Presets = scenarios.Presets()
	}
	if o.Learners == nil {
		o.Learners = learners.All()
	}
	s := &Screen{
		theme: theme, form: form.New(theme),
		catalog: featuredFirst(o.Learners), entries: scenarioEntries(o.Presets, o.Open), run: newRunFields(),
		lineups: o.Lineups, hint: o.Hint, startRun: o.Start,
	}
	config := o.Config
	if config == nil {
		config = defaultConfig()
	}
	if s.programs = config.Programs; s.programs != nil {
		s.typedProgram = newTypedProgram()
	}
	s.Edit(config)
	return s
}

// Closes reports whether esc would close something open over the choice.
func (s *Screen) Closes() bool { return s.sharing || s.browsing }

// Title returns the purpose of the screen.
func (s *Screen) Title() string { return "choose what to watch" }

// defaultConfig compares the default learners of HHMH's first environment.
func defaultConfig() *model.Config {
	config := &model.Config{Epsilon: 0.5, Seed: 1}
	if preset, err := scenarios.FindPreset(scenarios.Default); err == nil {
		if s, err := preset.Make(nil, ""); err == nil {
			config.Scenario, config.Horizon, config.Epsilon = s, s.Horizon, s.Epsilon
			config.Learners = model.DefaultLearners(s)
		}
	}
	return config
}

// Edit shows a configuration on the screen.
func (s *Screen) Edit(config *model.Config) {
	s.entry = fillEntry(s.entries, script.SourceOf(config.Scenario))
	for i := range s.filters {
		s.filters[i].clear()
	}
	s.reading.Drop()
	s.built = built{entry: s.entries[s.entry], source: s.entries[s.entry].Source(), scenario: config.Scenario}
	s.run.fill(config)
	algorithms := slices.DeleteFunc(slices.Clone(config.Learners),
		func(spec learners.Spec) bool { return spec.Plays().Waits() })
	s.chosen, s.byHand, s.unfolded = form.NewLearners(algorithms), nil, map[string]bool{}
	s.compared, s.brought = config.Scenario, form.Written(form.NewLearners(model.DefaultLearners(config.Scenario)))
	s.toFirstChosen()
	s.Begin()
	s.sharing, s.browsing = false, false
	s.refresh()
}

// built is the result of the chosen entry: a scenario, an error, or neither while its files
// have not been read.
type built struct {
	entry    *scenarioEntry
	source   script.Source
	scenario *scenarios.Scenario
	err      error
}
