package command

import (
	_ "embed" // the templates are files
	"io"

	"regretscope/ui/kit/outfile"
)

type templateCommand struct {
	Language string `arg:"" enum:"python" help:"The language: python."`
	Output   string `writes:"" placeholder:"FILE" help:"Write to a new file (default: standard output)."`
	forceFlag

	file *outfile.File // nil: standard output
}

//go:embed template.py
var pythonTemplate string

// AfterApply checks that the file can be written.
func (c *templateCommand) AfterApply() (err error) {
	c.file, err = open("output", c.Output, c.Force, "Python", ".py")
	return err
}

// Run prints a program that plays UCB1.
func (c *templateCommand) Run(p *Program) error {
	return p.deliver(c.file, func(w io.Writer) error { _, err := io.WriteString(w, pythonTemplate); return err })
}
