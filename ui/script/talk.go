package script

import (
	"path/filepath"
	"time"

	"regretscope/ui/kit/outfile"
)

// A Talk tells another terminal how far a script is, by a file in the folder for what programs
// remember. The file is there while the script plays, and is named by the script's hash. Nil tells
// nothing.
type Talk struct {
	State
	path string
}

// A State is how far a script is.
type State struct {
	Begun, Since, Seen time.Time // of the talk, of its stop, and the newest sign of life
	Stop               int       // from 0; −1: before the first
	Away               bool      // the audience sees another run
}

// Alive is the most time between two signs of life.
const Alive = 5 * time.Second

// NewTalk returns the talk of a script; nil without a folder.
func NewTalk(folder string, s *Script) *Talk {
	if folder == "" || s == nil {
		return nil
	}
	return &Talk{path: filepath.Join(folder, "talk-"+s.Hash+".json")}
}

// Tell writes that the script is at a stop, if it was at another one, or that it still is. Errors are
// ignored.
func (t *Talk) Tell(stop int, away bool) {
	if t == nil || t.Stop == stop && t.Away == away && time.Since(t.Seen) < Alive {
		return
	}
	t.Seen = time.Now()
	if t.Stop != stop || t.Begun.IsZero() {
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

// Read returns how far the script is in another terminal; ok is false if it does not play.
func (t *Talk) Read() (s State, ok bool) {
	err := outfile.LoadState(t.path, &s)
	return s, err == nil && !s.Begun.IsZero()
}
