package run

import (
	"errors"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/ui/kit"
	"regretscope/ui/mode"
	"regretscope/ui/screen/run/drive"
	"regretscope/ui/screen/run/panel"
)

// A cursor is at a round of the chart, which shows it with the values and the events there.
type cursor struct {
	run   *Screen
	probe drive.Probe // plays the round at the cursor
	// The round of the newest question to the probe.
	config *model.Config
	round  int
}

// newCursor returns the mode that looks at a round of the chart, closed.
func newCursor(run *Screen) *mode.Mode {
	c := &cursor{run: run}
	return &mode.Mode{ // what is opened over it may want the same keys
		Commands: c.commands, Open: c.isOpen, Close: c.close, Covered: c.close, Update: c.update, Follow: c.follow,
	}
}

const far = 20 // dots of a large step

// commands open the cursor, or move it. While it is open, it removes some keys from the others.
func (c *cursor) commands(below []kit.Command) []kit.Command {
	if !c.isOpen() {
		return append(below, kit.Command{
			Name: "cursor", Key: "c", Short: "cursor", Help: "a cursor in the chart: values and events of a round",
			Group: "Chart", Try: c.open,
		})
	}
	move := func(dots int) func() { return func() { c.run.chart.MoveCursor(dots) } }
	zoom := func(steps int) func() { return func() { c.run.chart.Zoom(steps) } }
	own := []kit.Command{
		{Name: "cursor-left", Key: "←", Short: "move", Help: "a dot to the left", Do: move(-1)},
		{Name: "cursor-right", Key: "→", Short: "move", Help: "a dot to the right", Do: move(+1)},
		{
			Name: "cursor-go", Key: "enter", Short: "go there", Help: "go to the cursor's round",
			Run: func() tea.Cmd {
				round := c.run.chart.Cursor()
				c.run.chart.CloseCursor()
				return c.run.driver.Seek(round)
			},
		},
		{Name: "cursor-close", Key: "esc c", Short: "leave", Help: "close the cursor", Run: c.close},
		{Name: "cursor-in", Key: "+", Also: "=", Short: "zoom", Help: "half as many rounds around the cursor", Do: zoom(+1)},
		{
			Name: "cursor-out", Key: "-", Also: "_", Short: "zoom", Help: "twice as many rounds around the cursor",
			Do: zoom(-1),
		},
		{Name: "cursor-far-left", Key: "pgup", Also: "shift+left", Short: "far", Help: "far to the left", Do: move(-far)},
		{Name: "cursor-far-right", Key: "pgdn", Also: "shift+right", Short: "far", Help: "far to the right", Do: move(+far)},
	}
	return kit.Over(kit.InGroup("Cursor in the chart", own), below)
}

// update takes the result of the probe.
func (c *cursor) update(msg tea.Msg) tea.Cmd {
	if found, ok := msg.(drive.ProbedMsg); ok && found.Of(&c.probe) {
		c.run.chart.SetMoment(found.Shot, found.Changed)
	}
	return c.probe.Update(msg)
}

// isOpen reports whether there is a cursor in the chart.
func (c *cursor) isOpen() bool { return c.run.chart.Cursor() > 0 }

// close shows all rounds again.
func (c *cursor) close() tea.Cmd {
	c.run.chart.CloseCursor()
	return nil
}

// follow asks for the events of the round at the cursor.
func (c *cursor) follow() tea.Cmd {
	config, round := c.run.Config(), c.run.chart.Cursor()
	if config == c.config && round == c.round {
		return nil
	}
	c.config, c.round = config, round
	return c.probe.Look(config, round, nil)
}

func (c *cursor) open(string) error {
	c.run.showPanel(0)
	if !c.run.chart.OpenCursor() {
		return errors.New("no rounds to look at yet: space runs, n plays one")
	}
	return nil
}

// A whyNot finds the smallest changes that would have played the selected arm, by replaying the
// round in the background once the run pauses.
type whyNot struct {
	run    *Screen
	probe  drive.Probe
	asked  question
	answer *model.WhyNot // nil while it is sought, or if the arm was played
}

type question struct {
	config *model.Config
	round  int
	drive.Question
}

// mode returns the mode, which has no commands.
func (w *whyNot) mode() *mode.Mode { return &mode.Mode{Update: w.update, Follow: w.follow} }

// update stores the answer.
func (w *whyNot) update(msg tea.Msg) tea.Cmd {
	if found, ok := msg.(drive.ProbedMsg); ok && found.Of(&w.probe) {
		w.answer = found.WhyNot
	}
	return w.probe.Update(msg)
}

// follow asks about the selected arm, unless it has been asked already.
func (w *whyNot) follow() tea.Cmd {
	d := w.run.driver
	shot := d.Snapshot()
	if !w.askable(shot) || shot.Round == 0 || d.Running() || d.Search() != "" || w.run.learner >= len(shot.Learners) {
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

// askable reports whether an arm is selected and the dial is closed.
func (w *whyNot) askable(shot *model.Snapshot) bool {
	return shot != nil && w.run.arm >= 0 && w.run.driver.Config() == w.run.Config()
}

func (w *whyNot) question(shot *model.Snapshot) question {
	return question{shot.Config, shot.Round, drive.Question{Learner: w.run.learner, Arm: w.run.arm}}
}

// mark adds the answer to a panel state that it is about.
func (w *whyNot) mark(state *panel.State) {
	if shot := state.Shot; w.askable(shot) && w.question(shot) == w.asked {
		state.WhyNot = w.answer
	}
}
