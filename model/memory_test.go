package model

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"regretscope/learners"
	"regretscope/noise/memlimit"
	"regretscope/noise/param"
)

// A comparison without room for the fewest checkpoints is refused; others have as many as fit.
func TestSessionsFitInMemory(t *testing.T) {
	wide := slices.Repeat([]string{"sw-ucb,w=10000000"}, 16)
	long := config(t, "gaj-tide", 1e5, wide...)
	long.Horizon = 1e9
	for _, c := range []struct {
		name   string
		memory int
		config *Config
		most   int
		want   string
	}{
		{"few", 2 << 30, config(t, "hhmh-1", 1e9, "lazy-dp-ts", "ucb1"), maxCheckpoints, ""},
		{"a thousand arms", 2 << 30, config(t, "ww-det,K=1000", 1e6, slices.Repeat([]string{"rnm-ftnl"}, 8)...), 32, ""},
		{"little memory", 300 << 20, config(t, "ww-det,K=1000", 1e6, "rnm-ftnl", "ftl"), 8, ""},
		{
			"wide windows", 2 << 30, long, 0,
			"learners: 16 learners on 2 arms, with the history to go back, may take 35 GiB of memory, --memory allows 2 GiB",
		},
		{"wide windows of a short run", 2 << 30, config(t, "gaj-tide", 1e5, wide...), maxCheckpoints, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			defer memlimit.Set(memlimit.Set(c.memory))
			err := c.config.Check()
			if (err == nil) != (c.want == "") || err != nil && err.Error() != c.want {
				t.Fatalf("%v, want %q", err, c.want)
			}
			if most := c.config.checkpoints(); err == nil && most != c.most {
				t.Errorf("%d checkpoints, want %d", most, c.most)
			}
		})
	}
}

// The estimate is an upper bound: no session of any learners uses more.
func TestSessionsHoldWhatIsEstimated(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine: nothing that the race detector could find")
	}
	for _, c := range everyLearner(t, 2500) {
		t.Run(c.Channel, func(t *testing.T) {
			before := liveBytes()
			s := NewSession(c)
			s.Advance(c.Horizon)
			estimated := c.sessionBytes(len(s.history.kept))
			if held := int(liveBytes() - before); held > estimated {
				t.Errorf("%s: %s held, %s estimated", names(c), memlimit.Format(held), memlimit.Format(estimated))
			}
			runtime.KeepAlive(s)
		})
	}
}

func names(c *Config) string {
	return fmt.Sprintf("%s on %s", strings.Join(param.Map(c.Learners, learners.Spec.String), ", "), c.Scenario.Name)
}
