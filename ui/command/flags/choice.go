// Package flags defines the flags of the command line: the types of their values, and the
// configuration that the flags of a run describe.
package flags

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/figure"
	"regretscope/model/program"
	"regretscope/model/trials"
	"regretscope/noise/channel"
	"regretscope/noise/memlimit"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/noise/privacy"
	"regretscope/scenarios"
	"regretscope/scenarios/arm"
	"regretscope/scenarios/file"
	"regretscope/scenarios/table"
)

// Choice holds the flags that mean the same in every command. Texts that depend on each other are
// read when all are known.
type Choice struct {
	Scenario string   `reads:"" xor:"scenario" placeholder:"NAME[,key=value…]|FILE" help:"${scenario}"`
	Lineup   string   `xor:"scenario,learner" placeholder:"NAME" help:"${lineup}"`
	Arms     string   `xor:"scenario,data" placeholder:"\"A B …\"" help:"${arms}"`
	Feedback *string  `placeholder:"bandit|full" enum:"bandit,full" help:"Feedback with --arms (default: bandit) or a table (default: full)."`
	Learner  []string `xor:"learner" placeholder:"ID[,key=value…]" sep:"none" help:"${learner}"`
	Epsilon  Epsilons `xor:"epsilon" placeholder:"X" help:"${epsilon}"`
	Channel  string   `placeholder:"ID[,key=value…]" help:"${channel}"`
	Horizon  Counts   `placeholder:"N" help:"${horizon}"`
	Seed     Seed     `placeholder:"N" default:"1" help:"Random seed, an unsigned 64-bit number (default: 1)."`
	Data     string   `reads:"" xor:"data" placeholder:"PATH" help:"Folder or zip file of a data set, for scenarios that need one."`

	Equal    Equal         `kong:"-"`
	Live     bool          `kong:"-"` // a person may play
	LeftOut  []error       `kong:"-"` // sentences on learners of a group that do not fit
	Programs *program.Host `kong:"-"` // nil: the flags come from a file or a link, which may not start programs
}

// Equal holds the flags that give all private learners the same μ or ρ; 0: neither.
type Equal struct {
	Mu  Positive `xor:"epsilon" placeholder:"X" help:"${mu}"`
	Rho Positive `xor:"epsilon" placeholder:"X" help:"Likewise with ρ of zero-concentrated privacy (zCDP)."`
}

// BeforeApply lets the flags of a command line start programs.
func (c *Choice) BeforeApply(host *program.Host) error {
	c.Programs = host
	return nil
}

// Config returns the one run that the flags describe, with the scenario's defaults. Its rounds are played one by one.
func (c *Choice) Config() (*model.Config, error) {
	if err := cmp.Or(c.Single(), c.WriteOut()); err != nil {
		return nil, err
	}
	s, err := c.OpenScenario()
	if err != nil {
		return nil, err
	}
	return c.ConfigIn(s)
}

// ConfigIn returns the one run that the other flags describe in a scenario.
func (c *Choice) ConfigIn(s *scenarios.Scenario) (*model.Config, error) {
	if c.Live && slices.Contains(c.Learner, learners.YouID) { // pressing 1 must not be the best play
		var err error
		if s, err = s.Shuffled(uint64(c.Seed)); err != nil {
			return nil, fmt.Errorf("--scenario %w", err)
		}
	}
	horizon := param.Or(c.Horizon, s.Horizon)[0]
	if err := scenarios.CheckHorizon(float64(horizon)); err != nil {
		return nil, fmt.Errorf("--horizon %d: %w", horizon, err)
	}
	config, err := c.configure(s, param.Or(c.Epsilon, s.Epsilon)[0], horizon)
	if err == nil {
		err = c.setLearners(config)
	}
	if err != nil {
		return nil, err
	}
	if n := len(config.Learners); n > model.MaxLearners {
		return nil, fmt.Errorf("--learner: %d are too many for a screen, at most %d are allowed; regretscope run takes more", n, model.MaxLearners)
	}
	return config, c.FlagError(config.Check())
}

