package command

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"regretscope/learners"
	"regretscope/model/record"
	"regretscope/model/trials"
	"regretscope/noise/files"
	"regretscope/noise/memlimit"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/command/flags"
	"regretscope/ui/kit/outfile"
)

type replications struct {
	flags.Choice
	flags.Equal
	Runs      flags.Count      `placeholder:"N" default:"20" help:"Replications, at most ${most_runs}; the first has the given seed (default: 20)."`
	Precision flags.Percentage `placeholder:"P%" help:"${run_precision}"`
	At        flags.Rounds     `placeholder:"N,N,…|FROM:TO:COUNT" help:"${run_at}"`
	Workers   flags.Workers    `placeholder:"N" help:"${workers}"`
}

func (c *replications) experiment() (*trials.Experiment, error) {
	c.Choice.Equal = c.Equal
	points, err := c.Points()
	if err != nil {
		return nil, err
	}
	e := &trials.Experiment{
		Points: points, Runs: int(c.Runs), Precision: float64(c.Precision), At: c.At, Workers: int(c.Workers),
	}
	return e, c.FlagError(e.Check())
}

type runCommand struct {
	replications
	reporting
	recording
	Plot string `writes:"" placeholder:"FILE.svg|png|pdf" help:"Also draw the result; with --output FILE, - writes SVG to standard output."`
	worded
	Quiet bool `help:"Hide progress."`

	work   *trials.Experiment // may also report rounds that only the plot shows
	plot   *outfile.File      // nil: no plot
	format string             // of the plot
}

// AfterApply prepares the experiment that the flags ask for.
func (c *runCommand) AfterApply(p *Program) error {
	var err error
	if c.work, err = c.experiment(); err != nil {
		return err
	}
	if err := c.recording.check(c.work); err != nil {
		return err
	}
	if _, err := c.labels(param.Map(c.work.Points[0].Learners, learners.Spec.String)); err != nil {
		return err
	}
	var resumed *trials.Design
	for _, path := range c.Records {
		if set, err := record.Read(path); err == nil && c.Resume && resumed == nil {
			resumed = set.Design()
		}
	}
	busy := cmp.Or(c.Output, files.Standard) == files.Standard
	if c.plot, c.format, err = p.openPlot("plot", c.Plot, c.Force || wrote(resumed, c.Plot), busy); err != nil {
		return err
	}
	c.reportCurves(resumed)
	if c.plot != nil {
		ended, end := context.WithCancel(context.Background()) // without exact expectations, which take time
		end()
		if err := c.worded.check(c.work.Design(ended), nil); err != nil {
			return err
		}
	}
	return c.reporting.open(func(path string) bool { return c.Force || wrote(resumed, path) })
}

// wrote reports whether a file has the fingerprint of a design. Tables have none.
func wrote(design *trials.Design, path string) bool {
	if design == nil {
		return false
	}
	file, size, err := files.OpenRegular(path)
	if err != nil {
		return false
	}
	defer file.Close()
	text := make([]byte, min(size, int64(memlimit.Room())))
	_, err = io.ReadFull(file, text)
	return err == nil && bytes.Contains(text, []byte(design.Fingerprint()))
}

// reportCurves adds rounds to measure for a plot, unless --at sets them. Resumed records keep their rounds.
func (c *runCommand) reportCurves(resumed *trials.Design) {
	with, curves := *c.work, c.Plot != ""
	with.ReportCurves()
	if resumed != nil {
		curves = !slices.ContainsFunc(resumed.Series, func(s trials.Series) bool {
			return s.Point >= len(with.Points) || !slices.Equal(s.At, with.Reported(s.Point))
		})
	}
	if curves {
		c.work.At = with.At
	}
}

// Run plays the replications and writes the result, also that of a stopped experiment if there are records.
func (c *runCommand) Run(ctx context.Context, p *Program) error {
	p.sayAll(c.LeftOut)
	for _, warning := range c.work.Points[0].Warnings() {
		p.say(errors.New("warning: " + warning))
	}
	result, err := c.recording.run(ctx, p, c.work, c.Quiet)
	stopped := new(ending)
	if result == nil || err != nil && !errors.As(err, &stopped) {
		return err
	}
	of := fmt.Sprintf("%s of %s runs", number.Count(min(result.Runs, int(c.Runs))), number.Count(int(c.Runs)))
	if c.Precision > 0 {
		of = "the runs so far"
	}
	shown := err == nil || result.Runs > 0 && (c.reporting.file != nil || stopped.status != interrupted)
	if !shown {
		if len(c.Records) == 0 {
			stopped.error = fmt.Errorf("%w after %s, nothing saved", stopped.error, of)
		}
		return err
	}
	if failed := c.write(p, result.At(c.At), c.shown(len(c.At) > 0), p.made(result.Design)); failed != nil {
		return failed
	}
	if c.plot != nil {
		if failed := c.draw(p, result, nil, c.plot, c.format, p.made(result.Design)); failed != nil {
			return failed
		}
	}
	if err != nil && c.reporting.file != nil {
		stopped.error = fmt.Errorf("%w: %s saved in %s", stopped.error, of, c.Output)
	}
	return err
}
