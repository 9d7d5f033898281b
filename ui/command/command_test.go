package command

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"regretscope/model/trials"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/kit/uitest"
)

// testProgram is the program with its streams in memory.
type testProgram struct {
	Program
	out, err bytes.Buffer
}

func newTestProgram() *testProgram {
	p := &testProgram{}
	p.Streams = Streams{In: strings.NewReader(""), Out: &p.out, Err: &p.err}
	return p
}

// succeed runs the program and returns what it printed.
func succeed(t *testing.T, args ...string) string {
	t.Helper()
	p := newTestProgram()
	if status := p.Run(context.Background(), args); status != done || p.err.Len() > 0 {
		t.Fatalf("%q: status %d, %s", args, status, &p.err)
	}
	return p.out.String()
}

// refuseAll expects that command lines are refused before anything is written, with one sentence
// that as compares with the wanted one.
func refuseAll(t *testing.T, as func(said, want string) bool, cases map[string]string) {
	t.Helper()
	for line, want := range cases {
		p := newTestProgram()
		if status, said := p.Run(t.Context(), args(line)), p.err.String(); status != wrong || !as(said, want) || p.out.Len() > 0 {
			t.Errorf("%s: status %d, %d bytes of output\n said: %s\nwant: %s", line, status, p.out.Len(), said, want)
		}
	}
}

func is(said, want string) bool { return said == want+"\n" }

// args splits a command line at blanks.
func args(line string) []string { return strings.Fields(line) }

