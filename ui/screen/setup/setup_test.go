package setup

import (
	"math"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/choice"
	"regretscope/noise/param"
	"regretscope/scenarios/file"
	"regretscope/ui/kit"
	"regretscope/ui/kit/uitest"
)

func TestChoices(t *testing.T) {
	const demonstration = "= lazy-dp-ts anytime-lazy-ucb ucb1 --scenario hhmh-1 --epsilon 0.5 --horizon 1000000 --seed 1"
	for name, story := range map[string]string{
		"enter alone": demonstration,
		"defaults follow the scenario": `@coins | #optimal | space | = --epsilon 2 --horizon 2000
			3 home 7 | @hhmh-2 | = --epsilon 7 --horizon 1000000`, // an ε that the user chose stays
		"numbers": "3 inf down 1_000 down 18446744073709551615 | = --epsilon inf --horizon 1000 --seed 18446744073709551615",
		"arms": `@arms of your own | right | ✗ arms: type at least two, as in 0.9 0.8
			"0.5 beta(4,-1)" | ✗ arm 2: beta(4,-1): both parameters must be above 0 | ctrl+u | "0.2 discrete(0.4:0.5, 1:0.5)"
			= --arms '0.2 discrete(0.4:0.5, 1:0.5)' --feedback bandit | down right | #needs-all | space | = --feedback full`,
		"file": `@a file of your own | ✗ file: name a scenario file or a table | one.toml | ✗ one.toml: no such file | > file=one.toml
			ctrl+u | two.toml | = --scenario two.toml --horizon 777`,
		"parameters of a preset": `@coins | right 1001 | ✗ K=1001: must be a whole number from 1 to 1,000 | ctrl+u 7 | #random | space
			= --scenario coins,K=7`,
		"data": `@films | ✗ data: name the folder that films is in | x | ✗ no ratings in x
			tab | @films | ~ ✗ no ratings in x | right ctrl+u ml | = --scenario films --data ml`,
		"keys typed into a field do nothing else": `3 C 1 2 D j ? q | > epsilon=C12Dj?q | f4 | > share | ~ the choice is incomplete
			esc esc | > lazy-dp-ts`,
	} {
		t.Run(name, func(t *testing.T) { drive(t).tell(story) })
	}
}

func TestWrongNumbersAreRefusedInPlace(t *testing.T) {
	for field, wrong := range map[string][]string{
		"epsilon": {"must be a positive number or inf", "-1", "0", "half"},
		"horizon": {"must be a whole number from 1 to 10,000,000,000", "0", "1e11", "2.5", "inf", "many"},
		"seed":    {"must be a whole number from 0 to 2^64 − 1", "-1", "18446744073709551616"},
	} {
		for _, text := range wrong[1:] {
			t.Run(field+" "+text, func(t *testing.T) {
				why := field + " " + text + ": " + wrong[0]
				d := drive(t).tell("3" + map[string]string{"horizon": " down", "seed": " down down"}[field] + " " + text + " | ~ ✗ " + why +
					"| ! \" " + text + " · default\" | @hhmh-1 | ✗ " + why + " | > " + field + "=" + text)
				if !d.Typing() {
					t.Error("the text cannot be edited where it is wrong")
				}
				d.tell("ctrl+u | =")
			})
		}
	}
}

func TestFileIsReadOnceItsFieldIsLeft(t *testing.T) {
	d := drive(t).tell("@a file of your own | right t w o .toml")
	d.Expect("… the scenario is read when you leave its field")
	if d.selected.scenarios.built.scenario != nil || d.selected.scenarios.reading.Running() {
		t.Error("it is read while its name is typed")
	}
	if d.tell("tab"); d.selected.scenarios.built.scenario == nil {
		t.Errorf("it was not read: %v", d.selected.scenarios.built.err)
	}
}

func TestLateAnswerIsDropped(t *testing.T) {
	d := drive(t).tell("@a file of your own | right two.toml")
	read := uitest.Press(d, "tab")
	d.tell("@hhmh-2")
	d.Settle(read)
	d.tell("= --scenario hhmh-2")
}

