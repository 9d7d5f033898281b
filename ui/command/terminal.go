package command

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"regretscope/model"
)

// maxOnScreen is how many learners the run screen tells apart.
const maxOnScreen = 4

// terminalCommand is the program itself.
var terminalCommand = &command{
	summary: programSummary(),
	examples: `  regretscope
  regretscope --scenario hhmh-1 --learner lazy-dp-ts --learner ucb1 --epsilon 0.5
  regretscope --arms "0.9 0.8 beta(4,1)" --learner anytime-lazy-ucb --learner thompson
`,
	grammar: func(p *Program) action { return &terminalFlags{program: p} },
}

func programSummary() string {
	var b strings.Builder
	b.WriteString(`An oscilloscope for private online learning: watch differentially private
bandits learn, and what it costs. Without a command it opens the terminal
program; with --scenario or --learner straight at the run screen.

Commands, each with its own --help:
`)
	for _, c := range commands() {
		fmt.Fprintf(&b, "  %-8s %s\n", c.name, c.summary)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

type terminalFlags struct {
	choice
	Background string `placeholder:"auto|dark|light" help:"The terminal's background (default: ask the terminal)."`
	Mouse      bool   `help:"Panels, arms and the timeline can be clicked; the terminal's own selection of text is then off."`
	Version    bool   `help:"Print the version."`

	program *Program
}

func (f *terminalFlags) plan() (work, error) {
	if f.Version {
		return func(context.Context) error {
			_, err := fmt.Fprintln(f.program.Out, Name, model.Version)
			return err
		}, nil
	}
	start, err := f.start()
	if err != nil {
		return nil, err
	}
	if !isTerminal(f.program.In) || !isTerminal(f.program.Out) {
		return nil, errors.New("the terminal program needs a terminal to read from and to draw on; regretscope run and trace work without one")
	}
	return func(context.Context) error { return f.program.Terminal(start, f.program.Streams) }, nil
}

// start is what the flags ask the terminal program to begin with.
func (f *terminalFlags) start() (Start, error) {
	config, err := f.config()
	if err != nil {
		return Start{}, err
	}
	if len(config.Learners) > maxOnScreen {
		return Start{}, fmt.Errorf("--learner: %d are too many for one screen, at most %d are allowed", len(config.Learners), maxOnScreen)
	}
	switch f.Background {
	case "", "auto", "dark", "light":
	default:
		return Start{}, fmt.Errorf("--background %s: must be one of auto, dark, light", f.Background)
	}
	return Start{
		Background: f.Background, Mouse: f.Mouse,
		Config: config, Setup: f.Scenario == "" && f.Arms == "" && len(f.Learner) == 0,
	}, nil
}
