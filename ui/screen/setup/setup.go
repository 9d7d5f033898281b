// Package setup implements the screen for choosing a run: the scenario, the learners, and the
// parameters of both. It is made from declarations, so new learners and presets appear without a
// change here.
package setup

import (
	tea "github.com/charmbracelet/bubbletea"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/figure"
	"regretscope/model/program"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/ui/kit"
	"regretscope/ui/kit/form"
	"regretscope/ui/kit/theme"
)

// Options are the contents and the initial choice of the screen.
type Options struct {
	Presets  []*scenarios.Preset     // nil: all
	Learners []*learners.Declaration // nil: all
	Lineups  []*figure.Lineup        // nil: all, read when they are needed

	// Open reads a scenario file. It is called outside of Update.
	Open func(ref string) (*scenarios.Scenario, error)

	Start func(*model.Config) tea.Cmd // starts a run of a checked configuration
	Type  func(text string)           // opens the command line with a text; nil: there is none

	Config *model.Config // the initial choice; nil: defaultConfig

	Hint func() string // a line above the choice; nil or empty: none
}

type section int

const (
	scenarioSection section = iota
	learnerSection
	parameterSection
	sections // their number
)

// A page covers the choice.
type page int

const (
	noPage         page = iota
	sharePage           // the choice as a command line and as a file
	comparisonPage      // the named comparisons
)

// A Screen is the setup screen.
type Screen struct {
	kit.Canvas
	theme *theme.Theme

	section     section
	page        page
	scenarios   scenarioList
	learners    learnerList
	comparisons comparisons
	run         runFields
	form        *form.Form

	programs    *program.Host // starts programs; nil: no program may be started
	startRun    func(*model.Config) tea.Cmd
	typeCommand func(string)
	warnings    []string // warnings about what would start
	waiting     bool     // start as soon as the scenario has been read
	offset      int      // of the shared text
	hint        func() string
}

// New returns the screen, ready to start.
func New(theme *theme.Theme, o Options) *Screen {
	if o.Presets == nil {
		o.Presets = scenarios.Presets()
	}
	if o.Learners == nil {
		o.Learners = learners.All()
	}
	own := list{theme: theme}
	s := &Screen{
		theme: theme, form: form.New(theme), run: newRunFields(),
		scenarios:   scenarioList{list: own, entries: append(param.Map(o.Presets, presetEntry), armsEntry(), fileEntry(o.Open))},
		learners:    learnerList{list: own, catalog: featuredFirst(o.Learners)},
		comparisons: comparisons{list: own, all: o.Lineups},
		hint:        o.Hint, startRun: o.Start, typeCommand: o.Type,
	}
	config := o.Config
	if config == nil {
		config = defaultConfig()
	}
	if s.programs = config.Programs; s.programs != nil && o.Type != nil {
		s.learners.typed = typedProgram()
	}
	s.Edit(config)
	return s
}

// Closes reports whether esc would close something open over the choice.
func (s *Screen) Closes() bool { return s.page != noPage }

// Title returns the purpose of the screen.
func (s *Screen) Title() string { return "choose scenario and learners" }

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
	s.scenarios.show(config.Scenario)
	s.learners.show(config)
	s.run.fill(config)
	s.Begin()
	s.page = noPage
	s.refresh()
	s.form.SetActive(false) // typing replaces the value in focus
	s.form.SetActive(s.section == parameterSection)
}