// configure returns a run in a scenario, without learners.
func (c *Choice) configure(s *scenarios.Scenario, epsilon float64, horizon int) (*model.Config, error) {
	if horizon > scenarios.MaxHorizon {
		return nil, fmt.Errorf("--horizon %d: must be a whole number from 1 to %s", horizon,
			number.Count(scenarios.MaxHorizon))
	}
	if err := learners.CheckEpsilon(epsilon); err != nil {
		return nil, fmt.Errorf("--scenario %s: epsilon %v: %w", s.Name, epsilon, err)
	}
	return &model.Config{
		Scenario: s.Within(horizon), Channel: c.Channel, Seed: uint64(c.Seed), Horizon: horizon,
		Epsilon: epsilon, Programs: c.Programs,
	}, nil
}

// setLearners gives runs their learners, which still need to be checked.
func (c *Choice) setLearners(configs ...*model.Config) error {
	chosen, err := c.learners(configs)
	for _, config := range configs {
		config.Learners = chosen
		if err == nil {
			err = c.equalize(config)
		}
	}
	return err
}

// FlagError turns an error about a configuration or an experiment into one about its flag.
// Scenario, learners, horizon, and ε have been checked before.
func (c *Choice) FlagError(err error) error {
	var at *param.FieldError
	switch {
	case !errors.As(err, &at):
		return err
	case at.Field != "channel":
		return fmt.Errorf("--%w", err)
	}
	text := strings.TrimPrefix(err.Error(), "channel "+c.Channel+": ")
	id, reason, _ := strings.Cut(text, ": ")
	if strings.HasPrefix(strings.ToLower(c.Channel), id) {
		text = reason
	}
	return fmt.Errorf("--channel %s: %s", c.Channel, text)
}

// channelNames lists the channels with their parameters, for help.
func channelNames() string {
	names := param.Map(channel.Catalog(), func(d channel.Declaration) string {
		if len(d.Parameters) == 0 {
			return d.ID
		}
		return d.ID + " (" + strings.Join(d.Names(), ", ") + ")"
	})
	return strings.Join(names, ", ")
}

// OpenScenario opens the scenario that the flags name, or makes one from --arms.
func (c *Choice) OpenScenario() (*scenarios.Scenario, error) {
	if c.Arms != "" {
		return c.fromArms()
	}
	if c.Feedback != nil && !table.IsName(c.Scenario) {
		return nil, errors.New("--feedback: needs --arms or a table (.csv); other scenarios have their own")
	}
	open := file.Open
	if c.Programs != nil { // a person named the file
		open = file.OpenGiven
	}
	s, err := open(cmp.Or(c.Scenario, scenarios.Default), c.Data)
	var inFile *file.Error
	if err != nil && !errors.As(err, &inFile) {
		return nil, fmt.Errorf("--scenario %w", err)
	}
	switch {
	case err == nil && c.Data != "" && s.Data == "":
		return nil, fmt.Errorf("--data: %s reads no folder", s.Name)
	case err == nil && c.Feedback != nil:
		own := *s
		own.Feedback = scenarios.Feedback(*c.Feedback)
		return &own, nil
	}
	return s, err
}

func (c *Choice) fromArms() (*scenarios.Scenario, error) {
	feedback := scenarios.Bandit
	if c.Feedback != nil {
		feedback = scenarios.Feedback(*c.Feedback)
	}
	laws, err := arm.ParseList(c.Arms)
	if err != nil {
		return nil, fmt.Errorf("--arms: %w", err)
	}
	s, err := scenarios.FromArms("arms", laws, feedback)
	if err != nil {
		return nil, fmt.Errorf("--%w", err)
	}
	s.Written = strings.TrimSpace(c.Arms)
	return s, nil
}

// you returns the person as one learner of a run that is played on screen.
func (c *Choice) you(s *scenarios.Scenario, before []learners.Spec) (learners.Spec, error) {
	alone := !slices.ContainsFunc(before, func(other learners.Spec) bool { return other.Plays().Waits() })
	switch {
	case !c.Live:
		return learners.Spec{}, fmt.Errorf("--learner %w", learners.ErrYou)
	case !alone:
		return learners.Spec{}, errors.New("--learner you: can be given only once")
	}
	you := learners.You(&learners.Game{}, c.Channel != "" || len(s.Channels) > 0)
	if err := model.Suits(you.Declaration, s); err != nil {
		return learners.Spec{}, fmt.Errorf("--learner you cannot play %s: %w", s.Name, err)
	}
	return you, nil
}

