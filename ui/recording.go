package ui

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"regretscope/model/files"
	"regretscope/noise/declare"
	"regretscope/ui/app"
	"regretscope/ui/cast"
	"regretscope/ui/command"
	"regretscope/ui/kit/screenshot"
	"regretscope/ui/kit/stream"
	"regretscope/ui/kit/theme"
	"regretscope/ui/script"
)

// linger is how long a recording stands still at its end.
const linger = 2 * time.Second

// picture plays a script without a terminal and writes what was asked for.
func picture(start command.Start, options app.Options, errors io.Writer) error {
	s := start.Script
	if s == nil {
		s = &script.Script{Size: script.Size{Width: script.Width, Height: script.Height}}
	}
	if start.Size != (script.Size{}) {
		s.Size = start.Size
	}
	recording := cast.New(s.Width, s.Height, filepath.Base(s.Name))
	var viewer app.Viewer
	if start.Record != nil {
		viewer = recording
	}
	played, err := app.Play(options, s, viewer)
	if err != nil {
		return command.Wrong(err)
	}
	refused(errors, played.Wants)
	if start.Record != nil {
		recording.End(played.Length + linger)
		if err := start.Record.Commit(recording.Write); err != nil {
			return err
		}
	}
	if start.Picture == nil {
		return nil
	}
	return start.Picture.Commit(func(w io.Writer) error {
		return screenshot.SVG(w, played.Last, options.Background != theme.Light)
	})
}

func refused(errors io.Writer, wants []string) {
	for _, want := range wants {
		fmt.Fprintln(errors, want)
	}
}

// run runs the terminal program, and records it where that was asked for. A recording
// is written while it is made.
func run(start command.Start, options app.Options) (err error) {
	if start.Live == "" {
		return app.Run(options)
	}
	folder, err := files.Resolve(filepath.Dir(start.Live))
	var file *os.File
	if err == nil { // a new file, so that no other process records there
		file, err = os.OpenFile(filepath.Join(folder, filepath.Base(start.Live)), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	}
	if err != nil {
		return fmt.Errorf("--record %s: cannot be written: %w", start.Live, declare.Reason(err))
	}
	width, height := stream.Size(options.Output)
	if width == 0 {
		width, height = script.Width, script.Height
	}
	options.Live, err = cast.NewLive(file, width, height, filepath.Base(start.Live), time.Now)
	if err == nil {
		err = app.Run(options)
	}
	unwritten := cmp.Or(options.Live.Err(), file.Close())
	if unwritten != nil && (err == nil || errors.Is(err, unwritten)) {
		err = fmt.Errorf("--record %s: the recording ends early: %w", start.Live, declare.Reason(unwritten))
	}
	return err
}
