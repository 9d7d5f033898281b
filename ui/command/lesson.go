package command

import (
	"context"
	"errors"
	"fmt"
	"io"

	"regretscope/noise/number"
	"regretscope/ui/app"
	"regretscope/ui/command/flags"
	"regretscope/ui/lesson"
)

type lessonCommand struct {
	Look
	Rounds
	Plain  bool        `help:"Read the lesson as text at a prompt, for screen readers and logs; next-stop continues."`
	Check  bool        `help:"Play all stops and test their commands, numbers, questions, and answers, without a screen."`
	AtStop flags.Count `placeholder:"N" help:"Begin at stop N."`
	Name   string      `reads:"" arg:"" optional:"" help:"A lesson, or a file of your own whose path ends in .toml; without one, the list."`

	lesson *lesson.Lesson // nil: list them
}

// AfterApply reads the lesson and prepares its runs.
func (c *lessonCommand) AfterApply(p *Program) (err error) {
	switch {
	case c.Name == "" && c.Check:
		return errors.New("--check: needs the name or file of a lesson")
	case c.Name == "":
		return nil
	}
	if c.lesson, err = flags.OpenLesson(c.Name); err != nil {
		return fmt.Errorf("lesson %w", err)
	}
	if stops := len(c.lesson.Stops); int(c.AtStop) > stops {
		return fmt.Errorf("--at-stop %d: the lesson has stops 1 to %d", c.AtStop, stops)
	}
	c.AtStop = max(c.AtStop, 1)
	if c.Plain || c.Check {
		return nil
	}
	return p.checkScreen()
}

// Run lists the lessons, or starts one.
func (c *lessonCommand) Run(ctx context.Context, p *Program) error {
	if c.lesson == nil {
		return (&listCommand{What: "lessons"}).Run(p.Out)
	}
	o := c.options(p)
	if c.Check {
		return unlessInterrupted(ctx, func() error { return check(o, p.Out) })
	}
	return p.open(ctx, o, &c.Look, c.Plain)
}

func (c *lessonCommand) options(p *Program) app.Options {
	o := c.Look.options(p)
	o.Lesson, o.Config, o.AtStop = c.lesson, c.lesson.Stops[c.AtStop-1].Config, int(c.AtStop)-1
	o.AllowRounds = int(c.AllowRounds)
	return o
}

// check plays a lesson without a terminal, and prints that it has no mistakes.
func check(o app.Options, out io.Writer) error {
	if err := app.Check(o); err != nil {
		return BadInput(err)
	}
	questions := 0
	for _, stop := range o.Lesson.Stops {
		if stop.Ask != "" {
			questions++
		}
	}
	_, err := fmt.Fprintf(out, "%s and %s, %d of them with a check: no mistakes\n", number.Plural(len(o.Lesson.Stops), "stop"),
		number.Plural(questions, "question"), o.Lesson.Questions())
	return err
}
