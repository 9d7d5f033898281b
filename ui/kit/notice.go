package kit

import (
	"errors"

	"regretscope/noise/param"
	"regretscope/ui/kit/theme"
)

// A Notice is what a screen or the program says about the newest command, until the next
// one. The zero value says nothing.
type Notice struct {
	Text string
	Warn bool // why the command was refused, or another warning; else its result
}

// Refuse shows an error, if there is one.
func (n *Notice) Refuse(err error) {
	if err != nil {
		*n = Notice{param.Printable(err.Error()), true}
	}
}

// Err returns the warning as an error; nil if there is none.
func (n *Notice) Err() error {
	if n.Text == "" || !n.Warn {
		return nil
	}
	return errors.New(n.Text)
}

// Line is the notice in one line of the foot.
func (n *Notice) Line(t *theme.Theme, width int) string {
	style := t.Text
	if n.Warn {
		style = t.Warn
	}
	return FitLine(style.Render(param.Printable(n.Text)), width)
}
