package setup

import (
	"math"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/choice"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/scenarios/arm"
	"regretscope/scenarios/file"
	"regretscope/ui/kit"
	"regretscope/ui/kit/uitest"
)

func TestEnterAloneStartsTheDemonstration(t *testing.T) {
	c := drive(t).started()
	if got, want := ids(c.Learners), "lazy-dp-ts anytime-lazy-ucb ucb1"; got != want {
		t.Errorf("learners %q, want %q", got, want)
	}
	if c.Scenario.Name != "hhmh-1" || c.Epsilon != .5 || c.Horizon != 1_000_000 || c.Seed != 1 {
		t.Errorf("%s, ε %v, T %d, seed %d", c.Scenario.Name, c.Epsilon, c.Horizon, c.Seed)
	}
	if err := c.Check(); err != nil {
		t.Error(err)
	}
}

func TestDefaultsFollowTheScenario(t *testing.T) {
	d := drive(t).scenario("coins")
	d.learner("optimal").press("space")
	c := d.started()
	if c.Horizon != 2000 || c.Epsilon != 2 {
		t.Errorf("T %d, ε %v: not the scenario's", c.Horizon, c.Epsilon)
	}
	d.press("3", "home", "7") // an ε that the user chose stays
	if c = d.scenario("hhmh-2").started(); c.Horizon != 1_000_000 || c.Epsilon != 7 {
		t.Errorf("T %d, ε %v; want the scenario's T and the given ε", c.Horizon, c.Epsilon)
	}
}

func TestWrongNumbersAreRefusedInPlace(t *testing.T) {
	cases := []struct{ field, text, why string }{
		{"epsilon", "-1", "epsilon -1: must be a positive number or inf"},
		{"epsilon", "0", "epsilon 0: must be a positive number or inf"},
		{"epsilon", "half", "epsilon half: must be a positive number or inf"},
		{"horizon", "0", "horizon 0: must be a whole number from 1 to 10,000,000,000"},
		{"horizon", "1e11", "horizon 1e11: must be a whole number from 1 to 10,000,000,000"},
		{"horizon", "2.5", "horizon 2.5: must be a whole number from 1 to 10,000,000,000"},
		{"horizon", "inf", "horizon inf: must be a whole number from 1 to 10,000,000,000"},
		{"horizon", "many", "horizon many: must be a whole number from 1 to 10,000,000,000"},
		{"seed", "-1", "seed -1: must be a whole number from 0 to 2^64 − 1"},
		{"seed", "18446744073709551616", "seed 18446744073709551616: must be a whole number from 0 to 2^64 − 1"},
	}
	for _, c := range cases {
		t.Run(c.field, func(t *testing.T) {
			d := drive(t).press("3")
			for d.screen.form.Focus().Name != c.field {
				d.press("down")
			}
			d.press(c.text)
			d.sees("✗ " + c.why)
			if strings.Contains(d.screen.View(), " "+c.text+" · default") {
				t.Error("another row has it, too")
			}
			d.screen.goTo(scenarioSection)
			d.refused(c.why)
			if f := d.screen.form.Focus(); f.Name != c.field || f.Text() != c.text || !d.screen.Typing() {
				t.Errorf("%s=%s: the text cannot be edited where it is wrong", c.field, c.text)
			}
			d.press("ctrl+u").started()
		})
	}
}

func TestGoodNumbers(t *testing.T) {
	c := drive(t).press("3", "inf", "down", "1_000", "down", "18446744073709551615").started()
	if !math.IsInf(c.Epsilon, 1) || c.Horizon != 1000 || c.Seed != math.MaxUint64 {
		t.Errorf("ε %v, T %d, seed %d", c.Epsilon, c.Horizon, c.Seed)
	}
}

func TestArmsOfOnesOwn(t *testing.T) {
	d := drive(t).scenario("arms of your own").press("right")
	d.refused("arms: type at least two, as in 0.9 0.8")
	d.press("0.5 beta(4,-1)").refused("arm 2: beta(4,-1): both parameters must be above 0")
	d.press("ctrl+u", "0.2 discrete(0.4:0.5, 1:0.5)")
	start := d.started()
	if got := choice.SourceOf(start.Scenario).Arms; got != "0.2 discrete(0.4:0.5, 1:0.5)" {
		t.Errorf("arms %s", got)
	}
	if f := start.Scenario.Feedback; f != scenarios.Bandit {
		t.Errorf("feedback %s", f)
	}
	d.press("down", "right").learner("needs-all").press("space")
	if f := d.started().Scenario.Feedback; f != scenarios.Full {
		t.Errorf("feedback %s after it was turned", f)
	}
}

