package command

import (
	"context"
	"strings"
	"testing"

	"regretscope/noise/memlimit"
)

// Requests that may need too much memory are refused at once, in one sentence.
func TestTooLargeRequestsAreRefused(t *testing.T) {
	defer memlimit.Set(memlimit.Set(memlimit.Default))
	p := newTestProgram()
	line := "run --workers 64 --runs 64 --memory 500MB --learner sw-ucb,w=1e6 --scenario gaj-tide --horizon 1e7"
	if status := p.Run(context.Background(), args(line)); status != wrong || !strings.HasPrefix(p.err.String(), "--workers 64: may take ") {
		t.Errorf("status %d, %s", status, &p.err)
	}
}