func TestRefusals(t *testing.T) {
	uitest.NotForRaces(t)
	folder := t.TempDir()
	file := filepath.Join(folder, "my.toml")
	text := "name = \"x\"\nkind = \"stochastic\"\nhorizon = 10\nepsilon = 1\narms = [\"0.5\",\n \"beta(4,-1)\"]\n"
	write(t, file, text)
	faint := filepath.Join(folder, "faint.toml")
	text = "kind = \"stochastic\"\nhorizon = 10\nepsilon = 1e-12\narms = [0.5]\n"
	write(t, faint, text)
	refuseAll(t, is, map[string]string{
		"--epsilon -1":           "--epsilon -1: must be a positive number or inf",
		"run --epsilon -1":       "--epsilon -1: must be a positive number or inf",
		"run --mu -1":            "--mu -1: must be a positive number",
		"run --rho inf":          "--rho inf: must be a positive number",
		"run --mu 1 --epsilon 2": "--epsilon and --mu can't be used together",
		"run --mu 1 --rho 1":     "--mu and --rho can't be used together",
		"run --mu 1 --learner lazy-dp-ts,epsilon=2":           "--mu: cannot be combined with --learner lazy-dp-ts,epsilon=2, because it sets its epsilon",
		"audit --rho 1 --learner adac-ucb,rho=2":              "--rho: cannot be combined with --learner adac-ucb,rho=2, because it sets its rho",
		"run --mu 1 --learner ts-ldp-b --channel rr(0.9,0.9)": "--mu 1: ts-ldp-b: its μ is 2.563 for every epsilon",
		"--rho 1":                                                "unknown flag --rho",
		"run --epsilon=-1":                                       "--epsilon -1: must be a positive number or inf",
		"run --epsilon -inf":                                     "--epsilon -inf: must be a positive number or inf",
		"run --epsilon x\x1b[31m":                                "--epsilon x?[31m: must not have the control character U+001B",
		"run --learner lazy-ts":                                  "--learner lazy-ts: no such learner; did you mean lazy-dp-ts?",
		"run --learner jupiter":                                  "--learner jupiter: no such learner; regretscope list learners shows all",
		"run --learner mine.exe":                                 "--learner mine.exe: no such learner; a program in this folder is written ./mine.exe",
		"run --scenario jupiter":                                 "--scenario jupiter: no such scenario; regretscope list scenarios shows all",
		"lesson pushkin":                                         "lesson pushkin: no such lesson; regretscope list lessons shows all",
		"reproduce jupiter":                                      "reproduce jupiter: no such figure; regretscope list figures shows all",
		"run --learner kl-ucb,c=-1":                              "--learner kl-ucb: c=-1: must be a number from 0 to 100",
		"run --learner you":                                      "--learner you: needs a person at the screen or in --plain",
		"audit --learner you":                                    "--learner you: needs a person at the screen or in --plain",
		"trace --learner you":                                    "--learner you: needs a person at the screen or in --plain",
		"--plain --learner you --learner you":                    "--learner you: can be given only once",
		"--plain --learner you --scenario chh-synthetic":         "--learner you cannot play chh-synthetic: it plays one arm a round, not a basis",
		"--plain --learner you --at-round 3":                     "--at-round: cannot be combined with --learner you, whose game begins with round 1",
		"run --learner kl-ucb,d=1":                               "--learner kl-ucb: d: no such parameter (known: epsilon, seed, c)",
		"run --learner lazy-dp-ts,eps=2":                         "--learner lazy-dp-ts: eps: no such parameter; did you mean epsilon? (known: epsilon, seed)",
		"run --learner kl-ucb,c=1,c=2":                           "--learner kl-ucb,c=1,c=2: c: given twice",
		"run --scenario ww-det,K=4,K=4":                          "--scenario ww-det,K=4,K=4: K: given twice",
		"run --seed 1__0":                                        "--seed 1__0: must be a whole number from 0 to 2^64 − 1",
		"run --learner ucb1,epsilon=0":                           "--learner ucb1: epsilon=0: must be a positive number or inf",
		strings.TrimSpace(strings.Repeat(" --learner ucb1", 17)): "--learner: 17 are too many for a screen, at most 16 are allowed; regretscope run takes more",
		"run --learner ucb1 --x-range 0:5":                       "--x-range: needs --plot, which draws the plot",
		"audit --learner ucb1 --size slide":                      "--size: needs --plot, which draws the plot",
		"reproduce hhmh-fig1 --at 5":                             "--at: needs --output, which draws the plot",
		"--advance":                                              "--advance: needs --script FILE",
		"lesson --check":                                         "--check: needs the name or file of a lesson",
		"--pictures shots":                                       "--pictures: needs --script FILE, and no --rehearse",
		"--script none.script --at-stop 2 --rehearse":            "--at-stop: needs --script FILE, on the screen",
		"--at-stop 2":                                            "--at-stop: needs --script FILE, on the screen",
		"--size 120x36":                                          "--size: needs --svg FILE.svg, --pictures FOLDER, or --rehearse",
		"--svg x.svg --size 120":                                 "--size 120: must be COLUMNSxROWS, at most 500x200",
		"run --scenario hhmh-11":                                 "--scenario hhmh-11: no such scenario; did you mean hhmh-1?",
		"run --scenario hhmh-1,K=2":                              "--scenario hhmh-1: K: no such parameter (known: none)",
		"run --scenario movies --data " + folder:                 "--data: movies reads no folder",
		"run --arms .5 --data " + folder:                         "--arms and --data can't be used together",
		"run --scenario none.toml":                               "--scenario none.toml: cannot be read: no such file or directory",
		"run --scenario " + file:                                 file + ":6: arm 2: beta(4,-1): both parameters must be above 0",
		"run --horizon 0":                                        "--horizon 0: must be a whole number from 1 to 10,000,000,000",
		"run --horizon 1e11":                                     "--horizon 1e11: must be a whole number from 1 to 10,000,000,000",
		"run --seed -1":                                          "--seed -1: must be a whole number from 0 to 2^64 − 1",
		"run --runs 0":                                           "--runs 0: must be a whole number of at least 1",
		"run --runs 1e7":                                         "--runs 10000000: must be a whole number from 1 to 1,000,000",
		"run --runs 1e6":                                         "--runs 1000000: with these learners and reported rounds at most 952,380 are allowed",
		"run --workers 0":                                        "--workers 0: must be a whole number from 1 to 1,024",
		"run --at 5,x":                                           "--at 5,x: x must be a whole number of at least 1",
		"run --at 5:1:3":                                         "--at 5:1:3: must be FROM:TO:COUNT, finite and rising, with a count from 2 to 1,000",
		"run --runs 9e5 --plot a.svg --log-x --x-range 0:1e6":    "--x-range: must be above 0 on a logarithmic axis",
		"run --runs 9e5 --plot a.svg --log-y --y-range=-1:9":     "--y-range: must be above 0 on a logarithmic axis",
		"run --runs 9e5 --plot a.svg --at 100 --plot-kind distribution --y-range 0:1": "--y-range: this axis has names instead of numbers",
		"run --plot a.svg --size 16":                                  "--size 16: must be column, slide, or a width and a height from 3 to 60 cm, such as 16x10cm, 6.5x4in or 1600x1000px",
		"run --at ,":                                                  "--at ,: its value is missing",
		"run --columns regret,mean":                                   "--columns mean: no such column (known: horizon, epsilon, rank, round, runs, regret, interval, sd, return, loss, floor, floor-interval, mu, decided)",
		"run --columns regret,loss,regret":                            "--columns regret: is named twice",
		"run --columns regret --format csv":                           "--columns: csv and json always have all columns",
		"run --horizon 1,500":                                         "--horizon 1,500: may be one number or a list: write 1500, or 1, 500",
		"run --horizon ,1,500":                                        "--horizon ,1,500: 1,500 may be one number or a list: write 1500, or 1, 500",
		"run --epsilon 1,500,000":                                     "--epsilon 1,500,000: may be one number or a list: write 1500000, or 1, 500, 000",
		"run --runs 1.000":                                            "--runs 1.000: must be a whole number of at least 1",
		"run --at " + counted(1201):                                   "--at: 1,201 rounds to report; at most 1,000 are allowed",
		"run --horizon 10 --at 11":                                    "--at 11: must be a round from 1 to the horizon 10",
		"run --arms 1.5":                                              "--arms: arm 1: bernoulli(1.5): the mean must lie in [0,1]",
		"run --arms" + " " + "0.5;0.6":                                `--arms: arm 1: "0.5;0.6" is not a finite number`,
		"run --arms 0.5 --scenario hhmh-1":                            "--scenario and --arms can't be used together",
		"run --arms 0.5 --feedback some":                              "--feedback some: must be one of bandit, full",
		"run --feedback full":                                         "--feedback: needs --arms or a table (.csv); other scenarios have their own",
		"run --format xml":                                            "--format xml: must be one of table, csv, json, latex, markdown",
		"trace --learner ucb1 --learner random":                       "--learner: a trace has one learner; give it once",
		"run --learner ts-ldp-b --channel quadratic,b=9 --epsilon 1":  "--channel quadratic,b=9: b must lie in [0, 3.436563] (0 to 2(e^ε − 1) at ε = 1), not 9",
		"run --learner ts-ldp-b --channel linaer":                     "--channel linaer: no such channel; did you mean linear? (known: linear, quadratic, exponential, curve, rr, laplace, none)",
		"run --learner ts-ldp-b --channel linear --scenario " + faint: faint + ":3: epsilon: must be at least 1e-09, or inf",
		"run --scenario jzl-20 --learner ts-ldp-b --learner ucb-ldp-b --channel linear --epsilon 1:2:6000 --horizon 9": "sweep: learners × grid points are 2 × 6,000, at most 10,000 are allowed",
		"run --learner ucb1 --channel linear":                              "--channel linear: none of the learners takes a channel",
		"run --scenario ../../testdata/scenarios/menu.toml --learner ucb1": "--learner ucb1 cannot play menu: it plays one arm a round, not a basis",
		"list": "list: must be followed by one of channels, comparisons, figures, learners, lessons, limits, scenarios",
		"list larners": "list larners: must be one of channels, comparisons, figures, " +
			"learners, lessons, limits, scenarios; did you mean learners?",
		"list learners --format csv": "--format csv: must be one of table, json",
		"list learners scenarios":    "unexpected argument scenarios",
		"rnu":                        "rnu: no such command; did you mean run? (regretscope --help lists them)",
		"run hhmh-1":                 "unexpected argument hhmh-1",
		"--at-round 3 run":           `unknown flag --at-round`,
		"-–runs 3":                   "-–runs: the dash is typographic, type --runs",
		"run —runs=3":                "—runs: the dash is typographic, type --runs",
		"run -é":                     "unknown flag -é",
		"run --runs –3":              "--runs –3: – (U+2013) is typographic, type -",
		"run --learner “ucb1”":       `--learner “ucb1”: “ (U+201C) is typographic, type "`,
		"run --learner u\x1b[31m":    "--learner u?[31m: must not have the control character U+001B",
		"run --learner=-x":           "--learner -x: no such learner; regretscope list learners shows all",
		"run --scenario=-dash.csv":   "--scenario -dash.csv: cannot be read: no such file or directory",
		"run --arms=-0.1":            "--arms: arm 1: bernoulli(-0.1): the mean must lie in [0,1]",
		"run --arms -.1":             "--arms: arm 1: bernoulli(-0.1): the mean must lie in [0,1]",
		"run --arms --runs 3":        "--arms: its value is missing",
		"run --title":                "--title: its value is missing",
		"run --title a\ufffe":        "--title a?: must not have the invisible character U+FFFE",
		"run --label ucb1=a\x01":     "--label ucb1=a?: must not have the control character U+0001",
		"run --x-label \xed\xa0\x80": "--x-label ???: must be UTF-8",
		"run --y-label " + strings.Repeat("é", 201): "--y-label: must have at most 200 characters",
		"run --epsilom 1":            `unknown flag --epsilom, did you mean "--epsilon"?`,
		"run --eps 1":                `unknown flag --eps, did you mean "--epsilon"?`,
		"trace --zzzzzzzzzz 3":       "unknown flag --zzzzzzzzzz",
		"run -x":                     `unknown flag -x, did you mean "-h"?`,
		"reproduce":                  "reproduce: its argument is missing: Figures (list figures shows them), or all.",
		"completion tcsh":            "<shell> tcsh: must be one of bash, zsh, fish; did you mean bash?",
		"run --time-limit soon":      "--time-limit soon: must be a time above 0, such as 90s or 2h",
		"lesson regret --at-stop 0":  "--at-stop 0: must be a whole number of at least 1",
		"lesson regret --at-stop 99": "--at-stop 99: the lesson has stops 1 to 11",
		"--at-round 1.5":             "--at-round 1.5: must be a whole number of at least 0",
		"--at-round 1e7":             "--at-round 10000000: must be from 0 to the horizon, 1,000,000",
		"--svg /none/x.svg":          "--svg /none/x.svg: cannot be written: there is no such folder",
		"run --epsilon":              "--epsilon: its value is missing",
		"run --epsilon --seed 1":     "--epsilon --seed: must be a positive number or inf",
		"run --epsilon=":             "--epsilon: its value is missing",
		"run --learner --seed 3":     "--learner: its value is missing",
		"run --output --quiet":       "--output: its value is missing",
		"run --seed 1 --seed 2":      "--seed: given twice",
		"run --quiet=maybe":          `--quiet: bool value must be true, 1, yes, false, 0 or no but got "maybe"`,
		"":                           "the terminal program needs a terminal to read from and to draw on; regretscope run and trace work without one",
	})
}

