package command

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"regretscope/model/record"
	"regretscope/model/trials"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/chart"
	"regretscope/ui/chart/overlay"
	"regretscope/ui/command/flags"
	"regretscope/ui/kit/outfile"
	"regretscope/ui/plot"
)

type sized struct {
	Size plot.Size `plots:"" placeholder:"column|slide|16x10cm" help:"${plot_size}"`
}

type picture struct {
	sized
	Band overlay.Spread `plots:"" placeholder:"error|se|sd|quartiles|quantiles|none" enum:"${bands}" default:"error" help:"${band}"`
	Kind plot.Kind      `plots:"" name:"plot-kind" placeholder:"regret|distribution" enum:"regret,distribution" default:"regret" help:"${plot_kind}"`
	LogX bool           `plots:"" help:"Rounds, or the swept parameter, on a logarithmic axis, without values up to 0."`
	LogY bool           `plots:"" help:"Regret on a logarithmic axis, without values up to 0."`
}

func (c *picture) options() plot.Options {
	return plot.Options{Kind: c.Kind, Band: c.Band, LogX: c.LogX, LogY: c.LogY}
}

// worded is a picture with words of the user's own.
type worded struct {
	picture
	Title  *string  `plots:"" placeholder:"TEXT|none" help:"${plot_title}"`
	Label  []string `plots:"" sep:"none" placeholder:"ID=TEXT" help:"Name of a learner in the plot, written as for --learner. Repeat it for several."`
	XLabel string   `plots:"" placeholder:"TEXT" help:"Label of the horizontal axis of the plot."`
	YLabel string   `plots:"" placeholder:"TEXT" help:"Label of the vertical axis of the plot."`

	XRange flags.Range `plots:"" placeholder:"LOW:HIGH" help:"Part of the horizontal axis to show (default: all)."`
	YRange flags.Range `plots:"" placeholder:"LOW:HIGH" help:"Part of the vertical axis to show (default: all)."`
}

func (c *worded) labels(learners []string) (map[string]string, error) {
	labels := map[string]string{}
	for _, text := range c.Label {
		at := slices.IndexFunc(learners, func(id string) bool { return strings.HasPrefix(text, id+"=") })
		if at < 0 {
			return nil, fmt.Errorf("--label %s: must be ID=TEXT with a learner of the plot: %s", text,
				strings.Join(learners, " or "))
		}
		if id := learners[at]; labels[id] == "" {
			labels[id] = text[len(id)+1:]
			continue
		}
		return nil, fmt.Errorf("--label %s: %s is given twice", text, learners[at])
	}
	return labels, nil
}

func (c *worded) sheet(r *trials.Result, at []int) (*plot.Sheet, error) {
	options := c.options()
	options.At, options.Title, options.XLabel, options.YLabel = at, c.Title, c.XLabel, c.YLabel
	if c.Title != nil && *c.Title == "none" {
		options.Title = new(string)
	}
	options.XRange, options.YRange = chart.Range(c.XRange), chart.Range(c.YRange)
	options.Labels, _ = c.labels(r.Config.Learners) // they were checked before
	return plot.OfResult(r, options)
}

// check returns the error of drawing a result of the design, before there is one.
func (c *worded) check(d *trials.Design, at []int) error {
	r := &trials.Result{Runs: 1, Config: d.Setup, Design: d}
	for i := range d.Series {
		for _, t := range d.Series[i].At {
			r.Rows = append(r.Rows, trials.Row{Series: i, Round: t, Runs: 1})
		}
	}
	_, err := c.sheet(r, at)
	return err
}

func (c *worded) draw(
	p *Program, r *trials.Result, at []int, file *outfile.File, format string, made *trials.Made,
) error {
	sheet, err := c.sheet(r, at)
	if err != nil {
		return err
	}
	return p.draw(sheet, c.Size, file, format, made)
}

func (p *Program) draw(s *plot.Sheet, size plot.Size, file *outfile.File, format string, made *trials.Made) error {
	if s.Title == "" && s.LeavesOut() {
		p.say(fmt.Errorf("warning: the plot is drawn %s", plot.LeftOut))
	}
	if err := s.Lacks(format); err != nil {
		p.say(fmt.Errorf("warning: the plot: %w", err))
	}
	return file.Commit(func(w io.Writer) error { return s.Write(w, format, size, made) })
}

// checkRecorded returns an error about the first round of --at that is not recorded.
func checkRecorded(at flags.Rounds, recorded []int) error {
	for _, t := range at {
		i, found := slices.BinarySearch(recorded, t)
		if !found {
			near := recorded[max(0, i-1):min(i+1, len(recorded))]
			return fmt.Errorf("--at %d: not a recorded round; the nearest recorded: %s",
				t, strings.Join(param.Map(near, number.Count), ", "))
		}
	}
	return nil
}

type plotCommand struct {
	worded
	forceFlag
	At     flags.Rounds `placeholder:"N,N,…|FROM:TO:COUNT" help:"${plot_at}"`
	Files  []string     `reads:"" arg:"" name:"records" help:"${plot_records}"`
	Output string       `writes:"" required:"" placeholder:"FILE.svg|png|pdf" help:"File to draw to; - writes SVG to standard output."`

	sets   []*record.Set
	file   *outfile.File
	format string
}

// AfterApply reads the files.
func (c *plotCommand) AfterApply(p *Program) (err error) {
	if c.sets, err = record.ReadAll(c.Files...); err != nil {
		return err
	}
	var learners []string
	for _, set := range c.sets {
		learners = append(learners, set.Design().Setup.Learners...)
		for _, s := range set.Design().Series {
			if err := checkRecorded(c.At, s.At); err != nil {
				return err
			}
		}
	}
	if _, err := c.labels(learners); err != nil {
		return err
	}
	for _, set := range c.sets {
		if err := c.check(set.Design(), c.At); err != nil {
			return err
		}
	}
	c.file, c.format, err = p.openPlot("output", c.Output, c.Force, false)
	return err
}

// Run draws the runs that are complete.
func (c *plotCommand) Run(p *Program) error {
	var joined *trials.Result
	var designs []*trials.Design
	for _, set := range c.sets {
		p.tellTorn(set)
		result, err := set.Result()
		if err != nil {
			return err
		}
		designs = append(designs, result.Design)
		if joined == nil {
			joined = result
		} else if joined, err = plot.Join(joined, result); err != nil {
			return fmt.Errorf("%s: cannot be drawn together with the files before it: %w", set.Path(), err)
		}
	}
	if err := c.draw(p, joined, c.At, c.file, c.format, p.made(designs...)); err != nil {
		return err
	}
	return lacks(c.sets...)
}
