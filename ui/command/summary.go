package command

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"regretscope/model/record"
	"regretscope/model/trials"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/kit/outfile"
	"regretscope/ui/kit/stream"
	"regretscope/ui/result"
)

type reporting struct {
	Format *string `placeholder:"table|csv|json" enum:"table,csv,json" help:"Output format (default: from the extension of --output, else table). In JSON, infinite numbers are the strings inf and -inf, and unknown numbers are null."`
	Rounds bool    `help:"Show all reported rounds in the table, not only the last."`
	Output string  `writes:"" placeholder:"FILE" help:"Write to a new file (default, or -: standard output). If you interrupt the program, it saves the finished runs there."`
	forceFlag

	file *outfile.File // nil: standard output
}

// format returns the format that was chosen, or that the output's name ends in.
func (c *reporting) format() string {
	ending := strings.TrimPrefix(strings.ToLower(filepath.Ext(c.Output)), ".")
	switch {
	case c.Format != nil:
		return *c.Format
	case ending == "csv" || ending == "json":
		return ending
	}
	return "table"
}

func (c *reporting) open(force bool) (err error) {
	c.file, err = open("output", c.Output, force, c.format(), "."+c.format())
	return err
}

// write writes in that format.
func (c *reporting) write(r *trials.Result, o result.Options, w io.Writer, by *trials.Made) error {
	switch c.format() {
	case "csv":
		return r.WriteCSV(w, by)
	case "json":
		return r.WriteJSON(w, by)
	default:
		err := result.Write(w, r, o)
		if err == nil && c.file != nil {
			_, err = fmt.Fprintf(w, "\n%s\n", by.Text())
		}
		return err
	}
}

// shown returns the options of a table: all rounds if rounds were chosen.
func (c *reporting) shown(chosen bool, p *Program) result.Options {
	var out io.Writer // a file has no width
	if c.file == nil {
		out = p.Out
	}
	return result.Options{Rounds: c.Rounds || chosen, Width: stream.TextWidth(out)}
}

type summaryCommand struct {
	reporting
	Files []string `reads:"" arg:"" name:"records" help:"Record files of one experiment, or of its shards (.jsonl, .jsonl.gz); - reads standard input."`

	set *record.Set
}

// AfterApply reads the files.
func (c *summaryCommand) AfterApply() (err error) {
	if c.set, err = record.Read(c.Files...); err != nil {
		return err
	}
	return c.open(c.Force)
}

// Run writes the result of the runs that are complete.
func (c *summaryCommand) Run(p *Program) error {
	p.tellMissing(c.set)
	r, err := c.set.Result()
	if err != nil {
		return err
	}
	if err := p.deliver(c.file, func(w io.Writer) error {
		return c.write(r, c.shown(false, p), w, cmp.Or(c.set.Made(), p.made(r.Design)))
	}); err != nil {
		return err
	}
	return damage(c.set)
}

// damage returns the error of sets whose files have lost more than a torn last line.
func damage(sets ...*record.Set) error {
	if sentences := slices.Concat(param.Map(sets, (*record.Set).Damage)...); len(sentences) > 0 {
		return errors.New(strings.Join(sentences, "; "))
	}
	return nil
}

func (p *Program) tellMissing(set *record.Set) {
	for _, path := range set.Torn() {
		p.say(fmt.Errorf("warning: %s ends in the middle of a line; that line is left out", path))
	}
	if units, remedy := set.Missing(); units > 0 {
		p.say(fmt.Errorf("warning: %s missing, %s complete; run again with %s", number.Plural(units, "unit"),
			number.Plural(set.Runs(), "run"), remedy))
	}
}
