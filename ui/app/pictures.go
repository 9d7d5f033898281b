package app

import (
	"cmp"
	"fmt"
	"io"

	"regretscope/model/trials"
	"regretscope/ui/kit/theme"
	"regretscope/ui/screenshot"
)

// A Saver saves a picture under a name.
type Saver func(name string, write func(io.Writer) error) error

// Pictures plays a script or lesson and saves a picture of the end of each stop. Errors are script.Mistakes,
// or those of save.
func Pictures(o Options, save Saver) error {
	at, view, made := -1, "", trials.MadeBy("")
	var unsaved error
	keep := func() {
		if at >= 0 {
			unsaved = cmp.Or(unsaved, save(fmt.Sprintf("stop-%d.svg", at+1), func(w io.Writer) error {
				return screenshot.SVG(w, view, o.Background != theme.Light, made)
			}))
		}
	}
	o.watch = func(p *player) {
		now := p.root.stops.State().Stop
		if now != at {
			keep()
		}
		if at = now; at >= 0 {
			view, made = p.root.draw(), p.root.made()
		}
	}
	if _, err := Play(o); err != nil {
		return err
	}
	keep()
	return unsaved
}
