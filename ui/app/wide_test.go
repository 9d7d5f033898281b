package app

import (
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/scenarios"
	"regretscope/scenarios/arm"
)

// wideScenarios are scenarios of a thousand arms, of every kind.
func wideScenarios(t *testing.T) []*scenarios.Scenario {
	t.Helper()
	laws, err := arm.ParseList(strings.Repeat("0.9 beta(4,1) ", 500))
	if err != nil {
		t.Fatal(err)
	}
	bandit, err := scenarios.FromArms("arms", laws, scenarios.Bandit)
	if err != nil {
		t.Fatal(err)
	}
	all := []*scenarios.Scenario{bandit}
	for _, reference := range []string{"ww-det,K=1000", "chh-uniform,L=1000,rank=20", "gaj-switch,K=1000"} {
		s, err := scenarios.Open(reference, "")
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, s)
	}
	return all
}

// frame is how long a screen takes to draw anew, the best of some, since the
// machine may be busy.
func (s *storm) frame(size tea.WindowSizeMsg) time.Duration {
	best := time.Hour
	for range 4 {
		other := size
		other.Width++
		s.send(other)
		begun := time.Now()
		s.send(size)
		s.root.View()
		best = min(best, time.Since(begun))
	}
	s.fits()
	return best
}

// slowFrame is what no screen may take to draw, with a thousand arms and whoever
// plays them.
const slowFrame = 50 * time.Millisecond

// On every screen a thousand arms are drawn in time, in small terminals and large
// ones: with a learner of every kind, or, in more than one storm, with every learner.
func TestAThousandArms(t *testing.T) {
	t.Chdir(t.TempDir())
	some := []string{"lazy-dp-ts", "dp-se", "rnm-ftnl", "dpucb-mat", "ts-ldp-b", "sw-klucb-cf", "kl-ucb"}
	for _, d := range learners.All() {
		if *storms == 1 && !slices.Contains(some, d.ID) {
			continue
		}
		s, ok := suited(t, d)
		if !ok {
			t.Errorf("%s plays no thousand arms", d.ID)
			continue
		}
		c, err := learners.ParseChoice(d.ID)
		if err != nil {
			t.Fatal(err)
		}
		config := &model.Config{Scenario: s, Learners: []learners.Choice{c, c}, Horizon: 3000, Epsilon: 1, Seed: 1}
		if err := config.Check(); err != nil {
			t.Errorf("%s: %v", d.ID, err)
			continue
		}
		drawn(t, config)
	}
}

func suited(t *testing.T, d *learners.Declaration) (*scenarios.Scenario, bool) {
	for _, s := range wideScenarios(t) {
		if model.Suits(d, s) == nil {
			return s, true
		}
	}
	return nil, false
}

// drawn goes through the screens of a comparison.
func drawn(t *testing.T, config *model.Config) {
	t.Helper()
	st := newStorm(t, 1, config)
	for _, keys := range []string{"n", "g 4 0 enter", "v", "v v v", "v v", "m", "m z j", "i", "x enter", "a", "t space", "e"} {
		for _, key := range strings.Fields(keys) {
			st.press(key)
		}
		st.wait(50 * time.Millisecond)
		for _, size := range []tea.WindowSizeMsg{{Width: 80, Height: 24}, {Width: 120, Height: 36}} {
			if took := st.frame(size); took > slowFrame {
				t.Errorf("%s on %s, %dx%d, after %s: a frame takes %v", config.Learners[0], config.Scenario.Name, size.Width, size.Height, keys, took)
			}
		}
		for range 3 {
			if strings.ContainsAny(keys[:1], "xate") {
				st.press("esc")
			}
		}
	}
	for _, f := range st.root.further {
		f.close()
	}
}
