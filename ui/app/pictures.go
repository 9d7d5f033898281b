package app

import (
	"io"

	"regretscope/model/trials"
	"regretscope/ui/kit/theme"
	"regretscope/ui/screenshot"
)

// A Picture is the screen at a stop of a script.
type Picture struct {
	Stop int // from 1

	view string
	dark bool
	made *trials.Made
}

// WriteSVG writes the picture.
func (p *Picture) WriteSVG(w io.Writer) error { return screenshot.SVG(w, p.view, p.dark, p.made) }

// Pictures plays a script and returns a picture of each stop: of the end of its last wait, or without
// one, of its end. Errors are script.Mistakes.
func Pictures(o Options) (all []Picture, err error) {
	waited := false
	o.watch = func(p *player) {
		now := p.root.stops.State()
		switch {
		case now.Stop < 0:
			return
		case len(all) == 0 || all[len(all)-1].Stop != now.Stop+1:
			all = append(all, Picture{})
			waited = now.Waits
		case waited && !now.Waits:
			return
		}
		waited = waited || now.Waits
		all[len(all)-1] = Picture{now.Stop + 1, p.root.draw(), o.Background != theme.Light, p.root.export.made()}
	}
	_, err = Play(o)
	return all, err
}
