package panel

import (
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"regretscope/ui/chart/curves"
	"regretscope/ui/chart/overlay"
	"regretscope/ui/kit/theme"
)

// Chart shows curves over rounds, in one of several views.
type Chart struct {
	base
	at    int  // in curves.All
	log   bool // rounds
	logY  bool // values
	mode  overlay.Mode
	shelf *overlay.Shelf // of theory, shared with other screens
}

// NewChart makes the panel with the first view, on a logarithmic axis of rounds
// or a linear one.
func NewChart(t *theme.Theme, shelf *overlay.Shelf, log bool) *Chart {
	return &Chart{base: base{theme: t}, shelf: shelf, log: log}
}

// Cycle goes on to another view, back for negative steps.
func (c *Chart) Cycle(steps int) {
	n := len(curves.All)
	c.at, c.drawn = ((c.at+steps)%n+n)%n, nil
}

// ToggleLog changes between a linear and a logarithmic axis of rounds.
func (c *Chart) ToggleLog() { c.log, c.drawn = !c.log, nil }

// ToggleLogValues changes between a linear and a logarithmic axis of values.
func (c *Chart) ToggleLogValues() { c.logY, c.drawn = !c.logY, nil }

// NextCharset changes what lines are made of, in all charts.
func (c *Chart) NextCharset() theme.Charset {
	c.theme.Charset, c.drawn = c.theme.Charset.Next(), nil
	return c.theme.Charset
}

// Title implements Panel.
func (c *Chart) Title() string {
	view := &curves.All[c.at]
	if view.OfArms && c.state.Shot != nil {
		return view.Title + " · " + c.state.view().Choice.Label()
	}
	return view.Title
}

// Remark implements Panel.
func (c *Chart) Remark() string {
	axis := "linear"
	switch {
	case c.log && c.logY:
		axis = "log, log values"
	case c.log:
		axis = "log"
	case c.logY:
		axis = "log values"
	}
	if c.mode != overlay.Off {
		axis = "overlay " + c.mode.String() + " · " + axis
	}
	remark := fmt.Sprintf("%s · view %d/%d", axis, c.at+1, len(curves.All))
	if more := curves.All[c.at].Remark; more != "" {
		const around = 12 // cells of the frame, the panel's number and the focus
		if with := more + " · " + remark; ansi.StringWidth(c.Title()+with)+around <= c.width {
			return with
		}
	}
	return remark
}

// Rows implements Panel.
func (c *Chart) Rows() int { return 0 }

// CycleOverlay goes on to another overlay of regret, or to none.
func (c *Chart) CycleOverlay() { c.mode, c.drawn = c.mode.Next(), nil }

// Want returns the command that computes what an overlay needs, nil where that
// is there already or on its way.
func (c *Chart) Want() tea.Cmd {
	if c.mode == overlay.Off || c.state.Shot == nil {
		return nil
	}
	return c.shelf.Want(c.state.Shot.Config, c.state.Focus)
}

// Take takes what Want's command computed.
func (c *Chart) Take(msg overlay.ComputedMsg) {
	c.shelf.Take(msg)
	c.drawn = nil
}

// View implements Panel.
func (c *Chart) View() []string { return c.once(c.draw) }

func (c *Chart) draw() []string {
	in := curves.Input{
		Theme: c.theme, Shot: c.state.Shot, Focus: c.state.Focus, Arm: c.state.Arm, Log: c.log, LogValues: c.logY,
		Hidden: c.state.hides(), Overlay: c.mode,
	}
	if c.mode != overlay.Off {
		in.Theory, in.Known = c.shelf.Of(c.state.Shot.Config, c.state.Focus)
	}
	chart, notes := curves.All[c.at].Chart(in)
	var below []string
	for _, note := range notes {
		below = append(below, strings.Split(ansi.Wrap(note, c.width, " "), "\n")...)
	}
	below = below[:min(len(below), c.height/4)]
	return append(chart.Draw(c.theme, c.width, c.height-len(below)), below...)
}
