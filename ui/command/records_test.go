package command

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/kong"

	"regretscope/model/trials"
	"regretscope/noise/param"
	"regretscope/ui/kit/uitest"
)

// asProgram lets the test binary act as the program, so it can be killed.
const asProgram = "REGRETSCOPE_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		p := &Program{Streams: Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}}
		os.Exit(p.Run(context.Background(), os.Args[1:]))
	}
	uitest.HeedSignals()
	os.Exit(m.Run())
}

// started starts a process of the program with a line of arguments.
func started(t *testing.T, line string) *exec.Cmd {
	t.Helper()
	self := param.Must(os.Executable())
	c := exec.Command(self, args(line)...)
	c.Env = append(os.Environ(), asProgram+"=1")
	return c
}

// printed returns the output of a successful run of the program.
func printed(t *testing.T, line string) string {
	t.Helper()
	c := started(t, line)
	var failure strings.Builder
	c.Stderr = &failure
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%s: %v: %s", line, err, &failure)
	}
	return string(out)
}

// size returns the size of a file, or 0.
func size(path string) int64 {
	if info, err := os.Stat(path); err == nil {
		return info.Size()
	}
	return 0
}

// A run that is killed at random moments and resumed each time has the same summary, to the byte,
// as an undisturbed one. A run that is killed before its first write starts again.
func TestKilledRunsResumeToTheSameSummary(t *testing.T) { killed(t, 5) }

func killed(t *testing.T, times int) {
	t.Helper()
	t.Parallel()
	folder := t.TempDir()
	const request = "run --learner lazy-dp-ts --learner ucb1 --epsilon 0.5,2 --horizon 2e4 --runs 24 --quiet --format json"
	whole, killed := filepath.Join(folder, "whole.jsonl"), filepath.Join(folder, "killed.jsonl")
	want := printed(t, request+" --records "+whole)
	random := rand.New(rand.NewPCG(5, 6))
	kills := 0
	for end := time.Now().Add(uitest.Patience); kills < times; {
		before := size(killed)
		c := started(t, request+" --records "+killed+" --resume")
		uitest.NoError(t, c.Start())
		ended := make(chan error, 1)
		go func() { ended <- c.Wait() }()
		for size(killed) <= before && len(ended) == 0 {
			time.Sleep(time.Millisecond)
		}
		time.Sleep(time.Duration(random.IntN(8)) * time.Millisecond)
		c.Process.Kill()
		if <-ended != nil {
			kills++
			continue
		}
		if time.Now().After(end) {
			t.Fatalf("after %d kills it always ends before it is killed", kills)
		}
		uitest.NoError(t, os.Remove(killed))
	}
	last := started(t, request+" --records "+killed+" --resume")
	var said strings.Builder
	last.Stderr = &said
	got, err := last.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, &said)
	}
	if string(got) != string(want) {
		t.Error("the resumed run prints something else")
	}
	for _, path := range []string{whole, killed} {
		if summary := succeed(t, args("summary "+path+" --format json")...); summary != want {
			t.Errorf("the summary of %s differs from what run printed", path)
		}
	}
}

func TestShardsMakeOneFile(t *testing.T) {
	folder := t.TempDir()
	file := func(name string) string { return filepath.Join(folder, name) }
	const request = "run --learner ucb1 --learner thompson --horizon 200 --runs 9 --quiet --format csv"
	want := succeed(t, args(request)...)
	for part := 1; part <= 4; part++ {
		if out := succeed(t, args(fmt.Sprintf("%s --shard %d/4 --records %s", request, part, file(fmt.Sprint(part))))...); out != "" {
			t.Errorf("shard %d prints %q", part, out)
		}
	}
	gather := func(names ...string) string {
		line := request + " --resume"
		for _, name := range names {
			line += " --records " + file(name)
		}
		return line
	}
	if got := succeed(t, args(gather("all", "3", "1", "4", "2"))...); got != want {
		t.Errorf("gathered shards say\n%s\nthe run says\n%s", got, want)
	}
	if got := succeed(t, "summary", "--format", "csv", file("all")); got != want {
		t.Errorf("the gathered file says\n%s\nthe run says\n%s", got, want)
	}
	if got := succeed(t, "summary", "--format", "csv", file("1"), file("2"), file("3"), file("4")); got != want {
		t.Errorf("shards say\n%s\nthe run says\n%s", got, want)
	}
	before := read(t, file("all"))
	succeed(t, args(gather("all", "1", "2", "3", "4"))...)
	if after := read(t, file("all")); after != before {
		t.Errorf("gathered again, the file is\n%s\nit was\n%s", after, before)
	}
	write(t, file("text"), "precious")
	refuseAll(t, strings.Contains, map[string]string{
		request + " --records " + file("1"):                             "--records " + file("1") + ": already exists and is not overwritten; add --resume to continue it\n",
		request + " --records " + file("1") + " --resume":               "--records " + file("1") + ": holds shard 1/4, and this is the whole experiment\n",
		request + " --records " + folder + "/none/x":                    "--records " + folder + "/none/x: there is no such folder\n",
		request + " --records " + file("x") + " --records " + file("1"): "--records " + file("1") + ": only --resume reads more files than one\n",
		gather("new", "1", "text"):                                      file("text") + ": is not a file of records",
		gather("new", "1", "1"):                                         "--records " + file("1") + ": is the same file as " + file("1"),
		request + " --resume":                                           "--resume: requires --records FILE\n",
		request + " --shard 5/4":                                        "--shard 5/4: must be I/N with whole numbers, I from 1 to N, N up to 10,000\n",
		request + " --shard 1/4":                                        "--shard 1/4: requires --records FILE, which keeps the shard\n",
		"summary " + file("no"):                                         file("no") + ": no such file or directory\n",
	})
}

