package setup

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/choice"
	"regretscope/model/program"
	"regretscope/noise/channel"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/ui/kit"
	"regretscope/ui/kit/form"
)

// selected is what the screen chooses: a scenario, learners, and the numbers of the run.
type selected struct {
	scenarios scenarioList
	learners  learnerList
	run       runFields
	programs  *program.Host // starts programs; nil: no program may be started
	warnings  []string      // warnings about what would start
}

// Config returns the configuration of the choice; the error is the first mistake.
func (c *selected) Config() (*model.Config, error) {
	config, err := c.assemble()
	if err != nil {
		return nil, err
	}
	return config, config.Check()
}

// CommandLine returns the command line of the choice; empty while it is incomplete.
func (c *selected) CommandLine() string {
	config, err := c.Config()
	if err != nil {
		return ""
	}
	return strings.Join(choice.CommandLine(config), " ")
}

func (c *selected) setting() (*model.Config, error) {
	switch {
	case c.scenarios.built.err != nil:
		return nil, c.scenarios.built.err
	case c.scenarios.built.scenario == nil:
		return nil, errors.New("the scenario is being read")
	}
	config := &model.Config{Programs: c.programs}
	if err := c.run.read(config); err != nil {
		return nil, err
	}
	config.Scenario = c.scenarios.built.scenario.Within(config.Horizon)
	return config, nil
}

// assemble is Config without the last check, that everything fits together.
func (c *selected) assemble() (*model.Config, error) {
	config, err := c.setting()
	playing := c.learners.playing()
	switch {
	case err != nil:
		return nil, err
	case len(c.learners.chosen) == 0:
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
		config.Learners = append(config.Learners, spec)
	}
	if c.takesChannel() {
		config.Channel = c.run.channel.Text()
		return config, c.run.channel.Err()
	}
	return config, nil
}

// follow updates everything that depends on the choice: it rebuilds the scenario unless it is read from files, then
// defaults and rows.
func (c *selected) follow() {
	if l := &c.scenarios; l.chosen != l.built.entry || l.chosen.Source() != l.built.source {
		l.rebuild()
	}
	scenario := c.scenarios.built.scenario
	if scenario != nil {
		c.run.follow(scenario)
	}
	c.learners.follow(scenario)
	for _, slot := range c.learners.playing() {
		c.deriveDefaults(slot)
	}
	c.refreshChannel()
}

// deriveDefaults fills in the defaults that depend on other choices.
func (c *selected) deriveDefaults(slot *slot) {
	slot.Derive(c.run.epsilon.Value(), func(spec learners.Spec) (v param.Values, known bool) {
		config, err := c.setting()
		if err != nil {
			return v, false
		}
		config.Learners = []learners.Spec{spec}
		if slot.Channel != "" {
			config.Channel = c.run.channel.Text()
		}
		if config.Check() != nil {
			return v, false
		}
		return config.Values(0), true
	})
}

func (c *selected) takesChannel() bool {
	return slices.ContainsFunc(c.learners.playing(), func(l *slot) bool { return l.Channel != "" })
}

// refreshChannel also refuses a channel that a learner cannot use, and collects warnings.
func (c *selected) refreshChannel() {
	f := c.run.channel
	f.Refuse(nil)
	f.Default = c.defaultChannel()
	c.warnings = nil
	config, err := c.assemble()
	if err != nil {
		return
	}
	if err = config.Check(); err == nil {
		c.warnings = config.Warnings()
		return
	}
	without := *config
	without.Channel = ""
	if without.Check() == nil {
		f.Refuse(err)
	}
}

// defaultChannel describes the channels that apply if none is given.
func (c *selected) defaultChannel() string {
	switch sc := c.scenarios.built.scenario; {
	case sc == nil:
	case len(sc.Channels) > 0:
		return "the scenario's, arm by arm"
	}
	var own []string
	for _, slot := range c.learners.playing() {
		if slot.Channel != "" && !slices.Contains(own, slot.Channel) {
			own = append(own, slot.Channel)
		}
	}
	if len(own) > 1 {
		return "each learner's own"
	}
	return strings.Join(own, "")
}

