package panel

import (
	"fmt"

	"github.com/charmbracelet/x/ansi"

	"regretscope/ui/curves"
	"regretscope/ui/theme"
)

// Chart shows curves over rounds, in one of several views.
type Chart struct {
	base
	at  int // in curves.All
	log bool
}

// NewChart makes the panel with the first view on a linear axis.
func NewChart(t *theme.Theme) *Chart { return &Chart{base: base{theme: t}} }

// Cycle goes on to another view, back for negative steps.
func (c *Chart) Cycle(steps int) {
	n := len(curves.All)
	c.at, c.drawn = ((c.at+steps)%n+n)%n, nil
}

// ToggleLog changes between a linear and a logarithmic axis of rounds.
func (c *Chart) ToggleLog() { c.log, c.drawn = !c.log, nil }

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
	if c.log {
		axis = "log"
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

// View implements Panel.
func (c *Chart) View() []string {
	return c.once(func() []string {
		chart := curves.All[c.at].Chart(curves.Input{
			Theme: c.theme, Shot: c.state.Shot, Focus: c.state.Focus, Arm: c.state.Arm, Log: c.log,
			Hidden: c.state.hides(),
		})
		return chart.Draw(c.theme, c.width, c.height)
	})
}
