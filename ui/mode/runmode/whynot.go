package runmode

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/ui/mode"
	"regretscope/ui/screen/run/drive"
	"regretscope/ui/screen/run/panel"
)

// A WhyNot plays the round beside the run once that stands still, and finds what would
// have had to be different for the arm that a person looks at to be played.
type WhyNot struct {
	run    Run
	probe  drive.Probe
	asked  question
	answer *model.WhyNot // nil while it is sought, and where the arm was played
}

type question struct {
	config *model.Config
	round  int
	drive.Question
}

// NewWhyNot finds out why the arm that a person looks at was not played.
func NewWhyNot(run Run) *WhyNot { return &WhyNot{run: run} }

// Mode returns the mode that keeps the answer up to date.
func (w *WhyNot) Mode() *mode.Mode { return &mode.Mode{Update: w.update, Follow: w.follow} }

// update takes the answer.
func (w *WhyNot) update(msg tea.Msg) tea.Cmd {
	if found, ok := msg.(drive.ProbedMsg); ok && found.Of(&w.probe) {
		w.answer = found.WhyNot
	}
	return w.probe.Update(msg)
}

// follow asks about the arm, unless the answer is known or being found.
func (w *WhyNot) follow() tea.Cmd {
	d := w.run.Driver()
	shot := d.Snapshot()
	if !w.askable(shot) || shot.Round == 0 || d.Running() || d.Search() != "" || w.run.Learner() >= len(shot.Learners) {
		return nil
	}
	now := w.question(shot)
	if now == w.asked {
		return nil
	}
	w.asked, w.answer = now, nil
	if view := &shot.Learners[now.Learner]; slices.Contains(view.Play, now.Arm) || view.Spec.NeedsBest {
		return w.probe.Look(shot.Config, 0, nil)
	}
	return w.probe.Look(shot.Config, shot.Round, &now.Question)
}

// askable reports whether an arm is looked at in a state of the comparison alone.
func (w *WhyNot) askable(shot *model.Snapshot) bool {
	return shot != nil && w.run.Arm() >= 0 && w.run.Driver().Config() == w.run.Config()
}

func (w *WhyNot) question(shot *model.Snapshot) question {
	return question{shot.Config, shot.Round, drive.Question{Learner: w.run.Learner(), Arm: w.run.Arm()}}
}

// Mark adds the answer to what panels draw, where it is about what they show.
func (w *WhyNot) Mark(state *panel.State) {
	if shot := state.Shot; w.askable(shot) && w.question(shot) == w.asked {
		state.WhyNot = w.answer
	}
}
