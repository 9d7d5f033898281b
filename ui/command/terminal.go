package command

import (
	"cmp"
	"errors"
	"fmt"

	"regretscope/model"
)

// terminalCommand is the program without a command.
type terminalCommand struct {
	choice
	Background string  `placeholder:"auto|dark|light" enum:"auto,dark,light" default:"auto" help:"The terminal's background (default: ask the terminal)."`
	Charset    string  `placeholder:"braille|line|ascii" enum:"auto,braille,line,ascii" default:"auto" help:"What the lines of charts are made of (default: braille, or line where there are no colours)."`
	AtRound    int     `placeholder:"N" help:"Open the run at round N."`
	Mouse      bool    `help:"Panels, arms and the timeline can be clicked; the terminal's own selection of text is then off."`
	Version    version `help:"Print the version."`

	start Start
}

var errNoTerminal = errors.New("the terminal program needs a terminal to read from and to draw on; regretscope run and trace work without one")

// Help shows examples.
func (*terminalCommand) Help() string {
	return `Examples:

	regretscope
	regretscope --scenario hhmh-1 --learner lazy-dp-ts --learner ucb1 --epsilon 0.5
	regretscope --arms "0.9 0.8 beta(4,1)" --learner anytime-lazy-ucb --learner thompson`
}

// version is the flag that prints the version and nothing else.
type version bool

// IgnoreDefault keeps kong from starting the terminal program.
func (version) IgnoreDefault() {}

// BeforeReset prints the version before anything else is looked at.
func (version) BeforeReset(p *Program) error {
	text := Name + " " + model.Version
	if commit := model.Commit(); commit != "" {
		text += " (" + commit + ")"
	}
	_, err := fmt.Fprintln(p.Out, text)
	return &answered{err}
}

// AfterApply makes what the terminal program begins with.
func (c *terminalCommand) AfterApply(p *Program) error {
	config, err := c.config()
	if err != nil {
		return err
	}
	if c.AtRound < 0 || c.AtRound > config.Horizon {
		return fmt.Errorf("--at-round %d: must be from 0 to the horizon, %d", c.AtRound, config.Horizon)
	}
	c.start = Start{
		AtRound: c.AtRound,
		Config:  config, Setup: cmp.Or(c.Scenario, c.Arms) == "" && len(c.Learner) == 0,
		Background: c.Background, Charset: c.Charset, Mouse: c.Mouse,
	}
	if !isTerminal(p.In) || !isTerminal(p.Out) {
		return errNoTerminal
	}
	return nil
}

// Run runs the terminal program until it is left.
func (c *terminalCommand) Run(p *Program) error { return p.Terminal(c.start, p.Streams) }
