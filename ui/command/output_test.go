package command

import (
	"compress/gzip"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"regretscope/noise/param"
	"regretscope/ui/kit/uitest"
)

// withInput runs the program with a text at standard input.
func withInput(t *testing.T, text, line string) *testProgram {
	t.Helper()
	from, to, err := os.Pipe()
	uitest.NoError(t, err)
	defer from.Close()
	defer func(before *os.File) { os.Stdin = before }(os.Stdin)
	os.Stdin = from
	go func() {
		_, _ = io.WriteString(to, text) // ignore errors: the reader may have closed the pipe
		to.Close()
	}()
	p := newTestProgram()
	if status := p.Run(context.Background(), args(line)); status != done || p.err.Len() > 0 {
		t.Errorf("%s: status %d, %s", line, status, &p.err)
	}
	return p
}

// Standard input and output give what files give.
func TestStandardStreams(t *testing.T) {
	t.Chdir(t.TempDir())
	const scenario = "name = \"mine\"\narms = [0.5, 0.25]\nhorizon = 100\n"
	const request = "run --learner ucb1 --runs 2 --quiet --scenario "
	write(t, "my.toml", scenario)
	want := succeed(t, args(request+"my.toml --format csv --records m.jsonl")...)
	drawn := []string{"<svg", "</svg>", "ucb1"}
	for line, wants := range map[string][]string{
		request + "- --format csv --output -": {want},
		request + "- --plot - --output r.csv": drawn,
	} {
		for _, want := range wants {
			if got := withInput(t, scenario, line).out.String(); !strings.Contains(got, want) {
				t.Errorf("%s: %s\nwant %s", line, got, want)
			}
			_ = os.Remove("r.csv")
		}
	}
	if got := withInput(t, "arms=[1]", request+"- --horizon 9").out.String(); !strings.HasPrefix(got, "scenario · ") {
		t.Errorf("without a name, it is %.40s", got)
	}
	records := read(t, "m.jsonl")
	zipped := packed(t, records)
	write(t, "m.jsonl.gz", zipped)
	summary := succeed(t, args("summary m.jsonl --format csv")...)
	for _, c := range []struct{ line, input string }{
		{"summary - --format csv", records},
		{"summary - --format csv --output -", zipped},
		{"summary m.jsonl.gz --format csv", ""},
	} {
		if got := withInput(t, c.input, c.line).out.String(); got != summary {
			t.Errorf("%s: %s\nwant %s", c.line, got, summary)
		}
	}
	picture := withInput(t, records, "plot - --output -").out.String()
	for _, want := range drawn {
		if !strings.Contains(picture, want) {
			t.Errorf("the plot has no %s: %s", want, picture)
		}
	}
	write(t, "lost.gz", zipped[:len(zipped)-9])
	p := newTestProgram()
	const broken = "lost.gz: its compressed data are damaged or end early: the records before are read\n"
	if status := p.Run(t.Context(), args("summary lost.gz")); status != failed || p.err.String() != broken {
		t.Errorf("status %d: %s", status, &p.err)
	}
	if made := succeed(t, args("template python --output mine.py")...); made != "" || read(t, "mine.py") != succeed(t, args("template python")...) {
		t.Errorf("the template's output is %q, its file %s", made, read(t, "mine.py"))
	}
}

// A script can come from standard input, and its picture can go to standard output.
func TestScriptsFromStandardInput(t *testing.T) {
	p := newTestProgram()
	from := filepath.Join(t.TempDir(), "in")
	write(t, from, "start --scenario hhmh-2\nwait 1s\n")
	file := param.Must(os.Open(from))
	defer file.Close()
	defer func(before *os.File) { os.Stdin = before }(os.Stdin)
	os.Stdin = file
	status := p.Run(context.Background(), args("--script - --svg -"))
	if picture := p.out.String(); status != done || !strings.HasPrefix(picture, "<svg") || !strings.Contains(picture, "hhmh-2") {
		t.Errorf("status %d, %s, %.200s", status, &p.err, &p.out)
	}
}

