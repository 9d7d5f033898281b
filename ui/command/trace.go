package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"regretscope/model"
	"regretscope/noise"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/command/flags"
	"regretscope/ui/kit/outfile"
)

type traceCommand struct {
	flags.Choice
	flags.Equal
	Workers flags.Workers `placeholder:"N" help:"Accepted for consistency with run; the result is the same for any number."`

	config *model.Config
}

// AfterApply prepares the run that the flags ask for.
func (c *traceCommand) AfterApply() (err error) {
	if len(c.Learner) > 1 {
		return errors.New("--learner: a trace has one learner; give it once")
	}
	c.Choice.Equal = c.Equal
	if c.config, err = c.Config(); err == nil {
		if len(c.Learner) == 1 && len(c.config.Learners) > 1 {
			return fmt.Errorf("--learner %s: a trace has one learner, not %d", c.Learner[0], len(c.config.Learners))
		}
		c.config.Learners = c.config.Learners[:1]
	}
	return err
}

// Run writes the rounds up to the horizon.
func (c *traceCommand) Run(ctx context.Context, p *Program) error {
	return outfile.Buffered(p.Out, func(w io.Writer) error { return trace(ctx, c.config, w) })
}

type traceLine struct {
	Round    int            `json:"t"`
	Play     []int          `json:"play"`
	Reward   []float64      `json:"reward"`
	Report   []float64      `json:"report,omitempty"` // what the learner saw of it through a local channel
	Regret   float64        `json:"regret"`
	Releases []traceRelease `json:"releases"`
}

// A traceRelease is a release: of one arm, or of whole reward vectors.
type traceRelease struct {
	Arm          int          `json:"arm,omitempty"`
	Arms         []int        `json:"arms,omitempty"`
	Observations int          `json:"observations"`
	Epsilon      number.Float `json:"epsilon"`
	Scale        number.Float `json:"scale"`
}

func trace(ctx context.Context, c *model.Config, w io.Writer) error {
	run, encoder := model.NewRun(c, 0), json.NewEncoder(w)
	line := traceLine{Releases: []traceRelease{}} // even if there are none
	for run.Round() < c.Horizon {
		if ctx.Err() != nil {
			return Interrupted(fmt.Sprintf("interrupted after round %s of %s", number.Count(run.Round()),
				number.Count(c.Horizon)))
		}
		if run.Advance(1); run.Err() != nil {
			return run.Err()
		}
		line.set(run)
		if err := encoder.Encode(&line); err != nil {
			return err
		}
	}
	return nil
}

// set fills the line with the run's newest round.
func (l *traceLine) set(run *model.Run) {
	l.Round, l.Regret = run.Round(), run.Regret()
	l.Play, l.Reward, l.Report, l.Releases = l.Play[:0], l.Reward[:0], l.Report[:0], l.Releases[:0]
	for i, arm := range run.Play() {
		l.Play, l.Reward = append(l.Play, arm+1), append(l.Reward, run.Reward(i))
		if run.Local() {
			l.Report = append(l.Report, run.Report(i))
		}
	}
	for _, r := range run.Releases() {
		l.Releases = append(l.Releases, newTraceRelease(&r))
	}
}

func newTraceRelease(r *noise.Release) traceRelease {
	t := traceRelease{Observations: r.Observations, Epsilon: number.Float(r.Epsilon), Scale: number.Float(r.Scale)}
	if !r.Joint() && len(r.Arms) == 1 {
		t.Arm = r.Arms[0] + 1
		return t
	}
	t.Arms = param.Map(r.Arms, func(arm int) int { return arm + 1 })
	return t
}
