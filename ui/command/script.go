package command

import (
	"fmt"
	"reflect"

	"regretscope/noise/param"
	"regretscope/ui/command/flags"
	"regretscope/ui/script"
)

// readScript reads the script of the flag, nil without one. Flags that it begins
// with stand for those of the command line.
func (c *terminalCommand) readScript() (*script.Script, error) {
	if c.Script == "" {
		return nil, nil
	}
	text, err := param.ReadText(c.Script)
	if err != nil {
		return nil, fmt.Errorf("--script %s: %w", c.Script, err)
	}
	s, err := script.Parse(c.Script, string(text))
	if err != nil || s.Start == "" {
		return s, err
	}
	none, err := flags.Parse("")
	if err != nil {
		return nil, err
	}
	none.Programs = c.Programs
	if !reflect.DeepEqual(*none, c.Choice) {
		return nil, fmt.Errorf("--script %s: begins with flags of its own (start …), so no others for the run can be given", c.Script)
	}
	var own struct {
		flags.Choice
		Appearance
	}
	if err := flags.ParseStart(s.Start, &own); err != nil {
		return nil, s.Error(s.Begin, err)
	}
	c.Choice, c.Appearance = own.Choice, c.Appearance.or(own.Appearance)
	return s, nil
}
