package app

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"regretscope/learners"
	programs "regretscope/model/program"
	"regretscope/noise/param"
	"regretscope/ui/command/flags"
	"regretscope/ui/kit"
	"regretscope/ui/kit/uitest"
	"regretscope/ui/lesson"
	"regretscope/ui/script"
)

const (
	onStage  = "go 10\ncaption One.\nwait key\ncaption Two.\nrun\nwait 1m\ncaption Three.\nwait key"
	typing   = "caption One.\nwait 5s\nkey :\ntype go 5\nwait key"
	arrived  = "wait 2s\n"
	twoStops = "go-chapter 2\n" + arrived
)

// states lists states of the program: what is open, and the lines of a script that lead there. A line
// "busy KEY" drops the work that the key begins, "size WIDTHxHEIGHT" resizes the terminal, and "glide" lets the next jump
// play on the screen.
var states = map[string]struct {
	on    string // a learner or scenario other than those of at; "game": a person plays; "setup": no run
	talk  string
	lines string
}{
	"run":                       {"", "", "go 20"},
	"run at its beginning":      {},
	"run at its end":            {"", "", "go 40"},
	"run under way":             {"", "", "busy space"},
	"run zoomed":                {"", "", "go 20\nkey 2\nkey z"},
	"run of one learner":        {"ucb1", "", "go 20"},
	"run of two arms":           {"gap", "", "go 20"},
	"run with bases":            {"bases", "", "go 20"},
	"run with reports":          {"local", "", "go 20"},
	"run with full feedback":    {"experts", "", "go 20"},
	"run at 80 columns":         {"", "", "go 20\nsize 80x24"},
	"run in large letters":      {"", "", "go 20\nbig"},
	"run with the truth hidden": {"", "", "go 20\nhide truth"},
	"run with a learner hidden": {"", "", "go 20\nhide others"},
	"run after a jump":          {"", "", "go 5\ngo 20"},
	"run after undo":            {"", "", "go 5\ngo 20\nundo"},
	"run cramped":               {"", "", "size 30x8"},
	"run gliding, cramped":      {"", "", "key g\ntype 40\nglide\nbusy enter\nsize 30x8"},
	"run not ready, q asks":     {"", "", "big\nset epsilon 2\nbusy u\nbusy q"},
	"prompt":                    {"", "", "key g"},
	"prompt, filled":            {"", "", "key g\ntype 1"},
	"dial":                      {"", "", "go 20\ndial"},
	"dial and cursor":           {"", "", "go 20\ndial\nkey right\ncursor"},
	"cursor":                    {"", "", "go 20\ncursor\nkey left"},
	"what if":                   {"", "", "go 20\nwhat-if seed=3"},
	"why not":                   {"", "", "go 20\narm 2"},
	"no warnings":               {"", "", "warnings"},
	"warnings":                  {"mixed", "", "warnings"},

	"game":                  {"game", "", ""},
	"game, pulled":          {"game", "", "key 1\nkey 2"},
	"game, shown":           {"game", "", "key 1\nkey h"},
	"game, over":            {"game", "", "key 1\nagain 39"},
	"game in large letters": {"game", "", "key 1\nbig"},
	"game, setup":           {"game", "", "key 1\nreveal\nsetup"},

	"first start":               {"first", "", ""},
	"start":                     {"setup", "", ""},
	"start, learners":           {"setup", "", "learners"},
	"setup":                     {"", "", "go 20\nsetup"},
	"setup, filter":             {"", "", "setup\nfind ucb"},
	"setup, filter typed":       {"", "", "setup\nkey /\ntype u"},
	"setup, parameters":         {"", "", "setup\nparameters"},
	"setup, field":              {"", "", "setup\nfield epsilon"},
	"setup, wrong field":        {"", "", "setup\nfield epsilon\ntype x"},
	"setup, choice in a field":  {"", "", "setup\nfind arms of your own\nfield feedback"},
	"setup, learners":           {"", "", "setup\nlearners"},
	"setup, a program":          {"program", "", "setup\nlearners\nfind your own\nchoose"},
	"setup, comparisons":        {"", "", "setup\ncomparisons"},
	"setup, share":              {"", "", "setup\nshare"},
	"setup in large letters":    {"", "", "big\nsetup"},
	"setup cramped":             {"", "", "setup\nsize 30x8"},
	"experiment":                {"", "", "experiment"},
	"experiment, field":         {"", "", "experiment\nruns"},
	"experiment under way":      {"", "", "experiment\nruns 2\nbusy enter"},
	"experiment, done":          {"", "", "experiment\nruns 2\nrun"},
	"experiment, sweep":         {"", "", "experiment\nruns 2\nsweep 0.5,1\nrun"},
	"experiment, saving":        {"", "", "experiment\nruns 2\nrun\nsave"},
	"experiment, overwriting":   {"", "", "experiment\nruns 2\nrun\nsave there.csv"},
	"experiment, large letters": {"", "", "big\nexperiment\nruns 2\nrun"},
	"page, truth hidden":        {"", "", "hide truth\nexplain regret"},
	"twin":                      {"", "", "learner 2\ntwin"},
	"twin searching":            {"", "", "learner 2\ntwin\nbusy /"},
	"twin under way":            {"", "", "learner 2\ntwin\nbusy space"},
	"twin, noises":              {"", "", "learner 2\ntwin\nmany-noises"},
	"twin, noises under way":    {"", "", "learner 2\ntwin\nbusy N"},
	"twin of nothing private":   {"ucb1", "", "twin"},
	"twin cramped":              {"", "", "learner 2\ntwin\nsize 30x8"},
	"twin, you attack":          {"", "", "learner 2\ntwin\nattack"},

	"page":                  {"", "", "explain regret"},
	"page with a slider":    {"", "", "explain laplace"},
	"page over setup":       {"setup", "", "explain regret"},
	"page in large letters": {"", "", "big\nexplain regret"},
	"page of a comparison":  {"", "", "go 20\ncompare"},
	"page over the twin":    {"", "", "learner 2\ntwin\nexplain twin"},
	"copied":                {"", "", "copy-command"},
	"help":                  {"", "", "help"},
	"palette":               {"", "", "key :\ntype go"},
	"palette cramped":       {"", "", "key :\ntype go\nsize 30x8"},

	"lesson, question":         {"", "", "lesson regret\n" + arrived},
	"lesson, answered":         {"", "", "lesson regret\n" + arrived + "key space\n" + arrived},
	"lesson, text":             {"", "", "lesson regret\n" + arrived + twoStops},
	"lesson, under way":        {"", "", "lesson regret\n" + arrived + twoStops + "busy space"},
	"lesson, an arm asked":     {"", "", "lesson regret\n" + arrived + "go-chapter 5\n" + arrived},
	"lesson, an arm typed":     {"", "", "lesson regret\n" + arrived + "go-chapter 5\n" + arrived + "type 2"},
	"lesson, a round asked":    {"", "", "lesson change\n" + arrived + "go-chapter 5\n" + arrived + "key c"},
	"lesson, an exercise":      {"", "", "lesson regret\n" + arrived + "go-chapter 11\n" + arrived},
	"lesson, question apart":   {"", "", "size 60x16\nlesson regret\n" + arrived + "go-chapter 4\n" + arrived},
	"lesson, a game":           {"", "", "lesson you\n" + arrived},
	"lesson, over":             {"", "", "lesson regret\n" + arrived + "go-chapter 11\n" + arrived + "key pgdown\n" + arrived + "key pgdown"},
	"lesson, last over":        {"", "", "lesson trust\n" + arrived + "go-chapter 6\n" + arrived + "key pgdown\n" + arrived + "key pgdown"},
	"lesson, left":             {"", "", "lesson regret\n" + arrived + "explore"},
	"lesson, left for setup":   {"", "", "lesson regret\n" + arrived + "explore\nsetup"},
	"lesson, prompt":           {"", "", "lesson regret\n" + arrived + twoStops + "key g"},
	"lesson, cursor":           {"", "", "lesson regret\n" + arrived + twoStops + "key c"},
	"lesson, setup":            {"", "", "lesson regret\n" + arrived + twoStops + "setup"},
	"lesson, experiment":       {"", "", "lesson regret\n" + arrived + twoStops + "experiment"},
	"lesson, page":             {"", "", "lesson regret\n" + arrived + twoStops + "explain regret"},
	"lesson in large letters":  {"", "", "big\nlesson regret\n" + arrived},
	"lesson cramped":           {"", "", "lesson regret\n" + arrived + "size 30x8"},
	"talk":                     {"", onStage, ""},
	"talk, played":             {"", onStage, "key space\n" + arrived},
	"talk, paused":             {"", onStage, "key space\n" + arrived + "key space"},
	"talk, left":               {"", onStage, "explore"},
	"talk, strayed":            {"", onStage, "key s"},
	"talk, dial":               {"", onStage, "key d"},
	"talk, setup":              {"", onStage, "setup"},
	"talk, page":               {"", onStage, "explain regret"},
	"talk, black":              {"", onStage, "key ."},
	"talk, typed":              {"", typing, "wait 4s"},
	"talk, typed in black":     {"", typing, "key .\nwait 4s"},
	"talk, gliding":            {"", "caption One.\nwait 3s\ngo 40\nwait 1m", "glide\nwait 1100ms"},
	"talk in large letters":    {"", onStage, "big"},
	"talk cramped":             {"", onStage, "size 30x8"},
	"talk, over":               {"", "caption One.", arrived},
	"talk without stops, over": {"", "go 10", arrived},
	"talk, failed":             {"", "caption One.\nnowhere\ncaption Two.", arrived},
}

