package command

import (
	"fmt"
	"reflect"

	"github.com/alecthomas/kong"

	"regretscope/noise/declare"
	"regretscope/ui/script"
)

// readScript reads the script of the flag, nil without one. Flags that it begins
// with stand for those of the command line.
func (c *terminalCommand) readScript(p *Program) (*script.Script, error) {
	if c.Script == "" {
		return nil, nil
	}
	text, err := declare.ReadText(c.Script)
	if err != nil {
		return nil, fmt.Errorf("--script %s: %w", c.Script, err)
	}
	s, err := script.Parse(c.Script, string(text))
	if err != nil || s.Start == "" {
		return s, err
	}
	var none struct{ choice }
	if err := p.parseInto(&none, nil); err != nil {
		return nil, err
	}
	if !reflect.DeepEqual(none.choice, c.choice) {
		return nil, fmt.Errorf("--script %s: begins with flags of its own (start …), so no others for the run can be given", c.Script)
	}
	var own struct{ choice }
	if err := p.parseInto(&own, script.Words(s.Start)); err != nil {
		return nil, s.Error(s.Begin, explained(err))
	}
	c.choice = own.choice
	return s, nil
}

// parseInto reads the flags of a script or a lesson into a struct.
func (p *Program) parseInto(flags any, args []string) error {
	parser, err := p.parser(flags, kong.NoDefaultHelp())
	if err == nil {
		_, err = parser.Parse(args)
	}
	return err
}
