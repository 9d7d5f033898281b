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
	Begun time.Time
	Stop  int // from 0; −1: before the first
}

// NewTalk returns the talk of a script; nil without a folder.
func NewTalk(folder string, s *Script) *Talk {
	if folder == "" || s == nil {
		return nil
	}
	return &Talk{path: filepath.Join(folder, "talk-"+s.Hash+".json")}
}

// Tell writes that the script is at a stop, if it was at another one. Errors are ignored.
func (t *Talk) Tell(stop int) {
	if t == nil || !t.Begun.IsZero() && t.Stop == stop {
		return
	}
	if t.Stop = stop; t.Begun.IsZero() {
		t.Begun = time.Now()
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