// Files whose endings other programs would read differently are refused, and what cannot be a stream.
func TestMisleadingEndings(t *testing.T) {
	t.Chdir(t.TempDir())
	succeed(t, args("run --learner ucb1 --horizon 100 --runs 2 --quiet --records m.jsonl --output r.txt")...)
	refuseAll(t, is, map[string]string{
		"run --output r.parquet":                       "--output r.parquet: must end in .txt, .csv, .json, .tex, or .md",
		"run --output r.csv.gz":                        "--output r.csv.gz: must end in .txt, .csv, .json, .tex, or .md",
		"run --output R.TSV":                           "--output R.TSV: must end in .txt, .csv, .json, .tex, or .md",
		"run --format table --output r.csv":            "--output r.csv: must not end in .csv, because its format is table",
		"run --format csv --output r.json":             "--output r.json: must not end in .json, because its format is csv",
		"summary m.jsonl --output t.jsonl":             "--output t.jsonl: must end in .txt, .csv, .json, .tex, or .md",
		"summary m.jsonl --format json --output t.csv": "--output t.csv: must not end in .csv, because its format is json",
		"run --format table --output r.md":             "--output r.md: must not end in .md, because its format is table",
		"run --format csv --output r.feather":          "--output r.feather: must not end in .feather, because its format is csv",
		"run --pairs p.json":                           "--pairs p.json: must not end in .json, because its format is CSV",
		"run --pairs -":                                "--pairs -: must be a file, because the result may be on standard output",
		"run --records r.csv":                          "--records r.csv: must not end in .csv, because its format is JSON lines",
		"run --records r.jsonl.gz":                     "--records r.jsonl.gz: must not end in .jsonl.gz, because its format is JSON lines, uncompressed",
		"run --plot r.svg.gz":                          "--plot r.svg.gz: must end in one of .svg, .png, .pdf",
		"template python --output mine.toml":           "--output mine.toml: must not end in .toml, because its format is Python",
		"--svg x.png":                                  "--svg x.png: must not end in .png, because its format is SVG",
		"run --records -":                              "--records -: must be a file",
		"run --plot -":                                 "--plot -: the result is on standard output; write one of them to a file",
		"audit --learner ucb1 --plot -":                "--plot -: the result is on standard output; write one of them to a file",
		"--script -":                                   "-: needs --svg, because the program reads keys from standard input; a pipe has another name: <(…)",
		"--plain --scenario -":                         "-: needs --svg, because the program reads keys from standard input; a pipe has another name: <(…)",
	})
}

func packed(t *testing.T, text string) string {
	t.Helper()
	var b strings.Builder
	w := gzip.NewWriter(&b)
	if _, err := io.WriteString(w, text); err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	return b.String()
}

// A plot has the user's words, and a file with a font that lacks a letter is written with a warning.
func TestWordsOfPlots(t *testing.T) {
	t.Chdir(t.TempDir())
	const request = "run --learner ucb1 --learner lazy-dp-ts,epsilon=2 --horizon 100 --runs 2 --quiet --output r.csv --force --records m.jsonl --resume"
	words := append(args("--x-label round --label lazy-dp-ts,epsilon=2=a=b --title"), "日 & <title>")
	succeed(t, append(args(request+" --plot p.svg"), words...)...)
	succeed(t, append(args("plot m.jsonl --output q.svg"), words...)...)
	for _, path := range []string{"p.svg", "q.svg"} {
		for _, want := range []string{">round<", ">a=b<", ">UCB1<", ">日 &amp; &lt;title&gt;<"} {
			if picture := read(t, path); !strings.Contains(picture, want) {
				t.Errorf("%s: no %s", path, want)
			}
		}
	}
	p := newTestProgram()
	const lacks = "warning: the plot: its font lacks 日; a file that ends in .svg is shown with other fonts, too\n"
	if status := p.Run(t.Context(), append(args("plot m.jsonl --output q.png"), words...)); status != done || p.err.String() != lacks || !strings.HasPrefix(read(t, "q.png"), "\x89PNG") {
		t.Errorf("status %d, %s", status, &p.err)
	}
	refuseAll(t, is, map[string]string{
		"run --learner ucb1 --label ucb=x --plot a.svg":         "--label ucb=x: must be ID=TEXT with a learner of the plot: ucb1",
		"plot m.jsonl --output a.svg --label ucb1":              "--label ucb1: must be ID=TEXT with a learner of the plot: ucb1 or lazy-dp-ts,epsilon=2",
		request + " --label ucb1=x --label ucb1=y --plot a.svg": "--label ucb1=y: ucb1 is given twice",
		"plot m.jsonl --output a.svg --title a --title b":       "--title: given twice",
	})
}
