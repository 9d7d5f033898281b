package command

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"regretscope/noise/files"
	"regretscope/noise/param"
	"regretscope/ui/kit"
	"regretscope/ui/kit/stream"
	"regretscope/ui/lesson"
	"regretscope/ui/script"
)

// notesEvery is the time between two looks at where the script is.
const notesEvery = 200 * time.Millisecond

// notes shows a speaker the notes of a script while another terminal plays it, until ctx ends. What is
// not a terminal gets each stop once.
func notes(ctx context.Context, s *script.Script, talk *script.Talk, out io.Writer) error {
	beat := time.NewTicker(notesEvery)
	defer beat.Stop()
	terminal, before := stream.IsTerminal(out), ""
	for {
		text := fmt.Sprintf("Waiting for another terminal to play %s.", s.Name)
		now, ok := talk.Read()
		if ok {
			text = notesAt(s, now, terminal)
		}
		if !ok || now.Dead() {
			if again, err := files.ReadGiven(s.Name); err == nil && script.Hash(string(again)) != s.Hash {
				text = s.Name + " has changed: start --notes again."
			}
		}
		if text != before {
			before = text
			if terminal {
				width, _ := stream.Size(out)
				wrapped := param.Map(strings.Split(text, "\n"), func(line string) string {
					return strings.Join(kit.Wrap(line, width, 0), "\n")
				})
				text = ansi.CursorHomePosition + ansi.EraseScreenBelow + strings.Join(wrapped, "\n")
			}
			if _, err := fmt.Fprintln(out, text); err != nil {
				return err
			}
		}
		select {
		case <-ctx.Done():
			return nil
		case <-beat.C:
		}
	}
}

// notesAt returns what a speaker needs at a stop: the times, its caption, its notes, and the next caption.
func notesAt(s *script.Script, now script.State, timed bool) string {
	stops := s.Stops()
	at := max(min(now.Stop, len(stops)-2), -1) // whatever the file says
	stop, times := stops[at+1], ""
	spent, left := time.Since(now.Begun).Round(time.Second), (stop.Planned - time.Since(now.Since)).Round(time.Second)
	switch {
	case now.Dead():
		times = "The talk gives no sign of life; it was at this stop.\n\n"
	case timed && stop.Planned > 0 && left < 0:
		times = fmt.Sprintf("%v, %v late   ", spent, -left)
	case timed && stop.Planned > 0:
		times = fmt.Sprintf("%v, %v left   ", spent, left)
	case timed:
		times = spent.String() + "   "
	}
	if now.Away {
		times += "not the planned run · f2 returns · "
	}
	if len(now.Said) == 1+len(stop.Notes) {
		said := param.Map(now.Said, param.Printable)
		stop.Caption, stop.Notes = said[0], said[1:]
	}
	text := fmt.Sprintf("before stop 1 of %d\n", len(stops)-1)
	if at >= 0 {
		text = fmt.Sprintf("stop %d of %d   %s\n", at+1, len(stops)-1, stop.Caption)
	}
	for _, note := range stop.Notes {
		text += "\n" + note + "\n"
	}
	next := "the end"
	if at+2 < len(stops) {
		next = lesson.Blank(stops[at+2].Caption)
	}
	return times + text + "\nnext: " + next
}
