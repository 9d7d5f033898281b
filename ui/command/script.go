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
func (c *terminalCommand) readScript() (*script.Script, error) {
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
	none, err := choiceOf("")
	if err != nil {
		return nil, err
	}
	none.programs = c.programs
	if !reflect.DeepEqual(*none, c.choice) {
		return nil, fmt.Errorf("--script %s: begins with flags of its own (start …), so no others for the run can be given", c.Script)
	}
	var own struct {
		choice
		Appearance
	}
	if err := parseStart(s.Start, &own); err != nil {
		return nil, s.Error(s.Begin, err)
	}
	c.choice, c.Appearance = own.choice, c.Appearance.or(own.Appearance)
	return s, nil
}

// maxWords is how many words a script or a lesson may give as flags: those of 16
// learners and of every other flag.
const maxWords = 100

// choiceOf reads the flags of a run, as a lesson begins with them.
func choiceOf(flags string) (*choice, error) {
	var own struct{ choice }
	err := parseStart(flags, &own)
	return &own.choice, err
}

// parseStart reads the flags that a script or a lesson begins with.
func parseStart(flags string, own any) error {
	words := script.Words(flags)
	if len(words) > maxWords {
		return fmt.Errorf("start: has %d words, at most %d are allowed", len(words), maxWords)
	}
	parser, err := new(Program).parser(own, kong.NoDefaultHelp())
	if err != nil {
		return err
	}
	request, err := parser.Parse(words)
	if err == nil {
		err = refuseTwice(request)
	}
	return explained(err)
}
