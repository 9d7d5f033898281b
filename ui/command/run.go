package command

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"regretscope/model"
)

var runCommand = &command{
	name:    "run",
	summary: "Replications without a screen: a table, CSV or JSON.",
	examples: `  regretscope run --scenario hhmh-1 --epsilon 0.5 --horizon 1e5 --runs 200
  regretscope run --learner lazy-dp-ts,epsilon=0.25 --learner lazy-dp-ts,epsilon=1 --at 1e3,1e4,1e5
  regretscope run --scenario my.toml --format json --output result.json
`,
	grammar: func(p *Program) action { return &runFlags{program: p} },
}

type runFlags struct {
	choice
	Runs    string `placeholder:"N" help:"Replications; the first has the given seed (default: 20)."`
	At      string `placeholder:"N,N,…" help:"Rounds to report (default: powers of ten and the horizon)."`
	Workers string `placeholder:"N" help:"Goroutines at work; the result is the same for any number (default: the cores)."`
	Engine  string `placeholder:"auto|exact|leap" help:"How to simulate: round by round (exact), or over the rounds in which a play stands (leap: exact in law, on other rewards). auto leaps where every reward is certain (default: auto)."`
	Format  string `placeholder:"table|csv|json" help:"What to write (default: as the name of the --output ends, else table). In JSON, infinite numbers are the strings inf and -inf."`
	Output  string `placeholder:"FILE" help:"Write to a file, as a whole or not at all. When interrupted, the finished runs are saved there."`
	Quiet   bool   `help:"No progress on the terminal."`

	program *Program
}

// formats are what a result can be written as.
var formats = []struct {
	name  string
	write func(*model.Result, io.Writer) error
}{
	{"table", writeTable},
	{"csv", (*model.Result).WriteCSV},
	{"json", (*model.Result).WriteJSON},
}

func (f *runFlags) plan() (work, error) {
	e, err := f.experiment()
	if err != nil {
		return nil, err
	}
	write, err := f.writer()
	if err != nil {
		return nil, err
	}
	if err := checkOutput(f.Output); err != nil {
		return nil, fmt.Errorf("--output %s: %w", f.Output, err)
	}
	return func(ctx context.Context) error {
		for _, warning := range e.Config.Warnings() {
			fmt.Fprintf(f.program.Err, "warning: %s\n", warning)
		}
		return f.run(ctx, e, write)
	}, nil
}

func (f *runFlags) experiment() (*model.Experiment, error) {
	config, err := f.config()
	if err != nil {
		return nil, err
	}
	e := &model.Experiment{Config: config, Engine: model.Engine(f.Engine)}
	if e.Runs, err = whole("runs", cmp.Or(f.Runs, "20"), model.MaxRuns); err != nil {
		return nil, err
	}
	if f.Workers != "" {
		if e.Workers, err = whole("workers", f.Workers, model.MaxWorkers); err != nil {
			return nil, err
		}
	}
	if f.At != "" {
		for text := range strings.SplitSeq(f.At, ",") {
			if len(e.At) > model.MaxReported {
				break // the check below says how many are allowed
			}
			t, err := whole("at", strings.TrimSpace(text), float64(config.Horizon))
			if err != nil {
				return nil, fmt.Errorf("%w, the horizon", err)
			}
			e.At = append(e.At, t)
		}
	}
	if err := e.Check(); err != nil {
		return nil, fmt.Errorf("--%w", err)
	}
	return e, nil
}

// writer is what writes the format that was asked for.
func (f *runFlags) writer() (func(*model.Result, io.Writer) error, error) {
	ending := strings.TrimPrefix(strings.ToLower(filepath.Ext(f.Output)), ".")
	var names []string
	for _, format := range formats {
		if format.name == f.Format {
			return format.write, nil
		}
		names = append(names, format.name)
	}
	if f.Format != "" {
		return nil, fmt.Errorf("--format %s: must be one of %s", f.Format, strings.Join(names, ", "))
	}
	return formats[max(slices.Index(names, ending), 0)].write, nil
}

func (f *runFlags) run(ctx context.Context, e *model.Experiment, write func(*model.Result, io.Writer) error) error {
	ctx, stop := untilInterrupted(ctx)
	defer stop()
	meter := newMeter(f.program.Err, f.Quiet)
	result, stopped := e.Run(ctx, meter.show)
	meter.clear()
	if result == nil {
		return stopped
	}
	if stopped != nil && (f.Output == "" || result.Runs == 0) {
		return &interruption{fmt.Sprintf("interrupted after %d of %d runs, nothing is saved", result.Runs, e.Runs)}
	}
	err := writeOutput(f.Output, f.program.Out, func(w io.Writer) error { return write(result, w) })
	if err == nil && stopped != nil {
		return &interruption{fmt.Sprintf("interrupted: %d of %d runs are saved in %s", result.Runs, e.Runs, f.Output)}
	}
	return err
}
