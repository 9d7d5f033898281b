package app

import (
	"bytes"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	programs "regretscope/model/program"
	"regretscope/noise/param"
	"regretscope/ui/command/flags"
	"regretscope/ui/kit"
	"regretscope/ui/kit/uitest"
	"regretscope/ui/lesson"
	"regretscope/ui/script"
)

// places lists how to reach commands: every screen, and everything opened there.
var places = map[string][]string{
	"setup":       {"setup"},
	"filter":      {"setup", "find ucb"},
	"parameters":  {"setup", "parameters"},
	"comparisons": {"setup", "comparisons"},
	"learners":    {"setup", "learners"},
	"share":       {"setup", "share"},
	"beginning":   {},
	"run":         {"go 20"},
	"running":     {"run"},
	"prompt":      {"go"},
	"copy":        {"go 20", "what-if seed=3"},
	"dial":        {"go 20", "dial"},
	"cursor":      {"go 20", "cursor"},
	"warnings":    {"warnings"},
	"hidden":      {"hide truth"},
	"big":         {"big"},
	"undone":      {"go 5", "undo"},
	"experiment":  {"experiment", "runs 2", "run"},
	"sweep":       {"experiment", "runs 2", "sweep 0.5,1", "run"},
	"replication": {"experiment", "runs"},
	"save":        {"experiment", "runs 2", "run", "save"},
	"overwrite":   {"experiment", "runs 2", "run", "save there.csv"},
	"twin":        {"learner 2", "twin"},
	"noises":      {"learner 2", "twin", "many-noises"},
	"explain":     {"explain epsilon"},
	"lesson":      {"lesson regret"},
}

// forPersons are the commands that lessons and scripts cannot run on any screen.
var forPersons = strings.Fields("save-screen save-chart save overwrite copy-command suspend program forget")

// outside lists the commands that change something outside of the program, beside those of forPersons:
// they do so only in some places. Those with true write files, or send something to the terminal.
var outside = map[string]bool{"accept (save)": true, "choose (program)": false, "open (program)": false}

// arguments has the arguments of commands that need one, or would ask for one.
var arguments = map[string]string{
	"arm": "2", "learner": "1", "seed": "7", "lesson": "regret", "go-chapter": "2", "scenario": "hhmh-2", "remove": "ucb1", "epsilon": "2",
	"program": "./mine", "horizon": "500", "what-if": "seed=3", "add": "random", "set": "epsilon 2", "channel": "linear", "band": "deviation",
	"save": "new.json", "list": "learners", "field": "epsilon 2",
}

// at returns a player at a place, in its own folder, and the output to the terminal.
func at(t *testing.T, way []string) (*player, *bytes.Buffer) {
	t.Helper()
	t.Chdir(t.TempDir())
	uitest.NoError(t, os.WriteFile("there.csv", []byte("yours"), 0o600))
	p := newPlayer(Options{
		Config: uitest.Config(t, 40, "lazy-dp-ts", "ucb1"), OpenLesson: flags.OpenLesson, Progress: lesson.Remember(t.TempDir()),
	})
	var sent bytes.Buffer
	p.root.export.output = &sent
	p.send(tea.WindowSizeMsg{Width: 100, Height: 30})
	p.runAll(p.root.Init())
	for _, line := range way {
		if err := p.play(script.Step{Text: line}); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
	}
	return p, &sent
}

func here(t *testing.T) string {
	t.Helper()
	var all []string
	err := fs.WalkDir(os.DirFS("."), ".", func(path string, _ fs.DirEntry, err error) error {
		text, _ := os.ReadFile(path)
		all = append(all, path+"="+string(text))
		return err
	})
	uitest.NoError(t, err)
	return strings.Join(all, " ")
}

// Only the commands that say so change a file or send something to the terminal, and a lesson or script
// can run none of them.
func TestCommandsHaveTheirEffectsAlone(t *testing.T) {
	uitest.NotForRaces(t)
	seen, all := map[string]bool{}, append(listed(t), forPersons...)
	for _, place := range slices.Sorted(maps.Keys(places)) {
		way := places[place]
		p, _ := at(t, way)
		for _, c := range p.root.Commands() {
			name := c.Name
			if slices.Contains([]string{"accept", "choose", "open"}, name) {
				name += " (" + place + ")"
			}
			if c.Refusal != "" || seen[name] {
				continue
			}
			seen[name], seen[c.Name] = true, true
			_, sometimes := outside[name]
			if want := sometimes || slices.Contains(forPersons, c.Name); c.Act.Outside != want {
				t.Fatalf("%s: acts outside: %v, want %v by forPersons and outside", name, c.Act.Outside, want)
			}
			if c.Required() && arguments[c.Name] == "" {
				t.Fatalf("%s: has no argument in this test", name)
			}
			if c.Name != "suspend" {
				changed, _ := comesOf(t, way, c.Name, false)
				if want := c.Act.Outside && (outside[name] || !sometimes && c.Name != "program" && c.Name != "forget"); changed != want {
					t.Errorf("%s: a person changes something: %v, want %v", name, changed, want)
				}
			}
			if changed, err := comesOf(t, way, c.Name, true); changed ||
				(err != nil && err.Error() == forbidden(c.Name).Error()) != c.Act.Outside {
				t.Errorf("%s: a file changes something: %v; %v", name, changed, err)
			}
		}
	}
	for _, name := range all {
		if !seen[name] && name != "stop" && name != "reports" { // nothing is under way here, and there is no local channel
			t.Errorf("%s is in no place of this test", name)
		}
	}
}

