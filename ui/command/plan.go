//go:build !js

package command

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"
	"text/template"
	"time"
	"unicode/utf8"

	"regretscope/model"
	"regretscope/model/trials"
	"regretscope/noise/files"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/command/flags"
	"regretscope/ui/kit/outfile"
	"regretscope/ui/kit/stream"
	"regretscope/ui/script"
)

type planCommand struct {
	replications
	For    *string     `placeholder:"slurm|parallel" enum:"slurm,parallel" help:"Write the job file of a Slurm job array or of GNU parallel (default: none; print the estimate only)."`
	Shards flags.Count `placeholder:"N" help:"Number of parts (default: parts of about half an hour)."`
	Dir    string      `folder:"" placeholder:"DIR" default:"records" help:"Folder for the records of the job (default: records)."`
	Output string      `writes:"" placeholder:"FILE" help:"Write the job file to a new file (default: standard output)."`
	forceFlag
	Quiet bool `help:"Hide progress."`

	work *trials.Experiment
	file *outfile.File // nil: standard output
}

// AfterApply prepares the planned experiment.
func (c *planCommand) AfterApply(p *Program) error {
	if c.For != nil && files.IsStream(c.Scenario) {
		return fmt.Errorf("--scenario %s: must be a file, because every part of the job reads it", c.Scenario)
	}
	var err error
	if c.work, err = c.experiment(); err != nil {
		return err
	}
	switch {
	case c.Precision > 0:
		return errors.New("--precision: the number of runs is not known in advance, so it cannot be planned")
	case c.Shards > trials.MaxShards:
		return fmt.Errorf("--shards %d: must be a whole number from 1 to %s", c.Shards, number.Count(trials.MaxShards))
	case c.For == nil && (c.Shards > 0 || c.Output != ""):
		return errors.New("--shards, --output: need --for, the kind of job file")
	case c.For != nil && slices.ContainsFunc(p.args, func(text string) bool { return !utf8.ValidString(text) }):
		return errors.New("--for: arguments must be UTF-8")
	}
	c.file, err = open("output", c.Output, c.Force, "shell script", ".sh")
	return err
}

//go:embed jobs.tmpl
var jobText string

var jobFiles = template.Must(template.New("jobs").Parse(jobText))

type job struct {
	About    []string // comments
	Program  string   // its path, quoted for a shell
	Request  string   // the flags of run, quoted for a shell
	Parts    int
	Dir      string // quoted for a shell
	Limit    string // --time-limit
	WallTime string // the scheduler's limit, HH:MM:SS
}

// Sizes of the parts of a plan.
const (
	timing     = 8 * time.Second  // of all series together
	partLasts  = 30 * time.Minute // of one part
	minSplit   = 10 * time.Minute // shorter work is not split
	usualParts = 4                // a suitable length of one part
)

// Run times the experiment and writes its cost.
func (c *planCommand) Run(ctx context.Context, p *Program) error {
	p.sayAll(c.LeftOut)
	meter := stream.NewMeter(p.Err, c.Quiet)
	cost, err := c.work.Cost(ctx, timing, meter.Show)
	meter.Clear()
	if errors.Is(err, context.Canceled) {
		return Interrupted("interrupted; no plan")
	}
	if err != nil {
		return err
	}
	parts := cmp.Or(int(c.Shards), partsOf(cost, len(cost.Series)*c.work.Runs))
	if c.For == nil {
		_, err := fmt.Fprintln(p.Out, strings.Join(c.tell(cost, parts), "\n"))
		return err
	}
	job := c.job(p, cost, parts)
	job.About = append(job.About, p.made(c.work.Design(ctx)).Text())
	return p.deliver(c.file, func(w io.Writer) error { return jobFiles.ExecuteTemplate(w, *c.For, job) })
}

func partsOf(cost *trials.Cost, units int) int {
	if cost.High < minSplit.Seconds() {
		return 1
	}
	return min(max(1, int(math.Ceil(cost.Mean/partLasts.Seconds()))), units, trials.MaxShards)
}

func (c *planCommand) tell(cost *trials.Cost, parts int) []string {
	longest := slices.MaxFunc(c.work.Points, func(a, b *model.Config) int { return cmp.Compare(a.Horizon, b.Horizon) })
	lines := []string{
		fmt.Sprintf("%s of %d series (%s), up to %s each", number.Plural(cost.Units, "unit"), len(cost.Series),
			number.Plural(c.work.Runs, "run"), number.Plural(longest.Horizon, "round")),
		fmt.Sprintf("on one core %s (%s to %s), from timing a piece of every series",
			number.Seconds(cost.Mean), number.Seconds(cost.Low), number.Seconds(cost.High)),
	}
	if parts > 1 {
		return append(lines, fmt.Sprintf("%d parts of %s each", parts, number.Seconds(cost.Mean/float64(parts))))
	}
	text := fmt.Sprintf("one part is enough for %s in %s", number.Plural(cost.Units, "unit"), number.Seconds(cost.Mean))
	if more := min(usualParts, cost.Units); more > 1 && cost.Mean > usualParts*timing.Seconds() {
		text += fmt.Sprintf("; %d parts take %s", more, number.Seconds(cost.Mean/float64(more)))
	}
	return append(lines, text)
}

func (c *planCommand) job(p *Program, cost *trials.Cost, parts int) *job {
	// Twice the estimate: a part that takes longer must be submitted again.
	wall := time.Duration(2*cost.High/float64(parts)*float64(time.Second)).Round(time.Minute) + 5*time.Minute
	program, err := os.Executable()
	if err != nil {
		program = Name
	}
	j := &job{
		Program: script.Quote(program), Parts: parts, Dir: script.Quote(c.Dir),
		Limit: (wall - 2*time.Minute).String(), WallTime: fmt.Sprintf("%02d:%02d:00", int(wall.Hours()),
			int(wall.Minutes())%60),
		About: param.Map(c.tell(cost, parts), param.Printable),
	}
	j.Request = script.Join(p.argsWithout("for", "shards", "quiet", "workers", "force")[1:])
	return j
}
