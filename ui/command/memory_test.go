package command

import (
	"strings"
	"testing"

	"regretscope/noise/memlimit"
)

// Requests that may need too much memory are refused at once, in one sentence.
func TestTooLargeRequestsAreRefused(t *testing.T) {
	defer memlimit.Set(memlimit.Set(memlimit.Default))
	refuseAll(t, strings.HasPrefix, map[string]string{
		"run --workers 64 --runs 64 --memory 500MB --learner sw-ucb,w=1e6 --scenario gaj-tide --horizon 1e7": "--workers 64: may take ",
	})
}
