package ui

import (
	"fmt"
	"io"

	"regretscope/ui/app"
	"regretscope/ui/command"
	"regretscope/ui/kit/theme"
	"regretscope/ui/script"
)

// picture plays a script without a terminal and writes a picture of its last frame.
func picture(start command.Start, options app.Options, errors io.Writer) error {
	s := start.Script
	if s == nil {
		s = &script.Script{Size: script.Size{Width: script.Width, Height: script.Height}}
	}
	if start.Size != (script.Size{}) {
		s.Size = start.Size
	}
	played, err := app.Play(options, s)
	if err != nil {
		return command.Wrong(err)
	}
	refused(errors, played.Wants)
	return start.Picture.Commit(func(w io.Writer) error {
		return app.SVG(w, played.Last, options.Background != theme.Light, start.Made)
	})
}

func refused(errors io.Writer, wants []string) {
	for _, want := range wants {
		fmt.Fprintln(errors, want)
	}
}
