package app

import (
	"bytes"
	"encoding/base64"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/noise/param"
	"regretscope/ui/command/flags"
	"regretscope/ui/kit"
	"regretscope/ui/kit/uitest"
	"regretscope/ui/screenshot"
	"regretscope/ui/script"
)

// everywhere calls a test at each place where commands can be run.
func everywhere(t *testing.T, do func(t *testing.T, p *player)) {
	t.Helper()
	for _, place := range slices.Sorted(maps.Keys(places)) {
		t.Run(place, func(t *testing.T) {
			p, _ := at(t, places[place])
			do(t, p)
		})
	}
}

// says reports whether a help says more than the name of its command.
func says(c kit.Command) bool {
	name := strings.Split(c.Name, "-")
	return slices.ContainsFunc(strings.Fields(c.Help), func(word string) bool {
		return !slices.Contains(append(name, "the", "a", "to", "of", "go", "look", "at", c.Name+":"), strings.Trim(word, ",.:"))
	}) && !strings.HasPrefix(c.Help, c.Name+":")
}

// Each place lists a command once, its help says more than its name, and foresight knows it. These keys mean one thing
// on all screens: the dial, the cursor, back to the lesson, back in time, closing the innermost thing, and copying.
func TestCommandsSayWhatTheyDoOnce(t *testing.T) {
	uitest.NotForRaces(t)
	means := map[string]string{
		"d": "dial dial-close", "c": "cursor cursor-close", "f2": "return", "b": "back previous-stop",
		"esc": "leave cancel show-all run-screen explore cursor-close dial-close what-if-close warnings-close",
		"y":   "copy-command overwrite", // the answer yes
	}
	for _, c := range []kit.Command{
		{Name: "pause", Help: "pause"},
		{Name: "next-panel", Help: "next panel"},
		{Name: "curves", Help: "look at the curves"},
		{Name: "twin", Help: "twin: two universes"},
	} {
		if says(c) {
			t.Errorf("%s: %q is taken for a help", c.Name, c.Help)
		}
	}
	everywhere(t, func(t *testing.T, p *player) {
		helps, names := map[string]string{}, map[string]bool{}
		for _, c := range p.root.Commands() {
			if !says(c) {
				t.Errorf("%s: %q says no more than the name", c.Name, c.Help)
			}
			if before, double := helps[c.Help]; double {
				t.Errorf("%s and %s: %q", before, c.Name, c.Help)
			}
			helps[c.Help] = c.Name
			for _, name := range append(strings.Fields(c.Synonym), c.Name) {
				if names[name] {
					t.Errorf("%s names two commands", name)
				}
				names[name] = true
				unknown := foresight{}
				if err := unknown.read(script.Step{Text: name}); err != nil && !slices.Contains(forPersons, name) {
					t.Errorf("%v: no Declared has its table, or, if it acts outside, forPersons lacks it", err)
				}
			}
			for key, names := range means {
				if c.On(key) && !slices.Contains(strings.Fields(names), c.Name) {
					t.Errorf("%s runs %s", key, c.Name)
				}
			}
		}
	})
}

// Each screen declares what it offers, and who may run it.
func TestScreensDeclareTheirCommands(t *testing.T) {
	uitest.NotForRaces(t)
	all := declared()
	everywhere(t, func(t *testing.T, p *player) {
		current := p.root.screens.current()
		for _, c := range p.root.Commands() {
			own := slices.DeleteFunc(slices.Clone(all), func(d declaration) bool {
				return !d.CanBe(c.Name) || !d.everywhere && d.screen != current
			})
			if len(own) == 0 {
				t.Errorf("the %s screen does not declare %s", current, c.Name)
			}
			if !slices.ContainsFunc(own, func(d declaration) bool { return d.Class == c.Class && d.Group == c.Group && d.Argument == c.Argument }) {
				t.Errorf("%s: %b, %s, %s are none of %+v", c.Name, c.Class, c.Group, c.Argument, own)
			}
		}
	})
}

