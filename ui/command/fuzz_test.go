package command

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"regretscope/noise/param"
)

// inside reports whether a line names no file outside the working folder.
func inside(words []string) bool {
	return !slices.ContainsFunc(words, func(word string) bool {
		return strings.Contains(word, "..") || strings.Contains(word, "=/") || strings.HasPrefix(word, "/")
	})
}

// Any command line gives one of the statuses; a wrong one gives one sentence on standard error,
// no output, and no file. It makes tens of inputs a second, because each builds the parser, and some
// begin to work.
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
