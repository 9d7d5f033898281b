//go:build !js

package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"time"

	"regretscope/model/figure"
	"regretscope/model/trials"
	"regretscope/noise/files"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/answer"
	"regretscope/ui/command/flags"
	"regretscope/ui/kit/outfile"
	"regretscope/ui/kit/stream"
)

type reproduceCommand struct {
	IDs       []string        `arg:"" name:"id" help:"Figures (list figures shows them), or all."`
	TimeLimit flags.TimeLimit `placeholder:"2h" help:"Stop after this time. Claims without a verdict are undecided, and the exit status is 3."`
	Output    string          `folder:"" placeholder:"DIR" help:"${reproduce_output}"`
	Format    string          `placeholder:"table|json" enum:"table,json" default:"table" help:"Output format (default: table)."`
	picture
	At      flags.Rounds  `plots:"" placeholder:"N,N,…|FROM:TO:COUNT" help:"Recorded rounds to draw in plots over rounds (default: all)."`
	Data    string        `reads:"" placeholder:"DIR" help:"${reproduce_data}"`
	Workers flags.Workers `placeholder:"N" help:"${workers}"`
	Quiet   bool          `help:"Hide progress."`

	figures []*figure.Figure
}

// AfterApply finds the figures and checks the flags.
func (c *reproduceCommand) AfterApply() error {
	for _, id := range c.IDs {
		if id == "all" {
			c.figures = figure.All()
			if len(c.IDs) > 1 {
				return errors.New("reproduce all: cannot be combined with other figures")
			}
			break
		}
		f, err := figure.Find(id)
		if err != nil {
			return fmt.Errorf("reproduce %s: %w", id, err)
		}
		if slices.ContainsFunc(c.figures, func(other *figure.Figure) bool { return other.ID == id }) {
			return fmt.Errorf("reproduce %s: is given twice", id)
		}
		c.figures = append(c.figures, f)
	}
	if err := c.checkData(); err != nil || len(c.At) == 0 {
		return err
	}
	return c.checkRounds()
}

// checkRounds returns an error if no panel records a round of --at.
func (c *reproduceCommand) checkRounds() error {
	var recorded []int
	for _, f := range c.figures {
		for i := range f.Panels {
			if f.NeedsData() && c.Data == "" || f.Panels[i].X.Shows != figure.Rounds {
				continue
			}
			e, err := f.Panels[i].Experiment(c.Data, f.Runs)
			if err != nil {
				return fmt.Errorf("%s: %w", f.ID, err)
			}
			recorded = append(recorded, e.At...)
		}
	}
	slices.Sort(recorded)
	if len(recorded) == 0 {
		return errors.New("--at: no panel of these figures is over rounds")
	}
	return checkRecorded(c.At, recorded)
}

func (c *reproduceCommand) takeFolder(p *Program) error {
	if c.Output == "" {
		return nil
	}
	_, absent := os.Stat(c.Output)
	if err := os.MkdirAll(c.Output, 0o755); err != nil {
		return fmt.Errorf("--output %s: %w", c.Output, files.Reason(err))
	}
	lock, err := files.LockFolder(c.Output, files.Dying)
	p.atEnd = append(p.atEnd, lock.Release, func() {
		if absent != nil {
			os.Remove(c.Output) // which does nothing if there are files in it
		}
	})
	if err != nil {
		return fmt.Errorf("--output %s: %w", c.Output, err)
	}
	if !lock.Locked() {
		p.say(fmt.Errorf("warning: %s: %s", c.Output, noLocks))
	}
	if _, err := outfile.Open(filepath.Join(c.Output, "report.md"), false); err != nil {
		return fmt.Errorf("--output %w", err)
	}
	return nil
}

// checkData reads the data folder once, before anything is simulated.
func (c *reproduceCommand) checkData() error {
	if c.Data == "" {
		return nil
	}
	for _, f := range c.figures {
		if f.NeedsData() {
			if _, err := f.Panels[0].Experiment(c.Data, f.Runs); err != nil {
				return fmt.Errorf("--data: %w", err)
			}
			return nil
		}
	}
	return errors.New("--data: none of these figures reads a folder")
}