// A missing answer prevents only the start of the run.
func TestEnterWaitsForTheFile(t *testing.T) {
	d := drive(t).tell("@a file of your own | right two.toml")
	read := uitest.Press(d, "enter")
	d.tell("~ reading the scenario")
	d.Settle(read)
	if d.start == nil || d.start.Scenario.Name != "two" {
		t.Error("it did not start once the file was read")
	}
}

func TestEditPutsAConfigurationBack(t *testing.T) {
	before := drive(t).tell(`@coins | right 5 | #needs-all | space right 0.25 down right down 4 | esc | #needs-all | D esc 3 1`).started()
	if again := driveWith(t, Options{Config: before}).started(); command(again) != command(before) {
		t.Errorf("%s\ncame back as\n%s", command(before), command(again))
	}
}

// A configuration whose source is unknown is kept as it is.
func TestEditWithoutASource(t *testing.T) {
	s := param.Must(openTestFile("two.toml"))
	spec := param.Must(learners.ParseSpec("kl-ucb,epsilon=0.1,c=3"))
	config := &model.Config{Scenario: s, Learners: []learners.Spec{spec}, Horizon: 50, Epsilon: 3, Seed: 9}
	got := driveWith(t, Options{Config: config}).started()
	if got.Scenario != s || ids(got.Learners)[0] != "kl-ucb,epsilon=0.1,c=3" ||
		got.Horizon != 50 || got.Epsilon != 3 || got.Seed != 9 {
		t.Errorf("%+v", got)
	}
}

// Everything that keys do can be done by name.
func TestCommandsByName(t *testing.T) {
	d := drive(t)
	d.Do("scenario coins,K=4", "scenario hhmh-1", "learner lazy-dp-ts,epsilon=0.1", "remove ucb1", "epsilon 0.25", "horizon 1e4", "seed 7",
		"find kl", "start")
	want := "regretscope --scenario hhmh-1 --learner lazy-dp-ts --learner anytime-lazy-ucb --learner lazy-dp-ts,epsilon=0.1 " +
		"--epsilon 0.25 --horizon 10000 --seed 7"
	if d.start == nil || command(d.start) != want {
		t.Errorf("it starts %+v", d.start)
	}
}

