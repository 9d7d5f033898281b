package audit

import (
	"context"
	"sync/atomic"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
)

// ladder is how many runs a side an audit may have.
var ladder = [...]int{4_000, 40_000, 400_000, 4_000_000}

const defaultRuns = 1 // in the ladder: model.DefaultAuditRuns

// progress is written by the audit's goroutines and read by the event loop.
type progress struct{ done, total atomic.Int64 }

// look is how often the event loop looks at it.
const look = 100 * time.Millisecond

type lookMsg struct {
	screen *Screen
	job    *job
}

// A doneMsg brings a finding.
type doneMsg struct {
	screen  *Screen
	job     *job
	finding *model.Finding
	err     error
}

// start begins a statistical audit of the learner that is looked at.
func (s *Screen) start() tea.Cmd {
	ctx, cancel := context.WithCancel(context.Background())
	j := &job{learner: s.at, cancel: cancel, progress: &progress{}}
	s.job = j
	s.entry().note = ""
	audit := &model.Audit{
		Config: s.config, Learner: s.at, Runs: ladder[s.runs], Confidence: model.DefaultConfidence,
	}
	run := func() tea.Msg {
		finding, err := audit.Run(ctx, func(p model.Progress) {
			j.progress.total.Store(int64(p.Total))
			j.progress.done.Store(int64(p.Done))
		})
		return doneMsg{s, j, finding, err}
	}
	return tea.Batch(run, s.lookAgain(j))
}

func (s *Screen) lookAgain(j *job) tea.Cmd {
	return s.after(look, func(time.Time) tea.Msg { return lookMsg{s, j} })
}

// stop ends the audit that is under way, if there is one, and notes why.
func (s *Screen) stop(note string) {
	if s.job == nil {
		return
	}
	s.job.cancel()
	s.entries[s.job.learner].note = note
	s.job = nil
}

// take keeps what an audit found, unless it was stopped.
func (s *Screen) take(msg doneMsg) {
	if msg.screen != s || msg.job != s.job {
		return
	}
	s.job.cancel() // all that it held is free
	s.job = nil
	e := &s.entries[msg.job.learner]
	if msg.err != nil {
		e.note = msg.err.Error()
		return
	}
	e.finding = msg.finding
}
