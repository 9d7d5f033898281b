// Package progress remembers the lessons that a person has done, in the system's folder for what
// programs remember.
package progress

import (
	"encoding/json"
	"io"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"regretscope/noise/param"
	"regretscope/ui/kit/outfile"
	"regretscope/ui/lesson"
)

// A Progress remembers the lessons of a person. It is written to a file, whole or not at all; the
// program works as well without it. Nil remembers nothing.
type Progress struct {
	Last    string          // the newest lesson
	Lessons map[string]Mark // by name
	path    string
}

// A Mark is how far a person is in a lesson.
type Mark struct {
	Stop  int   // the newest one, from 0
	Done  bool  // the end was reached
	Asked []int // the stops whose questions were answered, or whose answers were shown
	Right int   // how many of them were right at first
}

// Folder returns the system's folder for what programs remember, or "" if there is none.
func Folder() string {
	if folder := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(folder) {
		return filepath.Join(folder, "regretscope")
	}
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		folder, err := os.UserConfigDir()
		if err != nil {
			return ""
		}
		return filepath.Join(folder, "regretscope")
	}
	home, err := os.UserHomeDir()
	if err != nil || !filepath.IsAbs(home) {
		return ""
	}
	return filepath.Join(home, ".local", "state", "regretscope")
}

// Remember reads the progress from a folder. A file that cannot be read counts as none.
func Remember(folder string) *Progress {
	if folder == "" {
		return nil
	}
	p := &Progress{path: filepath.Join(folder, "lessons.json")}
	if text, err := param.ReadText(p.path); err != nil || json.Unmarshal(text, p) != nil || p.Lessons == nil {
		p.Last, p.Lessons = "", map[string]Mark{}
	}
	return p
}

// Of returns the mark of a built-in lesson.
func (p *Progress) Of(l *lesson.Lesson) (m Mark) {
	if p == nil || !l.BuiltIn {
		return m
	}
	if m = p.Lessons[l.Name]; m.Stop < 0 || m.Stop >= len(l.Stops) {
		m.Stop = 0
	}
	return m
}

// Note changes the mark of a built-in lesson. Errors are ignored.
func (p *Progress) Note(l *lesson.Lesson, change func(*Mark)) {
	if p == nil || !l.BuiltIn {
		return
	}
	m := p.Of(l)
	m.Asked = slices.Clone(m.Asked)
	change(&m)
	next := Progress{Last: l.Name, Lessons: maps.Clone(p.Lessons), path: p.path}
	next.Lessons[l.Name] = m
	*p = next
	if os.MkdirAll(filepath.Dir(p.path), 0o700) == nil {
		_ = outfile.Replace(p.path, func(w io.Writer) error { return json.NewEncoder(w).Encode(p) })
	}
}

// Forget deletes the file.
func (p *Progress) Forget() error {
	if p == nil {
		return nil
	}
	p.Last, p.Lessons = "", map[string]Mark{}
	if err := os.Remove(p.path); err != nil && !os.IsNotExist(err) {
		return err
	}
	return nil
}

// Next returns the lesson to go on with: the newest one, or the one after it if that is done; the
// first one at the beginning, and nil at the end.
func (p *Progress) Next() *lesson.Lesson {
	all := lesson.All()
	at := 0
	if p != nil && p.Last != "" {
		at = max(slices.IndexFunc(all, func(l *lesson.Lesson) bool { return l.Name == p.Last }), 0)
	}
	for ; at < len(all); at++ {
		if !p.Of(all[at]).Done {
			return all[at]
		}
	}
	return nil
}