// The time limit has its own status; finished runs are kept and shown.
func TestTimeLimit(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a.jsonl")
	p, status := newTestProgram(), done
	for limit := 300 * time.Millisecond; p.out.Len() == 0 && limit < uitest.Patience; limit *= 2 { // until a run is finished by then
		p = newTestProgram()
		status = p.Run(context.Background(), args(fmt.Sprintf("run --learner ucb1 --horizon 1e5 --runs 100000 --quiet --resume --time-limit %v --records %s", limit, path)))
	}
	if status != moreToDo || !strings.HasPrefix(p.err.String(), "the time limit is reached: "+path+" has ") {
		t.Errorf("status %d, %q", status, p.err.String())
	}
	says(t, p.out.String(), "ucb1")
}

// summary --at reports some rounds as run --at does, also the pairs, and refuses others.
func TestSummaryAt(t *testing.T) {
	t.Chdir(t.TempDir())
	line := "run --learner lazy-dp-ts --learner dp-se --learner ucb1 --epsilon .5,1 --horizon 200,2000 --runs 6 --quiet "
	succeed(t, args(line+"--at 10,100,1000,2000 --records m.jsonl --output r.txt")...)
	for _, format := range []string{"--format json", "--format csv --pairs p.csv --force", "--rounds"} {
		direct := succeed(t, args(line+"--at 100,1000 "+format)...)
		pairs, _ := os.ReadFile("p.csv")
		got := succeed(t, args("summary m.jsonl --at 100,1000 "+format)...)
		again, _ := os.ReadFile("p.csv")
		if direct, got = beforeMade(direct), beforeMade(got); got != direct || string(pairs) != string(again) {
			t.Errorf("%s: summary and run differ, also perhaps in pairs:\n%.2000s\n%.2000s", format, got, direct)
		}
	}
	if pairs, _ := os.ReadFile("p.csv"); strings.Count(string(pairs), "\n") != 1+3*4 || !strings.Contains(string(pairs), ",lazy-dp-ts,dp-se,6,") {
		t.Errorf("%s", pairs)
	}
	refuseAll(t, is, map[string]string{
		"summary m.jsonl --at 100,500": "--at: there is no measurement of lazy-dp-ts at round 500, but at 4 rounds from 10 to 2,000",
	})
}

func beforeMade(text string) string {
	text, _, _ = strings.Cut(text, `"made_by"`)
	return text
}

// said runs the program in a folder and returns its output and messages.
func said(t *testing.T, line string) (out, err string) {
	t.Helper()
	var written, errors strings.Builder
	p := &Program{Streams: Streams{Out: &written, Err: &errors}}
	p.Run(context.Background(), args(line))
	return written.String(), errors.String()
}

// The recorded command line omits flags that only choose where to write or how to work.
func TestArgsWithout(t *testing.T) {
	p := &Program{}
	parser := param.Must(p.parser(&grammar{}, kong.Exit(func(int) {})))
	for _, c := range []struct{ line, want string }{
		{"run --output x --horizon 1e4 --quiet --learner ucb1 --records=a --epsilon=2 --workers 3 --resume", "run --horizon 1e4 --learner ucb1 --epsilon=2"},
		{"run --learner x --output", "run --learner x"},
	} {
		p.args = args(c.line)
		for _, node := range parser.Model.Children {
			if node.Name == p.args[0] {
				p.flags = node.Flags
			}
		}
		if got := p.argsWithout("quiet", "workers", "resume"); !slices.Equal(got, args(c.want)) {
			t.Errorf("%s: %q, want %s", c.line, got, c.want)
		}
	}
}

// Each kind of file has the command that made it; running it again gives the same bytes.
func TestFilesSayWhatMadeThem(t *testing.T) {
	t.Chdir(t.TempDir())
	const run = "run --learner ucb1 --learner dp-se --horizon 300 --at 10,20,300 --runs 2"
	said(t, "run --learner thompson --horizon 300 --at 10,300 --runs 2 --records b.jsonl --quiet")
	for _, c := range []struct{ line, file, command string }{
		{run + " --records a.jsonl --quiet", "a.jsonl", run},
		{run + " --output a.json --workers 1 --time-limit 1h --answer-within 5s", "a.json", run},
		{run + " --output a.csv", "a.csv", ""},
		{run + " --output a.txt --rounds --color always", "a.txt", run + " --rounds"},
		{"plot a.jsonl --output a.svg", "a.svg", "plot a.jsonl"},
		{"plot a.jsonl --output a.png --force", "a.png", "plot a.jsonl"},
		{"plot a.jsonl --output a.pdf --log-x", "a.pdf", "plot a.jsonl --log-x"},
		{"plot a.jsonl b.jsonl --at 10,300 --output ab.svg", "ab.svg", "plot a.jsonl b.jsonl --at 10,300"},
		{"summary a.jsonl --format json --output s", "s", run},
	} {
		make := func() string {
			if _, err := said(t, c.line); err != "" {
				t.Fatal(c.file, err)
			}
			return read(t, c.file)
		}
		content := make()
		by := uitest.ReadMade(content)
		switch {
		case c.command == "": // a CSV, which has a fingerprint alone
			if header, _, _ := strings.Cut(content, "\n"); !strings.Contains(header, "fingerprint") {
				t.Errorf("%s: no fingerprint in %s", c.file, header)
			}
		case by == nil || by.Command != "regretscope "+c.command || by.Version != trials.Version || by.Seed != 1 || by.Fingerprint == "":
			t.Errorf("%s: made by %+v, want %s", c.file, by, c.command)
		}
		if c.file == "a.jsonl" {
			continue // it has elapsed times
		}
		if os.Remove(c.file); make() != content {
			t.Errorf("%s: made again, it has other bytes", c.file)
		}
	}
}
