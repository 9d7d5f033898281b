// Package setup is the screen for choosing a run: the scenario, the learners, and the
// parameters of both. It is made from declarations, so new learners and presets appear without
// a change here.
package setup

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

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
	*typedProgram                 // nil: likewise
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
	s.entry = fillEntry(s.entries, SourceOf(config.Scenario))
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
	source   Source
	scenario *scenarios.Scenario
	err      error
}

// Config returns the configuration that the screen describes; the error is the first mistake.
func (s *Screen) Config() (*model.Config, error) {
	c, err := s.assemble()
	if err != nil {
		return nil, err
	}
	return c, c.Check()
}

func (s *Screen) setting() (*model.Config, error) {
	switch {
	case s.built.err != nil:
		return nil, s.built.err
	case s.built.scenario == nil:
		return nil, errors.New("the scenario is being read")
	}
	c := &model.Config{Programs: s.programs}
	if err := s.run.read(c); err != nil {
		return nil, err
	}
	c.Scenario = s.built.scenario.Within(c.Horizon)
	return c, nil
}

// assemble is Config without the last check, that everything fits together.
func (s *Screen) assemble() (*model.Config, error) {
	c, err := s.setting()
	playing := s.playing()
	switch {
	case err != nil:
		return nil, err
	case len(s.chosen) == 0:
		return nil, errors.New("no learner is chosen: space chooses one")
	case len(playing) == 0:
		return nil, errors.New("none of the chosen learners can play this scenario: choose another")
	case len(playing) > model.MaxLearners:
		return nil, fmt.Errorf("%d learners are chosen: the run screen shows up to %d",
			len(playing), model.MaxLearners)
	}
	for _, slot := range playing {
		spec, err := slot.Spec()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", slot.Name, err)
		}
		c.Learners = append(c.Learners, spec)
	}
	if s.takesChannel() {
		c.Channel = s.run.channel.Text()
		return c, s.run.channel.Err()
	}
	return c, nil
}

// refresh updates everything that depends on the choice: it rebuilds the scenario unless it is
// read from files, then defaults, rows, and the form.
func (s *Screen) refresh() {
	s.Changed()
	if e := s.entries[s.entry]; e.Source() != s.built.source || e != s.built.entry {
		s.rebuild()
	}
	if s.built.scenario != nil {
		s.run.follow(s.built.scenario)
	}
	s.bringComparison()
	s.relist()
	for _, slot := range s.playing() {
		s.deriveDefaults(slot)
	}
	s.refreshChannel()
	s.form.SetSections(s.formSections())
}

// rebuild builds the scenario again, unless it is read from files or a field is wrong.
func (s *Screen) rebuild() {
	e := s.entries[s.entry]
	s.reading.Drop()
	s.built = built{entry: e, source: e.Source()}
	for _, f := range e.Fields {
		f.Refuse(nil)
	}
	if wrong := form.Wrong(e.Fields); wrong != nil {
		s.built.err = wrong.Err()
	} else if !e.Reads {
		s.built.scenario, s.built.err = e.Build(s.built.source)
	}
}

// deriveDefaults fills in the defaults that depend on other choices.
func (s *Screen) deriveDefaults(slot *slot) {
	slot.Derive(s.run.epsilon.Value(), func(spec learners.Spec) (v param.Values, known bool) {
		c, err := s.setting()
		if err != nil {
			return v, false
		}
		c.Learners = []learners.Spec{spec}
		if slot.Channel != "" {
			c.Channel = s.run.channel.Text()
		}
		if c.Check() != nil {
			return v, false
		}
		return c.Values(0), true
	})
}

// formSections returns the fields of the form: about the run, the scenario, and every chosen
// learner.
func (s *Screen) formSections() []form.Section {
	all := []form.Section{{Title: "Run", Fields: s.run.all(s.takesChannel())}}
	if e := s.entries[s.entry]; len(e.Fields) > 0 {
		all = append(all, form.Section{Title: "Scenario: " + e.Title, Fields: e.Fields})
	}
	playing := s.playing()
	names := form.Labels(playing)
	for i, slot := range playing {
		all = append(all, form.Section{
			Title: fmt.Sprintf("%d %s", i+1, names[i]), Fields: slot.Fields,
			Note: kit.Unless(len(slot.Fields) > 0, "takes no parameters"),
		})
	}
	if s.typedProgram != nil && s.typedProgram.open {
		all = append(all, form.Section{Title: "Your own program", Fields: []*form.Field{s.typedProgram.field}})
	}
	return all
}