// A value may begin with a dash where it cannot be a flag, blanks at ends do not count, and flags may
// stand before the command.
func TestNotationsOfArguments(t *testing.T) {
	for _, c := range [][2][]string{
		{{"explain", "--", " regret "}, {"explain", "regret"}},
		{{"--color", "never", "list", "channels"}, {"list", "channels"}},
		{{"--learner", "run", "list", "channels"}, {"list", "channels", "--learner", "run"}},
		{
			{"run", "--scenario", " ww-det", "--learner", "hedge ", "--horizon", "9", "--runs", "2"},
			args("run --scenario ww-det --learner hedge --horizon 9 --runs 2"),
		},
	} {
		got, want := newTestProgram(), newTestProgram()
		a, b := got.Run(t.Context(), c[0]), want.Run(t.Context(), c[1])
		if a != b || got.out.String() != want.out.String() || got.err.String() != want.err.String() {
			t.Errorf("%q: status %d, %s%s\nwant status %d, %s%s", c[0], a, &got.out, &got.err, b, &want.out, &want.err)
		}
	}
	picture := filepath.Join(t.TempDir(), "a.svg")
	for _, title := range []string{"-5dB", ""} {
		succeed(t, append(args("run --learner ucb1 --horizon 9 --runs 2 --force --plot "+picture), "--title="+title)...)
		if text := read(t, picture); strings.Contains(text, "-5dB") != (title != "") {
			t.Errorf("title %q: %s", title, text)
		}
	}
}

