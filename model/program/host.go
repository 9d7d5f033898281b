// Package program runs learners that are the user's own programs: it starts them, exchanges
// lines of JSON with them, checks every answer, and ends them.
package program

import (
	"cmp"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"regretscope/noise/channel"
	"regretscope/scenarios"
	"regretscope/scenarios/matroid"
)

// MaxRounds is the maximum number of rounds that a program's session can go back, each of four bytes.
const MaxRounds = 10_000_000

// Default time limits of a Host, and the time for a process to end by itself.
const (
	usualFirst  = 30 * time.Second
	usualAnswer = 10 * time.Second
	exitTimeout = 2 * time.Second
)

// A Host starts processes and ends those that are left. Without a Host no program can start, so
// configurations from files start none.
type Host struct {
	Answer time.Duration // time limit of an answer; 0: 10 s. The first always has 30 s.

	lock    sync.Mutex
	closed  bool
	running map[*process]bool
	most    map[string]int // maximum number of lanes per process, by command line, if the program states one
}

// NewHost returns a host without processes.
func NewHost() *Host { return &Host{running: map[*process]bool{}, most: map[string]int{}} }

// A Task describes what a process plays.
type Task struct {
	Command    string // as typed
	Words      []string
	Parameters map[string]string
	Arms       int
	Feedback   scenarios.Feedback
	Horizon    int
	Epsilon    float64         // +Inf: no privacy
	Matroid    matroid.Matroid // nil if plays are single arms
	Channels   []channel.Channel
}

// script returns the script that a Python command line runs, or "".
func (t *Task) script() string {
	if strings.HasPrefix(filepath.Base(t.Words[0]), "py") {
		for _, word := range t.Words[1:] {
			if strings.HasSuffix(word, ".py") {
				return word
			}
			if !strings.HasPrefix(word, "-") {
				break // a module, or an option's argument
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

// Limits of a batch of runs, the lanes of one process.
const (
	maxLanes  = 50      // a hundred runs keep two cores busy
	lineBytes = 1 << 16 // target for the length of a line
	numberMax = 24      // characters of a number and a comma
)

// Lanes returns the number of runs in a batch. It depends on the task alone, so any division of
// the work plays the same batches.
func (t *Task) Lanes() int { return min(t.fit(lineBytes, numberMax), maxLanes) }

// fit returns the number of lanes whose numbers fit in a line of so many bytes, each number having the given length.
func (t *Task) fit(bytes, characters int) int {
	cells := t.plays()
	if t.Feedback == scenarios.Full {
		cells = t.Arms
	}
	return max(bytes/(cells*characters), 1)
}

const (
	auditBytes   = 1 << 18 // target for the length of an audit's lines: starting a process takes as long as long lines
	shortNumber  = 12      // characters of an audit's reward, such as 0.998046875, and a comma
	maxProcesses = 16      // maximum number of processes to play at a time
)

// RunsAtATime returns the number of an audit's runs to play at a time. most is the program's own limit, 0 for none.
func (t *Task) RunsAtATime(most int) int {
	if most > 0 {
		return min(t.fit(auditBytes, shortNumber), most*maxProcesses)
	}
	return t.fit(auditBytes, shortNumber)
}

// answerWithin returns the time limit of an answer. The first includes the program's start.
func (h *Host) answerWithin(first bool) time.Duration {
	within := cmp.Or(h.Answer, usualAnswer)
	if first {
		return max(within, usualFirst)
	}
	return within
}

// lanesOf returns how many of the wanted lanes one process can play.
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

// enter registers a process to end; it reports false if the host is closed.
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

// Close ends all processes and refuses new ones. On a nil Host it does nothing.
func (h *Host) Close() {
	if h == nil {
		return
	}
	h.lock.Lock()
	h.closed = true
	left := slices.Collect(maps.Keys(h.running))
	h.lock.Unlock()
	var group sync.WaitGroup
	for _, p := range left {
		group.Go(p.end)
	}
	group.Wait()
}
