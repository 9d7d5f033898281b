//go:build !js

package command

import (
	"context"
	"errors"
	"fmt"

	"regretscope/learners"
	"regretscope/model/solve"
	"regretscope/model/trials"
	"regretscope/ui/answer"
	"regretscope/ui/command/flags"
	"regretscope/ui/kit/stream"
)

type solveCommand struct {
	flags.Choice
	For          string         `required:"" placeholder:"PARAMETER" help:"Parameter to solve for: epsilon, or a numeric parameter of the learner."`
	RegretWithin flags.Positive `xor:"condition" and:"of" placeholder:"FACTOR" help:"${solve_regret_within}"`
	Of           string         `and:"of" placeholder:"ID[,key=value…]" help:"With --regret-within: learner to compare with, on the same rewards."`
	RegretBelow  flags.Positive `xor:"condition" placeholder:"X" help:"Target: regret at the horizon is at most X."`
	Between      flags.Between  `placeholder:"LOW:HIGH" help:"${solve_between}"`
	Tolerance    flags.Positive `placeholder:"X" default:"0.05" help:"Relative half-width of the interval around an answer (default: 0.05)."`
	Workers      flags.Workers  `placeholder:"N" help:"Number of goroutines, at most ${most_workers} (default: the cores)."`
	Format       string         `placeholder:"table|json" enum:"table,json" default:"table" help:"Output format (default: table)."`
	Quiet        bool           `help:"Hide progress."`

	problem *solve.Problem
}

// AfterApply prepares the problem that the flags describe.
func (c *solveCommand) AfterApply() error {
	if len(c.Learner) != 1 {
		return errors.New("--learner: name one learner, whose parameter to solve for")
	}
	switch {
	case c.RegretWithin == 0 && c.RegretBelow == 0:
		return errors.New("--regret-within FACTOR --of ID, or --regret-below X: give one condition")
	case c.Tolerance < .001 || c.Tolerance > 1:
		return fmt.Errorf("--tolerance %v: must be a number from 0.001 to 1", c.Tolerance)
	}
	if c.Of != "" {
		if _, err := learners.ParseSpec(c.Of); err != nil {
			return fmt.Errorf("--of %w", err)
		}
		c.Learner = append(c.Learner, c.Of)
	}
	config, err := c.Config()
	if err != nil {
		return err
	}
	if len(config.Learners) != len(c.Learner) {
		return errors.New("--learner, --of: must name one learner each, not a group")
	}
	if _, _, _, err := solve.Range(config, c.For); err != nil {
		return fmt.Errorf("--for %s: %w", c.For, err)
	}
	c.problem = &solve.Problem{
		Config: config, Parameter: c.For, Factor: float64(c.RegretWithin), Below: float64(c.RegretBelow),
		Low: c.Between.Low, High: c.Between.High, Tolerance: float64(c.Tolerance), Workers: int(c.Workers),
	}
	return nil
}

// Run solves the problem and writes the answer.
func (c *solveCommand) Run(ctx context.Context, p *Program) error {
	var tell func(string)
	if !c.Quiet && stream.IsTerminal(p.Err) {
		tell = func(text string) { fmt.Fprintf(p.Err, "\r\x1b[K%s", text) }
		defer fmt.Fprint(p.Err, "\r\x1b[K")
	}
	found, err := c.problem.Solve(ctx, tell)
	if errors.Is(err, context.Canceled) {
		return Interrupted("interrupted; no solution")
	}
	if err != nil {
		return err
	}
	return p.answer(nil, &answer.Solution{Answer: found}, answer.Options{Format: c.Format},
		p.made(trials.DesignOf(c.problem.Config)))
}