func TestEmptyArgumentsAreNotDefaults(t *testing.T) {
	p := newTestProgram()
	if status := p.Run(context.Background(), []string{"run", "--epsilon", ""}); status != wrong || p.err.String() != "--epsilon: its value is missing\n" {
		t.Errorf("status %d, %s", status, &p.err)
	}
}

// Every command has help with flags, defaults, and examples.
func TestHelp(t *testing.T) {
	t.Setenv("COLUMNS", "100")
	for _, line := range []string{"--help", "run --help", "trace --help", "audit --help", "list --help"} {
		name := strings.TrimSuffix(strings.ReplaceAll(strings.ReplaceAll(line, " ", "-"), "--help", "help"), "-")
		text := succeed(t, args(line)...)
		golden(t, name, text)
		common, last, split := strings.Cut(text, "Rarely needed:")
		for _, flag := range []string{"--memory", "--color", "--answer-within", "--help  "} {
			if !split || strings.Contains(common[strings.LastIndex(common, "Flags:"):], flag) || !strings.Contains(last, flag) {
				t.Errorf("%s: %s is not among the last flags", line, flag)
			}
		}
	}
}

func TestOtherWordsForHelpAndVersion(t *testing.T) {
	for line, want := range map[string]string{"help": "--help", "help run": "run --help", "version": "--version", "-V": "--version"} {
		if got, want := succeed(t, args(line)...), succeed(t, args(want)...); got != want {
			t.Errorf("%s: it prints %q, want %q", line, got, want)
		}
	}
}

