package command

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"regretscope/model/trials"
	"regretscope/noise/param"
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
		{"plan --for slurm --shards=3 --horizon 1e4 --dir d --quiet", "plan --for slurm --shards=3 --horizon 1e4"},
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

// Cite prints the command that made each kind of file; running it again gives the same bytes.
func TestCiteReadsEveryKindOfFile(t *testing.T) {
	t.Chdir(t.TempDir())
	const run = "run --learner ucb1 --learner dp-se --horizon 300 --at 10,20,300 --runs 2"
	said(t, "run --learner thompson --horizon 300 --at 10,300 --runs 2 --records b.jsonl --quiet")
	for _, c := range []struct{ line, file, command string }{
		{run + " --records a.jsonl --quiet", "a.jsonl", run},
		{run + " --output a.json --workers 1 --time-limit 1h --answer-within 5s", "a.json", run},
		{run + " --output a.csv", "a.csv", ""},
		{run + " --output a.txt --rounds --color always", "a.txt", run + " --rounds"},
		{"plan --learner ucb1 --learner dp-se --horizon 300 --for slurm --output job --quiet", "job", "plan --learner ucb1 --learner dp-se --horizon 300 --for slurm"},
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
			got, err := said(t, "cite "+c.file)
			wants := []string{"ucb1               Auer, Cesa-Bianchi & Fischer 2002\n", "dp-se              Sajed & Sheffet 2019\n", "hhmh-1             Hu, Huang, Mehta"}
			if c.command != "" { // else it is a CSV, which has a fingerprint alone
				wants = append(wants, "command            regretscope "+c.command+"\n", "version            "+trials.Version)
			}
			for _, want := range wants {
				if !strings.Contains(got, "\n  "+want) {
					t.Errorf("%s: no %q in\n%s", err, want, got)
				}
			}
			if c.file == "a.jsonl" || c.file == "job" {
				return // it has elapsed times
			}
			if os.Remove(c.file); make() != content {
				t.Error("made again, it has other bytes")
			}
		})
	}
}

// Control characters in files are shown, not executed.
func TestCiteShowsHostileTexts(t *testing.T) {
	by := &trials.Made{Command: "x\x1b]0;y\a\u202e -->)\\(<svg>\n`rm`", Learners: []string{"ucb1"}}
	for name, content := range map[string]string{
		"svg": "<svg>" + by.SVG(), "pdf": "%PDF-1.3 (" + strings.NewReplacer(`\`, `\\`, `(`, `\(`, `)`, `\)`).Replace(by.Text()),
		"csv": "learner,fingerprint\nucb1,\"\x1b[2J\n\"\n", "json": `{"x": "\"made_by\": {", "made_by": {"command": "\u001b[2J"}}`,
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "a")
			write(t, path, content)
			got, err := said(t, "cite "+path)
			if err != "" || strings.ContainsAny(got, "\x1b\a\u202e") {
				t.Errorf("%s%q", err, got)
			}
			if name != "csv" && name != "json" && !strings.Contains(got, "x?]0;y?? -->)\\(<svg>?`rm`\n") {
				t.Errorf("%q", got)
			}
		})
	}
	if _, got := said(t, "cite optimal"); got != "cite optimal: has no paper\n" {
		t.Error(got)
	}
	for content, want := range map[string]string{
		"x": "does not name the command that made it; ", `{"made_by": {"command": 3}}`: "does not name the command that made it; ", `"made_by": {`: "does not name the command that made it; ", "": "the file is empty",
	} {
		path := filepath.Join(t.TempDir(), "a")
		write(t, path, content)
		if _, got := said(t, "cite "+path); !strings.HasPrefix(got, fmt.Sprintf("cite %s: %s", path, want)) {
			t.Errorf("%q: %s", content, got)
		}
	}
}
