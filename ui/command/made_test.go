package command

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"regretscope/model/trials"
	"regretscope/noise/param"
	"regretscope/ui/kit/uitest"
)

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
		t.Run(c.file, func(t *testing.T) {
			make := func() string {
				if _, err := said(t, c.line); err != "" {
					t.Fatal(err)
				}
				return read(t, c.file)
			}
			content := make()
			by := uitest.ReadMade(content)
			switch {
			case c.command == "": // a CSV, which has a fingerprint alone
				if header, _, _ := strings.Cut(content, "\n"); !strings.Contains(header, "fingerprint") {
					t.Errorf("no fingerprint in %s", header)
				}
			case by == nil || by.Command != "regretscope "+c.command || by.Version != trials.Version || by.Seed != 1 || by.Fingerprint == "":
				t.Errorf("made by %+v, want %s", by, c.command)
			}
			if c.file == "a.jsonl" {
				return // it has elapsed times
			}
			if os.Remove(c.file); make() != content {
				t.Error("made again, it has other bytes")
			}
		})
	}
}
