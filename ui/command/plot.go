package command

import (
	"cmp"
	"io"

	"regretscope/model"
	"regretscope/model/record"
	"regretscope/ui/chart/overlay"
	"regretscope/ui/kit/outfile"
	"regretscope/ui/plot"
)

type sized struct {
	Size plot.Size `placeholder:"column|slide|16x10cm" help:"Size of a plot: a paper's column (8.5 cm), a slide (24 cm), or a width and a height in cm, mm, in, or px of a PNG, drawn at 300 dots per inch (default: column)."`
}

type picture struct {
	sized
	Band overlay.Spread `placeholder:"error|se|sd|quartiles|quantiles|none" enum:"error,se,sd,quartiles,quantiles,none" default:"error" help:"Band around each line of a plot: the 95 % interval of the mean, its standard error, the standard deviation, or 25 to 75 or 5 to 95 % of the runs around their median (default: error)."`
	Kind plot.Kind      `name:"plot-kind" placeholder:"regret|distribution" enum:"regret,distribution" default:"regret" help:"Kind of plot: mean regret with a band, or boxes of the runs' regret at the horizon (default: regret)."`
	LogX bool           `help:"Rounds, or the swept parameter, on a logarithmic axis."`
	LogY bool           `help:"Regret on a logarithmic axis."`
}

func (c *picture) options() plot.Options {
	return plot.Options{Kind: c.Kind, Band: c.Band, LogX: c.LogX, LogY: c.LogY}
}

func (c *picture) draw(r *model.Result, file *outfile.File, format string, p *Program) error {
	sheet, err := plot.OfResult(r, c.options())
	if err != nil {
		return err
	}
	return file.Commit(func(w io.Writer) error { return sheet.Write(w, format, cmp.Or(c.Size, plot.Column), p.made(r.Design)) })
}

type plotCommand struct {
	picture
	forcing
	Files  []string `reads:"" arg:"" name:"records" help:"Record files of one experiment, or of its shards."`
	Output string   `writes:"" required:"" placeholder:"FILE.svg|png|pdf" help:"File to draw to."`

	set    *record.Set
	file   *outfile.File
	format string
}

// AfterApply reads the files.
func (c *plotCommand) AfterApply() (err error) {
	if c.set, err = record.Read(c.Files...); err != nil {
		return err
	}
	c.file, c.format, err = openPlot("output", c.Output, c.Force)
	return err
}

// Run draws the runs that are complete.
func (c *plotCommand) Run(p *Program) error {
	p.tellMissing(c.set)
	result, err := c.set.Result()
	if err != nil {
		return err
	}
	if err := c.draw(result, c.file, c.format, p); err != nil {
		return err
	}
	return damage(c.set)
}
