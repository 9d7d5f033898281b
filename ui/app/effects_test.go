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

	tea "github.com/charmbracelet/bubbletea"

	programs "regretscope/model/program"
	"regretscope/noise/param"
	"regretscope/ui/command"
	"regretscope/ui/kit"
	"regretscope/ui/kit/outfile"
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

// effects lists the effects of all commands that have any; the test below checks that no other
// command has one.
var effects = map[string]kit.Effect{
	"save-screen": kit.Writes, "save-chart": kit.Writes,
	"save": kit.Writes, "overwrite": kit.Writes,
	"accept (save)": kit.Writes,
	"copy-command":  kit.Copies, "suspend": kit.Starts, "program": kit.Starts, "forget": kit.Starts,
}

// arguments has the arguments of commands that need one, or would ask for one.
var arguments = map[string]string{
	"arm": "2", "learner": "1", "seed": "7", "lesson": "regret", "go-chapter": "2", "scenario": "hhmh-2", "remove": "ucb1", "epsilon": "2", "equal": "mu 1",
	"program": "./mine", "horizon": "500", "what-if": "seed=3", "add": "random", "set": "epsilon 2", "channel": "linear", "band": "deviation",
	"save": "new.json", "list": "learners",
}

// at returns a player at a place, in its own folder, and the output to the terminal.
func at(t *testing.T, way []string) (*player, *bytes.Buffer) {
	t.Helper()
	t.Chdir(t.TempDir())
	uitest.NoError(t, os.WriteFile("there.csv", []byte("yours"), 0o600))
	p := newPlayer(Options{
		Config: uitest.Config(t, 40, "lazy-dp-ts", "ucb1"), OpenLesson: command.OpenLesson, Progress: lesson.Remember(t.TempDir()),
	})
	var sent bytes.Buffer
	p.root.options.Output = &sent
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

// Every command of every screen has exactly its declared effect. A command that only looks
// changes no file and sends nothing. A command that writes or copies refuses, with a sentence, to
// do so for a script.
func TestCommandsHaveTheirEffectsAlone(t *testing.T) {
	seen, all := map[string]bool{}, append(listed(t), slices.Collect(maps.Keys(effects))...)
	for _, place := range slices.Sorted(maps.Keys(places)) {
		way := places[place]
		p, _ := at(t, way)
		for _, c := range p.root.Commands() {
			name := c.Name
			if name == "accept" {
				name += " (" + place + ")"
			}
			if c.Refusal != "" || seen[name] {
				continue
			}
			seen[name] = true
			want := max(effects[name], kit.Looks)
			t.Run(name, func(t *testing.T) {
				if c.Effect() != want {
					t.Fatalf("declares effect %d, want %d", c.Effect(), want)
				}
				if c.Required() && arguments[c.Name] == "" {
					t.Fatal("has no argument in this test")
				}
				if want != kit.Starts {
					wrote, sent, _ := comesOf(t, way, c.Name, outfile.Rights{})
					if wrote != (want == kit.Writes) || sent != (want == kit.Copies) {
						t.Errorf("a person: wrote %v, sent %v", wrote, sent)
					}
				}
				if want == kit.Looks {
					return // which does not know who runs it
				}
				for by, refuses := range map[outfile.Rights]bool{
					outfile.Played("script", "", false): want != kit.Copies,
					outfile.Played("script", ".", true): want == kit.Starts || c.Name == "overwrite",
				} {
					if wrote, sent, refused := comesOf(t, way, c.Name, by); wrote || sent || refused != refuses {
						t.Errorf("a file with rights %+v: wrote %v, sent %v, refused %v", by, wrote, sent, refused)
					}
				}
			})
		}
	}
	for _, name := range all {
		if !seen[name] && name != "stop" && name != "reports" { // nothing is under way here, and there is no local channel
			t.Errorf("%s is in no place of this test", name)
		}
	}
}

// A script's input does not take effect by a person's enter.
func TestAPersonsEnterDoesNothingForAScript(t *testing.T) {
	for name, c := range map[string]struct {
		person []string // before the script
		script string
		want   []string // to be refused
	}{
		"a program, found": {nil, "setup\nlearners\nkey /\ntype your own\nkey enter\ntype ./mine.py", []string{"choose"}},
		"a program, at the cursor": {
			nil, "setup\nlearners\nfind your own\nkey right\nchoose\ntype ./mine.py", []string{"open", "choose"},
		},
		"a program, in a person's command line": { // which then has the script's rights
			[]string{"setup", "learners", "find your own", "choose"}, "type ./mine.py", nil,
		},
		"a file": {[]string{"experiment", "runs 2", "run", "save"}, "key ctrl+u\ntype theirs.csv", []string{"type here"}},
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
			var refused []string
			for _, step := range param.Must(script.Parse("a.script", c.script)).Steps {
				cmd, refusal, _ := p.root.host.Perform("script", step, false) // an error ends a script
				p.runAll(cmd)
				if refusal != nil && !slices.Contains(refused, refusal.Error()) {
					refused = append(refused, refusal.Error())
				}
			}
			for i, want := range c.want {
				if c.want[i] = "this script may not " + want + ": only you may"; !slices.Contains(refused, c.want[i]) {
					t.Errorf("%q are refused, want %q", refused, c.want[i])
				}
			}
			p.key(t, "enter")
			config := param.Must(p.root.setup.Config())
			for _, chosen := range config.Learners {
				if len(chosen.Plays().Process()) > 0 {
					t.Errorf("%s is chosen", chosen)
				}
			}
			if _, err := os.Lstat("theirs.csv"); err == nil {
				t.Error("a file is written")
			}
		})
	}
}

// listed returns the names of the commands in the manual.
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

// comesOf runs a command at a place and reports its effects. A command that only looks may
// refuse.
func comesOf(t *testing.T, way []string, name string, by outfile.Rights) (wrote, sent, refused bool) {
	t.Helper()
	p, output := at(t, way)
	before := here(t)
	c := param.Must(kit.Find(p.root.Commands(), name))
	p.root.as(by, func() tea.Cmd {
		cmd, err := p.root.invoke(c, arguments[name])
		if err != nil && c.Effect() != kit.Looks {
			t.Error(err)
		}
		p.runAll(cmd)
		return nil
	})
	return here(t) != before, output.Len() > 0, p.root.host.refused != nil
}

// Drawing code can write files only with the rights of the command's caller.
func TestScreensWriteByRightsAlone(t *testing.T) {
	writes := regexp.MustCompile(`\b(outfile\.(Create|Replace|Open)|record\.(Create|Resume)|os\.(Create|CreateTemp|OpenFile|WriteFile|Mkdir\w*|Rename|Link|Symlink|Truncate|Chmod|Remove\w*)|exec\.\w+|osc52\.\w+)\(`)
	allowed := map[string]string{
		"app/save_copy.go": "osc52.New(",
	}
	files := 0
	for _, folder := range []string{"app", "screen", "plot", "chart", "manual", "lesson", "script"} {
		t.Run(folder, func(t *testing.T) {
			err := filepath.WalkDir("../"+folder, func(path string, entry fs.DirEntry, err error) error {
				if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
					return err
				}
				text, err := os.ReadFile(path)
				name := strings.TrimPrefix(filepath.ToSlash(path), "../")
				for _, found := range writes.FindAllString(string(text), -1) {
					if allowed[name] != found {
						t.Errorf("%s: %s", name, found)
					}
				}
				files++
				return err
			})
			uitest.NoError(t, err)
		})
	}
	if files < 50 {
		t.Errorf("only %d files were looked at", files)
	}
}
