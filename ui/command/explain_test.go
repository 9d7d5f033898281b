package command

import (
	"context"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"regretscope/ui/explain"
)

func TestExplain(t *testing.T) {
	for line, wants := range map[string][]string{
		"explain ε":          {"ε (also epsilon", "e^ε", "Dwork", "regretscope --scenario"},
		"explain user level": {"user level · term"},
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
	for _, listed := range explain.All() {
		page, err := explain.Find(listed.Name)
		if err != nil {
			t.Fatal(err)
		}
		for _, see := range page.See {
			line, found := strings.CutPrefix(see, Name+" ")
			if strings.Contains(see, "--data PATH") {
				continue
			}
			words := shellWords(line)
			parser, err := (&Program{}).parser(context.Background(), &grammar{})
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

// shellWords splits a line as a shell does that knows double quotes alone.
func shellWords(line string) []string {
	quoted := false
	return strings.FieldsFunc(strings.Map(func(r rune) rune {
		if r == '"' {
			quoted = !quoted
			return 0
		}
		if r == ' ' && quoted {
			return '\u00a0'
		}
		return r
	}, line), func(r rune) bool { return r == ' ' || r == 0 })
}
