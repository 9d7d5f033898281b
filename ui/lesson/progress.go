package lesson

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"regretscope/ui/kit/outfile"
)

// A Progress remembers which lessons a person has done, in a file; the program works as well without
// it. Nil remembers nothing.
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
	Right int   // how many of them were right at the first try

	Missed []int // those that were not
}

// Remember reads the progress from a folder. A file that cannot be read counts as none.
func Remember(folder string) *Progress {
	if folder == "" {
		return nil
	}
	p := &Progress{path: filepath.Join(folder, "lessons.json")}
	p.Refresh()
	return p
}

// Refresh reads the file again, which other processes change, too.
func (p *Progress) Refresh() {
	if p == nil {
		return
	}
	p.Last, p.Lessons = "", nil
	if outfile.LoadState(p.path, p) != nil || p.Lessons == nil {
		p.Last, p.Lessons = "", map[string]Mark{}
	}
}

// Greet reports whether the program starts for the first time, and remembers that it has.
func (p *Progress) Greet() bool {
	if p == nil || runtime.GOOS == "js" { // the page says itself where to begin
		return false
	}
	_, err := os.Stat(p.path)
	first := errors.Is(err, fs.ErrNotExist)
	if first {
		outfile.UpdateState(p.path, func(*Progress) {})
	}
	return first
}

// Keeps reports whether the mark of a lesson outlasts the program; false on nil.
func (p *Progress) Keeps(l *Lesson) bool { return p != nil && l.BuiltIn }

// Of returns the mark of a built-in lesson.
func (p *Progress) Of(l *Lesson) (m Mark) {
	if !p.Keeps(l) {
		return m
	}
	if m = p.Lessons[l.Name]; m.Stop < 0 || m.Stop >= len(l.Stops) {
		m.Stop = 0
	}
	return m
}

// Resume returns the stop, from 0, at which a lesson goes on: the first if it is done.
func (p *Progress) Resume(l *Lesson) int {
	if m := p.Of(l); !m.Done {
		return m.Stop
	}
	return 0
}

// Note changes the mark of a built-in lesson, here and in the file, which other processes change, too.
// It calls change a second time, in the background.
func (p *Progress) Note(l *Lesson, change func(*Mark)) {
	if !p.Keeps(l) {
		return
	}
	p.change(l, change)
	outfile.UpdateState(p.path, func(saved *Progress) { saved.change(l, change) })
}

func (p *Progress) change(l *Lesson, change func(*Mark)) {
	if p.Lessons == nil {
		p.Lessons = map[string]Mark{}
	}
	m := p.Of(l)
	change(&m)
	p.Last, p.Lessons[l.Name] = l.Name, m
}

// Forget forgets all, and returns what deletes the file, which may wait for other processes.
func (p *Progress) Forget() (remove func() error) {
	p.Last, p.Lessons = "", map[string]Mark{}
	return func() error { return outfile.ForgetState(p.path) }
}

// Next returns the lesson to go on with: the newest one, or if that is done, the first undone one
// after it, else before it; the first one at the beginning, and nil if all are done.
func (p *Progress) Next() *Lesson {
	all := All()
	at := 0
	if p != nil && p.Last != "" {
		at = max(slices.IndexFunc(all, func(l *Lesson) bool { return l.Name == p.Last }), 0)
	}
	for i := range all {
		if l := all[(at+i)%len(all)]; !p.Of(l).Done {
			return l
		}
	}
	return nil
}