// formSections returns the fields of the run, the scenario, and every chosen learner.
func (c *selected) formSections() []form.Section {
	all := []form.Section{{Title: "Run", Fields: c.run.fields(c.takesChannel())}}
	if e := c.scenarios.chosen; len(e.Fields) > 0 {
		all = append(all, form.Section{Title: "Scenario: " + e.Title, Fields: e.Fields})
	}
	playing := c.learners.playing()
	names := labels(playing)
	for i, slot := range playing {
		all = append(all, form.Section{
			Title: fmt.Sprintf("%d %s", i+1, names[i]), Fields: slot.Fields,
			Note: kit.TextUnless(len(slot.Fields) > 0, "takes no parameters"),
		})
	}
	return all
}

func (c *selected) fieldSubject(field *form.Field) string {
	switch field {
	case c.run.channel:
		id, _, _ := strings.Cut(field.Value(), ",")
		if _, err := channel.Find(id); err != nil {
			return "channel" // each learner's own, or something that is none
		}
		return "channel " + id
	case c.run.epsilon, c.run.horizon, c.run.seed:
		return field.Name
	}
	for _, slot := range c.learners.chosen {
		if slices.Contains(slot.Fields, field) {
			return slot.ID
		}
	}
	return c.scenarios.subject()
}

func (c *selected) summary(which section, width int) string {
	var parts []string
	switch which {
	case scenarioSection:
		parts = append([]string{c.scenarios.chosen.Title}, c.scenarios.words()...)
	case learnerSection:
		parts = c.learners.labels()
	default:
		parts = append(parts, "ε "+c.run.epsilon.Value(), "T "+c.run.horizon.Value(), "seed "+c.run.seed.Value())
	}
	for len(parts) > 1 && ansi.StringWidth(strings.Join(parts, " · "))+len("   3 Parameters  ") > width {
		parts = parts[:len(parts)-1]
	}
	return strings.Join(parts, " · ")
}

func (c *selected) scenarioNamed(text string) error {
	if err := c.scenarios.find(text); err != nil {
		return err
	}
	c.follow()
	if e := c.scenarios.chosen; e.Asks && e.Fields[0].Text() == "" {
		return nil // it is still to be typed
	}
	return c.scenarios.built.err
}

// learnerNamed chooses a learner of the catalog as --learner does.
func (c *selected) learnerNamed(text string) error {
	spec, err := learners.ParseSpec(text)
	if errors.Is(err, learners.ErrProgram) {
		return fmt.Errorf("learner %s: is a program: write program in place of learner", param.Printable(text))
	}
	if err != nil {
		return fmt.Errorf("learner %w", err)
	}
	return c.learners.add(spec)
}

// programNamed chooses a program that a person typed, as --learner does.
func (c *selected) programNamed(text string) (tea.Cmd, error) {
	if c.programs == nil {
		return nil, errors.New("programs cannot be started here")
	}
	spec, err := learners.ParseTyped(text)
	if id, _, _ := param.CutName(text); !learners.IsProgram(id) {
		err = fmt.Errorf("%s: a program has a / or a space, or ends in .py", param.Printable(id))
	}
	if err != nil {
		return nil, fmt.Errorf("learner %w", err)
	}
	if err := c.learners.add(spec); err != nil {
		return nil, err
	}
	c.learners.toNewest()
	return nil, nil
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
				number.Count(scenarios.MaxHorizon)), Check: allows("horizon"),
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
		if err := choice.Set(c, field.Name, field.Value()); err != nil {
			return err
		}
	}
	return nil
}

// allows returns the check of a setting's field.
func allows(setting string) func(string) error {
	return func(text string) error { return choice.Set(&model.Config{}, setting, text) }
}
