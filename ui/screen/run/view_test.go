package run

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/ui/kit"
	"regretscope/ui/kit/uitest"
)

// areas draws the layout: H header, digits the panels, P the line of privacy, T timeline, K keys.
func areas(s layout) map[string]kit.Rect {
	all := map[string]kit.Rect{"H": s.Header, "P": s.Privacy, "T": s.Timeline, "K": s.Keys}
	for i, r := range s.Panels {
		all[fmt.Sprint(i+1)] = r
	}
	return all
}

func TestArrange(t *testing.T) {
	tests := []struct {
		name string
		args layoutArgs
		want string
	}{
		{"wide: four panels", layoutArgs{Width: 120, Height: 24, Panels: 4, Rows: []int{0, 7, 7}}, `
HHHHHHHHHHHH
111111122222 ×9
111111144444 ×3
333333344444 ×9
TTTTTTTTTTTT
KKKKKKKKKKKK`},
		{"wide: a fifth panel takes the last one's place", layoutArgs{Width: 120, Height: 22, Panels: 5, Focused: 4, Rows: []int{0, 4, 5}}, `
HHHHHHHHHHHH
111111122222 ×6
111111155555 ×6
333333355555 ×7
TTTTTTTTTTTT
KKKKKKKKKKKK`},
		{"wide but low: the chart beside one panel", layoutArgs{Width: 120, Height: 16, Panels: 4, Focused: 3}, `
HHHHHHHHHHHH
111111144444 ×13
TTTTTTTTTTTT
KKKKKKKKKKKK`},
		{"narrow: one panel below the chart", layoutArgs{Width: 80, Height: 24, Panels: 4, Focused: 2, Rows: []int{0, 7, 8}}, `
HHHHHHHH
11111111 ×11
33333333 ×10
TTTTTTTT
KKKKKKKK`},
		{"narrow, the chart focused: the chart alone", layoutArgs{Width: 60, Height: 16, Panels: 4}, `
HHHHHH
111111 ×13
TTTTTT
KKKKKK`},
		{"narrow, with a line of privacy", layoutArgs{Width: 80, Height: 24, Panels: 4, Focused: 1, Releases: true, Rows: []int{0, 7, 8}}, `
HHHHHHHH
11111111 ×11
22222222 ×9
PPPPPPPP
TTTTTTTT
KKKKKKKK`},
		{"narrow, privacy in its panel", layoutArgs{Width: 80, Height: 24, Panels: 4, Focused: 2, Releases: true, Rows: []int{0, 7, 8}}, `
HHHHHHHH
11111111 ×11
33333333 ×10
TTTTTTTT
KKKKKKKK`},
		{"a phone upright: all panels", layoutArgs{Width: 63, Height: 69, Panels: 4, Releases: true, Rows: []int{0, 7, 11}}, `
HHHHHHH
1111111 ×22
2222222 ×9
3333333 ×13
4444444 ×22
TTTTTTT
KKKKKKK`},
		{"the chart and why, wide", layoutArgs{Width: 120, Height: 22, Panels: 4, Show: chartAndWhy}, `
HHHHHHHHHHHH
111111144444 ×19
TTTTTTTTTTTT
KKKKKKKKKKKK`},
		{"the chart and why, narrow", layoutArgs{Width: 60, Height: 16, Panels: 4, Show: chartAndWhy, Focused: 3}, `
HHHHHH
111111 ×7
444444 ×6
TTTTTT
KKKKKK`},
		{"the chart alone", layoutArgs{Width: 120, Height: 22, Panels: 4, Show: onePanel}, `
HHHHHHHHHHHH
111111111111 ×19
TTTTTTTTTTTT
KKKKKKKKKKKK`},
		{"large: the chart has its column to itself", layoutArgs{Width: 200, Height: 45, Panels: 5, Focused: 4, Rows: []int{0, 6, 11}}, `
HHHHHHHHHHHHHHHHHHHH
11111111111222222222 ×8
11111111111333333333 ×13
11111111111555555555 ×21
TTTTTTTTTTTTTTTTTTTT
KKKKKKKKKKKKKKKKKKKK`},
		{"low: the focused panel alone", layoutArgs{Width: 120, Height: 15, Panels: 4, Focused: 2}, `
HHHHHHHHHHHH
333333333333 ×13
KKKKKKKKKKKK`},
		{"as low as can be", layoutArgs{Width: 60, Height: 9, Panels: 4, Show: chartAndWhy, Focused: 3}, `
HHHHHH
444444 ×7
KKKKKK`},
		{"zoomed", layoutArgs{Width: 120, Height: 16, Panels: 4, Focused: 1, Show: onePanel}, `
HHHHHHHHHHHH
222222222222 ×13
TTTTTTTTTTTT
KKKKKKKKKKKK`},
	}
	for _, test := range tests {
		uitest.Arranged(t, test.name, test.want, test.args.Width, test.args.Height, 1, areas(arrange(test.args)))
	}
}

