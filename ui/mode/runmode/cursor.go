package runmode

import (
	"errors"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/ui/kit"
	"regretscope/ui/mode"
	"regretscope/ui/screen/run/drive"
)

// A cursor stands at a round of the chart, which draws it with the values there and what
// happened.
type cursor struct {
	mode.Unseen
	run   Run
	probe drive.Probe // plays the round that the cursor is at
	// The round that the probe was asked for last.
	config *model.Config
	round  int
}

// Cursor makes the mode that looks at a round of the chart, closed.
func Cursor(run Run) mode.Mode { return &cursor{run: run} }

const far = 20 // dots that a large step moves the cursor by

// Commands open the cursor, or move it. Open, it takes some keys away from the others.
func (c *cursor) Commands(below []kit.Command) []kit.Command {
	if !c.Open() {
		return append(below, kit.Keyed("Chart", "cursor", "cursor", "c", "a cursor in the chart: values and events of a round", kit.CallErr(c.open), "c"))
	}
	const group = "Cursor in the chart"
	key := func(name, short, keys, does string, do func(), on ...string) kit.Command {
		return kit.Keyed(group, name, short, keys, does, kit.Call(do), on...)
	}
	move := func(dots int) func() { return func() { c.run.Chart().MoveCursor(dots) } }
	zoom := func(steps int) func() { return func() { c.run.Chart().Zoom(steps) } }
	own := []kit.Command{
		key("cursor-left", "move", "←", "a dot to the left", move(-1), "left"),
		key("cursor-right", "move", "→", "a dot to the right", move(+1), "right"),
		kit.Keyed(group, "cursor-go", "go there", "enter", "go to the cursor's round", kit.CallCmd(func() tea.Cmd {
			round := c.run.Chart().Cursor()
			c.run.Chart().CloseCursor()
			return c.run.Driver().Seek(round)
		}), "enter"),
		kit.Keyed(group, "cursor-close", "leave", "esc c", "close the cursor", kit.CallCmd(c.Close), "esc", "c"),
		key("cursor-in", "zoom", "+", "half as many rounds around the cursor", zoom(+1), "+", "="),
		key("cursor-out", "zoom", "-", "twice as many rounds around the cursor", zoom(-1), "-", "_"),
		key("cursor-far-left", "far", "pgup", "far to the left", move(-far), "pgup", "shift+left"),
		key("cursor-far-right", "far", "pgdn", "far to the right", move(+far), "pgdown", "shift+right"),
	}
	return kit.Over(own, below)
}

// Update takes what the probe has found.
func (c *cursor) Update(msg tea.Msg) tea.Cmd {
	if found, ok := msg.(drive.ProbedMsg); ok && found.Of(&c.probe) {
		c.run.Chart().SetMoment(found.Shot, found.Changed)
	}
	return c.probe.Update(msg)
}

// Open reports whether there is a cursor in the chart.
func (c *cursor) Open() bool { return c.run.Chart().Cursor() > 0 }

// Close shows all rounds again.
func (c *cursor) Close() tea.Cmd {
	c.run.Chart().CloseCursor()
	return nil
}

// Covered closes the cursor: what is opened next may want the same keys.
func (c *cursor) Covered() tea.Cmd { return c.Close() }

// Settle asks what happened in the round that the cursor is at, wherever it was moved.
func (c *cursor) Settle() tea.Cmd {
	config, round := c.run.Config(), c.run.Chart().Cursor()
	if config == c.config && round == c.round {
		return nil
	}
	c.config, c.round = config, round
	return c.probe.Look(config, round, nil)
}

func (c *cursor) open() error {
	c.run.ShowPanel(0)
	if !c.run.Chart().OpenCursor() {
		return errors.New("there is no round to look at yet: space runs, n plays one")
	}
	return nil
}
