package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"regretscope/learners"
	"regretscope/model/program"
	"regretscope/model/record"
	"regretscope/model/trials"
	"regretscope/noise/files"
	"regretscope/noise/number"
	"regretscope/ui/command/flags"
	"regretscope/ui/kit/outfile"
	"regretscope/ui/kit/stream"
)

// recording holds the flags of an experiment that keeps finished work in a file.
type recording struct {
	Records   []string        `writes:"" sep:"none" placeholder:"FILE.jsonl" help:"${records}"`
	Resume    bool            `help:"With --records: continue an existing file, running only the units that no file has."`
	Shard     flags.Shard     `placeholder:"I/N|auto" help:"${shard}"`
	TimeLimit flags.TimeLimit `placeholder:"2h" help:"Stop after this time, with exit status 3 if work is left."`
}

func (r *recording) check(e *trials.Experiment) error {
	e.Shard = trials.Shard(r.Shard)
	if at := slices.IndexFunc(r.Records, files.IsStream); at >= 0 {
		return fmt.Errorf("--records %s: must be a file", r.Records[at])
	}
	switch {
	case e.Precision > 0 && r.Shard.Of > 0:
		return fmt.Errorf("--shard %d/%d: cannot be combined with --precision, which needs all runs", r.Shard.Part,
			r.Shard.Of)
	case len(r.Records) == 0 && r.Resume:
		return errors.New("--resume: requires --records FILE")
	case len(r.Records) == 0 && r.Shard.Of > 0:
		return fmt.Errorf("--shard %d/%d: requires --records FILE, which keeps the shard", r.Shard.Part, r.Shard.Of)
	case len(r.Records) == 0 || r.Resume:
		return nil
	case len(r.Records) > 1:
		return fmt.Errorf("--records %s: only --resume reads more files than one", r.Records[1])
	}
	err := cmp.Or(outfile.CheckEnding(r.Records[0], "JSON lines", ".jsonl"), record.CheckNew(r.Records[0]))
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("--records %w; add --resume to continue it", err)
	}
	if err != nil {
		return fmt.Errorf("--records %w", err)
	}
	return nil
}

// limited returns a context that ends when the time of --time-limit, if it was given, is up.
func limited(ctx context.Context, limit flags.TimeLimit) (context.Context, context.CancelFunc) {
	if limit == 0 {
		return ctx, func() {}
	}
	return context.WithTimeoutCause(ctx, time.Duration(limit), trials.ErrTimeLimit)
}

// run runs the experiment and stores finished units. If it is stopped, the error is an
// *ending. The result of a shard is nil.
func (r *recording) run(ctx context.Context, p *Program, e *trials.Experiment, quiet bool) (*trials.Result, error) {
	ctx, cancel := limited(ctx, r.TimeLimit)
	defer cancel()
	var file *record.File
	if len(r.Records) > 0 {
		var err error
		if file, err = record.Open(ctx, r.Records[0], r.Resume, e, p.line(), r.Records[1:]...); err != nil {
			if ctx.Err() == nil {
				err = BadInput(fmt.Errorf("--records %w", err))
			}
			return nil, r.ended(err, nil)
		}
		for _, sentence := range file.Damage() {
			p.say(errors.New("warning: " + sentence + "; lost units are simulated again"))
		}
		if !file.Locked() {
			p.say(fmt.Errorf("warning: %s: %s", r.Records[0], noLocks))
		}
	}
	meter := stream.NewMeter(p.Err, quiet)
	cost := costOf(e)
	result, err := e.Run(ctx, func(done trials.Progress) {
		if text := cost(done); text != "" && !quiet {
			meter.Clear()
			fmt.Fprintln(p.Err, text)
		}
		meter.Show(done)
	})
	meter.Clear()
	if file != nil {
		err = cmp.Or(file.Close(), err) // without the file, nothing goes on
	}
	return result, r.ended(err, file)
}

// leastCost is the shortest processor time that is told.
const leastCost = 10 * time.Second

// costOf returns a function that says, once and as soon as it can be known, how much processor time an experiment
// will take, on a busy machine, too. It does not know the time of programs, nor how many runs a precision needs.
func costOf(e *trials.Experiment) func(trials.Progress) string {
	began, before := time.Now(), stream.ProcessorTime()
	known := e.Precision > 0 || slices.ContainsFunc(e.Points[0].Learners, func(s learners.Spec) bool { return s.Plays().Process() != nil })
	return func(done trials.Progress) string {
		used := stream.ProcessorTime() - before
		if known || done.Elapsed == 0 || used < time.Second { // the first units alone mislead
			return ""
		}
		known = true
		share := float64(used) / float64(time.Since(began)) / float64(done.Workers) // of a worker's time
		left := done.Total - done.Kept
		cost := share * done.Elapsed * float64(left) / float64(done.Total)
		if cost < leastCost.Seconds() {
			return ""
		}
		return fmt.Sprintf("%s in about %s of processor time", number.Plural(left, "unit"), number.Seconds(cost))
	}
}

// noLocks is the warning if nothing keeps a second process away.
const noLocks = "its file system has no locks: make sure that no other process writes there"

// ended returns an *ending for work that was stopped, and other errors unchanged.
func (r *recording) ended(err error, file *record.File) error {
	failure, status := new(program.Failure), failed
	switch {
	case errors.As(err, &failure):
		err = failure
	case errors.Is(err, trials.ErrTimeLimit):
		err, status = trials.ErrTimeLimit, moreToDo
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		err, status = errors.New("interrupted"), interrupted
	default:
		return err
	}
	if file != nil {
		err = fmt.Errorf("%w: %s has %s; the same command with --resume goes on", err, r.Records[0],
			number.Plural(file.Units(), "unit"))
	}
	return &ending{err, status}
}