// A person's enter does nothing to what a script typed.
func TestAPersonsEnterDoesNothingForAScript(t *testing.T) {
	for name, c := range map[string]struct {
		person []string // before the script
		script string
	}{
		"a command":                             {nil, "key :\ntype go 50"},
		"a command, selected":                   {nil, "key ?\nkey down\nkey down"},
		"a round":                               {nil, "key g\ntype 50"},
		"a program, in a person's command line": {[]string{"setup", "learners", "find your own", "choose"}, "type ./mine.py"},
		"a learner":                             {nil, "setup\nlearners\nkey /\ntype ucb2"},
		"a value":                               {nil, "setup\nparameters\nkey down\ntype 9"},
		"a file":                                {[]string{"experiment", "runs 2", "run", "save"}, "key ctrl+u\ntype theirs.csv"},
	} {
		t.Run(name, func(t *testing.T) {
			p, _ := at(t, nil)
			host := programs.NewHost()
			t.Cleanup(host.Close)
			p.root.options.Config.Programs = host
			p.runAll(p.root.Restart())
			for _, line := range c.person {
				uitest.NoError(t, p.play(script.Step{Text: line}))
			}
			for _, step := range param.Must(script.Parse("a.script", c.script)).Steps {
				cmd, err := p.root.host.Perform(step)
				uitest.NoError(t, err)
				p.runAll(cmd)
			}
			files := here(t)
			p.send(uitest.Key("enter"))
			if p.root.foot.notice.Text != notYours || here(t) != files {
				t.Errorf("%q, %s", p.root.foot.notice.Text, here(t))
			}
			if at, chosen := p.root.screens.run.Place(), param.Must(p.root.screens.setup.Config()); at.Round > 0 || len(chosen.Learners) != 2 {
				t.Errorf("at round %d, with %d learners", at.Round, len(chosen.Learners))
			}
		})
	}
}

// What a person types is the person's again once the line that a script opened is closed.
func TestAClosedLineIsForgotten(t *testing.T) {
	p, _ := at(t, nil)
	for _, step := range param.Must(script.Parse("a.script", "key :\ntype go 5")).Steps {
		cmd, err := p.root.host.Perform(step)
		uitest.NoError(t, err)
		p.runAll(cmd)
	}
	p.presses(t, "esc : g o space 7 enter")
	if p.wait(time.Second); p.root.screens.run.State().Round != 7 {
		t.Errorf("at round %d: %s", p.root.screens.run.State().Round, p.root.foot.notice.Text)
	}
}

func listed(t *testing.T) (names []string) {
	t.Helper()
	text := param.Must(os.ReadFile("../manual/keys.md"))
	_, table, _ := strings.Cut(string(text), "<!-- commands -->")
	table, _, _ = strings.Cut(table, "<!-- end of commands -->")
	for _, row := range regexp.MustCompile("(?m)^\\| [^|]*\\| `([a-z0-9-]+)").FindAllStringSubmatch(table, -1) {
		names = append(names, row[1])
	}
	if len(names) < 80 {
		t.Fatalf("the manual lists %d commands", len(names))
	}
	return names
}

// comesOf runs a command at a place, for a person or a file, and reports whether it changed a file or
// sent something to the terminal.
func comesOf(t *testing.T, way []string, name string, played bool) (changed bool, err error) {
	t.Helper()
	p, output := at(t, way)
	before := here(t)
	c := param.Must(kit.Find(p.root.Commands(), name))
	p.root.as(played, func() tea.Cmd {
		var cmd tea.Cmd
		cmd, err = p.root.invoke(c, arguments[name])
		p.runAll(cmd)
		return nil
	})
	return here(t) != before || output.Len() > 0, err
}

// Drawing code writes files only in the actions of commands.
func TestOnlyCommandsWrite(t *testing.T) {
	writes := regexp.MustCompile(`\b(outfile\.(Create|Replace|Open)|record\.(Create|Resume)|os\.(Create|CreateTemp|OpenFile|WriteFile|Mkdir\w*|Rename|Link|Symlink|Truncate|Chmod|Remove\w*)|exec\.\w+|osc52\.\w+)\(`)
	allowed := map[string]string{
		"app/export.go": "osc52.New(",
	}
	files := 0
	for _, folder := range []string{"app", "screen", "plot", "chart", "manual", "lesson", "script"} {
		err := filepath.WalkDir("../"+folder, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			text, err := os.ReadFile(path)
			name := strings.TrimPrefix(filepath.ToSlash(path), "../")
			for _, found := range writes.FindAllString(string(text), -1) {
				if allowed[name] != found {
					t.Errorf("%s: %s: %s", folder, name, found)
				}
			}
			files++
			return err
		})
		uitest.NoError(t, err)
	}
	if files < 50 {
		t.Errorf("only %d files were looked at", files)
	}
}
