// Package choice is where text becomes a run or an experiment, and back: a Choice has the texts of flags, of figures
// and of lessons, and makes the configurations; CommandLine and RunLine write them; With changes a setting of a run.
package choice

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/program"
	"regretscope/model/trials"
	"regretscope/noise/memlimit"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/noise/privacy"
	"regretscope/scenarios"
)

// A Choice describes a run or the grid of an experiment, as flags and figures do. An empty list or a zero stands for
// the scenario's own. An error about one of them is a *param.FieldError, whose text begins with the flag's name.
type Choice struct {
	Sources  []Source // parameters of a preset may have alternatives
	Learners []string // as --learner takes them; parameters may have alternatives
	Channels []string
	Epsilons []float64
	Horizons []int
	Seed     uint64

	Mu, Rho float64 // of all private learners, in place of ε; 0: not given

	Open     Opener                     // nil: presets alone
	Programs *program.Host              // nil: programs are refused
	Live     bool                       // a person may play
	Lineup   func(name string) []string // the learners of a named comparison; nil: there is none

	LeftOut []error // sentences on learners of a group that do not fit
}

// Config returns the one run that the choice describes. Its rounds are played one by one.
func (c *Choice) Config() (*model.Config, error) {
	if err := c.Single(); err != nil {
		return nil, err
	}
	s, err := param.Or(c.Sources, Source{})[0].Open(c.Open)
	if err != nil {
		return nil, err
	}
	return c.ConfigIn(s)
}

// ConfigIn returns the one run that the rest of the choice describes in a scenario.
func (c *Choice) ConfigIn(s *scenarios.Scenario) (*model.Config, error) {
	if c.Live && slices.Contains(c.Learners, learners.YouID) { // pressing 1 must not be the best play
		var err error
		if s, err = s.Shuffled(c.Seed); err != nil {
			return nil, param.Refuse("scenario", "scenario %w", err)
		}
	}
	config, err := c.configure(s, param.Or(c.Channels, "")[0], param.Or(c.Epsilons, s.Epsilon)[0], param.Or(c.Horizons, s.Horizon)[0])
	if err == nil {
		err = c.setLearners(config)
	}
	if err != nil {
		return nil, err
	}
	if n := len(config.Learners); n > model.MaxLearners {
		return nil, param.Refuse("learner", "learner: %d are too many for a screen, at most %d are allowed; regretscope run takes more",
			n, model.MaxLearners)
	}
	return config, config.Check()
}

// Points returns the grid points: one for every combination of scenario, channel, ε and horizon, with every
// alternative of a learner's parameters. They are not checked together: an experiment is.
func (c *Choice) Points() ([]*model.Config, error) {
	if err := c.checkGrid(); err != nil {
		return nil, err
	}
	own := *c
	own.Learners = slices.Concat(param.Map(c.Learners, param.Alternatives)...)
	var points []*model.Config
	all, arms := c.sources(), 0
	for i, from := range all {
		s, err := from.Open(c.Open)
		if err != nil {
			return nil, err
		}
		arms += s.Arms() * len(s.Phases)
		if data := arms / (i + 1) * len(all) * armBytes; data > memlimit.Room() { // if all others are like those so far
			return nil, param.Refuse("scenario", "scenario: the arms of %d scenarios %s", len(all), memlimit.Refusal(data))
		}
		for _, channel := range param.Or(c.Channels, "") {
			for _, epsilon := range param.Or(c.Epsilons, s.Epsilon) {
				for _, horizon := range param.Or(c.Horizons, s.Horizon) {
					config, err := own.configure(s, channel, epsilon, horizon)
					if err != nil {
						return nil, err
					}
					points = append(points, config)
				}
			}
		}
	}
	err := own.setLearners(points...)
	c.LeftOut = own.LeftOut
	return points, err
}

func (c *Choice) configure(s *scenarios.Scenario, channel string, epsilon float64, horizon int) (*model.Config, error) {
	if err := learners.CheckEpsilon(epsilon); err != nil && len(c.Epsilons) == 0 {
		return nil, param.Refuse("scenario", "scenario %s: epsilon %v: %w", s.Name, epsilon, err)
	}
	return &model.Config{
		Scenario: s.Within(horizon), Channel: channel, Seed: c.Seed, Horizon: horizon, Epsilon: epsilon, Programs: c.Programs,
	}, nil
}

// setLearners gives runs their learners, which still need to be checked.
func (c *Choice) setLearners(configs ...*model.Config) error {
	chosen, err := c.specs(configs)
	for _, config := range configs {
		config.Learners = chosen
		if err == nil {
			err = c.equalize(config)
		}
	}
	return err
}

func (c *Choice) sources() []Source {
	var all []Source
	for _, from := range param.Or(c.Sources, Source{}) {
		for _, text := range param.Alternatives(from.Scenario) {
			own := from
			own.Scenario = text
			all = append(all, own)
		}
	}
	return all
}

