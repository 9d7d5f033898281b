package person

import (
	"fmt"
	"strings"

	"regretscope/ui/kit"
)

// CheckCommands finds what is wrong with the commands that can be run at one
// time: a name that is not one or is there twice, a key with two commands that can
// both be run, and a command without a description.
func CheckCommands(list []kit.Command) error {
	names, keys := map[string]bool{}, map[string]string{}
	for _, c := range list {
		switch {
		case c.Name == "" || strings.Trim(c.Name, "abcdefghijklmnopqrstuvwxyz-0123456789") != "":
			return fmt.Errorf("%q is no name of a command", c.Name)
		case names[c.Name]:
			return fmt.Errorf("there are two commands %s", c.Name)
		case c.Does() == "" || c.Group == "" || c.Run.Effect == 0:
			return fmt.Errorf("%s: says nothing, has no group, or does nothing", c.Name)
		case len(c.Key.Keys()) > 0 && c.Keys() == "":
			return fmt.Errorf("%s: its keys are not written anywhere", c.Name)
		}
		names[c.Name] = true
		if c.Refusal != "" {
			continue
		}
		for _, k := range c.Key.Keys() {
			if other := keys[k]; other != "" {
				return fmt.Errorf("the key %q has two commands, %s and %s", k, other, c.Name)
			}
			keys[k] = c.Name
		}
	}
	return nil
}