func (s *Screen) start(string) (tea.Cmd, error) {
	s.refresh()
	if e := s.entries[s.entry]; e.Reads && s.built.err != nil {
		s.rebuild() // an unreadable file may have been corrected since
	}
	if s.unread() {
		s.waiting = true
		return s.read(), nil
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

// goToWrong moves the focus to the field with the mistake.
func (s *Screen) goToWrong() {
	fields := s.entries[s.entry].Fields
	s.sharing = false
	switch wrong := s.form.Wrong(); {
	case wrong != nil:
		s.into([]*form.Field{wrong})
	case s.built.err != nil && len(fields) > 0:
		s.into(fields)
	case s.built.err != nil:
		s.goTo(scenarioSection)
	default:
		s.goTo(learnerSection)
	}
}

// unread reports whether the scenario still has to be read from files.
func (s *Screen) unread() bool { return s.built.scenario == nil && s.built.err == nil }

// read starts loading the scenario unless it is loaded or being loaded.
func (s *Screen) read() tea.Cmd {
	if !s.unread() || s.reading.Running() {
		return nil
	}
	from, build := s.built.source, s.entries[s.entry].Build
	return s.reading.Start(func(context.Context, func(int, int)) (*scenarios.Scenario, error) { return build(from) })
}

func (s *Screen) onRead(read *kit.Result[*scenarios.Scenario]) tea.Cmd {
	s.built.scenario, s.built.err = read.Value, read.Err
	if fields := s.entries[s.entry].Fields; read.Err != nil && len(fields) > 0 {
		fields[len(fields)-1].Refuse(read.Err) // the last field names the file or folder
	}
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

type runFields struct {
	epsilon, horizon, seed, channel *form.Field
}

func newRunFields() runFields {
	f := runFields{
		epsilon: form.Epsilon("privacy parameter; inf means no noise"),
		horizon: &form.Field{
			Name: "horizon", Label: "T", Meaning: "horizon: how many rounds are played",
			Range: fmt.Sprintf("a whole number from 1 to %s; 1e6 and 1_000_000 are the same",
				kit.Count(scenarios.MaxHorizon)), Check: checkHorizon,
		},
		seed: form.Seed("1", "the same seed gives the same run, bit for bit"),
	}
	f.channel = form.Channel(f.epsilon)
	return f
}

// all returns the fields, that of the channel only where a learner takes one.
func (f *runFields) all(takesChannel bool) []*form.Field {
	fields := []*form.Field{f.epsilon, f.horizon, f.seed}
	if takesChannel {
		fields = append(fields, f.channel)
	}
	return fields
}

func (f *runFields) follow(s *scenarios.Scenario) {
	f.epsilon.Default = param.FormatNumber(s.Epsilon)
	f.horizon.Default = kit.Count(s.Horizon)
}

// fill puts a configuration into the fields, except for what its scenario or
// the program would say anyway.
func (f *runFields) fill(c *model.Config) {
	f.follow(c.Scenario)
	f.epsilon.SetText(kit.Unless(c.Epsilon == c.Scenario.Epsilon, param.FormatNumber(c.Epsilon)))
	f.horizon.SetText(kit.Unless(c.Horizon == c.Scenario.Horizon, kit.Count(c.Horizon)))
	f.channel.SetText(c.Channel)
	f.seed.SetText(kit.Unless(c.Seed == 1, strconv.FormatUint(c.Seed, 10)))
}

// read puts the values into a configuration; the error of a wrong one names it.
func (f *runFields) read(c *model.Config) error {
	for _, field := range f.all(false) {
		if err := field.Check(field.Value()); err != nil {
			return err
		}
	}
	c.Epsilon, _ = learners.ParseEpsilon(f.epsilon.Value())
	rounds, _ := parseRounds(f.horizon.Value())
	c.Horizon = int(rounds)
	c.Seed, _ = learners.ParseSeed(f.seed.Value())
	return nil
}

func checkHorizon(text string) error {
	rounds, err := parseRounds(text)
	if err != nil {
		rounds = math.NaN() // refused with the range, like any other wrong value
	}
	if err := scenarios.CheckHorizon(rounds); err != nil {
		return fmt.Errorf("horizon %s: %w", text, err)
	}
	return nil
}

// parseRounds reads a number as it is typed or as fields show it: 1,000,000.
func parseRounds(text string) (float64, error) {
	return param.ParseNumber(strings.NewReplacer(",", "_", " ", "_").Replace(text))
}

// takesChannel says whether one of the learners that play has a use for a
// channel.
func (s *Screen) takesChannel() bool {
	return slices.ContainsFunc(s.playing(), func(c *slot) bool { return c.Channel != "" })
}

// refreshChannel says what holds where no channel is given, refuses one that a
// learner cannot use, and finds what there is to warn of.
func (s *Screen) refreshChannel() {
	f := s.run.channel
	f.Refuse(nil)
	f.Default = s.defaultChannel()
	s.warnings = nil
	c, err := s.assemble()
	if err != nil {
		return
	}
	if err = c.Check(); err == nil {
		s.warnings = c.Warnings()
		return
	}
	without := *c
	without.Channel = ""
	if without.Check() == nil {
		f.Refuse(err)
	}
}

// defaultChannel says whose channels hold while none is given.
func (s *Screen) defaultChannel() string {
	if sc := s.built.scenario; sc != nil && len(sc.Channels) > 0 {
		return "the scenario's, arm by arm"
	}
	var own []string
	for _, slot := range s.playing() {
		if slot.Channel != "" && !slices.Contains(own, slot.Channel) {
			own = append(own, slot.Channel)
		}
	}
	if len(own) > 1 {
		return "each learner's own"
	}
	return strings.Join(own, "")
}
