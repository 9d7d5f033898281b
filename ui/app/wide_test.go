package app

import (
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/scenarios/arm"
	"regretscope/ui/kit/uitest"
	"regretscope/ui/script"
)

// wideScenarios lists scenarios of every kind with a thousand arms.
func wideScenarios(t testing.TB) []*scenarios.Scenario {
	t.Helper()
	laws := param.Must(arm.ParseList(strings.Repeat("0.9 beta(4,1) ", 500)))
	bandit := param.Must(scenarios.FromArms("arms", laws, scenarios.Bandit))
	all := []*scenarios.Scenario{bandit}
	for _, reference := range []string{"ww-det,K=1000", "chh-uniform,L=1000,rank=20", "gaj-switch,K=1000"} {
		s := param.Must(scenarios.Open(reference, ""))
		all = append(all, s)
	}
	return all
}

// On an oversized terminal, only the upper left is used.
func TestAHugeTerminal(t *testing.T) {
	r := rootOf(t, Options{Config: uitest.Config(t, 1000, "lazy-dp-ts", "ucb1")})
	press(t, r, "n")
	r.Update(tea.WindowSizeMsg{Width: 4000, Height: 4000})
	if err := uitest.Fills(r.View(), script.MaxWidth, script.MaxHeight); err != nil {
		t.Error(err)
	}
}

// A thousand arms fit on every screen, small and large: with a learner of every kind or, with
// more storms, every learner.
func TestAThousandArms(t *testing.T) {
	uitest.NotForRaces(t)
	t.Chdir(t.TempDir())
	some := []string{"lazy-dp-ts", "rnm-ftnl", "dpucb-mat", "ts-ldp-b", "sw-klucb-cf"}
	for _, d := range learners.All() {
		t.Run(d.ID, func(t *testing.T) {
			if *storms == 1 && !slices.Contains(some, d.ID) {
				return
			}
			s, ok := suited(t, d)
			if !ok {
				t.Errorf("%s plays no thousand arms", d.ID)
				return
			}
			spec := param.Must(learners.ParseSpec(d.ID))
			config := &model.Config{Scenario: s, Learners: []learners.Spec{spec, spec}, Horizon: 3000, Epsilon: 1, Seed: 1}
			if err := config.Check(); err != nil {
				t.Errorf("%s: %v", d.ID, err)
				return
			}
			drawn(t, config)
		})
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
			st.send(size)
			st.fits()
		}
		for range 3 {
			if strings.ContainsAny(keys[:1], "xate") {
				st.press("esc")
			}
		}
	}
	for _, f := range st.root.subscreens {
		f.close()
	}
}
