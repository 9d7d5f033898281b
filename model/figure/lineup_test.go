package figure

import (
	"strings"
	"testing"

	"regretscope/model"
	"regretscope/noise/param"
)

func TestLineupsCanBeRun(t *testing.T) {
	seen := map[string]bool{}
	for _, l := range Lineups() {
		t.Run(l.Name, func(t *testing.T) {
			if seen[l.Name] {
				t.Errorf("%s: there are two of this name", l.Name)
			}
			seen[l.Name] = true
			if l.Paper == "" || l.Summary == "" {
				t.Errorf("%s: says neither what it is nor where it comes from", l.Name)
			}
			if l.Data {
				if _, err := l.Config(""); err == nil || !strings.Contains(err.Error(), "--data DIR") {
					t.Errorf("%s without its folder: %v", l.Name, err)
				}
				return
			}
			c, err := l.Config("")
			if err != nil {
				t.Errorf("%s: %v", l.Name, err)
				return
			}
			for i, spec := range c.Learners {
				if spec.String() != l.Learners[i] {
					t.Errorf("%s: %s is written %s", l.Name, l.Learners[i], spec)
				}
				model.NewRun(c, i).Advance(100)
			}
		})
	}
}

// The variants are compared at equal privacy: noise of scale b/ε costs 2ε/b for any law.
func TestVariantsSpendTheSame(t *testing.T) {
	for _, name := range []string{"ww-variants", "ww-resampled", "ww-lower"} {
		t.Run(name, func(t *testing.T) {
			l := param.Must(FindLineup(name))
			c := param.Must(l.Config(""))
			if c.Scenario.Arms() != 64 {
				t.Errorf("%s: K = %d, want 64", name, c.Scenario.Arms())
			}
			for i := range c.Learners {
				run := model.NewRun(c, i)
				run.Advance(100)
				if got := run.CostliestRound(); got != c.Epsilon {
					t.Errorf("%s: %s spends %v, want ε = %v", name, c.Learners[i], got, c.Epsilon)
				}
			}
		})
	}
}
