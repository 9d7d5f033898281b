package command

import (
	_ "embed" // the templates are files
	"io"
)

type templateCommand struct {
	Language string `arg:"" enum:"python" help:"The language: python."`
}

//go:embed template.py
var pythonTemplate string

// Help shows examples.
func (*templateCommand) Help() string {
	return `Examples:

	regretscope template python > mine.py
	regretscope --learner ./mine.py --learner ucb1
	regretscope run --learner ./mine.py --runs 100 --horizon 1e4
	regretscope audit --learner ./mine.py --epsilon 1`
}

// Run prints a program that plays as UCB1 does.
func (c *templateCommand) Run(p *Program) error {
	_, err := io.WriteString(p.Out, pythonTemplate)
	return err
}