// ParseLearner reads a learner, which may be a program if a person has typed it.
func (c *Choice) ParseLearner(text string) (learners.Spec, error) {
	if c.Programs != nil {
		return learners.ParseTyped(text)
	}
	return learners.ParseSpec(text)
}

// equalize gives all private learners the same μ or ρ, if asked for.
func (c *Choice) equalize(config *model.Config) error {
	for _, equal := range []struct {
		flag  string
		value Positive
		by    privacy.Notion
	}{{"mu", c.Equal.Mu, privacy.Mu}, {"rho", c.Equal.Rho, privacy.Rho}} {
		if equal.value == 0 {
			continue
		}
		for _, l := range config.Learners {
			if name := l.PrivacyParameter(); l.Sets(name) {
				return fmt.Errorf("--%s: cannot be combined with --learner %s, because it sets its %s", equal.flag, l,
					name)
			}
		}
		chosen, err := config.Equal(privacy.Measure{Notion: equal.by}, float64(equal.value))
		if err != nil {
			return fmt.Errorf("--%s %s: %w", equal.flag, number.Format(float64(equal.value)), err)
		}
		config.Learners = chosen
	}
	return nil
}

// WriteOut replaces a named comparison by the scenario and learners that it stands for.
func (c *Choice) WriteOut() error {
	if c.Lineup == "" {
		return nil
	}
	l, err := figure.FindLineup(c.Lineup)
	if err != nil {
		return fmt.Errorf("--lineup %s: %w", c.Lineup, err)
	}
	c.Lineup, c.Scenario, c.Arms, c.Learner = "", l.Scenario, l.Arms, l.Learners
	if l.Full {
		c.Feedback = new(string)
		*c.Feedback = string(scenarios.Full)
	}
	c.Channel = cmp.Or(c.Channel, l.Channel)
	if len(c.Epsilon) == 0 && l.Epsilon != 0 {
		c.Epsilon = Epsilons{l.Epsilon}
	}
	if len(c.Horizon) == 0 && l.Horizon != 0 {
		c.Horizon = Counts{l.Horizon}
	}
	return nil
}

// Points returns the configurations that the flags describe: one for every combination of
// scenario, ε, and horizon, with every alternative of a learner's parameters.
func (c *Choice) Points() ([]*model.Config, error) {
	if err := c.WriteOut(); err != nil {
		return nil, err
	}
	if err := c.checkGrid(); err != nil {
		return nil, err
	}
	own := *c
	own.Learner = slices.Concat(param.Map(c.Learner, param.Alternatives)...)
	var points []*model.Config
	all, arms := c.scenarios(), 0
	for i, text := range all {
		if own.Scenario = text; c.Arms != "" {
			own.Scenario, own.Arms = "", text
		}
		s, err := own.OpenScenario()
		if err != nil {
			return nil, err
		}
		arms += s.Arms() * len(s.Phases)
		if data := arms / (i + 1) * len(all) * armBytes; data > memlimit.Room() { // if all others are like those so far
			return nil, fmt.Errorf("--scenario: the arms of %d scenarios %s", len(all), memlimit.Refusal(data))
		}
		for _, epsilon := range param.Or(c.Epsilon, s.Epsilon) {
			for _, horizon := range param.Or(c.Horizon, s.Horizon) {
				config, err := own.configure(s, epsilon, horizon)
				if err != nil {
					return nil, err
				}
				points = append(points, config)
			}
		}
	}
	err := own.setLearners(points...)
	c.LeftOut = own.LeftOut
	return points, err
}

// scenarios returns the alternatives of --scenario, or those of --arms.
func (c *Choice) scenarios() []string {
	if c.Arms != "" {
		return strings.Split(c.Arms, "|")
	}
	return param.Alternatives(c.Scenario)
}

// armBytes estimates from above the memory of an arm in a phase.
const armBytes = 1 << 8