func stateOf(t *testing.T, name string) *player {
	t.Helper()
	state, o := states[name], Options{OpenLesson: flags.OpenLesson, Config: uitest.Config(t, 40, "lazy-dp-ts", "ucb1")}
	switch state.on {
	case "":
	case "ucb1":
		o.Config = uitest.Config(t, 40, "ucb1")
	case "local":
		o.Config = uitest.On(t, "jzl-20", "quadratic,b=1", 40, "ts-ldp-b", "ucb1")
	case "mixed":
		o.Config = uitest.On(t, "jzl-20", "quadratic,b=1", 40, "ts-ldp-b", "lazy-dp-ts")
	case "bases":
		o.Config = uitest.On(t, "chh-synthetic", "", 40, "dpucb-mat", "random")
	case "experts":
		o.Config = uitest.On(t, "equal-gap", "", 40, "rnm-ftnl", "random")
	case "game":
		o.Config.Learners = append(o.Config.Learners, learners.You(&learners.Game{}, false))
	case "first":
		o.Setup, o.Progress = true, lesson.Remember(t.TempDir())
	case "setup":
		o.Setup = true
	case "program":
		o.Config.Programs = programs.NewHost()
		t.Cleanup(o.Config.Programs.Close)
	default:
		o.Config = uitest.On(t, state.on, "", 40, "lazy-dp-ts", "ucb1")
	}
	p := newPlayer(o)
	p.send(tea.WindowSizeMsg{Width: 100, Height: 30})
	p.runAll(p.root.Init())
	if state.talk != "" {
		p.runAll(p.root.stops.Play(param.Must(script.Parse("talk.script", state.talk)), -1))
		p.play(script.Step{Kind: script.Wait, Duration: 2e9})
	}
	for line := range strings.Lines(state.lines) {
		line = strings.TrimSpace(line)
		var width, height int
		if key, busy := strings.CutPrefix(line, "busy "); busy {
			p.root.Update(uitest.Key(key))
		} else if line == "glide" {
			p.root.screens.run.Driver().GlideFrom(0)
		} else if n, _ := fmt.Sscanf(line, "size %dx%d", &width, &height); n == 2 {
			p.send(tea.WindowSizeMsg{Width: width, Height: height})
		} else {
			for _, step := range param.Must(script.Parse("state.script", line)).Steps {
				if err := p.play(step); err != nil {
					t.Errorf("%s: %s: %v", name, line, err)
				}
			}
		}
	}
	return p
}

