package command

import (
	"context"
	"errors"
	"fmt"

	"regretscope/model"
	"regretscope/ui/command/flags"
	"regretscope/ui/command/reference"
	"regretscope/ui/lesson"
)

type lessonCommand struct {
	Look
	Rounds
	Plain    bool        `help:"Read the lesson as text at a prompt, for screen readers and logs; next-stop continues."`
	Check    bool        `help:"Play all stops and test their commands, numbers, questions, and answers, without a screen."`
	Sheet    bool        `help:"Print the questions as Markdown, with the numbers of the runs."`
	Answers  bool        `help:"With --sheet, print the answers, too."`
	Pictures string      `folder:"" placeholder:"FOLDER" help:"With --sheet, save the screens with questions as SVG in this folder, for the Markdown."`
	AtStop   flags.Count `placeholder:"N" help:"Begin at stop N."`
	Name     string      `reads:"" arg:"" optional:"" help:"A lesson, or a file of your own whose path ends in .toml; without one, the list."`

	lesson *lesson.Lesson // nil: list them
}

// AfterApply reads the lesson and prepares its runs.
func (c *lessonCommand) AfterApply(p *Program) (err error) {
	switch {
	case c.Name == "" && (c.Check || c.Sheet):
		return errors.New("--check and --sheet: need the name or file of a lesson")
	case (c.Answers || c.Pictures != "") && !c.Sheet:
		return errors.New("--answers and --pictures: need --sheet")
	case c.Name == "":
		return nil
	}
	if c.lesson, err = OpenLesson(c.Name); err != nil {
		return fmt.Errorf("lesson %w", err)
	}
	if stops := len(c.lesson.Stops); int(c.AtStop) > stops {
		return fmt.Errorf("--at-stop %d: the lesson has stops 1 to %d", c.AtStop, stops)
	}
	c.AtStop = max(c.AtStop, 1)
	if c.Plain || c.Check || c.Sheet {
		return nil
	}
	return p.checkScreen()
}

// OpenLesson reads a shipped lesson or a file, with its runs. Errors are one sentence with file
// and line.
func OpenLesson(name string) (*lesson.Lesson, error) {
	l, err := lesson.Open(name)
	if err != nil {
		return nil, err
	}
	return l, l.Configure(func(start string) (*model.Config, error) {
		own, err := flags.Parse(start)
		if err != nil {
			return nil, err
		}
		own.Live = true
		return own.Config()
	})
}

// Run lists the lessons, or starts one.
func (c *lessonCommand) Run(ctx context.Context, p *Program) error {
	if c.lesson == nil {
		return (&reference.List{What: "lessons"}).Run(p.Out)
	}
	p.onScreen.Store(true)
	return p.Terminal(ctx, Start{
		Color: p.color,
		Look:  c.Look.inEnvironment(), Plain: c.Plain, Lesson: c.lesson, AllowRounds: int(c.AllowRounds),
		Config: c.lesson.Stops[c.AtStop-1].Config, AtStop: int(c.AtStop) - 1, Check: c.Check, Sheet: c.Sheet, Answers: c.Answers, Pictures: c.Pictures,
	}, p.Streams)
}
