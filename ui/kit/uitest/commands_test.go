package uitest

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit"
)

// sound returns a correct list of commands.
func sound() []kit.Command {
	no := func() {}
	return []kit.Command{
		{Name: "run", Key: "space", Short: "run", Help: "run", Group: "Time", Do: no},
		{Name: "go", Key: "g", Help: "go to a round", Group: "Time", Do: no},
		{Name: "view", Key: "v f2", Short: "view", Help: "next view", Group: "Chart", Do: no},
		{
			Name: "back", Key: "b ←", Also: "space", Short: "back", Help: "back", Group: "Time",
			Refusal: "this is the beginning", Do: no,
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
		"run: is run in 0 ways":           func(l []kit.Command) []kit.Command { l[0].Do = nil; return l },
		"run: is run in 2 ways":           func(l []kit.Command) []kit.Command { l[0].Run = func() tea.Cmd { return nil }; return l },
	} {
		t.Run(name, func(t *testing.T) {
			err := CheckCommands(spoil(sound()))
			if err == nil || !strings.HasPrefix(err.Error(), name) {
				t.Errorf("%s: %v", name, err)
			}
		})
	}
}
