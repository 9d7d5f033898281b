package reference

import (
	_ "embed" // the templates are files
	"io"
)

// Template is the command that prints a starter program for a learner.
type Template struct {
	Language string `arg:"" enum:"python" help:"The language: python."`
}

//go:embed template.py
var pythonTemplate string

// Run prints a program that plays UCB1.
func (c *Template) Run(out io.Writer) error {
	_, err := io.WriteString(out, pythonTemplate)
	return err
}
