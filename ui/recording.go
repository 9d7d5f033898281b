package ui

import (
	"io"
	"path/filepath"
	"time"

	"regretscope/ui/app"
	"regretscope/ui/cast"
	"regretscope/ui/command"
	"regretscope/ui/kit/screenshot"
	"regretscope/ui/script"
)

// linger is how long a recording stands still at its end.
const linger = 2 * time.Second

// picture plays a script without a terminal and writes what was asked for.
func picture(start command.Start, options app.Options) error {
	s := start.Script
	if s == nil {
		s = &script.Script{Width: script.Width, Height: script.Height}
	}
	recording := cast.New(s.Width, s.Height, filepath.Base(s.Name))
	last, length, err := app.Play(options, s, recording)
	if err != nil {
		return command.Wrong(err)
	}
	recording.End(length + linger)
	if start.Record != nil {
		if err := start.Record.Commit(recording.Write); err != nil {
			return err
		}
	}
	if start.Picture == nil {
		return nil
	}
	return start.Picture.Commit(func(w io.Writer) error {
		return screenshot.SVG(w, last, options.Background != app.Light)
	})
}