// Every cell of every terminal belongs to exactly one rectangle.
func TestTiling(t *testing.T) {
	uitest.NotForRaces(t)
	for width := minWidth; width <= 220; width += 7 {
		for height := minHeight; height <= 70; height += 3 {
			for focus := range 5 {
				for _, rows := range [][]int{nil, {0, 3, 3, 3, 3}, {0, 500, 500, 500, 500}} {
					for show := range onePanel + 1 {
						checkTiling(t, layoutArgs{Width: width, Height: height, Panels: 5, Focused: focus, Show: show, Rows: rows})
					}
				}
			}
		}
	}
}

func checkTiling(t *testing.T, a layoutArgs) {
	t.Helper()
	s := arrange(a)
	area := 0
	for _, r := range areas(s) {
		area += r.Width * r.Height
		if r.X < 0 || r.Y < 0 || r.X+r.Width > a.Width || r.Y+r.Height > a.Height {
			t.Fatalf("%+v: %+v is outside", a, r)
		}
	}
	for i, r := range s.Panels {
		if !r.Empty() && r.Height < 6 {
			t.Fatalf("%+v: panel %d has %d lines", a, i, r.Height)
		}
	}
	if s.Panels[a.Focused].Empty() {
		t.Fatalf("%+v: the focused panel is not visible", a)
	}
	if area != a.Width*a.Height {
		t.Fatalf("%+v: %d cells are covered, there are %d", a, area, a.Width*a.Height)
	}
	for name, r := range areas(s) {
		for with, other := range areas(s) {
			if name < with && !r.Empty() && !other.Empty() && overlap(r, other) {
				t.Fatalf("%+v: %s overlaps %s", a, name, with)
			}
		}
	}
}

func overlap(a, b kit.Rect) bool {
	return a.X < b.X+b.Width && b.X < a.X+a.Width && a.Y < b.Y+b.Height && b.Y < a.Y+a.Height
}

// N numbers, C chart, S sentence: only the chart remains if there are too few rows.
func TestArrangeBig(t *testing.T) {
	tests := []struct {
		name                           string
		height, numbers, why, sentence int
		want                           string
	}{
		{"room for all", 18, 6, 0, 2, `
NN ×6
CC ×10
SS ×2`},
		{"no room for the sentence", 15, 6, 0, 2, `
NN ×6
CC ×9`},
		{"nor for numbers", 9, 6, 0, 2, `
CC ×9`},
		{"bars below the chart", 36, 6, 12, 8, `
NN ×6
CC ×10
WW ×12
SS ×8`},
		{"bars in place of the chart", 23, 6, 12, 4, `
NN ×6
WW ×13
SS ×4`},
	}
	for _, test := range tests {
		b := arrangeBig(20, test.height, test.numbers, test.why, test.sentence)
		uitest.Arranged(t, test.name, test.want, 20, test.height, 1, map[string]kit.Rect{"N": b.Numbers, "C": b.Chart, "W": b.Why, "S": b.Sentence})
	}
}

// Below 110 columns, choosing an arm in panel 2 shows panel 4, which says why it is not played.
func TestChoosingAnArmShowsWhy(t *testing.T) {
	for _, size := range [][2]int{{60, 16}, {80, 24}, {109, 36}, {120, 20}, {120, 36}} {
		d := start(t, size[0], size[1], 1000, "lazy-dp-ts", "ucb1")
		d.tell(`: go 500 | : arms | ~ ▸ 2 Arms | ~ ↑↓ why not? | : down | : down | : down | ~ ▸ 2 Arms
			~ 4 Why`)
		if size[1] > 16 {
			d.Expect("Why not arm ")
		}
		d.tell(": leave | ~ 1 Regret | ~ ▸ 2 Arms")
	}
}

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
	d.tell(`: panel-5 | ~ ▸ 5 Reports to TS-LDP-B | : panel-5 | ~ true reward | : hide | ~ rewards are hidden
		: next-learner | ~ ▸ 4 Why | : panel-5 | ~ it has no local channel`)
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
	d.tell(`~ Azize et al. 2025 | ~ " 7.128" | ~ " 10.40" | ~ ≥ 7.1283 as t → ∞ | : next-learner`)
	d.Expect("7.128") // UCB1 is not private
	if strings.Contains(d.View(), "10.40") {
		t.Error("a bound for private learners beside one that is not")
	}
	// There is no theorem on UCB1 and there are no replications, so after no overlay the bounds come again.
	d.Do("overlay")
	if view := d.View(); strings.Contains(view, "≥ 7.128") {
		t.Errorf("after the last overlay comes none:\n%s", view)
	}
	d.tell(": overlay | ~ ≥ 7.128")
	d.viewOf("Estimates")
	d.tell(": overlay | ~ UCB1 has no overlay in this view")
}
