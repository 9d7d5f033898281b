package setup

import (
	"math"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/scenarios/arm"
	"regretscope/scenarios/file"
	"regretscope/ui/script"
)

// shellWords splits a command line with a real shell.
func shellWords(t *testing.T, command string) []string {
	t.Helper()
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no POSIX shell here to take command lines apart")
	}
	out, err := exec.Command(sh, "-c", `printf '%s\0' `+command).Output()
	if err != nil {
		t.Fatalf("%s: %v", command, err)
	}
	return strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
}

func command(c *model.Config) string { return strings.Join(script.CommandLine(c), " ") }

// readCommand parses flags as the command line does.
func readCommand(t *testing.T, words []string) (*model.Config, script.Source) {
	t.Helper()
	if words[0] != "regretscope" || len(words)%2 != 1 {
		t.Fatalf("not a program with flags: %q", words)
	}
	c, from := &model.Config{}, script.Source{}
	for i := 1; i < len(words); i += 2 {
		value := words[i+1]
		var err error
		switch words[i] {
		case "--scenario":
			from.Scenario = value
		case "--arms":
			from.Arms = value
		case "--feedback":
			from.Feedback = scenarios.Feedback(value)
		case "--data":
			from.Data = value
		case "--learner":
			var spec learners.Spec
			spec, err = learners.ParseSpec(value)
			c.Learners = append(c.Learners, spec)
		case "--channel":
			c.Channel = value
		case "--epsilon":
			c.Epsilon, err = learners.ParseEpsilon(value)
		case "--horizon":
			c.Horizon, err = strconv.Atoi(value)
		case "--seed":
			c.Seed, err = strconv.ParseUint(value, 10, 64)
		default:
			t.Fatalf("%s is no flag", words[i])
		}
		if err != nil {
			t.Fatalf("%s %s: %v", words[i], value, err)
		}
	}
	return c, from
}

func TestCommandIsTheWholeChoice(t *testing.T) {
	cases := map[string]func(d *driver){
		"as it begins": func(*driver) {},
		"numbers":      func(d *driver) { d.press("3", "inf", "down", "12_345", "down", "18446744073709551615") },
		"small ε":      func(d *driver) { d.press("3", "1e-7") },
		"copies": func(d *driver) {
			d.learner("lazy-dp-ts").press("D", "0.1").press("esc").learner("ucb1").press("space")
			d.learner("kl-ucb").press("space", "right", "3")
		},
		"arms": func(d *driver) {
			d.scenario("arms of your own").press("right", "0.2 beta(4, 1) discrete(0.4:0.5, 1:0.5)")
		},
		"all seen": func(d *driver) { d.scenario("arms of your own").press("right", "0.9 0.8", "down", "right") },
		"preset's": func(d *driver) { d.scenario("coins").press("right", "9") },
		"data":     func(d *driver) { d.scenario("films").press("right", "ml") },
		"file":     func(d *driver) { d.scenario("a file of your own").press("right", "two.toml") },
	}
	for name, prepare := range cases {
		t.Run(name, func(t *testing.T) {
			d := drive(t)
			prepare(d)
			start := d.started()
			got, from := readCommand(t, shellWords(t, command(start)))
			want := start
			if ids(got.Learners) != ids(want.Learners) || got.Epsilon != want.Epsilon ||
				got.Channel != want.Channel || got.Horizon != want.Horizon || got.Seed != want.Seed || from != script.SourceOf(want.Scenario) {
				t.Errorf("%s: %s\nreads as %+v from %+v,\nwant     %+v from %+v", name, command(want), got, from, want, script.SourceOf(want.Scenario))
			}
		})
	}
}

func TestCommandSurvivesAnyFileName(t *testing.T) {
	scenario := *defaultConfig().Scenario
	c := defaultConfig()
	c.Scenario = &scenario
	for _, name := range []string{
		"plain.toml", "with blank.toml", "it's.toml", `"quoted".toml`, "$HOME/a.toml", "a;rm -rf b", "~/x", "`x`", "*", "ε.toml", "a\\b", "#x", "a\nb", "\x1b[2J",
	} {
		scenario.Reference = name
		words := shellWords(t, command(c))
		if _, from := readCommand(t, words); from.Scenario != param.Printable(name) {
			t.Errorf("%q came out of the shell as %q", name, from.Scenario)
		}
	}
}

func TestSourceOf(t *testing.T) {
	laws := param.Must(arm.ParseList("0.25 beta(4,1)"))
	own := param.Must(scenarios.FromArms("arms", laws, scenarios.Full))
	file := param.Must(file.Read("../../../testdata/scenarios/menu.toml"))
	doubling := param.Must(scenarios.Open("doubling-gap,K=4", ""))
	ratings := param.Must(films.Make(nil, "ml"))
	cases := []struct {
		scenario *scenarios.Scenario
		want     script.Source
	}{
		{defaultConfig().Scenario, script.Source{Scenario: "hhmh-1"}},
		{doubling, script.Source{Scenario: "doubling-gap,K=4"}},
		{ratings, script.Source{Scenario: "films", Data: "ml"}},
		{file, script.Source{Scenario: "../../../testdata/scenarios/menu.toml"}},
		{own, script.Source{Arms: "0.25 beta(4,1)", Feedback: scenarios.Full}},
	}
	for _, c := range cases {
		if got := script.SourceOf(c.scenario); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.scenario.Name, got, c.want)
		}
	}
}

// The shared file has the scenario with the run's own horizon and ε.
func TestSharedFileReadsBack(t *testing.T) {
	d := drive(t).scenario("arms of your own").press("right", "0.2 discrete(0.4:0.5, 1:0.5)")
	d.press("up", "up", "up", "inf", "down", "4321", "f4")
	_, text, found := strings.Cut(d.screen.View(), "--scenario FILE\n")
	if !found {
		t.Fatalf("no file is shown:\n%s", d.screen.View())
	}
	s, err := file.Parse("shared.toml", []byte(text))
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	if got := script.SourceOf(s).Arms; got != "0.2 discrete(0.4:0.5, 1:0.5)" || s.Horizon != 4321 || !math.IsInf(s.Epsilon, 1) {
		t.Errorf("arms %s, T %d, ε %v", got, s.Horizon, s.Epsilon)
	}
}

// The displayed lines, copied from the terminal, are a valid command: line breaks are where a
// shell allows them.
func TestSharedCommandCanBeCopied(t *testing.T) {
	arms := strings.TrimSpace(strings.Repeat("beta(4,1) 0.25 ", 20))
	for _, width := range []int{60, 80, 120} {
		d := drive(t).scenario("arms of your own").press("right", arms, "f4")
		d.screen.SetSize(width, 60)
		_, rest, _ := strings.Cut(d.screen.View(), "\n")
		copied, _, _ := strings.Cut(rest, "\n#")
		c, from := readCommand(t, shellWords(t, strings.TrimSpace(copied)))
		if got := strings.Join(strings.Fields(from.Arms), " "); got != arms || ids(c.Learners) != ids(defaultConfig().Learners) {
			t.Errorf("%d columns: copied\n%s\narms %q", width, copied, got)
		}
	}
}
