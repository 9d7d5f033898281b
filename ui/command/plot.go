package command

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"regretscope/model"
	"regretscope/model/record"
	"regretscope/noise/param"
	"regretscope/ui/chart/overlay"
	"regretscope/ui/command/flags"
	"regretscope/ui/kit"
	"regretscope/ui/kit/outfile"
	"regretscope/ui/plot"
)

type sized struct {
	Size plot.Size `placeholder:"column|slide|16x10cm" help:"Size of a plot: a paper's column (8.5 cm), a slide (24 cm), or a width and a height in cm, mm, in, or px of a PNG, drawn at 300 dots per inch (default: column)."`
}

type picture struct {
	sized
	Band overlay.Spread `placeholder:"error|se|sd|quartiles|quantiles|none" enum:"error,se,sd,quartiles,quantiles,none" default:"error" help:"Band around each line of a plot: the 95% interval of the mean, its standard error, the standard deviation, or 25 to 75 or 5 to 95% of the runs around their median (default: error)."`
	Kind plot.Kind      `name:"plot-kind" placeholder:"regret|distribution" enum:"regret,distribution" default:"regret" help:"Kind of plot: mean regret with a band, or boxes of the runs' regret at the horizon (default: regret)."`
	LogX bool           `help:"Rounds, or the swept parameter, on a logarithmic axis."`
	LogY bool           `help:"Regret on a logarithmic axis."`
}

func (c *picture) options() plot.Options {
	return plot.Options{Kind: c.Kind, Band: c.Band, LogX: c.LogX, LogY: c.LogY}
}

func (c *picture) draw(p *Program, r *model.Result, at []int, file *outfile.File, format string, made *model.Made) error {
	options := c.options()
	options.At = at
	sheet, err := plot.OfResult(r, options)
	if err != nil {
		return err
	}
	return p.commit(file, func(w io.Writer) error { return sheet.Write(w, format, cmp.Or(c.Size, plot.Column), made) })
}

// checkRecorded returns an error about the first round of --at that is not recorded.
func checkRecorded(at flags.Rounds, recorded []int) error {
	for _, t := range at {
		i, found := slices.BinarySearch(recorded, t)
		if !found {
			near := recorded[max(0, i-1):min(i+1, len(recorded))]
			return fmt.Errorf("--at %d: not a recorded round; the nearest recorded: %s",
				t, strings.Join(param.Map(near, kit.Count), ", "))
		}
	}
	return nil
}

type plotCommand struct {
	picture
	forceFlag
	At     flags.Rounds `placeholder:"N,N,…|FROM:TO:COUNT" help:"Recorded rounds to draw (default: all). A plot that is not over rounds shows the last of them."`
	Files  []string     `reads:"" arg:"" name:"records" help:"Record files of one experiment, of its shards, or of several experiments to draw together; - reads standard input."`
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
	for _, set := range c.sets {
		for _, s := range set.Design().Series {
			if err := checkRecorded(c.At, s.At); err != nil {
				return err
			}
		}
	}
	c.file, c.format, err = p.openPlot("output", c.Output, c.Force, false)
	return err
}

// Run draws the runs that are complete.
func (c *plotCommand) Run(p *Program) error {
	var joined *model.Result
	var designs []*model.Design
	for _, set := range c.sets {
		p.tellMissing(set)
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
	return damage(c.sets...)
}