func TestScenarioFile(t *testing.T) {
	d := drive(t).scenario("a file of your own")
	d.refused("file: name a scenario file or a table")
	d.press("one.toml").refused("one.toml: no such file")
	if f := d.screen.form.Focus(); f.Name != "file" || f.Err() == nil {
		t.Error("the refusal is not at the file's field")
	}
	d.press("ctrl+u", "two.toml")
	start := d.started()
	if start.Scenario.Name != "two" || start.Horizon != 777 || choice.SourceOf(start.Scenario).Scenario != "two.toml" {
		t.Errorf("%s, T %d, from %+v", start.Scenario.Name, start.Horizon, choice.SourceOf(start.Scenario))
	}
}

func TestFileIsReadOnceItsFieldIsLeft(t *testing.T) {
	d := drive(t).scenario("a file of your own").press("right", "t", "w", "o", ".toml")
	if d.screen.selected.scenarios.built.scenario != nil || d.screen.selected.scenarios.reading.Running() {
		t.Error("it is read while its name is typed")
	}
	if d.press("tab"); d.screen.selected.scenarios.built.scenario == nil {
		t.Errorf("it was not read: %v", d.screen.selected.scenarios.built.err)
	}
}

func TestLateAnswerIsDropped(t *testing.T) {
	d := drive(t).scenario("a file of your own").press("right", "two.toml")
	read := uitest.Press(d.screen, "tab")
	d.scenario("hhmh-2")
	d.run(read)
	if c := d.started(); c.Scenario.Name != "hhmh-2" {
		t.Errorf("the scenario is %s", c.Scenario.Name)
	}
}

// A missing answer prevents only the start of the run.
func TestEnterWaitsForTheFile(t *testing.T) {
	d := drive(t).scenario("a file of your own").press("right", "two.toml")
	read := uitest.Press(d.screen, "enter")
	d.sees("reading the scenario")
	d.run(read)
	if d.start == nil || d.start.Scenario.Name != "two" {
		t.Error("it did not start once the file was read")
	}
}

func TestPresetWithParametersAndData(t *testing.T) {
	d := drive(t).scenario("coins").press("right", "1001")
	d.refused("K=1001: must be a whole number from 1 to 1,000")
	d.press("ctrl+u", "7").learner("random").press("space")
	if start := d.started(); start.Scenario.Arms() != 7 || choice.SourceOf(start.Scenario).Scenario != "coins,K=7" {
		t.Errorf("%d arms from %+v", start.Scenario.Arms(), choice.SourceOf(start.Scenario))
	}
	d = drive(t).scenario("films")
	d.refused("data: name the folder that films is in")
	d.press("x").refused("no ratings in x")
	d.press("ctrl+u", "ml")
	if start := d.started(); start.Scenario.Arms() != 4 || choice.SourceOf(start.Scenario) != (choice.Source{Scenario: "films", Data: "ml"}) {
		t.Errorf("%d arms from %+v", start.Scenario.Arms(), choice.SourceOf(start.Scenario))
	}
}

func TestEditPutsAConfigurationBack(t *testing.T) {
	d := drive(t).scenario("coins").press("right", "5")
	d.learner("needs-all").press("space", "right", "0.25", "down", "right", "down", "4")
	d.press("esc").learner("needs-all").press("D", "esc", "3", "1")
	before := d.started()
	again := driveWith(t, Options{Config: before}).started()
	if ids(again.Learners) != ids(before.Learners) || choice.SourceOf(again.Scenario) != choice.SourceOf(before.Scenario) {
		t.Errorf("learners %q from %+v, want %q from %+v",
			ids(again.Learners), choice.SourceOf(again.Scenario), ids(before.Learners), choice.SourceOf(before.Scenario))
	}
	a, b := again, before
	if a.Horizon != b.Horizon || a.Epsilon != b.Epsilon || a.Seed != b.Seed || a.Scenario.Arms() != b.Scenario.Arms() {
		t.Errorf("%+v came back as %+v", b, a)
	}
}

// A configuration whose source is unknown is kept as it is.
func TestEditWithoutASource(t *testing.T) {
	s := param.Must(openTestFile("two.toml"))
	spec := param.Must(learners.ParseSpec("kl-ucb,epsilon=0.1,c=3"))
	config := &model.Config{Scenario: s, Learners: []learners.Spec{spec}, Horizon: 50, Epsilon: 3, Seed: 9}
	got := driveWith(t, Options{Config: config}).started()
	if got.Scenario != s || ids(got.Learners) != "kl-ucb,epsilon=0.1,c=3" ||
		got.Horizon != 50 || got.Epsilon != 3 || got.Seed != 9 {
		t.Errorf("%+v", got)
	}
}

