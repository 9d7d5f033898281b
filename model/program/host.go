// Package program plays learners that are processes of the user's: it starts them, talks
// to them in lines of JSON, checks every answer, and ends them.
package program

import (
	"cmp"
	"math"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"regretscope/noise/channel"
	"regretscope/scenarios"
	"regretscope/scenarios/matroid"
)

// MaxRounds is how many rounds of a program can be gone back through, each of four bytes.
const MaxRounds = 10_000_000

// The times that a Host allows unless it is told otherwise, and for a process to end by
// itself.
const (
	usualFirst  = 30 * time.Second
	usualAnswer = 10 * time.Second
	farewell    = 2 * time.Second
)

// A Host starts processes and ends those that are left. Without a Host no program can be
// started: a configuration that comes from a file has no Host.
type Host struct {
	Answer time.Duration // within which each answer must come; 0: 10 s. The first always has 30 s.

	lock    sync.Mutex
	closed  bool
	running map[*process]bool
	most    map[string]int // lanes that a process of a command line can play, where it has said so
}

// NewHost returns a host without processes.
func NewHost() *Host { return &Host{running: map[*process]bool{}, most: map[string]int{}} }

// A Task is what a process is to play.
type Task struct {
	Command    string // as it was written
	Words      []string
	Parameters map[string]string
	Arms       int
	Feedback   scenarios.Feedback
	Horizon    int
	Epsilon    float64         // +Inf: no privacy
	Matroid    matroid.Matroid // nil if a play is one arm
	Channels   []channel.Channel
}

// script returns the file that Python is to run; empty if it is another program, or runs none.
func (t *Task) script() string {
	if strings.HasPrefix(filepath.Base(t.Words[0]), "py") {
		for _, word := range t.Words[1:] {
			if strings.HasSuffix(word, ".py") {
				return word
			}
			if !strings.HasPrefix(word, "-") {
				break // a module, or what an option takes
			}
		}
	}
	return ""
}

func (t *Task) plays() int {
	if t.Matroid == nil {
		return 1
	}
	return t.Matroid.Rank()
}

// The size of a batch of runs that are played as lanes of one process.
const (
	mostLanes = 50      // so that a hundred runs keep two cores busy
	lineBytes = 1 << 16 // that a line should have at most
	numberMax = 24      // characters of a number with its comma
)

// Lanes returns how many runs are played side by side in one batch. It depends on the task
// alone, so that every way of dividing the work plays the same lanes.
func (t *Task) Lanes() int { return min(t.fit(numberMax), mostLanes) }

// fit returns how many lanes a line holds, by the number of characters of each lane.
func (t *Task) fit(characters int) int {
	cells := t.plays()
	if t.Feedback == scenarios.Full {
		cells = t.Arms
	}
	return max(lineBytes/(cells*characters), 1)
}

const (
	shortNumber   = 12 // characters of a reward of an audit, such as 0.998046875, with its comma
	mostProcesses = 16 // that play at a time what one could not
)

// Crowd returns how many runs of an audit are played at a time; most is the largest number that
// the program plays at once, 0 for any number.
func (t *Task) Crowd(most int) int {
	if most > 0 {
		return min(t.fit(shortNumber), most*mostProcesses)
	}
	return t.fit(shortNumber)
}

// answerWithin is how long to wait for an answer. The first comes after the program has
// started, which takes time of its own.
func (h *Host) answerWithin(first bool) time.Duration {
	within := cmp.Or(h.Answer, usualAnswer)
	if first {
		return max(within, usualFirst)
	}
	return within
}

// lanesOf returns how many of the wanted lanes one process of a command line can play.
func (h *Host) lanesOf(command string, wanted int) int {
	h.lock.Lock()
	defer h.lock.Unlock()
	if most := h.most[command]; most > 0 {
		return min(most, wanted)
	}
	return wanted
}

func (h *Host) noteLanes(command string, most int) {
	h.lock.Lock()
	defer h.lock.Unlock()
	h.most[command] = most
}

// enter counts a process among those to end; false if the host has been closed.
func (h *Host) enter(p *process) bool {
	h.lock.Lock()
	defer h.lock.Unlock()
	if !h.closed {
		h.running[p] = true
	}
	return !h.closed
}

func (h *Host) leave(p *process) {
	h.lock.Lock()
	defer h.lock.Unlock()
	delete(h.running, p)
}

// Close ends all processes, and refuses new ones. On a nil Host it does nothing.
func (h *Host) Close() {
	if h == nil {
		return
	}
	h.lock.Lock()
	h.closed = true
	var left []*process
	for p := range h.running {
		left = append(left, p)
	}
	h.lock.Unlock()
	var group sync.WaitGroup
	for _, p := range left {
		group.Go(p.end)
	}
	group.Wait()
}

// epsilon returns the privacy parameter for a line; nil for no privacy.
func (t *Task) epsilon() *float64 {
	if math.IsInf(t.Epsilon, 1) {
		return nil
	}
	return &t.Epsilon
}
