package experiment

import (
	"strings"
	"testing"

	"regretscope/ui/kit/uitest"
)

// In little room, columns go before names, and what says nothing goes first.
func TestTableMakesRoomForNames(t *testing.T) {
	d := open(t, uitest.Config(t, 1000, "anytime-lazy-ucb,epsilon=0.25", "ucb1"), instant())
	d.Do("run")
	for _, c := range []struct {
		width         int
		with, without string
	}{
		{100, "distance", "…"},
		{76, "privacy loss ε", " sd "},
		{56, "regret ± se", "privacy loss ε"},
	} {
		head, rows := d.table(c.width)
		if all := head + "\n" + strings.Join(rows, "\n"); !strings.Contains(all, c.with) || strings.Contains(all, c.without) {
			t.Errorf("in %d columns:\n%s", c.width, all)
		}
		if !strings.Contains(rows[0], "Anytime-Lazy-UCB ε=0.25") {
			t.Errorf("in %d columns the name is cut: %s", c.width, rows[0])
		}
	}
	for i := range d.result.Rows {
		d.result.Rows[i].RegretExact = nil
	}
	if head, _ := d.table(100); strings.Contains(head, "exact") {
		t.Errorf("a column without a number: %s", head)
	}
}

// Where a learner has no ε, all are compared by μ, too.
func TestTableSaysMuBesideEpsilon(t *testing.T) {
	for learner, want := range map[string]bool{"adac-ucb,rho=0.125": true, "ucb1": false} {
		t.Run(learner, func(t *testing.T) {
			d := open(t, uitest.Config(t, 1000, "lazy-dp-ts", learner), instant())
			d.Do("run")
			for i := range d.result.Rows {
				d.result.Rows[i].Mu = .25
			}
			head, rows := d.table(120)
			if strings.Contains(head, "privacy loss μ") != want {
				t.Errorf("%s: %s", learner, head)
			}
			if want && !strings.HasSuffix(strings.TrimRight(rows[1], " "), " 0.25") {
				t.Errorf("%s: %s", learner, rows[1])
			}
		})
	}
}
