package command

import (
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"regretscope/ui/manual"
	"regretscope/ui/script"
)

func TestExplain(t *testing.T) {
	for line, wants := range map[string][]string{
		"explain ε":          {"ε (also epsilon", "e^ε", "Dwork", "regretscope --scenario"},
		"explain user level": {"user level (also one person"},
		"explain lazy-dp-ts": {"   4    draw θ_j", "Hu, Huang, Mehta & Hegde (HHMH) Alg. 3"},
		"explain":            {"Learners", "Scenarios", "Channels", "Terms"},
	} {
		text := succeed(t, args(line)...)
		for _, want := range wants {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %q in\n%s", line, want, text)
			}
		}
	}
}

// The commands on pages are commands that the program takes.
func TestPagesShowCommandsThatWork(t *testing.T) {
	for _, page := range manual.All() {
		for _, see := range page.See() {
			line, found := strings.CutPrefix(see, Name+" ")
			if strings.Contains(see, "--data PATH") {
				continue
			}
			words := script.Words(line)
			parser, err := (&Program{}).parser(&grammar{})
			if err != nil {
				t.Fatal(err)
			}
			var request *kong.Context
			if !strings.HasPrefix(words[0], "-") {
				parser.Model.DefaultCmd = nil
			}
			if request, err = parser.Parse(words); err == nil {
				err = refuseTwice(request)
			}
			if !found || err != nil && !strings.Contains(err.Error(), errNoTerminal.Error()) {
				t.Errorf("%s: %s: %v", page.Name, see, err)
			}
		}
	}
}
