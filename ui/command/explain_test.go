package command

import (
	"errors"
	"io/fs"
	"regexp"
	"strings"
	"testing"

	"regretscope/ui/kit/uitest"
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
		t.Run(line, func(t *testing.T) {
			text := succeed(t, args(line)...)
			says(t, text, wants...)
		})
	}
}

// The program accepts the commands on all pages and in README. Those that read files are only
// parsed.
func TestPagesShowCommandsThatWork(t *testing.T) {
	uitest.NotForRaces(t)
	texts := map[string]string{}
	for _, page := range manual.All() {
		texts[page.Name] = page.Markdown()
	}
	readme := read(t, uitest.Top(t, "README.md"))
	texts["README"] = readme
	t.Chdir(t.TempDir()) // a folder for results is made before the work begins
	commands := regexp.MustCompile(`(?m)^    (?:\$ )?regretscope ([^#\n]+)`)
	seen := 0
	for name, text := range texts {
		for _, found := range commands.FindAllStringSubmatch(text, -1) {
			line := strings.TrimSpace(found[1])
			seen++
			if strings.Contains(line, "--data ") {
				continue // data are no part of the project
			}
			t.Run(name+"/"+line, func(t *testing.T) {
				line, _, _ := strings.Cut(line, " > ") // which the shell takes
				if err := asked(t, script.Words(line)...); err != nil && !errors.Is(err, fs.ErrNotExist) && !strings.Contains(err.Error(), "no such file") {
					t.Error(err)
				}
			})
		}
	}
	if seen < 150 {
		t.Errorf("only %d commands were tried", seen)
	}
}
