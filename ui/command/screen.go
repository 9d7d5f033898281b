package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/charmbracelet/lipgloss"

	"regretscope/noise/files"
	"regretscope/noise/number"
	"regretscope/scenarios/file"
	"regretscope/ui/app"
	"regretscope/ui/command/flags"
	"regretscope/ui/kit"
	"regretscope/ui/kit/outfile"
	"regretscope/ui/kit/quiet"
	"regretscope/ui/kit/stream"
	"regretscope/ui/kit/theme"
	"regretscope/ui/lesson"
	"regretscope/ui/script"
)

// options returns the settings of the terminal program that its look and the streams decide.
func (l *Look) options(p *Program) app.Options {
	quiet.End()
	return app.Options{
		Open: file.Read, OpenLesson: flags.OpenLesson,
		Input: p.In, Output: p.Out,
		Background: map[string]theme.Shade{"dark": theme.Dark, "light": theme.Light}[l.Background], Color: p.color,
		Charset: l.Charset, Big: l.Big, ReducedMotion: l.ReducedMotion || stream.MotionReduced(), Mouse: l.Mouse,
	}
}

// open opens the terminal program, or its prompt, until the user leaves it.
func (p *Program) open(ctx context.Context, o app.Options, l *Look, plain bool) error {
	if !l.NoState {
		o.Progress = lesson.Remember(outfile.StateFolder())
		told := o.Script
		if o.Lesson != nil && !o.Lesson.BuiltIn {
			told = o.Lesson.Talk()
		}
		o.Talk = script.NewTalk(outfile.StateFolder(), told)
		defer outfile.SettleState()
	}
	// Errors of a lesson or a script are printed before a screen opens.
	if o.Script != nil || o.Lesson != nil && !o.Lesson.BuiltIn {
		if err := unlessInterrupted(ctx, func() error { return BadInput(app.Rehearse(o)) }); err != nil {
			return err
		}
	}
	if plain {
		o.Working = p.telling(l)
		return unlessInterrupted(ctx, func() error { return app.Plain(o, p.In, p.Out) })
	}
	if !l.Quiet {
		o.Leaving = p.Err
	}
	p.onScreen.Store(true)
	if file, ok := o.Output.(*os.File); ok {
		o.Output = &screenOutput{file, p}
	}
	err := app.Run(ctx, o)
	if !p.onScreen.CompareAndSwap(true, false) {
		select {} // abandon leaves the screen and ends the program
	}
	o.Talk.End()
	kit.FinishWrites(time.Second)
	if outfile.Abandon() {
		fmt.Fprintln(p.Err, "a file was not finished, and is not there")
	}
	if errors.Is(err, app.ErrInterrupted) {
		return Interrupted("interrupted")
	}
	return err
}

// A screenOutput is the terminal until the program has left its screen.
type screenOutput struct {
	*os.File
	program *Program
}

func (o *screenOutput) Write(text []byte) (int, error) {
	if !o.program.onScreen.Load() {
		return 0, os.ErrClosed
	}
	return o.File.Write(text)
}

// WriteString implements io.StringWriter, in place of the file.
func (o *screenOutput) WriteString(text string) (int, error) { return o.Write([]byte(text)) }

// telling returns what tells of work without a screen, in lines as for a file.
func (p *Program) telling(l *Look) func(string) {
	return stream.NewMeter(struct{ io.Writer }{p.Err}, l.Quiet).Tell
}

// unlessInterrupted returns when work has ended, or ctx, in which case work is left behind.
func unlessInterrupted(ctx context.Context, work func() error) error {
	ended := make(chan error, 1)
	go func() { ended <- work() }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
		return Interrupted("interrupted")
	}
}

// saveIn returns a function that saves pictures in a folder, which it makes.
func saveIn(folder string) app.Saver {
	checked := false
	return func(name string, write func(io.Writer) error) error {
		if old, _ := fs.Glob(os.DirFS(folder), "stop-*.svg"); !checked && len(old) > 0 { // before any is written
			return fmt.Errorf("--pictures %s: %s already exists, name a new folder", folder, old[0])
		}
		checked = true
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return fmt.Errorf("--pictures %s: %w", folder, files.Reason(err))
		}
		return outfile.Create(filepath.Join(folder, name), write)
	}
}

// rehearse prints the stops of a script as they end.
func rehearse(o app.Options, out io.Writer) error {
	n, size := 0, cmp.Or(o.Size, o.Script.Size)
	for _, s := range o.Script.Stops()[1:] { // before any work
		if o.Big && kit.BigSentence(s.Caption, size.Width, kit.BigRoom(size.Height), theme.Braille, lipgloss.Style{}) == nil {
			fmt.Fprintf(out, "line %d: at %dx%d, the caption is in small letters\n", s.Line, size.Width, size.Height)
		}
	}
	_, err := app.Stops(o, func(s app.ScriptStop) {
		n++
		fmt.Fprintf(out, "%d  line %d, after %s s", n, s.Line, number.Fixed(s.At.Seconds(), 1))
		if s.Round >= 0 {
			fmt.Fprintf(out, ", to round %s: %s", number.Count(s.Round), strings.Join(s.Regrets, ", "))
		}
		fmt.Fprintf(out, "\n   %s\n", s.Said)
		for _, note := range s.Notes {
			fmt.Fprintf(out, "   note: %s\n", note)
		}
		if len(s.Keys) > 0 {
			fmt.Fprintf(out, "   keys: %s\n", strings.Join(s.Keys, " "))
		}
		for _, lacks := range s.Lacks {
			fmt.Fprintf(out, "   at %dx%d: %s\n", size.Width, size.Height, lacks)
		}
	})
	return BadInput(err)
}