// Every visible command has examples.
func TestCommandsHaveExamples(t *testing.T) {
	parser := param.Must(new(Program).parser(&grammar{}))
	for _, node := range parser.Model.Children {
		if node.Name != "complete" && !strings.Contains(node.Detail, "Example") { // which shells ask
			t.Errorf("%s has no examples in help.txt", node.Name)
		}
	}
}

// golden compares a text with a golden file.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("..", "..", "testdata", "command", name+".golden")
	if uitest.Updating() {
		write(t, path, got)
	}
	want := read(t, path)
	if got != want {
		t.Errorf("%s differs (-update writes it):\n%s", path, got)
	}
}

func TestVersion(t *testing.T) {
	if got := succeed(t, "--version"); !strings.HasPrefix(got, "regretscope "+trials.Version) {
		t.Error(got)
	}
}

// All notations of a number give the same run.
func TestNumberForms(t *testing.T) {
	want := succeed(t, args("run --learner lazy-dp-ts --epsilon 0.5 --horizon 2000 --seed 1000 --runs 3 --at 10,2000 --format csv")...)
	for _, line := range []string{
		"run --learner lazy-dp-ts --epsilon 5e-1 --horizon 2e3 --seed 1e3 --runs 3.0 --at 1e1,2_000 --format csv",
		"run --learner=lazy-dp-ts --epsilon=.5 --horizon=2_000 --seed=1_000 --runs=3 --at=2000,10,10 --format=csv",
		"run --learner lazy-dp-ts --epsilon .5 --horizon 2000,2000 --seed 1,000 --runs 3 --at 10,2000 --format csv",
	} {
		if got := succeed(t, args(line)...); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", line, got, want)
		}
	}
}