func TestKeysTypedIntoAFieldDoNothingElse(t *testing.T) {
	d := drive(t).press("3", "C", "1", "2", "D", "j", "?", "q")
	if text := d.screen.form.Focus().Text(); text != "C12Dj?q" || d.screen.page == sharePage {
		t.Errorf("the field holds %q", text)
	}
	if d.press("f4"); d.screen.page != sharePage || d.screen.Typing() {
		t.Error("the function key does not work while typing")
	}
	if d.press("esc", "esc"); d.screen.section != learnerSection {
		t.Error("esc does not lead out of the field")
	}
}

// Everything that keys do can be done by name.
func TestCommandsByName(t *testing.T) {
	d := drive(t)
	for _, line := range []string{
		"scenario coins,K=4", "scenario hhmh-1", "learner lazy-dp-ts,epsilon=0.1", "remove ucb1", "epsilon 0.25",
		"horizon 1e4", "seed 7", "find kl",
	} {
		cmd, err := kit.RunLine(d.screen.Commands(), line)
		if err != nil {
			t.Errorf("%s: %v", line, err)
		}
		d.run(cmd)
	}
	cmd, err := kit.RunLine(d.screen.Commands(), "start")
	if d.run(cmd); err != nil || d.start == nil {
		t.Fatalf("start: %v", err)
	}
	c := d.start
	if got, want := ids(c.Learners), "lazy-dp-ts anytime-lazy-ucb lazy-dp-ts,epsilon=0.1"; got != want {
		t.Errorf("learners %q, want %q", got, want)
	}
	if c.Scenario.Name != "hhmh-1" || c.Epsilon != .25 || c.Horizon != 10_000 || c.Seed != 7 {
		t.Errorf("%s, ε %v, T %d, seed %d", c.Scenario.Name, c.Epsilon, c.Horizon, c.Seed)
	}
}

func TestCommandsThatAreRefused(t *testing.T) {
	for line, why := range map[string]string{
		"scenario hhmh-11":     "scenario hhmh-11: no such scenario; did you mean hhmh-1?",
		"scenario hhmh-1,K=50": "scenario hhmh-1: K: no such parameter (known: none)",
		"scenario":             "scenario: write scenario NAME",
		"learner lazy":         "learner lazy: no such learner",
		"remove ucb":           "remove ucb: this learner is not chosen; did you mean ucb1?",
		"epsilon 0":            "epsilon 0: must be a positive number or inf",
		"up 3":                 "up: takes no argument",
		"comparisons hhmh-fig": "comparisons hhmh-fig: no such comparison; did you mean hhmh-fig1?",
		"strat":                "strat: no such command on this screen; did you mean start?",
	} {
		t.Run(line, func(t *testing.T) {
			d := drive(t)
			before := ids(d.started().Learners)
			if _, err := kit.RunLine(d.screen.Commands(), line); err == nil || !strings.HasPrefix(err.Error(), why) {
				t.Errorf("%s: %v, want %s", line, err, why)
			}
			if after := d.started(); ids(after.Learners) != before || after.Epsilon != .5 || after.Horizon != 1_000_000 {
				t.Errorf("%s: something changed", line)
			}
		})
	}
}

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

func command(c *model.Config) string { return strings.Join(choice.CommandLine(c), " ") }

// readCommand parses flags as the command line does.
func readCommand(t *testing.T, words []string) (*model.Config, choice.Source) {
	t.Helper()
	if words[0] != "regretscope" || len(words)%2 != 1 {
		t.Fatalf("not a program with flags: %q", words)
	}
	c, from := &model.Config{}, choice.Source{}
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
				got.Channel != want.Channel || got.Horizon != want.Horizon || got.Seed != want.Seed || from != choice.SourceOf(want.Scenario) {
				t.Errorf("%s: %s\nreads as %+v from %+v,\nwant     %+v from %+v", name, command(want), got, from, want, choice.SourceOf(want.Scenario))
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
		want     choice.Source
	}{
		{defaultConfig().Scenario, choice.Source{Scenario: "hhmh-1"}},
		{doubling, choice.Source{Scenario: "doubling-gap,K=4"}},
		{ratings, choice.Source{Scenario: "films", Data: "ml"}},
		{file, choice.Source{Scenario: "../../../testdata/scenarios/menu.toml"}},
		{own, choice.Source{Arms: "0.25 beta(4,1)", Feedback: scenarios.Full}},
	}
	for _, c := range cases {
		if got := choice.SourceOf(c.scenario); got != c.want {
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
	if got := choice.SourceOf(s).Arms; got != "0.2 discrete(0.4:0.5, 1:0.5)" || s.Horizon != 4321 || !math.IsInf(s.Epsilon, 1) {
		t.Errorf("arms %s, T %d, ε %v", got, s.Horizon, s.Epsilon)
	}
}

// The displayed lines, copied from the terminal, are a valid command: line breaks are where a shell allows them.
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
