package command

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"time"

	"regretscope/model"
	"regretscope/model/program"
	"regretscope/model/record"
	"regretscope/noise/budget"
	"regretscope/ui/kit"
	"regretscope/ui/kit/recorded"
)

// recording is the flags of an experiment whose finished work is kept in a file.
type recording struct {
	Records   string    `writes:"" placeholder:"FILE.jsonl" help:"Keep the measurements of every finished unit (a learner at a grid point in one replication) in a new file, one line a unit. A run that is stopped at any moment goes on from there by --resume."`
	Resume    bool      `help:"With --records: go on with a file that is there, and do only what is missing."`
	Shard     shard     `placeholder:"I/N|auto" help:"With --records: do the I-th of N parts of the work, N at most ${most_shards}; merge puts the parts together. auto reads I and N from a Slurm job array's variables."`
	TimeLimit timeLimit `placeholder:"2h" help:"Stop after this time, with exit status 3 if more is to do."`
}

// shardOfArray is the part that a task of a Slurm job array does. The array must
// be whole, from 0 or 1 on: one that repeats some tasks does not say how many
// parts there are.
func shardOfArray(getenv func(string) string) (model.Shard, error) {
	number := func(name string) int {
		n, err := strconv.Atoi(getenv(name))
		if err != nil {
			return -1
		}
		return n
	}
	id, first, last, count := number("SLURM_ARRAY_TASK_ID"), number("SLURM_ARRAY_TASK_MIN"), number("SLURM_ARRAY_TASK_MAX"), number("SLURM_ARRAY_TASK_COUNT")
	if id < 0 || count < 1 {
		return model.Shard{}, errors.New("there is no job array: SLURM_ARRAY_TASK_ID and its neighbours are not set; give I/N")
	}
	if first > 1 || last-first+1 != count || id < first || id > last || count > model.MaxShards {
		return model.Shard{}, fmt.Errorf("the job array has %d tasks from %d to %d, which does not say how many parts there are; give I/N", count, first, last)
	}
	return model.Shard{Part: id - first + 1, Of: count}, nil
}

// check finds out what is wrong with the flags.
func (r *recording) check(e *model.Experiment) error {
	e.Shard = model.Shard(r.Shard)
	switch {
	case e.Precision > 0 && r.Shard.Of > 0:
		return fmt.Errorf("--shard %d/%d: a part cannot know how precise the whole is; run it without --precision, or without --shard", r.Shard.Part, r.Shard.Of)
	case r.Records == "" && r.Resume:
		return errors.New("--resume: goes on with a file of records; name it by --records")
	case r.Records == "" && r.Shard.Of > 0:
		return fmt.Errorf("--shard %d/%d: a part is kept in a file of records; name it by --records", r.Shard.Part, r.Shard.Of)
	case r.Records == "" || r.Resume:
		return nil
	}
	err := record.CheckNew(r.Records)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("--records %w; go on with it by --resume", err)
	}
	if err != nil {
		return fmt.Errorf("--records %w", err)
	}
	return nil
}

// run runs the experiment, keeps what it finishes, and puts a complete file in
// order. When it is stopped, the error is an *interruption. The result is nil for
// a shard.
func (r *recording) run(ctx context.Context, p *Program, e *model.Experiment, quiet bool) (*model.Result, error) {
	if r.TimeLimit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, time.Duration(r.TimeLimit), model.ErrTimeLimit)
		defer cancel()
	}
	var file *record.File
	if r.Records != "" {
		var err error
		if file, err = recorded.Open(ctx, r.Records, r.Resume, e); err != nil {
			if ctx.Err() == nil {
				err = &wrongRequest{fmt.Errorf("--records %w", err)}
			}
			return nil, r.ended(err, nil)
		}
		if !file.Locked() {
			p.say(fmt.Errorf("warning: %s: %s", r.Records, noLocks))
		}
	}
	meter := newMeter(p.Err, quiet)
	result, err := e.Run(ctx, meter.show)
	meter.clear()
	if file != nil {
		err = recorded.Close(file, err)
	}
	return result, r.ended(err, file)
}

// noLocks is said where nothing keeps a second process away.
const noLocks = "its file system has no locks: see to it that no other process writes there"

// ended makes an interruption of work that was told to stop; other errors are
// themselves.
func (r *recording) ended(err error, file *record.File) error {
	stopped, exhausted, failure := &interruption{}, new(budget.Exhausted), new(program.Failure)
	switch {
	case errors.As(err, &failure):
		stopped.note, stopped.status = failure.Error(), failed
	case errors.Is(err, model.ErrTimeLimit):
		stopped.note, stopped.status = model.ErrTimeLimit.Error(), moreToDo
	case errors.As(err, &exhausted):
		stopped.note, stopped.status = exhausted.Error(), failed
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		stopped.note, stopped.status = "interrupted", interrupted
	default:
		return err
	}
	if file != nil {
		stopped.note += fmt.Sprintf(": %s has %s, go on by --resume", r.Records, kit.Plural(file.Units(), "unit"))
	}
	return stopped
}