// armBytes estimates from above the memory of an arm in a phase.
const armBytes = 1 << 8

// checkGrid limits the size of the grid before it is built.
func (c *Choice) checkGrid() error {
	specs, places := 0., 0.
	for _, text := range c.Learners {
		specs += param.Combinations(text)
	}
	for _, from := range c.Sources {
		places += param.Combinations(from.Scenario)
	}
	points := max(places, 1) * float64(max(len(c.Channels), 1)) * float64(max(len(c.Epsilons), 1)) * float64(max(len(c.Horizons), 1))
	return trials.CheckGrid(max(specs, 1), points)
}

// Single returns an error if the choice describes a grid.
func (c *Choice) Single() error {
	const reason = "must be one value here; regretscope run takes lists"
	switch {
	case len(c.Epsilons) > 1:
		return param.Refuse("epsilon", "epsilon %s: %s", number.Format(c.Epsilons[0])+",…", reason)
	case len(c.Horizons) > 1:
		return param.Refuse("horizon", "horizon %d,…: %s", c.Horizons[0], reason)
	case len(c.Sources) > 1:
		return param.Refuse("arms", "arms %s: %s", strings.Join(param.Map(c.Sources, func(s Source) string { return s.Arms }), "|"), reason)
	}
	for _, from := range c.Sources {
		if param.Combinations(from.Scenario) > 1 {
			return param.Refuse("scenario", "scenario %s: each parameter %s", from.Scenario, reason)
		}
	}
	for _, text := range c.Learners {
		if param.Combinations(text) > 1 {
			return param.Refuse("learner", "learner %s: each parameter %s", text, reason)
		}
	}
	return nil
}

// specs returns the chosen learners, which must be able to play all of the configurations, or the default ones. Members
// of a group that do not fit are left out.
func (c *Choice) specs(in []*model.Config) ([]learners.Spec, error) {
	if len(c.Learners) == 0 {
		return model.DefaultLearners(in[0].Scenario), nil
	}
	if len(c.Learners) > model.MaxSeries {
		return nil, param.Refuse("learner", "learner: %s are too many, at most %s are allowed", number.Count(len(c.Learners)),
			number.Count(model.MaxSeries))
	}
	var chosen []learners.Spec
	for _, text := range c.Learners {
		many, err := c.named(text, in, chosen)
		if err != nil {
			return nil, param.Refuse("learner", "learner %w", err)
		}
		chosen = append(chosen, many...)
	}
	return chosen, nil
}

// named returns the learners that a text names: a person, a group, or one.
func (c *Choice) named(text string, in []*model.Config, before []learners.Spec) ([]learners.Spec, error) {
	if text == learners.YouID {
		return c.you(in[0], before)
	}
	many, err := c.group(text, in)
	if err == nil && many == nil {
		many, err = c.one(text, in)
	}
	return many, err
}

// you returns the person as one learner of a run that is played on screen.
func (c *Choice) you(in *model.Config, before []learners.Spec) ([]learners.Spec, error) {
	switch {
	case !c.Live:
		return nil, learners.ErrYou
	case slices.ContainsFunc(before, func(other learners.Spec) bool { return other.Plays().Waits() }):
		return nil, errors.New("you: can be given only once")
	}
	you := learners.You(&learners.Game{}, in.Channel != "" || len(in.Scenario.Channels) > 0)
	if err := model.Suits(you.Declaration, in.Scenario); err != nil {
		return nil, fmt.Errorf("you cannot play %s: %w", in.Scenario.Name, err)
	}
	return []learners.Spec{you}, nil
}

// Learner reads a learner, which may be a program if programs may be started.
func (c *Choice) Learner(text string) (learners.Spec, error) {
	if c.Programs != nil {
		return learners.ParseTyped(text)
	}
	return learners.ParseSpec(text)
}

// one returns a learner, which must fit.
func (c *Choice) one(text string, in []*model.Config) ([]learners.Spec, error) {
	l, err := c.Learner(text)
	if id, _, _ := param.CutName(text); err != nil {
		_, unknown := learners.Find(id)
		if unknown != nil && !learners.IsProgram(id) && !strings.Contains(id, ".") {
			all := param.Map(model.Groups, func(g model.Group) string { return g.Name })
			all = append(all, param.Map(learners.All(), func(d *learners.Declaration) string { return d.ID })...)
			_, err = param.Find(all, "learner", id, func(name string) string { return name })
			err = fmt.Errorf("%s: %w", id, err)
		}
		return nil, err
	}
	for _, config := range in {
		if err := model.Suits(l.Declaration, config.Scenario); err != nil {
			return nil, fmt.Errorf("%s cannot play %s: %w", l.ID, config.Scenario.Name, err)
		}
	}
	return []learners.Spec{l}, nil
}

