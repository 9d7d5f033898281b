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
	"strconv"
	"strings"
	"time"

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
		if o.AtStop > 0 {
			o.Talk.Resume()
		}
		defer outfile.SettleState()
	}
	// Errors of a lesson or a script are printed before a prompt or a lesson opens. A script shows its first picture at once.
	if o.Script != nil && plain || o.Lesson != nil && !o.Lesson.BuiltIn {
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
	if wrong := script.Mistakes(nil); errors.As(err, &wrong) {
		return BadInput(err)
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

// savePictures saves a picture of each stop in a folder, which it makes once all are drawn. It leaves none if one
// cannot be written.
func savePictures(o app.Options, folder string) error {
	if old, _ := fs.Glob(os.DirFS(folder), "stop-*.svg"); len(old) > 0 {
		return BadInput(fmt.Errorf("--pictures %s: %s already exists, name a new folder", folder, old[0]))
	}
	all, err := app.Pictures(o)
	if err != nil {
		return BadInput(err)
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return fmt.Errorf("--pictures %s: %w", folder, files.Reason(err))
	}
	var saved []string
	for _, picture := range all {
		path := filepath.Join(folder, fmt.Sprintf("stop-%d.svg", picture.Stop))
		if err = outfile.Create(path, picture.WriteSVG); err != nil {
			break
		}
		saved = append(saved, path)
	}
	if err != nil {
		for _, path := range append(saved, folder) { // if there is nothing else in it
			_ = os.Remove(path)
		}
	}
	return err
}

// rehearse prints the stops of a script as they end, then at which of them the screen lacks something, and how long
// the talk is planned to take.
func rehearse(o app.Options, out io.Writer) error {
	n, size := 0, cmp.Or(o.Size, o.Script.Size)
	var lacking []string
	at := map[string][]string{} // stops, by what they lack
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
			if at[lacks] == nil {
				lacking = append(lacking, lacks)
			}
			at[lacks] = append(at[lacks], strconv.Itoa(n))
		}
	})
	for _, lacks := range lacking {
		stops := "stops "
		if len(at[lacks]) == 1 {
			stops = "stop "
		}
		fmt.Fprintf(out, "at %dx%d, %s: %s%s\n", size.Width, size.Height, lacks, stops, strings.Join(at[lacks], ", "))
	}
	if err == nil {
		fmt.Fprintln(out, minutes(script.Planned(o.Script.Stops())), "planned")
	}
	return BadInput(err)
}
