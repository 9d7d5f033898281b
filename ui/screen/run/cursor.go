package run

import (
	"errors"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/ui/kit"
	"regretscope/ui/mode"
	"regretscope/ui/screen/run/drive"
)

// A cursor marks a round of the chart, whose values and events are shown.
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
		Commands: c.table(), Open: c.isOpen, Close: c.close, Covered: c.close, Update: c.update, Follow: c.follow,
	}
}

const far = 20 // dots of a large step

// table declares the command that opens the cursor, and the keys of the open cursor.
func (c *cursor) table() []kit.Command {
	move := func(dots int) func() { return func() { c.run.chart.MoveCursor(dots) } }
	zoom := func(steps int) func() { return func() { c.run.chart.Zoom(steps) } }
	over := func(command kit.Command) kit.Command {
		command.Group, command.Class, command.In = "Cursor in the chart", kit.Over, c.isOpen
		return command
	}
	return []kit.Command{
		{
			Name: "cursor", Key: "c", Short: "cursor", Help: "a cursor in the chart: values and events of a round",
			Group: drawing, Class: kit.AfterGame, Bar: during(c.run, running|between|ended, 13),
			In: func() bool { return !c.isOpen() }, Act: kit.Try(c.open),
		},
		over(kit.Command{Name: "cursor-left", Key: "←", Short: "move", Help: "a dot to the left", Act: kit.Do(move(-1))}),
		over(kit.Command{Name: "cursor-right", Key: "→", Short: "move", Help: "a dot to the right", Act: kit.Do(move(+1))}),
		over(kit.Command{Name: "cursor-go", Key: "enter", Short: "go there", Help: "go to the cursor's round", Act: kit.Run(c.toRound)}),
		over(kit.Command{
			Name: "cursor-close", Key: "esc c", Short: "leave", Help: "show all rounds, without the cursor", Act: kit.Run(c.close),
		}),
		over(kit.Command{
			Name: "cursor-in", Key: "+", Also: "=", Short: "zoom", Help: "half as many rounds around the cursor", Act: kit.Do(zoom(+1)),
		}),
		over(kit.Command{
			Name: "cursor-out", Key: "-", Also: "_", Short: "zoom", Help: "twice as many rounds around the cursor", Act: kit.Do(zoom(-1)),
		}),
		over(kit.Command{
			Name: "cursor-far-left", Key: "pgup", Also: "shift+left", Short: "far", Help: "20 dots to the left", Act: kit.Do(move(-far)),
		}),
		over(kit.Command{
			Name: "cursor-far-right", Key: "pgdn", Also: "shift+right", Short: "far", Help: "20 dots to the right", Act: kit.Do(move(+far)),
		}),
	}
}

func (c *cursor) toRound() tea.Cmd {
	round := c.run.chart.Cursor()
	c.run.chart.CloseCursor()
	return c.run.driver.Seek(round)
}

func (c *cursor) update(msg tea.Msg) tea.Cmd {
	found := c.probe.Update(msg)
	if found == nil {
		return nil
	}
	c.run.chart.SetMoment(found.Shot, found.Changed)
	return c.run.refresh(nil)
}

func (c *cursor) isOpen() bool { return c.run.chart.Cursor() > 0 }

// Cursor returns the round of the cursor in the chart; 0 if it is closed.
func (s *Screen) Cursor() int { return s.chart.Cursor() }

func (c *cursor) close() tea.Cmd {
	c.run.chart.CloseCursor()
	return nil
}

func (c *cursor) follow() tea.Cmd {
	config, round := c.run.State().Config, c.run.chart.Cursor()
	if config == c.config && round == c.round {
		return nil
	}
	c.config, c.round = config, round
	return c.probe.Look(config, round, nil)
}

func (c *cursor) open(string) error {
	if c.run.layout.Panels[0].Empty() {
		c.run.panels.show, c.run.panels.at = allPanels, 0
	}
	if !c.run.chart.OpenCursor() {
		return errors.New("no rounds to look at yet: space runs, n plays one")
	}
	return nil
}