// The help lists what cannot be done now below everything that can, with the reason, and explains
// every command in full at 80 columns.
func TestRefusedCommandsStandBelow(t *testing.T) {
	uitest.NotForRaces(t)
	everywhere(t, func(t *testing.T, p *player) {
		commands := p.root.Commands()
		p.send(uitest.Key("f1"))
		above, refused, found := strings.Cut(p.whole(), "Not now")
		_, below, _ := strings.Cut(refused, "\n")
		if strings.Contains(below, "q       quit") || strings.Contains(below, "ctrl+c") {
			t.Errorf("%v: these can be done:\n%s", found, below)
		}
		for _, c := range commands {
			if c.Refusal != "" && !strings.Contains(uitest.Words(refused), c.Usage()+" "+c.Refusal) {
				t.Errorf("%s is not among\n%s", c.Name, refused)
			}
			if c.Refusal == "" && !strings.Contains(uitest.Words(above), c.Usage()+" "+c.Help) {
				t.Errorf("%s is not explained:\n%s", c.Name, above)
			}
		}
	})
}

// whole returns the screen with room for all of its lines.
func (p *player) whole() string {
	p.send(tea.WindowSizeMsg{Width: 80, Height: 300})
	return screenshot.Text(p.root.View())
}

func (p *player) foot() string {
	lines := strings.Split(strings.TrimRight(screenshot.Text(p.root.View()), "\n"), "\n")
	return lines[len(lines)-1]
}

// The same commands read a run by key, palette, script, and in plain mode.
func TestReadingsExistEverywhere(t *testing.T) {
	for line, want := range map[string]string{
		"why":           "Why arm",
		"why not 2":     "Why not arm 2?",
		"why 2":         "Why not arm 2?",
		"arm 2":         "Why not arm 2?",
		"arms":          "2 Arms",
		"privacy":       "3 Privacy",
		"compare":       "Regret after 20 rounds of five arms, lowest first",
		"status":        "Round 20 of 40 in five arms, seed 1, paused.",
		"list learners": "lazy-dp-ts",
		"list lessons":  "regret: Exploring and regret",
	} {
		typed := []script.Step{{Kind: script.Key, Text: ":"}, {Kind: script.Type, Text: line}, {Kind: script.Key, Text: "enter"}}
		for _, steps := range [][]script.Step{{{Kind: script.Command, Text: line}}, typed} {
			p, _ := at(t, places["run"])
			for _, step := range steps {
				uitest.NoError(t, p.play(step))
			}
			if view := uitest.Words(p.root.View()); !strings.Contains(view, want) {
				t.Errorf("%s: %v shows %s, want %q", line, steps, view, want)
			}
		}
		said := plainly(t, Options{Config: uitest.Config(t, 40, "lazy-dp-ts", "ucb1")}, "go 20", line)
		uitest.Contains(t, uitest.Words(said), strings.TrimLeft(want, "0123456789 "))
	}
}

// y copies a command line on every screen.
func TestEveryScreenHandsOn(t *testing.T) {
	for place, want := range map[string]string{
		"setup":      "regretscope --scenario hhmh-1 --learner lazy-dp-ts --learner ucb1 --epsilon 0.5 --horizon 40 --seed 1",
		"run":        "regretscope --scenario hhmh-1 --learner lazy-dp-ts --learner ucb1 --epsilon 0.5 --horizon 40 --seed 1 --at-round 20",
		"experiment": "regretscope run --scenario hhmh-1 --learner lazy-dp-ts --learner ucb1 --epsilon 0.5 --horizon 40 --seed 1 --runs 2",
		"twin":       "regretscope --scenario hhmh-1 --learner lazy-dp-ts --learner ucb1 --epsilon 0.5 --horizon 40 --seed 1 --focus 2",
		"explain":    "regretscope explain ",
		"lesson":     "regretscope --scenario hhmh-1",
	} {
		p, sent := at(t, places[place])
		p.key(t, "y")
		if view := uitest.Words(p.root.View()); !strings.Contains(view, want) || sent.Len() == 0 {
			t.Errorf("%s: copied %d bytes, shows %s; want %q", place, sent.Len(), view, want)
		}
	}
}

// In a lesson, enter goes on, and a key that does nothing leads to a foot that says which does.
func TestALessonSaysWhichKeyGoesOn(t *testing.T) {
	uitest.NotForRaces(t)
	l := param.Must(flags.OpenLesson("regret"))
	p := begin(t, l, 80, 24)
	for _, key := range []string{"Q", "U", "#"} {
		_ = p.tries(key)
		if foot := strings.TrimSpace(p.foot()); !strings.HasSuffix(foot, "space question") {
			t.Errorf("%s leads to the foot %q", key, foot)
		}
	}
	p.presses(t, "z") // opens a panel over the stop
	if foot := p.foot(); !strings.Contains(foot, "esc all panels") {
		t.Errorf("one panel: %q", foot)
	}
	p.presses(t, "esc x")
	if foot := p.foot(); !strings.Contains(foot, "esc back to the run · enter run") {
		t.Errorf("the experiment: %q", foot)
	}
	p.presses(t, "esc")
	if foot := p.foot(); !strings.Contains(foot, "esc explore") {
		t.Errorf("the stop: %q", foot)
	}
	p.presses(t, "enter enter enter") // the question, the answer, the next stop
	if now := p.root.stops.State(); now.Stop != 1 {
		t.Errorf("enter leads to %+v", now)
	}
	p.presses(t, "g 7 enter") // enter belongs to what is open
	if now := p.root.stops.State(); now.Stop != 1 || p.root.screens.run.State().Shot.Round != 7 {
		t.Errorf("enter in the prompt leads to %+v", now)
	}
}

