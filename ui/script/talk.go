package script

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"regretscope/noise/param"
	"regretscope/ui/kit/outfile"
)

// A Talk tells another terminal how far a script is, by a file of its own in the folder for what programs remember.
// The file is there while the script plays, and its name begins with the script's hash. Nil tells nothing.
type Talk struct {
	State
	stops        []Stop
	folder, name string
	path         string // of the file to write, or that Read follows
}

// A State is how far a script is.
type State struct {
	Process            int       // that plays it
	Terminal           string    // the terminal's name, or of the process
	Begun, Since, Seen time.Time // of the talk, of its stop, and the newest sign of life
	Stop               int       // from 0; −1: before the first
	Away               bool      // the audience sees another run
	Said               []string  // the caption of the stop and its notes, with numbers of the run
}

// Alive is the most time between two signs of life.
const Alive = 5 * time.Second

// Dead reports whether a talk gives no sign of life.
func (s *State) Dead() bool { return time.Since(s.Seen) > 3*Alive }

// Gone reports whether the process has ended without ending the talk.
func (s *State) Gone() bool {
	p, err := os.FindProcess(s.Process)
	if err != nil {
		return true
	}
	defer p.Release()
	return errors.Is(p.Signal(syscall.Signal(0)), os.ErrProcessDone)
}

// here returns the name of the terminal, or of the process where the system does not tell.
func here() string {
	if path, err := os.Readlink("/proc/self/fd/0"); err == nil && strings.HasPrefix(path, "/dev/") && path != os.DevNull {
		return strings.TrimPrefix(path, "/dev/")
	}
	return fmt.Sprintf("process %d", os.Getpid())
}

// NewTalk returns the talk of a script; nil without a folder.
func NewTalk(folder string, s *Script) *Talk {
	if folder == "" || s == nil {
		return nil
	}
	name := "talk-" + s.Hash + "-"
	return &Talk{
		State: State{Process: os.Getpid(), Terminal: here()}, stops: s.Stops(), folder: folder, name: name,
		path: filepath.Join(folder, fmt.Sprintf("%s%d.json", name, time.Now().UnixNano())),
	}
}

// Tell writes that the script is at a stop, if it was at another one or its numbers are others, or that
// it still is. fill writes the run's numbers into a text. Errors are ignored.
func (t *Talk) Tell(stop int, away bool, fill func(string) string) {
	const often = time.Second // between other numbers
	if t == nil || t.Stop == stop && t.Away == away && time.Since(t.Seen) < often {
		return
	}
	of := t.stops[max(min(stop, len(t.stops)-2), -1)+1]
	said := param.Map(append([]string{of.Caption}, of.Notes...), fill)
	if t.Stop == stop && t.Away == away && slices.Equal(said, t.Said) && time.Since(t.Seen) < Alive {
		return
	}
	t.Seen, t.Said = time.Now(), said
	if t.Stop != stop || t.Since.IsZero() {
		t.Since = t.Seen
	}
	if t.Stop, t.Away = stop, away; t.Begun.IsZero() {
		t.Begun = t.Seen
	}
	now := t.State
	outfile.UpdateState(t.path, func(s *State) { *s = now })
}

// End deletes the file.
func (t *Talk) End() {
	if t != nil {
		_ = outfile.ForgetState(t.path)
	}
}

// Resume goes on with the newest talk that is gone: its clock goes on, and who follows it follows this one.
func (t *Talk) Resume() {
	if t == nil {
		return
	}
	t.each(func(path string, s State) {
		if s.Gone() && s.Begun.After(t.Begun) {
			t.path, t.Begun = path, s.Begun
		}
	})
}

// Read returns how far the script is in another terminal; ok is false if it does not play. Of several
// talks it follows the newest that is not gone, and stays with it until it ends.
func (t *Talk) Read() (now State, ok bool) {
	outfile.SettleState()
	path, newest := t.path, ""
	t.each(func(other string, s State) {
		gone := s.Gone()
		if other == path || newest != path && (newest == "" || now.Gone() && !gone || now.Gone() == gone && s.Begun.After(now.Begun)) {
			newest, now = other, s
		}
	})
	if newest != "" {
		t.path = newest
	}
	return now, newest != ""
}

// each calls a function with each talk of the script, but those that have been gone for an hour.
func (t *Talk) each(found func(path string, s State)) {
	files, _ := os.ReadDir(t.folder)
	for _, f := range files {
		path, s := filepath.Join(t.folder, f.Name()), State{}
		if strings.HasPrefix(f.Name(), t.name) && outfile.LoadState(path, &s) == nil && !s.Begun.IsZero() &&
			(time.Since(s.Seen) < time.Hour || !s.Gone()) {
			found(path, s)
		}
	}
}