// properties names the properties of commands, by their bits.
var properties = strings.Fields("Anytime Cramped Asks Stays Texts InGame AfterGame Over OfRun InBackRow InLesson")

func offered(c *kit.Command) string {
	text := strings.TrimSpace(c.Key+" "+c.Also) + " | " + c.Usage() + " | " + c.Short + " | " + c.Help + " | " + c.Group
	if c.Synonym != "" {
		text += " | = " + c.Synonym
	}
	if c.Leads != "" {
		text += " | leads to " + c.Leads
	}
	for bit, property := range properties {
		if c.Is(1 << bit) {
			text += " | " + property
		}
	}
	if c.Act.Outside {
		text += " | outside"
	}
	if c.Choices != nil && c.Refusal == "" {
		text += " | " + kit.TextUnless(c.Subjects, strconv.Itoa(len(c.Choices()))+" ") + "choices"
	}
	if c.Refusal != "" {
		text += " | REFUSED " + c.Refusal
	}
	return text
}

// The commands that each state offers, in their order, and its key bar; then each command, in all forms
// in which it is offered, and where, unless that is most often. Each declared command is offered in one of the states.
func TestWhatEachStateOffers(t *testing.T) {
	uitest.NotForRaces(t)
	var text strings.Builder
	forms := map[string]map[string][]string{}
	never := declared()
	t.Run("tour", func(t *testing.T) {
		t.Chdir(t.TempDir())
		uitest.NoError(t, os.WriteFile("there.csv", nil, 0o600))
		for _, name := range slices.Sorted(maps.Keys(states)) {
			p := stateOf(t, name)
			list := p.root.Commands()
			names := param.Map(list, func(c kit.Command) string { return c.Name })
			bar := strings.TrimSpace(ansi.Strip(p.root.foot.bar().Line))
			fmt.Fprintf(&text, "%s\n  [%s]\n  %s\n", name, bar, strings.Join(kit.Wrap(strings.Join(names, " "), 116, 0), "\n  "))
			for i, c := range list {
				never = slices.DeleteFunc(slices.Clone(never), func(d declaration) bool {
					named := d.CanBe(c.Name) || strings.TrimRight(d.Name, "123456789") == strings.TrimRight(c.Name, "123456789")
					return named && d.Class == c.Class && d.Group == c.Group && d.Argument == c.Argument
				})
				if forms[c.Name] == nil {
					forms[c.Name] = map[string][]string{}
				}
				form := offered(&list[i])
				forms[c.Name][form] = append(forms[c.Name][form], name)
			}
		}
	})
	for _, d := range never {
		t.Errorf("%s %s of the %s screen is never offered", d.Name, d.Argument, d.screen)
	}
	for _, name := range slices.Sorted(maps.Keys(forms)) {
		most := 0
		for _, in := range forms[name] {
			most = max(most, len(in))
		}
		for _, form := range slices.Sorted(maps.Keys(forms[name])) {
			text.WriteString("\n" + form)
			if in := forms[name][form]; len(in) < most {
				text.WriteString("\n    " + strings.Join(kit.Wrap(strings.Join(in, "; "), 114, 0), "\n    "))
			}
		}
	}
	uitest.Golden(t, "states", text.String())
}
