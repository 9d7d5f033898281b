package reference

import (
	"fmt"
	"io"
	"strings"

	"regretscope/ui/kit/outfile"
	"regretscope/ui/kit/stream"
	"regretscope/ui/manual"
)

// Explain is the command that shows a page of the manual.
type Explain struct {
	Word []string `arg:"" optional:"" help:"A symbol, term, learner, scenario, channel or part of the program; without one, the list of all."`

	page *manual.Page // nil: list all
}

// AfterApply finds the page.
func (c *Explain) AfterApply() (err error) {
	if len(c.Word) > 0 {
		if c.page, err = manual.Find(strings.Join(c.Word, " ")); err != nil {
			return fmt.Errorf("explain: %w; regretscope explain lists all", err)
		}
	}
	return nil
}

// Run prints the page or the list.
func (c *Explain) Run(out io.Writer) error {
	lines := manual.List(stream.TextWidth(out), manual.Any)
	if c.page != nil {
		lines = c.page.Lines(stream.TextWidth(out))
	}
	return outfile.Buffered(out, func(w io.Writer) error {
		_, err := fmt.Fprintln(w, strings.Join(lines, "\n"))
		return err
	})
}
