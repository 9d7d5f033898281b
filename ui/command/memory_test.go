package command

import (
	"context"
	"io"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"regretscope/noise/memlimit"
)

// Requests that may need too much memory are refused at once; runs that turn out to need too much
// are stopped. Both give one sentence, and finished work is kept.
func TestWorkStopsWhereMemoryIsFull(t *testing.T) {
	defer memlimit.Set(memlimit.Set(memlimit.Default))
	p := newTestProgram()
	line := "run --workers 64 --runs 64 --memory 500MB --learner sw-ucb,w=1e6 --scenario gaj-tide --horizon 1e7"
	if status := p.Run(context.Background(), args(line)); status != wrong || !strings.HasPrefix(p.err.String(), "--workers 64: may take ") {
		t.Errorf("status %d, %s", status, &p.err)
	}
	data := make([]byte, 56<<20)
	runtime.GC()
	records := filepath.Join(t.TempDir(), "a.jsonl")
	for _, c := range []struct{ line, want string }{
		{"run --horizon 1e10 --learner ucb1 --memory 64MiB --quiet --records " + records, "of data are in memory; --memory 64 MiB leaves no room for more: " + records + " has 0 units; the same command with --resume goes on\n"},
		{"audit --learner ucb1 --runs 100000 --memory 64MiB --quiet", "of data are in memory; --memory 64 MiB leaves no room for more\n"},
		{"trace --learner ucb1 --horizon 1e10 --memory 64MiB", "of data are in memory; --memory 64 MiB leaves no room for more\n"},
	} {
		t.Run(c.line, func(t *testing.T) {
			p := newTestProgram()
			p.Out = io.Discard
			if status := p.Run(context.Background(), args(c.line)); status != failed || !strings.HasSuffix(p.err.String(), c.want) {
				t.Errorf("%s: status %d, %s", c.line, status, &p.err)
			}
		})
	}
	runtime.KeepAlive(data)
}