// Run reproduces the cheap figures first, so that they leave their unused time to the others.
// Figures that reached their limit share what remains at the end.
func (c *reproduceCommand) Run(ctx context.Context, p *Program) error {
	if err := c.takeFolder(p); err != nil {
		return BadInput(err)
	}
	began := time.Now()
	entries := map[*figure.Figure]answer.Entry{}
	var order, cut []*figure.Figure
	for _, f := range c.figures {
		e := answer.Entry{Figure: f, Command: p.line(), Folder: c.Output != "", Skipped: "interrupted"}
		if f.NeedsData() && c.Data == "" {
			e.Skipped = "it needs MovieLens ratings: name their folder with --data DIR"
			if !c.Quiet {
				p.say(fmt.Errorf("%s: left out: %s", f.ID, e.Skipped))
			}
		} else {
			order = append(order, f)
		}
		entries[f] = e
	}
	slices.SortStableFunc(order, func(a, b *figure.Figure) int { return cmp.Compare(a.Work(), b.Work()) })
	var failure error // the first: the other figures go on
	for len(order) > 0 {
		for i, f := range order {
			if ctx.Err() != nil {
				break
			}
			limit := c.share(order[i:], began)
			if seen := entries[f].Outcome; seen != nil && limit.Seconds() < 2*seen.Seconds {
				continue // too little to get further
			}
			e, err := c.reproduce(ctx, p, f, limit)
			if failure = cmp.Or(failure, err); e.Outcome == nil {
				e.Outcome, e.Skipped = entries[f].Outcome, param.Brief(err.Error())
			}
			entries[f] = e
			if err == nil && e.Outcome.Limited {
				cut = append(cut, f)
			}
		}
		order, cut = cut, nil
	}
	r := &answer.Report{
		Command: p.line(), Theme: stream.Theme(p.Out, p.color), Entries: param.Map(c.figures, func(f *figure.Figure) answer.Entry { return entries[f] }),
	}
	if slices.ContainsFunc(r.Entries, func(e answer.Entry) bool { return e.Outcome != nil }) || failure == nil {
		failure = cmp.Or(failure, c.deliver(r, p))
	}
	if failure != nil {
		return failure
	}
	limited := func(e answer.Entry) bool { return e.Outcome != nil && e.Outcome.Limited }
	if open := r.Count(figure.Undecided); open > 0 && slices.ContainsFunc(r.Entries, limited) {
		return &ending{fmt.Errorf("%w: %s undecided", trials.ErrTimeLimit, number.Plural(open, "claim")), moreToDo}
	}
	return nil
}

func (c *reproduceCommand) reproduce(
	ctx context.Context, p *Program, f *figure.Figure, limit time.Duration,
) (answer.Entry, error) {
	meter := stream.NewMeter(p.Err, c.Quiet)
	outcome, err := f.Reproduce(ctx, figure.Options{
		Data: c.Data, Folder: c.Output, Command: p.line(), Limit: limit, Workers: int(c.Workers),
		Progress: func(now figure.Progress) {
			meter.Of(fmt.Sprintf("%s, %s: ", f.File(&f.Panels[now.Panel]), number.Plural(now.Runs, "run")))
			meter.Show(now.Progress)
		},
	})
	meter.Clear()
	e := answer.Entry{
		Figure: f, Command: p.line(), Folder: c.Output != "", Outcome: outcome,
		Plot: c.options(), Size: c.Size,
	}
	e.Plot.At = c.At
	if err != nil {
		return e, c.ended(err, f)
	}
	if !c.Quiet {
		fmt.Fprintf(p.Err, "%s: %d of %s decided, %s, %s\n", f.ID, outcome.Decided(),
			number.Plural(len(f.Claims), "claim"), number.Plural(outcome.Runs, "run"), number.Seconds(outcome.Seconds))
	}
	return e, c.draw(e)
}

// finishing is reserved for drawing and writing at the end of a time limit.
const finishing = 2 * time.Second

// share returns the time for the first of the figures: 0, no limit, without --time-limit.
func (c *reproduceCommand) share(figures []*figure.Figure, began time.Time) time.Duration {
	if c.TimeLimit == 0 {
		return 0
	}
	total := 0.
	for _, f := range figures {
		total += weight(f)
	}
	left := max(time.Duration(c.TimeLimit)-time.Since(began)-finishing, 0)
	return max(time.Duration(float64(left)*weight(figures[0])/total), time.Millisecond)
}

// weight returns a number proportional to a figure's share of the time limit: the root of its
// work, so that small figures finish and large ones begin.
func weight(f *figure.Figure) float64 {
	const (
		least = 1e7
		most  = 4e8 // so that one figure does not take the time of all others
	)
	return math.Sqrt(min(max(f.Work(), least), most))
}

// ended returns the error of a reproduction that was stopped.
func (c *reproduceCommand) ended(err error, f *figure.Figure) error {
	if !errors.Is(err, context.Canceled) {
		return fmt.Errorf("%s: %w", f.ID, err)
	}
	note := "interrupted at " + f.ID
	if c.Output != "" {
		note += fmt.Sprintf(": finished runs are in %s; the same command continues", c.Output)
	}
	return Interrupted(note)
}

func (c *reproduceCommand) draw(e answer.Entry) error {
	if c.Output == "" {
		return nil
	}
	for i, sheet := range e.Sheets() {
		if sheet == nil {
			continue
		}
		for _, format := range []string{"svg", "png"} {
			path := filepath.Join(c.Output, e.File(&e.Panels[i])+"."+format)
			write := func(w io.Writer) error { return sheet.Write(w, format, e.SizeOf(sheet), e.Made(i)) }
			if err := outfile.Replace(path, write); err != nil {
				return err
			}
		}
	}
	return nil
}

// deliver writes the reports, and the outcome to standard output.
func (c *reproduceCommand) deliver(r *answer.Report, p *Program) error {
	if c.Output != "" {
		for name, write := range map[string]func(io.Writer) error{
			"report.md":   r.WriteMarkdown,
			"report.html": r.WriteHTML,
		} {
			if err := outfile.Replace(filepath.Join(c.Output, name), write); err != nil {
				return err
			}
		}
	}
	return p.answer(nil, r, answer.Options{Format: c.Format}, nil)
}
