package experiment

import (
	"context"
	"fmt"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/ui/chart/overlay"
	"regretscope/ui/kit"
)

// A job is an experiment that is running in the background.
type job struct {
	started time.Time
	runs    int // of each learner
	total   int // runs of one learner, over all learners
}

// start runs the replications on all cores.
func (s *Screen) start() tea.Cmd {
	e := &model.Experiment{Points: []*model.Config{s.config}, Runs: s.runs, At: reported(s.config, s.runs)}
	if err := e.Check(); err != nil {
		s.refusal = err.Error()
		return nil
	}
	s.job = job{started: s.options.Now(), runs: e.Runs, total: e.Runs * len(s.config.Learners)}
	s.said = ""
	run := s.options.Run
	return s.task.Start(func(ctx context.Context, progress func(done, total int)) (*model.Result, error) {
		return run(ctx, e, func(p model.Progress) { progress(p.Done, p.Total) })
	})
}

// finish shows what a job measured. A job that was stopped before its first run
// leaves the earlier result as it was.
func (s *Screen) finish(result *kit.Result[*model.Result]) {
	switch r := result.Value; {
	case r == nil:
		s.said = s.theme.Bad.Render("✗ " + result.Err.Error())
	case r.Runs == 0:
		s.said = s.theme.Warn.Render("stopped before all learners had finished a run")
	case result.Err != nil:
		s.settle(r)
		s.said = s.theme.Warn.Render(fmt.Sprintf("stopped: %d of %s are finished and kept", r.Runs, kit.Plural(s.job.runs, "run")))
	default:
		s.settle(r)
		s.said = fmt.Sprintf("%s in %s · s saves", kit.Plural(r.Runs, "run"), kit.Duration(s.options.Now().Sub(s.job.started)))
	}
}

// nextOverlay changes what theory is laid over the chart. Replications, which the
// run screen has as an overlay, are what this screen shows anyway.
func (s *Screen) nextOverlay() {
	if s.mode = s.mode.Next(); s.mode == overlay.Runs {
		s.mode = overlay.Off
	}
}

// settle shows a result here and lets the run screen show it behind its lines.
func (s *Screen) settle(r *model.Result) {
	s.result = r
	s.options.Shelf.Keep(s.config, r)
}

// left is how much longer the job will take if it goes on as before; ok is false
// while nothing can be said.
func (s *Screen) left() (left time.Duration, ok bool) {
	done, total := s.task.Progress()
	if done == 0 {
		return 0, false
	}
	elapsed := s.options.Now().Sub(s.job.started)
	return time.Duration(float64(elapsed) * float64(total-done) / float64(done)), true
}
