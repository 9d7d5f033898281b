package command

import (
	"strings"
	"testing"
)

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
		"run --learner ucb1 --label ucb=x":                "--label ucb=x: must be ID=TEXT with a learner of the plot: ucb1",
		"plot m.jsonl --output a.svg --label ucb1":        "--label ucb1: must be ID=TEXT with a learner of the plot: ucb1 or lazy-dp-ts,epsilon=2",
		request + " --label ucb1=x --label ucb1=y":        "--label ucb1=y: ucb1 is given twice",
		"plot m.jsonl --output a.svg --title a --title b": "--title: given twice",
	})
}
