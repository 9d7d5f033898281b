package experiment

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/ui/kit"
)

// every is how much time lies between two looks at a job's progress: the screen
// pulls, so that a million short runs do not flood it with messages.
const every = 150 * time.Millisecond

// A job is an experiment that is being played off the event loop.
type job struct {
	cancel   context.CancelFunc
	started  time.Time
	runs     int // asked for
	total    int // runs of one learner
	done     atomic.Int64
	stopping bool
}

// beatMsg is a look at a job's progress; only itself asks for the next one.
type beatMsg struct{ job *job }

// finishedMsg brings a job's end.
type finishedMsg struct {
	job    *job
	result *model.Result
	err    error
}

// start plays the replications on all cores.
func (s *Screen) start() tea.Cmd {
	e := &model.Experiment{Points: []*model.Config{s.config}, Runs: s.runs, At: reported(s.config, s.runs)}
	if err := e.Check(); err != nil {
		s.refusal = err.Error()
		return nil
	}
	ctx, cancel := context.WithCancel(context.Background())
	j := &job{cancel: cancel, started: s.options.Now(), runs: e.Runs, total: e.Runs * len(s.config.Learners)}
	s.job, s.said = j, ""
	run := s.options.Run
	return tea.Batch(beat(j), func() tea.Msg {
		defer cancel()
		result, err := run(ctx, e, func(p model.Progress) { j.done.Store(int64(p.Done)) })
		return finishedMsg{j, result, err}
	})
}

func beat(j *job) tea.Cmd {
	return tea.Tick(every, func(time.Time) tea.Msg { return beatMsg{j} })
}

func (s *Screen) beat(msg beatMsg) tea.Cmd {
	if msg.job != s.job {
		return nil // of a job that is over
	}
	return beat(msg.job)
}

// stop gives up the runs that are not finished; those that are come back.
func (s *Screen) stop() {
	s.job.stopping = true
	s.job.cancel()
}

// finish takes what a job measured. A job that was stopped before its first run
// leaves the result before it as it was.
func (s *Screen) finish(msg finishedMsg) {
	if msg.job != s.job {
		return
	}
	s.job = nil
	switch r := msg.result; {
	case r == nil:
		s.said = s.theme.Bad.Render("✗ " + msg.err.Error())
	case r.Runs == 0:
		s.said = s.theme.Warn.Render("stopped before all learners had finished a run")
	default:
		s.result, s.took = r, s.options.Now().Sub(msg.job.started)
		s.said = fmt.Sprintf("%s in %s · s saves", kit.Plural(r.Runs, "run"), kit.Duration(s.took))
		if msg.err != nil {
			s.said = s.theme.Warn.Render(fmt.Sprintf("stopped: %d of %s are finished and kept", r.Runs, kit.Plural(msg.job.runs, "run")))
		}
	}
}

// left is how much longer a job will take if it goes on as before; ok is false
// while nothing can be said.
func (j *job) left(now time.Time) (left time.Duration, ok bool) {
	done := int(j.done.Load())
	if done == 0 {
		return 0, false
	}
	return time.Duration(float64(now.Sub(j.started)) * float64(j.total-done) / float64(done)), true
}