func TestSeedsOfAllSizes(t *testing.T) {
	for _, seed := range []string{"0", "18446744073709551615", "9007199254740993"} {
		text := succeed(t, args("run --learner random --horizon 3 --runs 1 --format json --seed "+seed)...)
		// Numbers are read as text, so no digit is lost.
		var raw map[string]json.RawMessage
		decode(t, text, &raw)
		if string(raw["seed"]) != seed {
			t.Errorf("seed %s came back as %s", seed, raw["seed"])
		}
	}
}

// The first replication is the run of the seed itself, so trace and run agree.
func TestTraceAndRunAgree(t *testing.T) {
	trace := strings.Split(strings.TrimSpace(succeed(t, args("trace --learner anytime-lazy-ucb --horizon 500")...)), "\n")
	rows := param.Must(csv.NewReader(strings.NewReader(succeed(t, args("run --learner anytime-lazy-ucb --horizon 500 --runs 1 --format csv")...))).ReadAll())
	for _, row := range rows[1:] {
		round := param.Must(strconv.Atoi(row[5]))
		var line struct{ Regret float64 }
		decode(t, trace[round-1], &line)
		if number.Float(line.Regret).String() != row[7] {
			t.Errorf("round %d: traced %v, run %s", round, line.Regret, row[7])
		}
	}
}

// inside reports whether a line names no file outside the working folder.
func inside(words []string) bool {
	return !slices.ContainsFunc(words, func(word string) bool {
		return strings.Contains(word, "..") || strings.Contains(word, "=/") || strings.HasPrefix(word, "/")
	})
}

// Any command line gives one of the statuses; a wrong one gives one sentence on standard error, no output, and no
// file. It makes tens of inputs a second, because each builds the parser, and some begin to work.
func FuzzCommandLine(f *testing.F) {
	for _, line := range []string{
		"run --horizon 10 --runs 1", "run --epsilon -1", "run --epsilon 1 --epsilon 2", "--eps 1", "", "list learners --format json",
		"trace --learner ucb1 --horizon 5", "run --scenario ww-det,K=4 --horizon 9 --runs 2 --format csv --at 1,9",
		"run --arms 0.9\x1b[31m 0.1", "run --learner kl-ucb,c=1,c=1", "run --lineup ww-variants --horizon 3 --runs 1", "audit --learner ucb1 --horizon 3 --runs 8",
		"explain ε", "explain nothing-like-it", "run --horizon 1e400", "run --at 0", "run --seed -1", "solve", "plot x",
		"run --output=out.csv --horizon 3 --runs 1", "run --records r.jsonl --horizon 3 --runs 1", "run --shard 1/2 --horizon 3 --runs 2", "summary none",
		"completion bash", "complete run --", "--version", "--help", "run --he", "run --quiet=", "--", "-", "run -- --epsilon", "run --horizon 3 --channel rr,p00=2",
	} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		words := args(line)
		if !inside(words) {
			return
		}
		t.Chdir(t.TempDir())
		ctx, stop := context.WithTimeout(context.Background(), 5*time.Millisecond) // what runs is interrupted
		defer stop()
		p := newTestProgram()
		status := p.Run(ctx, words)
		contract(t, words, status, p)
	})
}

// contract has the manual's promises on exit statuses and streams.
func contract(t *testing.T, line []string, status int, p *testProgram) {
	t.Helper()
	said := p.err.String()
	if !slices.Contains([]int{done, failed, wrong, moreToDo, interrupted}, status) {
		t.Errorf("%q: status %d", line, status)
	}
	for sentence := range strings.Lines(said) {
		if !param.IsPrintable(strings.TrimSuffix(sentence, "\n")) {
			t.Errorf("%q: a terminal would obey %q", line, sentence)
		}
	}
	if status != wrong {
		return
	}
	if sentence, more, whole := strings.Cut(said, "\n"); sentence == "" || more != "" || !whole || len(sentence) > 4000 {
		t.Errorf("%q: not one sentence: %q", line, said)
	}
	if p.out.Len() > 0 {
		t.Errorf("%q: a wrong request, and yet an output of %d bytes", line, p.out.Len())
	}
	if left, _ := os.ReadDir("."); len(left) > 0 {
		t.Errorf("%q: a wrong request, and yet %v", line, left)
	}
}
