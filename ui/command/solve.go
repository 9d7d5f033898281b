//go:build !js

package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"regretscope/model/solve"
	"regretscope/model/trials"
	"regretscope/ui/answer"
	"regretscope/ui/command/flags"
	"regretscope/ui/kit/stream"
)

type solveCommand struct {
	flags.Choice
	For          string          `required:"" placeholder:"PARAMETER" help:"Parameter to solve for: epsilon, or a numeric parameter of the learner."`
	RegretWithin flags.Positive  `xor:"condition" and:"of" placeholder:"FACTOR" help:"${solve_regret_within}"`
	Of           string          `and:"of" placeholder:"ID[,key=value…]" help:"With --regret-within: learner to compare with, on the same rewards."`
	RegretBelow  flags.Positive  `xor:"condition" placeholder:"X" help:"Target: regret at the horizon is at most X."`
	Between      flags.Between   `placeholder:"LOW:HIGH" help:"${solve_between}"`
	Whole        bool            `help:"Try whole numbers only, for a parameter of a program; those of built-in learners are known."`
	Tolerance    flags.Positive  `placeholder:"X" default:"0.05" help:"Relative half-width of the interval around an answer (default: 0.05)."`
	TimeLimit    flags.TimeLimit `placeholder:"60s" help:"Stop after this time, with what is known and exit status 3."`
	Workers      flags.Workers   `placeholder:"N" help:"Number of goroutines, at most ${most_workers} (default: the cores)."`
	Format       string          `placeholder:"table|json" enum:"table,json" default:"table" help:"Output format (default: table)."`
	Quiet        bool            `help:"Hide progress."`

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
		if _, err := c.ParseLearner(c.Of); err != nil {
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
	if _, _, _, err := solve.Range(config, c.For); err != nil && (c.Between == flags.Between{} || !errors.Is(err, solve.ErrNoRange)) {
		return fmt.Errorf("--for %s: %w", c.For, err)
	}
	c.problem = &solve.Problem{
		Config: config, Parameter: c.For, Factor: float64(c.RegretWithin), Below: float64(c.RegretBelow),
		Low: c.Between.Low, High: c.Between.High, Whole: c.Whole, Tolerance: float64(c.Tolerance), Workers: int(c.Workers),
	}
	return nil
}

// Run solves the problem and writes the answer, also that of a search that ended early.
func (c *solveCommand) Run(ctx context.Context, p *Program) error {
	ctx, cancel := limited(ctx, c.TimeLimit)
	defer cancel()
	meter := stream.NewMeter(p.Err, c.Quiet)
	found, err := c.problem.Solve(ctx, func(what string, done trials.Progress) {
		meter.Of(what)
		meter.Show(done)
	})
	meter.Clear()
	stopped := new(ending)
	if err = (&recording{}).ended(err, nil); err != nil && !errors.As(err, &stopped) {
		return err
	}
	if found == nil && stopped.status == failed { // a program
		return err
	}
	if found == nil {
		return &ending{fmt.Errorf("%w before the first value was tested", err), stopped.status}
	}
	r := &answer.Solution{Answer: found}
	if err != nil {
		r.Ended = err.Error()
	}
	made := p.made(trials.DesignOf(c.problem.Config))
	return cmp.Or(p.answer(nil, r, answer.Options{Format: c.Format}, made), err)
}
