package notions

import (
	"math"
	"strings"
	"testing"

	"regretscope/ui/kit"
)

// The bells of Lap(1/ε) have the height exp(−ε|x − sum|); the slider doubles and halves ε, from 1/4 to 4.
func TestBells(t *testing.T) {
	var b Bells
	commands := b.Commands(func() {})
	for _, c := range []struct {
		command string
		epsilon float64
		text    string
	}{{"more-epsilon", 2, "2"}, {"more-epsilon", 4, "4"}, {"more-epsilon", 4, "4"}, {"less-epsilon", 2, "2"}, {"less-epsilon", 1, "1"}} {
		if _, err := kit.RunLine(commands, c.command); err != nil {
			t.Fatal(err)
		}
		bell := ""
		for x := 36.625; x < 46.5; x += .25 {
			bell += string([]rune(" ▁▂▃▄▅▆▇█")[int(math.Round(8*math.Exp(-c.epsilon*math.Abs(x-42))))])
		}
		lines := b.Lines()
		if lines[0] != "ε = "+c.text || lines[2] != strings.TrimRight("Laplace 42  "+bell, " ") || len(lines) != 7 {
			t.Errorf("%s: %q", c.command, lines)
		}
	}
}