// line runs a command by its name, and all commands that follow.
func line(t *testing.T, r *root, text string) {
	t.Helper()
	cmd := param.Must(r.RunLine(text))
	runAll(t, r, cmd)
}

// The copied command is the one on the screen, and opens the run at the same place.
func TestCopyCommand(t *testing.T) {
	var out bytes.Buffer
	r := rootOf(t, Options{Config: uitest.Config(t, 1000, "lazy-dp-ts,epsilon=2", "ucb1"), Output: &out})
	line(t, r, "go 321")
	line(t, r, "copy-command")
	want := "regretscope --scenario hhmh-1 --learner lazy-dp-ts,epsilon=2 --learner ucb1 --epsilon 0.5 --horizon 1000 --seed 1 --at-round 321"
	if got := strings.Join(strings.Fields(r.View()), " "); !strings.Contains(got, want) {
		t.Errorf("shown:\n%s", r.View())
	}
	uitest.Contains(t, out.String(), base64.StdEncoding.EncodeToString([]byte(want)))
	press(t, r, "v") // is not eaten
	if view := r.View(); !strings.Contains(view, "1 Regret / ln t ─") || strings.Contains(view, want) {
		t.Errorf("after a key:\n%s", view)
	}
	opened := rootOf(t, Options{Config: r.screens.run.State().Config, AtRound: 321})
	if opened.screens.run.State().Round != 321 {
		t.Errorf("opened at round %d", opened.screens.run.State().Round)
	}
}

// Files are new, and the foot names them.
func TestSaving(t *testing.T) {
	t.Chdir(t.TempDir())
	r := rootOf(t, Options{Config: uitest.Config(t, 1000, "lazy-dp-ts", "ucb1")})
	line(t, r, "go 500")
	for _, want := range []string{
		"wrote hhmh-1-regret-500.svg and hhmh-1-regret-500.csv", "wrote hhmh-1-regret-500-2.svg and hhmh-1-regret-500-2.csv",
	} {
		if line(t, r, "save-chart"); !strings.Contains(r.View(), want) {
			t.Errorf("no %q in\n%s", want, r.View())
		}
	}
	press(t, r, "esc")
	view := r.View()
	line(t, r, "save-screen shot.txt")
	if text, err := os.ReadFile("shot.txt"); err != nil || !strings.HasPrefix(string(text), strings.TrimRight(strings.SplitN(view, "\n", 2)[0], " ")) {
		t.Errorf("%v\n%s", err, text)
	}
	if line(t, r, "save-screen"); !strings.Contains(r.View(), "wrote regretscope-screen.svg") {
		t.Error(r.View())
	}
	line(t, r, "save-screen shot.png")
	if picture, err := os.ReadFile("shot.png"); err != nil || !bytes.Contains(picture, []byte("--scenario hhmh-1")) {
		t.Errorf("%v, %d bytes without the command line", err, len(picture))
	}
	if _, err := r.RunLine("save-screen shot.pdf"); err == nil || err.Error() != "shot.pdf: must end in .svg, .png or .txt" {
		t.Error(err)
	}
	// A learner has the color of all plots, whatever it has on the screen.
	if picture, err := os.ReadFile("hhmh-1-regret-500.svg"); err != nil || !regexp.MustCompile(`fill:#AF5F00">UCB1<`).Match(picture) {
		t.Errorf("%v\n%s", err, picture)
	}
	table, err := os.ReadFile("hhmh-1-regret-500.csv")
	if err != nil || !strings.HasPrefix(string(table), "line,t,value,fingerprint\nLazy-DP-TS,") || !strings.Contains(string(table), "\nUCB1,500,") {
		t.Errorf("%v\n%s", err, table)
	}
}
