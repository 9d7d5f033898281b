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
	"regretscope/ui/answer"
	"regretscope/ui/command/flags"
	"regretscope/ui/kit/outfile"
)

type reporting struct {
	Format  *string  `placeholder:"table|csv|json|latex|markdown" enum:"table,csv,json,latex,markdown" help:"${summary_format}"`
	Columns []string `placeholder:"NAME" help:"${columns}"`
	Long    bool     `help:"Also print ranks, spread, pairs of learners, floors, precision, and what columns mean, as files have them."`
	Rounds  bool     `help:"Also show earlier rounds in the table: those of --at, else powers of ten that fit on a screen."`
	Output  string   `writes:"" placeholder:"FILE" help:"${summary_output}"`
	Pairs   string   `writes:"" placeholder:"FILE.csv" help:"Also write the comparison of every two learners at every grid point, run by run."`
	forceFlag

	file, pairs *outfile.File // nil: standard output; no file
}

// endings are those of names that choose a format.
var endings = map[string]string{
	"": "table", ".txt": "table", ".csv": "csv", ".json": "json", ".tex": answer.LaTeX, ".md": answer.Markdown,
}

// format returns the format that was chosen, or that the output's name ends in; "" if none does.
func (c *reporting) format() string {
	if c.Format != nil {
		return *c.Format
	}
	return endings[strings.ToLower(filepath.Ext(c.Output))]
}

// open opens the files; replaces reports which of them may be replaced.
func (c *reporting) open(replaces func(path string) bool) (err error) {
	own := map[string]string{"table": ".txt", answer.LaTeX: ".tex", answer.Markdown: ".md"}
	format := c.format()
	for i, word := range c.Columns {
		if c.Columns[i], err = param.FindListed(answer.ColumnWords, "column", word, func(w string) string { return w }); err != nil {
			return fmt.Errorf("--columns %w", err)
		}
		if slices.Contains(c.Columns[:i], word) {
			return fmt.Errorf("--columns %s: is named twice", word)
		}
	}
	if len(c.Columns) > 0 && (format == "csv" || format == "json") {
		return errors.New("--columns: csv and json always have all columns")
	}
	if format == "" {
		return fmt.Errorf("--output %s: must end in .txt, .csv, .json, .tex, or .md",
			c.Output)
	}
	c.file, err = open("output", c.Output, replaces(c.Output), format, cmp.Or(own[format], "."+format))
	if err == nil && c.Pairs != "" {
		if c.pairs, err = open("pairs", c.Pairs, replaces(c.Pairs), "CSV", ".csv"); c.pairs == nil && err == nil {
			err = fmt.Errorf("--pairs %s: must be a file, because the result may be on standard output", c.Pairs)
		}
	}
	return err
}

func (c *reporting) write(p *Program, r *trials.Result, o answer.Options, by *trials.Made) error {
	o.Format, o.Brief = c.format(), !c.Long && c.file == nil
	err := p.answer(c.file, answer.Experiment{Result: r}, o, by)
	if err == nil && c.pairs != nil {
		err = c.pairs.Commit(func(w io.Writer) error { return r.WritePairs(w, by) })
	}
	return err
}

// shown returns the options of a table: all rounds if rounds were chosen.
func (c *reporting) shown(chosen bool) answer.Options {
	return answer.Options{
		Columns: c.Columns, Rounds: c.Rounds || chosen || slices.Contains(c.Columns, "round"), Some: !chosen,
	}
}

type summaryCommand struct {
	reporting
	At flags.Rounds `placeholder:"N,N,…|FROM:TO:COUNT" help:"Rounds to report, of those that the records have: a list or ranges (default: all)."`

	Files []string `reads:"" arg:"" name:"records" help:"${summary_records}"`

	set *record.Set
}

// AfterApply reads the files.
func (c *summaryCommand) AfterApply() (err error) {
	if c.set, err = record.Read(c.Files...); err != nil {
		return err
	}
	return c.open(func(string) bool { return c.Force })
}

// Run writes the result of the runs that are complete.
func (c *summaryCommand) Run(p *Program) error {
	p.tellTorn(c.set)
	r, err := c.set.Result(c.At...)
	if err != nil && len(c.At) > 0 {
		return BadInput(fmt.Errorf("--at: %w", err))
	}
	if err != nil {
		return err
	}
	if err := c.write(p, r, c.shown(len(c.At) > 0), cmp.Or(c.set.Made(), p.made(r.Design))); err != nil {
		return err
	}
	return lacks(c.set)
}

// lacks returns the error of sets whose files have lost more than a torn last line, or lack units.
func lacks(sets ...*record.Set) error {
	sentences, status := slices.Concat(param.Map(sets, (*record.Set).Damage)...), failed
	if len(sentences) == 0 {
		status = moreToDo
	}
	for _, set := range sets {
		if units, remedy := set.Missing(); units > 0 {
			sentences = append(sentences, fmt.Sprintf("%s missing, %s complete; run again with %s",
				number.Plural(units, "unit"), number.Plural(set.Runs(), "run"), remedy))
		}
	}
	if len(sentences) == 0 {
		return nil
	}
	return &ending{errors.New(strings.Join(sentences, "; ")), status}
}

func (p *Program) tellTorn(set *record.Set) {
	for _, path := range set.Torn() {
		p.say(fmt.Errorf("warning: %s ends in the middle of a line; that line is left out", path))
	}
}