// checkGrid limits the size of the grid before it is built.
func (c *Choice) checkGrid() error {
	learners := 0.
	for _, text := range c.Learner {
		learners += param.Combinations(text)
	}
	points := param.Combinations(c.Scenario) * float64(1+strings.Count(c.Arms, "|")) *
		float64(max(len(c.Epsilon), 1)) * float64(max(len(c.Horizon), 1))
	return trials.CheckGrid(max(learners, 1), points)
}

// Single returns an error if the flags describe a grid, for commands that take one configuration.
func (c *Choice) Single() error {
	const reason = "must be one value here; regretscope run takes lists"
	switch {
	case len(c.Epsilon) > 1:
		return fmt.Errorf("--epsilon %s: %s", number.Format(c.Epsilon[0])+",…", reason)
	case len(c.Horizon) > 1:
		return fmt.Errorf("--horizon %d,…: %s", c.Horizon[0], reason)
	case strings.Contains(c.Arms, "|"):
		return fmt.Errorf("--arms %s: %s", c.Arms, reason)
	case param.Combinations(c.Scenario) > 1:
		return fmt.Errorf("--scenario %s: each parameter %s", c.Scenario, reason)
	}
	for _, text := range c.Learner {
		if param.Combinations(text) > 1 {
			return fmt.Errorf("--learner %s: each parameter %s", text, reason)
		}
	}
	return nil
}

// learners returns the chosen learners, which must be able to play all of the configurations,
// or the default ones. Members of a group that do not fit are left out.
func (c *Choice) learners(in []*model.Config) ([]learners.Spec, error) {
	if len(c.Learner) == 0 {
		return model.DefaultLearners(in[0].Scenario), nil
	}
	if len(c.Learner) > model.MaxSeries {
		return nil, fmt.Errorf("--learner: %s are too many, at most %s are allowed",
			number.Count(len(c.Learner)), number.Count(model.MaxSeries))
	}
	var chosen []learners.Spec
	for _, text := range c.Learner {
		if text == learners.YouID {
			you, err := c.you(in[0].Scenario, chosen)
			if err != nil {
				return nil, err
			}
			chosen = append(chosen, you)
			continue
		}
		many, err := c.group(text, in)
		if err == nil && many == nil {
			many, err = c.one(text, in)
		}
		if err != nil {
			return nil, fmt.Errorf("--learner %w", err)
		}
		chosen = append(chosen, many...)
	}
	return chosen, nil
}

// one returns a learner, which must fit.
func (c *Choice) one(text string, in []*model.Config) ([]learners.Spec, error) {
	l, err := c.ParseLearner(text)
	if id, _, _ := param.CutName(text); err != nil {
		_, unknown := learners.Find(id)
		if unknown != nil && !learners.IsProgram(id) && !strings.Contains(id, ".") {
			all := append(groups(), param.Map(learners.All(),
				func(d *learners.Declaration) string { return d.ID })...)
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

func groups() []string {
	return param.Map(model.Groups, func(g model.Group) string { return g.Name })
}

// group returns the members of a group or of a named comparison that fit; nil if the text names neither.
func (c *Choice) group(text string, in []*model.Config) ([]learners.Spec, error) {
	name, _, further := param.CutName(text)
	var all []learners.Spec
	if g := model.FindGroup(name); g != nil {
		all = g.Learners(c.Channel != "" || in[0].Scenario.Local || len(in[0].Scenario.Channels) > 0)
	} else if _, err := learners.Find(name); err == nil {
		return nil, nil // without a look at the comparisons, for which all figures are parsed
	} else if l, err := figure.FindLineup(name); err == nil {
		for _, own := range l.Learners {
			spec, err := learners.ParseSpec(own)
			if err != nil {
				return nil, err
			}
			all = append(all, spec)
		}
	} else {
		return nil, nil
	}
	if further {
		return nil, fmt.Errorf("%s: names many learners, and takes no parameters", text)
	}
	fitting := slices.DeleteFunc(slices.Clone(all), func(l learners.Spec) bool { return model.Fits(l, in) != nil })
	if len(fitting) == 0 {
		return nil, fmt.Errorf("%s: none of them can play %s: %s", name, in[0].Scenario.Name, misfits(all, in))
	}
	if len(fitting) < len(all) {
		c.LeftOut = append(c.LeftOut, fmt.Errorf("--learner %s leaves out %s", name, misfits(all, in)))
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