func TestCommandsThatAreRefused(t *testing.T) {
	d, _ := programmed(t)
	before := command(d.started())
	for line, why := range map[string]string{
		"scenario hhmh-11":     "scenario hhmh-11: no such scenario; did you mean hhmh-1?",
		"scenario hhmh-1,K=50": "scenario hhmh-1: K: no such parameter (known: none)",
		"scenario":             "scenario: write scenario NAME",
		"learner lazy":         "learner lazy: no such learner",
		"remove ucb":           "remove ucb: this learner is not chosen; did you mean ucb1?",
		"epsilon 0":            "epsilon 0: must be a positive number or inf",
		"up 3":                 "up: takes no argument",
		"comparisons hhmh-fig": "comparisons hhmh-fig: no such comparison",
		"strat":                "strat: no such command on this screen; did you mean start?",
		"program mine":         "learner mine: a program has a / or a space, or ends in .py",
		"program ./mine.py 'a": "learner ./mine.py 'a: a quotation mark is not closed",
	} {
		if _, err := kit.RunLine(d.Commands(), line); err == nil || !strings.HasPrefix(err.Error(), why) {
			t.Errorf("%s: %v, want %s", line, err, why)
		}
		if after := command(d.started()); after != before {
			t.Errorf("%s: something changed: %s", line, after)
		}
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

func TestCommandSurvivesAnyFileName(t *testing.T) {
	scenario := *defaultConfig().Scenario
	c := defaultConfig()
	c.Scenario = &scenario
	for _, name := range []string{
		"plain.toml", "with blank.toml", "it's.toml", `"quoted".toml`, "$HOME/a.toml", "a;rm -rf b", "~/x", "`x`", "*", "ε.toml", "a\\b", "#x", "a\nb", "\x1b[2J",
	} {
		scenario.Reference = name
		if words := shellWords(t, command(c)); words[2] != param.Printable(name) {
			t.Errorf("%q came out of the shell as %q", name, words)
		}
	}
}

// The shared file has the scenario with the run's own horizon and ε.
func TestSharedFileReadsBack(t *testing.T) {
	d := drive(t).tell(`@arms of your own | right | "0.2 discrete(0.4:0.5, 1:0.5)" | up up up inf down 4321 f4 | ~ --scenario FILE`)
	_, text, _ := strings.Cut(d.View(), "--scenario FILE\n")
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
		d := drive(t).tell("@arms of your own | right | \"" + arms + "\" | f4")
		d.SetSize(width, 60)
		_, rest, _ := strings.Cut(d.View(), "\n")
		copied, _, _ := strings.Cut(rest, "\n#")
		words := shellWords(t, strings.TrimSpace(copied))
		if got := strings.Join(strings.Fields(words[2]), " "); got != arms || !slices.Contains(words, "ucb1") {
			t.Errorf("%d columns: copied\n%s\narms %q", width, copied, got)
		}
	}
}

// takesChannel leads to the channel's field, with a learner that takes one.
const takesChannel = "#reports | space | 3 down down down | > channel | "

func TestChannelIsAskedForWhereALearnerTakesOne(t *testing.T) {
	d := drive(t).tell("3 | ! linear | " + takesChannel + `~ linear · default
		~ allowed: linear; quadratic,b=… (b from 0 to 2(e^ε − 1));
		quadratic,b=0.5 | = --channel quadratic,b=0.5 | ~ 0.5 = max ε`) // of the channel at the run's ε
	// The channel is removed with the learner, and returns with it.
	d.tell("#reports | space | = −reports")
	if c := d.start.Channel; c != "" {
		t.Errorf("channel %q without a learner that takes one", c)
	}
	d.tell("#reports | space | = --channel quadratic,b=0.5")
}

func TestWrongChannelsAreRefusedInPlace(t *testing.T) {
	for text, why := range map[string]string{
		"liner":       "channel: liner: no such channel; did you mean linear? (known: linear, quadratic, exponential, curve, rr, laplace, none)",
		"rr(2,0.5)":   "channel: rr: p00 must lie in [0, 1], not 2",
		"quadratic,b": "channel: quadratic: write quadratic(epsilon,b), or any of them by name",
		"laplace":     "reports cannot use the channel laplace(0.5): it needs bits",
		// A parabola, whose range depends on ε, is checked again when ε changes.
		"quadratic,b=3": "channel: quadratic: b must lie in [0, 1.297442] (0 to 2(e^ε − 1) at ε = 0.5), not 3",
	} {
		t.Run(text, func(t *testing.T) {
			d := drive(t).tell(takesChannel + text + "|~ ✗ " + why + "| @hhmh-1 | ✗ " + why + "|> channel=" + text)
			if b, found := strings.CutPrefix(text, "quadratic,"); found && b != "b" {
				d.tell("up up up 2 | = --channel quadratic,b=3 --epsilon 2 | down down down")
			}
			d.tell("ctrl+u | =")
		})
	}
}

// A misleading channel causes a warning before the run that names the arms, at any size; it is no refusal.
func TestMisleadingChannelIsWarnedOf(t *testing.T) {
	d := drive(t).tell(takesChannel + "rr(0.1,0.1)")
	for _, size := range [][2]int{{160, 36}, {100, 30}, {60, 30}} {
		d.SetSize(size[0], size[1])
		d.Expect("! Reports through rr(0.1,0.1) does not learn the best arm: arm 5 (mean 0.25) reports more ones (0.7) than arm 1 (mean 0.75: 0.3)")
	}
	d.SetSize(minWidth, minHeight)
	d.Expect("! Reports through rr(0.1,0.1) does not learn the best", "…")
	d.tell("= | ctrl+u | rr(0.9,0.9)")
	if len(d.selected.warnings) > 0 {
		t.Errorf("warnings %q of a good channel", d.selected.warnings)
	}
}

// A scenario's own channels hold if none is given.
func TestScenariosChannelsAreTheDefault(t *testing.T) {
	config := defaultConfig()
	config.Scenario = param.Must(file.Read("../../../testdata/scenarios/surveys.toml"))
	config.Learners = []learners.Spec{{Declaration: reports}}
	driveWith(t, Options{Config: config}).tell(`3 | ~ the scenario's, arm by arm · default
		~ ! Reports through linear(0.5) does not learn the best arm: arm 3 (mean 0.4)`)
}