// group returns the members of a group or of a named comparison that fit; nil if the text names neither.
func (c *Choice) group(text string, in []*model.Config) ([]learners.Spec, error) {
	name, _, further := param.CutName(text)
	var all []learners.Spec
	if g := model.FindGroup(name); g != nil {
		all = g.Learners(in[0].Channel != "" || in[0].Scenario.Local || len(in[0].Scenario.Channels) > 0)
	} else if _, err := learners.Find(name); err == nil || c.Lineup == nil {
		return nil, nil // without a look at the comparisons, for which all figures are parsed
	}
	if all == nil {
		for _, own := range c.Lineup(name) {
			spec, err := learners.ParseSpec(own)
			if err != nil {
				return nil, err
			}
			all = append(all, spec)
		}
	}
	switch {
	case all == nil:
		return nil, nil
	case further:
		return nil, fmt.Errorf("%s: names many learners, and takes no parameters", text)
	}
	fitting := slices.DeleteFunc(slices.Clone(all), func(l learners.Spec) bool { return model.Fits(l, in) != nil })
	if len(fitting) == 0 {
		return nil, fmt.Errorf("%s: none of them can play %s: %s", name, in[0].Scenario.Name, misfits(all, in))
	}
	if len(fitting) < len(all) {
		c.LeftOut = append(c.LeftOut, param.Refuse("learner", "learner %s leaves out %s", name, misfits(all, in)))
	}
	return fitting, nil
}

// misfits names learners that do not fit, by reason.
func misfits(all []learners.Spec, in []*model.Config) string {
	var reasons []string
	ids := map[string][]string{}
	for _, l := range all {
		if err := model.Fits(l, in); err != nil {
			reason := err.Error()
			if ids[reason] == nil {
				reasons = append(reasons, reason)
			}
			ids[reason] = append(ids[reason], l.String())
		}
	}
	for i, reason := range reasons {
		reasons[i] = strings.Join(ids[reason], ", ") + " (" + reason + ")"
	}
	return strings.Join(reasons, "; ")
}

// equalize gives all private learners the same μ or ρ, if asked for.
func (c *Choice) equalize(config *model.Config) error {
	for _, equal := range []struct {
		flag  string
		value float64
		by    privacy.Notion
	}{{"mu", c.Mu, privacy.Mu}, {"rho", c.Rho, privacy.Rho}} {
		if equal.value == 0 {
			continue
		}
		for _, l := range config.Learners {
			if name := l.PrivacyParameter(); l.Sets(name) {
				return param.Refuse(equal.flag, "%s: cannot be combined with --learner %s, because it sets its %s", equal.flag, l, name)
			}
		}
		chosen, err := config.Equal(privacy.Measure{Notion: equal.by}, equal.value)
		if err != nil {
			return param.Refuse(equal.flag, "%s %s: %w", equal.flag, number.Format(equal.value), err)
		}
		config.Learners = chosen
	}
	return nil
}

// Same reports whether two configurations run the same.
func Same(a, b *model.Config) bool {
	texts := func(c *model.Config) []string { return param.Map(c.Learners, learners.Spec.String) }
	return SourceOf(a.Scenario) == SourceOf(b.Scenario) && slices.Equal(texts(a), texts(b)) &&
		a.Channel == b.Channel && a.Epsilon == b.Epsilon && a.Horizon == b.Horizon && a.Seed == b.Seed
}

// CommandLine returns a command line for a POSIX shell that runs the configuration: the program
// and its flags, each with its value. It is printable: a file's name may hold anything.
func CommandLine(c *model.Config) []string { return commandLine(c, number.Format(c.Epsilon)) }

// RunLine returns an experiment as a command line of regretscope run.
func RunLine(e *trials.Experiment) string {
	epsilons := param.Map(e.Points, func(c *model.Config) string { return number.Format(c.Epsilon) })
	parts := commandLine(e.Points[0], strings.Join(epsilons, ","))
	parts[0] += " run"
	parts = append(parts, "--runs "+strconv.Itoa(e.Runs))
	if len(e.At) > 0 {
		parts = append(parts, "--at "+strings.Join(param.Map(e.At, strconv.Itoa), ","))
	}
	return strings.Join(parts, " ")
}

func commandLine(c *model.Config, epsilon string) []string {
	parts, from := []string{"regretscope"}, SourceOf(c.Scenario)
	flag := func(name, value string) {
		if value != "" {
			parts = append(parts, "--"+name+" "+param.Quote(param.Printable(value)))
		}
	}
	flag("scenario", from.Scenario)
	flag("arms", from.Arms)
	if from.Arms != "" {
		from.Feedback = cmp.Or(from.Feedback, scenarios.Bandit)
	}
	flag("data", from.Data)
	flag("feedback", string(from.Feedback))
	for _, spec := range c.Learners {
		flag("learner", spec.String())
	}
	flag("channel", c.Channel)
	flag("epsilon", epsilon)
	flag("horizon", strconv.Itoa(c.Horizon))
	flag("seed", strconv.FormatUint(c.Seed, 10))
	return parts
}
