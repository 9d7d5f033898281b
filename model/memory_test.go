package model

import (
	"slices"
	"testing"

	"regretscope/noise/memlimit"
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
		{"little memory", 300 << 20, config(t, "ww-det,K=1000", 1e6, "rnm-ftnl", "ftl"), 16, ""},
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
