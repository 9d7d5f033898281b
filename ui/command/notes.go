package command

import (
	"context"
	"fmt"
	"io"
	"slices"
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
		if !ok || now.Dead() || now.Gone() {
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
	if timed {
		times = clock(stops, at+1, now) + "   " + param.Printable(now.Terminal) + "\n\n"
	}
	switch {
	case now.Gone():
		times += fmt.Sprintf("The talk in %s is gone; it was at this stop: --at-stop %d goes on.\n\n", param.Printable(now.Terminal), max(at, 0)+1)
	case now.Dead():
		times += fmt.Sprintf("The talk in %s gives no sign of life; it was at this stop.\n\n", param.Printable(now.Terminal))
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

// clock returns the time since the beginning and, if a script plans its waits, how long it takes in all, what is left
// of a stop, and how far the talk is behind.
func clock(stops []script.Stop, at int, now script.State) string {
	text := minutes(time.Since(now.Begun))
	if !slices.ContainsFunc(stops, func(s script.Stop) bool { return s.Planned }) {
		return text
	}
	text += " of " + minutes(script.Planned(stops))
	left, behind := stops[at].Takes-time.Since(now.Since), now.Since.Sub(now.Begun)-script.Planned(stops[:at])
	switch {
	case left < 0:
		behind -= left
	case stops[at].Planned:
		text += ", " + minutes(left) + " left here"
	}
	if behind >= time.Second {
		text += ", " + minutes(behind) + " behind"
	}
	return text
}

// minutes writes a duration as in 12:05.
func minutes(d time.Duration) string {
	d = d.Round(time.Second)
	return fmt.Sprintf("%d:%02d", int(d.Minutes()), int(d.Seconds())%60)
}
