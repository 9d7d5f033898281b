package run

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/ui/mode"
	"regretscope/ui/screen/run/drive"
	"regretscope/ui/screen/run/panel"
)

// A whyNot replays the round once the run pauses, and finds what would have played the selected arm.
type whyNot struct {
	run    *Screen
	probe  drive.Probe
	newest question
	answer *model.WhyNot // nil while it is sought, or if the arm was played
}

type question struct {
	config *model.Config
	round  int
	drive.Question
}

func (w *whyNot) mode() *mode.Mode { return &mode.Mode{Update: w.update, Follow: w.follow} }

func (w *whyNot) update(msg tea.Msg) tea.Cmd {
	found := w.probe.Update(msg)
	if found == nil {
		return nil
	}
	w.answer = found.WhyNot
	return w.run.refresh(nil)
}

// follow asks about the selected arm, unless it has been asked already.
func (w *whyNot) follow() tea.Cmd {
	state := w.run.State()
	shot := state.Shot
	if !w.askable(shot) || shot.Round == 0 || state.Running || state.Search != "" || w.run.Focus.Learner >= len(shot.Learners) {
		return nil
	}
	now := w.question(shot)
	if now == w.newest {
		return nil
	}
	w.newest, w.answer = now, nil
	if view := &shot.Learners[now.Learner]; slices.Contains(view.Play, now.Arm) || view.Spec.NeedsBest {
		return w.probe.Look(shot.Config, 0, nil)
	}
	return w.probe.Look(shot.Config, shot.Round, &now.Question)
}

// askable reports whether an arm is selected and the dial is closed.
func (w *whyNot) askable(shot *model.Snapshot) bool {
	return shot != nil && w.run.Focus.arm >= 0 && !w.run.comparison.widened()
}

func (w *whyNot) question(shot *model.Snapshot) question {
	return question{shot.Config, shot.Round, drive.Question{Learner: w.run.Focus.Learner, Arm: w.run.Focus.arm}}
}

// mark adds the answer to a panel state that it is about.
func (w *whyNot) mark(state *panel.State) {
	if shot := state.Shot; w.askable(shot) && w.question(shot) == w.newest {
		state.WhyNot = w.answer
	}
}
