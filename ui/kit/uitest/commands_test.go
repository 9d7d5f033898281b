package uitest

import (
	"strings"
	"testing"

	"regretscope/ui/kit"
)

// sound returns a correct list of commands.
func sound() []kit.Command {
	no := func() {}
	return []kit.Command{
		{Name: "run", Key: "space", Short: "run", Help: "run", Group: "Time", Act: kit.Do(no)},
		{Name: "go", Key: "g", Help: "go to a round", Group: "Time", Act: kit.Do(no)},
		{Name: "view", Key: "v f2", Short: "view", Help: "next view", Group: "Chart", Act: kit.Do(no)},
		{
			Name: "back", Key: "b ←", Also: "space", Short: "back", Help: "back", Group: "Time",
			Refusal: "this is the beginning", Act: kit.Do(no),
		},
	}
}

func TestCheckCommands(t *testing.T) {
	NoError(t, CheckCommands(sound()))
	for name, spoil := range map[string]func(list []kit.Command) []kit.Command{
		`"Go" is not a command name`:      func(l []kit.Command) []kit.Command { l[1].Name = "Go"; return l },
		"there are two commands run":      func(l []kit.Command) []kit.Command { l[1].Name = "run"; return l },
		"view: says nothing":              func(l []kit.Command) []kit.Command { l[2].Help = ""; return l },
		"view: its keys are not":          func(l []kit.Command) []kit.Command { l[2].Key, l[2].Also = "", "v"; return l },
		`the key " " has two`:             func(l []kit.Command) []kit.Command { l[2].Key = "space"; return l },
		"run: says nothing or has no gro": func(l []kit.Command) []kit.Command { l[0].Group = ""; return l },
		"run: does nothing":               func(l []kit.Command) []kit.Command { l[0].Act = kit.Action{}; return l },
	} {
		err := CheckCommands(spoil(sound()))
		if err == nil || !strings.HasPrefix(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
