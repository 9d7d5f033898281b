// Package setup implements the screen for choosing a run: the scenario, the learners, and the parameters of both. It
// is made from declarations, so new learners and presets appear without a change here.
package setup

import (
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/choice"
	"regretscope/model/figure"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/scenarios/file"
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

	Hint  func() string // a line above the choice; nil or empty: none
	First kit.Action    // what enter does on the hint, where the screen begins; not set: it begins at the scenarios
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
	kit.Base
	theme *theme.Theme

	section     section
	page        page
	selected    selected
	comparisons comparisons
	form        *form.Form
	own         []kit.Command // the table of the screen

	startRun    func(*model.Config) tea.Cmd
	typeCommand func(string)
	waiting     bool // start as soon as the scenario has been read
	offset      int  // of the shared text
	hint        func() string
	first       kit.Action // not set as soon as something was done
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
		theme: theme, form: form.New(theme),
		selected: selected{
			scenarios: scenarioList{list: own, entries: append(param.Map(o.Presets, presetEntry), armsEntry(), fileEntry(o.Open))},
			learners:  learnerList{list: own, catalog: featuredFirst(o.Learners)},
			run:       newRunFields(),
		},
		comparisons: comparisons{list: own, all: o.Lineups},
		hint:        o.Hint, startRun: o.Start, typeCommand: o.Type,
	}
	s.own = tables{s}.table()
	config := o.Config
	if config == nil {
		config = defaultConfig()
	}
	if s.selected.programs = config.Programs; s.selected.programs != nil && o.Type != nil {
		s.selected.learners.typed = typedProgram()
	}
	s.Edit(config)
	s.first = o.First
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
	s.selected.scenarios.show(config.Scenario)
	s.selected.learners.show(config)
	s.selected.run.fill(config)
	s.Begin()
	s.page = noPage
	s.refresh()
	s.form.SetActive(false) // typing replaces the value in focus
	s.form.SetActive(s.section == parameterSection)
}

// Sentences describes the choice and names the commands that change it, for people who do not see
// the screen. It leaves out the lists that can be browsed.
func (s *Screen) Sentences() []string {
	if s.page != noPage {
		return nil
	}
	e := s.selected.scenarios.chosen
	scenario := "Scenario: " + e.Title + " (" + e.Name + "), " + e.Summary
	if words := s.selected.scenarios.words(); words != nil {
		scenario += "; " + strings.Join(words, ", ")
	}
	run := fmt.Sprintf("Privacy parameter ε = %s, %s rounds, seed %s.",
		s.selected.run.epsilon.Value(), s.selected.run.horizon.Value(), s.selected.run.seed.Value())
	said := []string{scenario + ".", "Learners: " + strings.Join(labels(s.selected.learners.playing()), ", ") + ".", run}
	for _, warning := range s.selected.warnings {
		said = append(said, "Warning: "+param.Printable(warning))
	}
	if _, err := s.Config(); err != nil || s.Notice.Text != "" {
		said = append(said, strings.TrimSpace(ansi.Strip(drawing{s}.verdict())))
	}
	return append(said, "start starts the run. scenario NAME, learner ID, remove ID, epsilon X, horizon N and seed "+
		"N change the choice; list scenarios and list learners show the options.")
}

// Subject returns the word at the cursor, to be explained: a scenario, a learner, a parameter of
// the run, or the owner of a parameter.
func (s *Screen) Subject() string {
	switch s.section {
	case scenarioSection:
		return s.selected.scenarios.subject()
	case learnerSection:
		if r, ok := s.selected.learners.current(); ok && !r.heading() {
			return r.ID
		}
		return ""
	}
	return s.selected.fieldSubject(s.form.Focused())
}

