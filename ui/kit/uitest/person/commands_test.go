package person

import (
	"strings"
	"testing"

	"regretscope/ui/kit"
)

// sound is a list of commands of which nothing is wrong.
func sound() []kit.Command {
	no := kit.Call(func() {})
	return []kit.Command{
		kit.Keyed("Time", "run", "run", "space", "run", no, " "),
		kit.Keyed("Time", "go", "", "g", "go to a round", no, "g"),
		kit.Keyed("Chart", "view", "view", "v f2", "next view", no, "v", "f2"),
		kit.Refusing("this is the beginning", kit.Keyed("Time", "back", "back", "b ←", "back", no, "b", " ")),
	}
}

func TestCheckCommands(t *testing.T) {
	if err := CheckCommands(sound()); err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(list []kit.Command) []kit.Command{
		`"Go" is no name`:               func(l []kit.Command) []kit.Command { l[1].Name = "Go"; return l },
		"there are two commands run":    func(l []kit.Command) []kit.Command { l[1].Name = "run"; return l },
		"view: says nothing":            func(l []kit.Command) []kit.Command { l[2].Key = kit.Bind("v", "", "v"); return l },
		"view: its keys are not":        func(l []kit.Command) []kit.Command { l[2].Key = kit.Bind("", "next view", "v"); return l },
		`the key " " has two`:           func(l []kit.Command) []kit.Command { l[2].Key = kit.Bind("space", "next view", " "); return l },
		"run: says nothing, has no gro": func(l []kit.Command) []kit.Command { l[0].Group = ""; return l },
	} {
		t.Run(name, func(t *testing.T) {
			err := CheckCommands(spoil(sound()))
			if err == nil || !strings.HasPrefix(err.Error(), name) {
				t.Errorf("%s: %v", name, err)
			}
		})
	}
}
