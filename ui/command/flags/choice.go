// Package flags defines the flags of the command line: the types of their values, and the
// choice that the flags of a run describe.
package flags

import (
	"errors"
	"fmt"
	"strings"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/choice"
	"regretscope/model/figure"
	"regretscope/model/program"
	"regretscope/noise/channel"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/scenarios/file"
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
	Horizon  Horizons `placeholder:"N" help:"${horizon}"`
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

// text returns what the flags choose.
func (c *Choice) text() *choice.Choice {
	t := &choice.Choice{
		Learners: c.Learner, Channels: []string{c.Channel}, Epsilons: c.Epsilon, Horizons: c.Horizon, Seed: uint64(c.Seed),
		Mu: float64(c.Equal.Mu), Rho: float64(c.Equal.Rho), Open: file.Open, Programs: c.Programs, Live: c.Live, Lineup: lineup,
	}
	if c.Programs != nil { // a person named the file
		t.Open = file.OpenGiven
	}
	for _, list := range strings.Split(c.Arms, "|") {
		from := choice.Source{Scenario: c.Scenario, Arms: list, Data: c.Data}
		if c.Feedback != nil {
			from.Feedback = scenarios.Feedback(*c.Feedback)
		}
		t.Sources = append(t.Sources, from)
	}
	return t
}

func lineup(name string) []string {
	l, err := figure.FindLineup(name)
	if err != nil {
		return nil
	}
	return l.Learners
}

// Config returns the one run that the flags describe, with the scenario's defaults. Its rounds are played one by one.
func (c *Choice) Config() (*model.Config, error) {
	if err := c.WriteOut(); err != nil {
		return nil, err
	}
	t := c.text()
	config, err := t.Config()
	return config, c.took(t, err)
}

// ConfigIn returns the one run that the other flags describe in a scenario.
func (c *Choice) ConfigIn(s *scenarios.Scenario) (*model.Config, error) {
	t := c.text()
	config, err := t.ConfigIn(s)
	return config, c.took(t, err)
}

// Points returns the configurations that the flags describe: one for every combination of
// scenario, ε, and horizon, with every alternative of a learner's parameters.
func (c *Choice) Points() ([]*model.Config, error) {
	if err := c.WriteOut(); err != nil {
		return nil, err
	}
	t := c.text()
	points, err := t.Points()
	return points, c.took(t, err)
}

// Single returns an error if the flags describe a grid, for commands that take one configuration.
func (c *Choice) Single() error { return c.FlagError(c.text().Single()) }

// OpenScenario opens the scenario that the flags name, or makes one from --arms.
func (c *Choice) OpenScenario() (*scenarios.Scenario, error) {
	t := c.text()
	s, err := t.Sources[0].Open(t.Open)
	return s, c.FlagError(err)
}

// ParseLearner reads a learner, which may be a program if a person has typed it.
func (c *Choice) ParseLearner(text string) (learners.Spec, error) { return c.text().Learner(text) }

// took takes what became of the choice.
func (c *Choice) took(t *choice.Choice, err error) error {
	c.LeftOut = append(c.LeftOut, param.Map(t.LeftOut, c.FlagError)...)
	return c.FlagError(err)
}

// FlagError turns an error about a choice, a configuration or an experiment into one about its flag.
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

func channelNames() string {
	names := param.Map(channel.Catalog(), func(d channel.Declaration) string {
		if len(d.Parameters) == 0 {
			return d.ID
		}
		return d.ID + " (" + strings.Join(d.Names(), ", ") + ")"
	})
	return strings.Join(names, ", ")
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
	if c.Channel == "" {
		c.Channel = l.Channel
	}
	if len(c.Epsilon) == 0 && l.Epsilon != 0 {
		c.Epsilon = Epsilons{l.Epsilon}
	}
	if len(c.Horizon) == 0 && l.Horizon != 0 {
		c.Horizon = Horizons{l.Horizon}
	}
	return nil
}