// viewShare shows the choice as a command line and as a file. Lines have no borders and no blanks
// at their ends, so that the text can be copied from the terminal.
func (d drawing) viewShare() kit.Block {
	lines := d.shareLines()
	offset := min(d.screen.offset, len(lines)-1)
	view := make(kit.Block, d.screen.Height)
	copy(view, lines[offset:])
	if hidden := len(lines) - offset - d.screen.Height; hidden > 0 {
		view[d.screen.Height-1] = d.screen.theme.Faint.Render(fmt.Sprintf("# ↓ %d more lines", hidden+1))
	}
	for i := range view {
		view[i] = ansi.Truncate(view[i], d.screen.Width, theme.Ellipsis)
	}
	return view
}

func (d drawing) shareLines() []string {
	comment := func(text string) string { return d.screen.theme.Faint.Render("# " + text) }
	c, err := d.screen.Config()
	if err != nil {
		return append([]string{comment("the choice is incomplete")},
			kit.Styled("✗ "+param.Printable(err.Error()), d.screen.Width, 2, d.screen.theme.Bad)...)
	}
	lines := []string{comment("the whole choice as a command"), ""}
	// Break lines at flags, or at blanks within a flag where a shell and the notation of arms allow it.
	command := ansi.Wrap(strings.Join(choice.CommandLine(c), " \\\n  "), d.screen.Width, "")
	lines = append(lines, strings.Split(command, "\n")...)
	lines = append(lines, "")
	scenario := *c.Scenario
	scenario.Horizon, scenario.Epsilon = c.Horizon, c.Epsilon
	file, err := file.Format(&scenario)
	if err != nil {
		return append(lines, comment("no scenario file: "+param.Printable(err.Error())))
	}
	lines = append(lines, comment("its scenario as a file, for --scenario FILE"), "")
	return append(lines, strings.Split(strings.TrimRight(file, "\n"), "\n")...)
}

// refresh updates everything that depends on the choice, and the form.
func (s *Screen) refresh() {
	s.Changed()
	s.selected.follow()
	s.form.SetSections(s.selected.formSections())
}

func (s *Screen) start(string) (tea.Cmd, error) {
	s.refresh()
	if s.selected.scenarios.chosen.Reads && s.selected.scenarios.built.err != nil {
		s.selected.scenarios.rebuild() // an unreadable file may have been corrected since
	}
	if s.selected.scenarios.unread() {
		s.waiting = true
		return s.selected.scenarios.read(), nil
	}
	config, err := s.Config()
	if err != nil {
		s.goToWrong()
		return nil, err
	}
	return s.startRun(config), nil
}

func (s *Screen) goTo(to section) {
	s.section = to
	s.Changed()
	s.form.SetActive(to == parameterSection)
}

// into goes to the first of some fields, if the form has them.
func (s *Screen) into(fields []*form.Field) {
	if s.canFocus(fields) {
		s.form.FocusOn(fields[0])
		s.goTo(parameterSection)
	}
}

func (s *Screen) canFocus(fields []*form.Field) bool {
	return len(fields) > 0 && s.form.Has(fields[0])
}

func (s *Screen) goToWrong() {
	fields := s.selected.scenarios.chosen.Fields
	s.page = noPage
	switch wrong := s.form.Wrong(); {
	case wrong != nil:
		s.into([]*form.Field{wrong})
	case s.selected.scenarios.built.err != nil && len(fields) > 0:
		s.into(fields)
	case s.selected.scenarios.built.err != nil:
		s.goTo(scenarioSection)
	default:
		s.goTo(learnerSection)
	}
}

func (s *Screen) onRead(read *kit.Result[*scenarios.Scenario]) tea.Cmd {
	s.selected.scenarios.onRead(read)
	s.refresh()
	if !s.waiting {
		return nil
	}
	s.waiting = false
	if read.Err != nil {
		s.goToWrong()
		s.Notice.Refuse(read.Err)
		return nil
	}
	cmd, err := s.start("")
	if err != nil {
		s.Notice.Refuse(err)
	}
	return cmd
}

// Config returns the configuration of the choice; the error is the first mistake.
func (s *Screen) Config() (*model.Config, error) { return s.selected.Config() }

// CommandLine returns the command line of the choice; empty while it is incomplete.
func (s *Screen) CommandLine() string { return s.selected.CommandLine() }
