package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"regretscope/model"
	"regretscope/ui/kit/outfile"
)

type runCommand struct {
	choice
	Runs    count   `placeholder:"N" default:"20" help:"Replications; the first has the given seed (default: 20)."`
	At      rounds  `placeholder:"N,N,…" help:"Rounds to report (default: powers of ten and the horizon)."`
	Workers count   `placeholder:"N" help:"Goroutines at work; the result is the same for any number (default: the cores)."`
	Engine  string  `placeholder:"auto|exact|leap" enum:"auto,exact,leap" default:"auto" help:"How to simulate: round by round (exact), or over the rounds in which a play stands (leap: exact in law, on other rewards). auto leaps where every reward is certain (default: auto)."`
	Format  *string `placeholder:"table|csv|json" enum:"table,csv,json" help:"What to write (default: as the name of the --output ends, else table). In JSON, infinite numbers are the strings inf and -inf."`
	Output  string  `placeholder:"FILE" help:"Write to a file, as a whole or not at all. When interrupted, the finished runs are saved there."`
	Quiet   bool    `help:"No progress on the terminal."`

	experiment *model.Experiment
	file       *outfile.File // nil: standard output
}

// Help shows examples.
func (*runCommand) Help() string {
	return `Examples:

	regretscope run --scenario hhmh-1 --epsilon 0.5 --horizon 1e5 --runs 200
	regretscope run --learner lazy-dp-ts,epsilon=0.25 --learner lazy-dp-ts,epsilon=1 --at 1e3,1e4,1e5
	regretscope run --scenario my.toml --format json --output result.json

A list or a range where one value stands makes a grid, on the same rewards at
every point:

	regretscope run --scenario chh-synthetic --epsilon 0.5:50:50 --runs 100 --format csv
	regretscope run --scenario "ww-det,K=4|16|64" --learner "rnm-ftnl,scale=1|2" --horizon 1e3,1e4`
}

// AfterApply makes the experiment that the flags ask for.
func (c *runCommand) AfterApply() error {
	points, err := c.points()
	if err != nil {
		return err
	}
	c.experiment = &model.Experiment{
		Points: points, Runs: int(c.Runs), At: c.At, Workers: int(c.Workers), Engine: model.Engine(c.Engine),
	}
	if err := c.experiment.Check(); err != nil {
		return c.blame(err)
	}
	c.file, err = openOutput(c.Output)
	return err
}

// Run plays the replications and writes what came out, also when it was
// interrupted and there is a file to save to.
func (c *runCommand) Run(ctx context.Context, p *Program) error {
	for _, warning := range c.experiment.Points[0].Warnings() {
		p.say(errors.New("warning: " + warning))
	}
	defer c.file.Discard() // unless the result is written to it
	ctx, stop := untilInterrupted(ctx)
	defer stop()
	meter := newMeter(p.Err, c.Quiet)
	result, stopped := c.experiment.Run(ctx, meter.show)
	meter.clear()
	if result == nil {
		return stopped
	}
	if stopped != nil && (c.file == nil || result.Runs == 0) {
		return &interruption{fmt.Sprintf("interrupted after %d of %d runs, nothing is saved", result.Runs, c.Runs)}
	}
	err := p.deliver(c.file, func(w io.Writer) error { return c.write(result, w) })
	if err == nil && stopped != nil {
		return &interruption{fmt.Sprintf("interrupted: %d of %d runs are saved in %s", result.Runs, c.Runs, c.Output)}
	}
	return err
}

// write writes the format that was asked for or that the output's name ends in.
func (c *runCommand) write(r *model.Result, w io.Writer) error {
	format := strings.TrimPrefix(strings.ToLower(filepath.Ext(c.Output)), ".")
	if c.Format != nil {
		format = *c.Format
	}
	switch format {
	case "csv":
		return r.WriteCSV(w)
	case "json":
		return r.WriteJSON(w)
	default:
		return writeTable(r, w)
	}
}
