//go:build heavy

package ui

import (
	"strings"
	"testing"
)

// longAttacks keep the program busy as long as they can.
var longAttacks = []attack{
	{name: "a lesson that simulates for hours", file: "hours.toml", text: lined(strings.Replace(oneStop, "100 ", "1e9 --learner kl-ucb --learner thompson ", 1)+"[[stop]]\nsay = 'And here?'\n", "do = ['go 1e9']\n", 1), run: "lesson FILE --plain", shows: "Look."},
}

func TestHostileFilesThatTakeLong(t *testing.T) {
	for _, a := range longAttacks {
		t.Run(a.name, a.test)
	}
}
