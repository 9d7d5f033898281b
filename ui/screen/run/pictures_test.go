package run

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/ui/kit/uitest"
)

// The run screen with a matroid, with experts, and with local privacy in a changing environment.
// Look at changed files before you commit.
func TestGoldenKinds(t *testing.T) {
	uitest.NotForRaces(t)
	tests := []struct {
		name, ref, channel string
		round              int
		ids                []string
		commands           []string
	}{
		{"matroid", "movies", "", 5000, []string{"dpucb-mat", "cts"}, []string{"down", "down", "down"}},
		{"experts", "ww-det,K=64", "", 3000, []string{"rnm-ftnl,noise=laplace,scale=1", "rnm-ftnl"}, []string{"overlay"}},
		{"changing", "gaj-tide,length=1000", "", 2500, []string{"sw-klucb-cf", "kl-ucb-cf"}, nil},
		{"reversed", "jzl-20", "quadratic,b=3.4", 2000, []string{"ts-ldp-b,epsilon=1"}, nil},
	}
	for _, test := range tests {
		for _, size := range [][2]int{{80, 24}, {120, 36}} {
			config := uitest.On(t, test.ref, test.channel, 10_000, test.ids...)
			config.Epsilon = 1
			d := startOn(t, config, size[0], size[1])
			d.Settle(d.driver.Seek(test.round))
			d.Do(test.commands...)
			if test.name == "changing" {
				d.viewOf("Estimates")
			}
			if test.name == "reversed" || (test.name == "changing" && size[0] < 100) {
				d.Types("5")
			}
			uitest.Golden(t, fmt.Sprintf("%s-%dx%d", test.name, size[0], size[1]), d.View())
		}
	}
}

// For every run at every width, the header names the kind of scenario.
func TestTheHeaderSaysTheKind(t *testing.T) {
	tests := map[string]string{
		"hhmh-1": "stochastic bandit", "ww-det,K=64": "deterministic, full info", "chh-synthetic": "linear matroid",
		"network": "graphic matroid", "movies": "linear matroid", "gaj-switch": "changing bandit", "jzl-20": "stochastic bandit",
	}
	ids := map[scenarios.Feedback]string{
		scenarios.Bandit: "ts-ldp-b", scenarios.SemiBandit: "cts", scenarios.Full: "rnm-ftnl",
	}
	for ref, want := range tests {
		t.Run(ref, func(t *testing.T) {
			scenario := param.Must(scenarios.Open(ref, ""))
			for _, horizon := range []int{1000, 1_000_000_000} {
				d := startOn(t, uitest.On(t, ref, "", horizon, ids[scenario.Feedback]), 60, 16)
				for width := 60; width <= 160; width += 4 {
					d.SetSize(width, 24)
					line, _, _ := strings.Cut(d.View(), "\n")
					if !strings.Contains(line, want) || !strings.HasPrefix(strings.TrimPrefix(line, "regretscope   "), scenario.Title()[:6]) {
						t.Errorf("%s at %d cells: %q", ref, width, line)
					}
					if got := ansi.StringWidth(line); got != width {
						t.Errorf("%s: %d of %d cells", ref, got, width)
					}
				}
			}
		})
	}
}

func TestKeysToBreakpoints(t *testing.T) {
	d := startOn(t, uitest.On(t, "../../../testdata/scenarios/swap.toml", "", 25_000, "ucb1", "dp-ucb-tree"), 120, 36)
	to := func(name string, want int) {
		t.Helper()
		d.Do(name)
		if d.round() != want {
			t.Errorf("%s leads to round %d, want %d", name, d.round(), want)
		}
	}
	to("next-breakpoint", 10_001)
	to("next-breakpoint", 20_001)
	to("next-breakpoint", 20_001)
	d.Expect("no breakpoint after")
	to("previous-breakpoint", 10_001)
	to("previous-breakpoint", 10_001)
	d.Expect("there is no breakpoint before")
	to("back", 10_000)
	// UCB1 makes no releases, so the same keys as for these find breakpoints.
	to("next-release", 10_001)
	to("next-release", 20_001)
	to("previous-release", 10_001)
	// The tree makes a release every round.
	d.Do("next-learner")
	to("next-release", 10_002)
	// Marks are on the timeline and on the axis of every view.
	d.Settle(d.driver.Seek(15_000))
	for d.Do("view"); !strings.Contains(d.View(), "1 Regret ─"); d.Do("view") {
		if got := strings.Count(d.View(), "╫"); got != 3 {
			t.Errorf("%d marks, want two on the timeline and one in the chart:\n%s", got, d.View())
		}
	}
}

func TestTheFifthPanelIsForLocalPrivacy(t *testing.T) {
	d := startOn(t, uitest.On(t, "hhmh-1", "", 1000, "ts-ldp-b", "ucb1"), 120, 36)
	d.Do("step")
	d.Answers(
		"panel-5", "▸ 5 Reports to TS-LDP-B", "panel-5", "true reward", "hide", "rewards are hidden",
		"next-learner", "▸ 4 Why", "panel-5", "it has no local channel",
	)
}

func TestOverlaysComeWhenTheyAreComputed(t *testing.T) {
	d := start(t, 120, 36, 10_000, "lazy-dp-ts", "ucb1")
	d.Settle(d.driver.Seek(5000))
	d.Do("view")
	cmd := uitest.Press(d, "o")
	d.Expect("overlay: computing")
	d.Settle(cmd)
	// There is no exact expectation, so the first overlay is the bounds: Lai and Robbins'
	// constant of hhmh-1, and the private one at ε = .5.
	d.Expect("Azize et al. 2025", " 7.128", " 10.40", "≥ 7.1283 as t → ∞")
	d.Do("next-learner")
	d.Expect("7.128") // UCB1 is not private
	if strings.Contains(d.View(), "10.40") {
		t.Error("a bound for private learners beside one that is not")
	}
	// There is no theorem on UCB1 and there are no replications, so after no overlay the bounds
	// come again.
	d.Do("overlay")
	if view := d.View(); strings.Contains(view, "≥ 7.128") {
		t.Errorf("after the last overlay comes none:\n%s", view)
	}
	d.Do("overlay")
	d.Expect("≥ 7.128")
	d.viewOf("Estimates")
	d.Do("overlay")
	d.Expect("UCB1 has no overlay in this view")
}
