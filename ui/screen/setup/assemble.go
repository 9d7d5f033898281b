package setup

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/ui/kit"
	"regretscope/ui/kit/form"
	"regretscope/ui/script"
)

// Config returns the configuration that the screen describes; the error is the first mistake.
func (s *Screen) Config() (*model.Config, error) {
	c, err := s.assemble()
	if err != nil {
		return nil, err
	}
	return c, c.Check()
}

// CommandLine returns the command line of the choice; empty while it is incomplete.
func (s *Screen) CommandLine() string {
	c, err := s.Config()
	if err != nil {
		return ""
	}
	return strings.Join(script.CommandLine(c), " ")
}

func (s *Screen) setting() (*model.Config, error) {
	switch {
	case s.scenarios.built.err != nil:
		return nil, s.scenarios.built.err
	case s.scenarios.built.scenario == nil:
		return nil, errors.New("the scenario is being read")
	}
	c := &model.Config{Programs: s.programs}
	if err := s.run.read(c); err != nil {
		return nil, err
	}
	c.Scenario = s.scenarios.built.scenario.Within(c.Horizon)
	return c, nil
}

// assemble is Config without the last check, that everything fits together.
func (s *Screen) assemble() (*model.Config, error) {
	c, err := s.setting()
	playing := s.learners.playing()
	switch {
	case err != nil:
		return nil, err
	case len(s.learners.chosen) == 0:
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
	if l := &s.scenarios; l.chosen != l.built.entry || l.chosen.Source() != l.built.source {
		l.rebuild()
	}
	scenario := s.scenarios.built.scenario
	if scenario != nil {
		s.run.follow(scenario)
	}
	s.learners.follow(scenario)
	for _, slot := range s.learners.playing() {
		s.deriveDefaults(slot)
	}
	s.refreshChannel()
	s.form.SetSections(s.formSections())
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

// formSections returns the fields of the run, the scenario, and every chosen learner.
func (s *Screen) formSections() []form.Section {
	all := []form.Section{{Title: "Run", Fields: s.run.fields(s.takesChannel())}}
	if e := s.scenarios.chosen; len(e.Fields) > 0 {
		all = append(all, form.Section{Title: "Scenario: " + e.Title, Fields: e.Fields})
	}
	playing := s.learners.playing()
	names := labels(playing)
	for i, slot := range playing {
		all = append(all, form.Section{
			Title: fmt.Sprintf("%d %s", i+1, names[i]), Fields: slot.Fields,
			Note: kit.TextUnless(len(slot.Fields) > 0, "takes no parameters"),
		})
	}
	return all
}

func (s *Screen) start(string) (tea.Cmd, error) {
	s.refresh()
	if s.scenarios.chosen.Reads && s.scenarios.built.err != nil {
		s.scenarios.rebuild() // an unreadable file may have been corrected since
	}
	if s.scenarios.unread() {
		s.waiting = true
		return s.scenarios.read(), nil
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
	fields := s.scenarios.chosen.Fields
	s.page = noPage
	switch wrong := s.form.Wrong(); {
	case wrong != nil:
		s.into([]*form.Field{wrong})
	case s.scenarios.built.err != nil && len(fields) > 0:
		s.into(fields)
	case s.scenarios.built.err != nil:
		s.goTo(scenarioSection)
	default:
		s.goTo(learnerSection)
	}
}

func (s *Screen) onRead(read *kit.Result[*scenarios.Scenario]) tea.Cmd {
	s.scenarios.onRead(read)
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
		epsilon: epsilonField("privacy: a small ε means much noise; inf means none"),
		horizon: &form.Field{
			Name: "horizon", Label: "T", Meaning: "horizon: how many rounds are played",
			Range: fmt.Sprintf("a whole number from 1 to %s; 1e6 and 1_000_000 are the same",
				number.Count(scenarios.MaxHorizon)), Check: checkHorizon,
		},
		seed: seedField("1", "the same seed gives the same run, bit for bit"),
	}
	f.channel = channelField(f.epsilon)
	return f
}

// fields returns the fields; it includes the channel only if a learner takes one.
func (f *runFields) fields(takesChannel bool) []*form.Field {
	fields := []*form.Field{f.epsilon, f.horizon, f.seed}
	if takesChannel {
		fields = append(fields, f.channel)
	}
	return fields
}

func (f *runFields) follow(s *scenarios.Scenario) {
	f.epsilon.Default = written(s.Epsilon)
	f.horizon.Default = number.Count(s.Horizon)
}

// written returns a privacy parameter as screens show it and fields read it.
func written(epsilon float64) string {
	return strings.Replace(number.Format(epsilon), "inf", "∞", 1)
}

// fill shows a configuration in the fields, except for values that are the defaults.
func (f *runFields) fill(c *model.Config) {
	f.follow(c.Scenario)
	f.epsilon.SetText(kit.TextUnless(c.Epsilon == c.Scenario.Epsilon, written(c.Epsilon)))
	f.horizon.SetText(kit.TextUnless(c.Horizon == c.Scenario.Horizon, number.Count(c.Horizon)))
	f.channel.SetText(c.Channel)
	f.seed.SetText(kit.TextUnless(c.Seed == 1, strconv.FormatUint(c.Seed, 10)))
}

// read puts the values into a configuration; the error of a wrong one names it.
func (f *runFields) read(c *model.Config) error {
	for _, field := range f.fields(false) {
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
	return number.Parse(strings.NewReplacer(",", "_", " ", "_").Replace(text))
}

func (s *Screen) takesChannel() bool {
	return slices.ContainsFunc(s.learners.playing(), func(c *slot) bool { return c.Channel != "" })
}

// refreshChannel also refuses a channel that a learner cannot use, and collects warnings.
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

// defaultChannel describes the channels that apply if none is given.
func (s *Screen) defaultChannel() string {
	switch sc := s.scenarios.built.scenario; {
	case sc == nil:
	case len(sc.Channels) > 0:
		return "the scenario's, arm by arm"
	}
	var own []string
	for _, slot := range s.learners.playing() {
		if slot.Channel != "" && !slices.Contains(own, slot.Channel) {
			own = append(own, slot.Channel)
		}
	}
	if len(own) > 1 {
		return "each learner's own"
	}
	return strings.Join(own, "")
}
