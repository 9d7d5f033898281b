// Package ui connects the command line with the terminal program.
package ui

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"regretscope/noise/files"
	"regretscope/noise/memlimit"
	"regretscope/noise/number"
	"regretscope/scenarios/file"
	"regretscope/ui/app"
	"regretscope/ui/command"
	"regretscope/ui/kit/outfile"
	"regretscope/ui/kit/quiet"
	"regretscope/ui/kit/stream"
	"regretscope/ui/kit/theme"
	"regretscope/ui/lesson"
	"regretscope/ui/script"
)

// Main runs the program with its arguments, or with a single one that begins with #, the end of
// a link to the page. It returns the exit status: 0 for success, 1 for a failure, 2 for bad
// input, 130 if interrupted.
func Main(args []string, in io.Reader, out, err io.Writer) int {
	stream.IgnoreClosedPipes()
	memlimit.Set(memlimit.Bytes()) // so that the garbage collector respects it, too
	streams := command.Streams{In: in, Canceler: stream.NewCanceler()}
	streams.Out, streams.Err = stream.NewWriter(out, streams.Canceler), stream.NewWriter(err, streams.Canceler)
	program := command.Program{Streams: streams, Terminal: terminal}
	if len(args) == 1 && strings.HasPrefix(args[0], "#") {
		return program.RunLink(context.Background(), args[0][1:])
	}
	return program.Run(context.Background(), args)
}

func terminal(ctx context.Context, start command.Start, streams command.Streams) error {
	quiet.End()
	options := app.Options{
		Config: start.Config, Setup: start.Setup,
		Open:  file.Read,
		Input: streams.In, Output: streams.Out, Canceler: streams.Canceler,
		Background: map[string]theme.Shade{"dark": theme.Dark, "light": theme.Light}[start.Background], Color: start.Color,
		Charset: start.Charset, Big: start.Big, ReducedMotion: start.ReducedMotion, Mouse: start.Mouse,
		AtRound: start.AtRound, View: start.View, Focus: start.Focus,
		Script: start.Script, Lesson: start.Lesson, AtStop: start.AtStop, OpenLesson: command.OpenLesson,
		AllowRounds: start.AllowRounds,
	}
	if start.Notes {
		return notes(ctx, start.Script, script.NewTalk(outfile.StateFolder(), start.Script), streams.Out)
	}
	if !start.NoState {
		options.Progress = lesson.Remember(outfile.StateFolder())
		options.Talk = script.NewTalk(outfile.StateFolder(), start.Script)
		defer outfile.SettleState()
	}
	meter := stream.NewMeter(struct{ io.Writer }{streams.Err}, start.Quiet) // lines, as for a file
	if start.Picture != nil {
		options.Working = meter.Tell
		return untilInterrupted(ctx, func() error { return picture(start, options) })
	}
	if start.Check {
		return untilInterrupted(ctx, func() error { return check(options, streams.Out) })
	}
	if start.Sheet {
		return untilInterrupted(ctx, func() error {
			text, err := app.Sheet(options, start.Answers, saveIn(start.Pictures))
			if err != nil {
				return command.BadInput(err)
			}
			_, err = fmt.Fprint(streams.Out, text)
			return err
		})
	}
	if start.Script != nil && start.Pictures != "" {
		options.Working = meter.Tell
		return untilInterrupted(ctx, func() error { return badInput(app.Pictures(options, saveIn(start.Pictures))) })
	}
	if start.Rehearse {
		return untilInterrupted(ctx, func() error { return rehearse(options, streams.Out) })
	}
	// Errors of a lesson or a script are printed before a screen opens.
	if start.Script != nil || start.Lesson != nil && !start.Lesson.BuiltIn {
		if err := untilInterrupted(ctx, func() error { return badInput(app.Rehearse(options)) }); err != nil {
			return err
		}
	}
	if start.Plain {
		options.Working = meter.Tell
		return untilInterrupted(ctx, func() error { return app.Plain(options, streams.In, streams.Out) })
	}
	if !start.Quiet {
		options.Leaving = streams.Err
	}
	err := app.Run(ctx, options)
	options.Talk.End()
	if outfile.Abandon(time.Second) {
		fmt.Fprintln(streams.Err, "a file was not finished, and is not there")
	}
	if errors.Is(err, app.ErrInterrupted) {
		return command.Interrupted("interrupted")
	}
	return err
}

// untilInterrupted returns when work has ended, or ctx, in which case work is left behind.
func untilInterrupted(ctx context.Context, work func() error) error {
	ended := make(chan error, 1)
	go func() { ended <- work() }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
		return command.Interrupted("interrupted")
	}
}

// badInput makes an error, if there is one, one of bad input.
func badInput(err error) error {
	if err != nil {
		err = command.BadInput(err)
	}
	return err
}

// picture plays a script without a terminal and writes a picture of its last frame.
func picture(start command.Start, options app.Options) error {
	options.Size = start.Size
	last, err := app.Play(options)
	if err != nil {
		return command.BadInput(err)
	}
	return start.Picture.Commit(func(w io.Writer) error {
		return app.SVG(w, last, options.Background != theme.Light, start.Made)
	})
}

// check plays a lesson without a terminal, and prints that it has no mistakes.
func check(options app.Options, out io.Writer) error {
	if err := app.Check(options); err != nil {
		return command.BadInput(err)
	}
	questions := 0
	for _, stop := range options.Lesson.Stops {
		if stop.Ask != "" {
			questions++
		}
	}
	_, err := fmt.Fprintf(out, "%s and %s, %d of them with a check: no mistakes\n", number.Plural(len(options.Lesson.Stops), "stop"),
		number.Plural(questions, "question"), options.Lesson.Questions())
	return err
}

// saveIn returns a function that saves pictures in a folder, which it makes; nil without a folder.
func saveIn(folder string) func(name string, write func(io.Writer) error) (path string, err error) {
	if folder == "" {
		return nil
	}
	checked := false
	return func(name string, write func(io.Writer) error) (string, error) {
		if old, _ := fs.Glob(os.DirFS(folder), "stop-*.svg"); !checked && len(old) > 0 { // before any is written
			return "", fmt.Errorf("--pictures %s: %s already exists, name a new folder", folder, old[0])
		}
		checked = true
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return "", fmt.Errorf("--pictures %s: %w", folder, files.Reason(err))
		}
		path := filepath.Join(folder, name)
		return filepath.ToSlash(path), outfile.Create(path, write)
	}
}

// rehearse prints the stops of a script.
func rehearse(options app.Options, out io.Writer) error {
	stops, err := app.Stops(options)
	if err != nil {
		return command.BadInput(err)
	}
	for i, s := range stops {
		fmt.Fprintf(out, "%d  line %d, after %s s", i+1, s.Line, number.Fixed(s.At.Seconds(), 1))
		if s.Round >= 0 {
			fmt.Fprintf(out, ", to round %s: %s", number.Count(s.Round), strings.Join(s.Regrets, ", "))
		}
		fmt.Fprintf(out, "\n   %s\n", s.Caption)
		for _, note := range s.Notes {
			fmt.Fprintf(out, "   note: %s\n", note)
		}
		if len(s.Keys) > 0 {
			fmt.Fprintf(out, "   keys: %s\n", strings.Join(s.Keys, " "))
		}
		if s.Cut {
			fmt.Fprintf(out, "   the caption leaves no room for the screen at %dx%d\n", options.Script.Width, options.Script.Height)
		}
		if s.Small {
			fmt.Fprintf(out, "   the caption is too long for large letters at %dx%d\n", options.Script.Width, options.Script.Height)
		}
	}
	return nil
}
