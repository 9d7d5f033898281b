package run

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"regretscope/scenarios"
	"regretscope/ui/chart/overlay"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
	"regretscope/ui/kit/uitest"
	"regretscope/ui/kit/uitest/person"
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
		{"wide: a fifth panel takes the last one's place", layoutArgs{Width: 120, Height: 22, Panels: 5, Focus: 4, Rows: []int{0, 4, 5}}, `
HHHHHHHHHHHH
111111122222 ×6
111111155555 ×6
333333355555 ×7
TTTTTTTTTTTT
KKKKKKKKKKKK`},
		{"wide but low: the chart beside one panel", layoutArgs{Width: 120, Height: 16, Panels: 4, Focus: 3}, `
HHHHHHHHHHHH
111111144444 ×13
TTTTTTTTTTTT
KKKKKKKKKKKK`},
		{"narrow: one panel below the chart", layoutArgs{Width: 80, Height: 24, Panels: 4, Focus: 2, Rows: []int{0, 7, 8}}, `
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
		{"narrow, with a line of privacy", layoutArgs{Width: 80, Height: 24, Panels: 4, Focus: 1, Releases: true, Rows: []int{0, 7, 8}}, `
HHHHHHHH
11111111 ×11
22222222 ×9
PPPPPPPP
TTTTTTTT
KKKKKKKK`},
		{"narrow, privacy in its panel", layoutArgs{Width: 80, Height: 24, Panels: 4, Focus: 2, Releases: true, Rows: []int{0, 7, 8}}, `
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
		{"the chart and why, narrow", layoutArgs{Width: 60, Height: 16, Panels: 4, Show: chartAndWhy, Focus: 3}, `
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
		{"large: the chart has its column to itself", layoutArgs{Width: 200, Height: 45, Panels: 5, Focus: 4, Rows: []int{0, 6, 11}}, `
HHHHHHHHHHHHHHHHHHHH
11111111111222222222 ×8
11111111111333333333 ×13
11111111111555555555 ×21
TTTTTTTTTTTTTTTTTTTT
KKKKKKKKKKKKKKKKKKKK`},
		{"low: the focused panel alone", layoutArgs{Width: 120, Height: 15, Panels: 4, Focus: 2}, `
HHHHHHHHHHHH
333333333333 ×13
KKKKKKKKKKKK`},
		{"as low as can be", layoutArgs{Width: 60, Height: 9, Panels: 4, Show: chartAndWhy, Focus: 3}, `
HHHHHH
444444 ×7
KKKKKK`},
		{"zoomed", layoutArgs{Width: 120, Height: 16, Panels: 4, Focus: 1, Show: onePanel}, `
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
	for width := minWidth; width <= 220; width += 7 {
		for height := minHeight; height <= 70; height += 3 {
			for focus := range 5 {
				for _, rows := range [][]int{nil, {0, 3, 3, 3, 3}, {0, 500, 500, 500, 500}} {
					for show := range panelSets {
						checkTiling(t, layoutArgs{Width: width, Height: height, Panels: 5, Focus: focus, Show: show, Rows: rows})
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
	if s.Panels[a.Focus].Empty() {
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
		name                      string
		height, numbers, sentence int
		want                      string
	}{
		{"room for all", 18, 6, 2, `
NN ×6
CC ×10
SS ×2`},
		{"no room for the sentence", 15, 6, 2, `
NN ×6
CC ×9`},
		{"nor for numbers", 9, 6, 2, `
CC ×9`},
	}
	for _, test := range tests {
		b := arrangeBig(20, test.height, test.numbers, test.sentence)
		uitest.Arranged(t, test.name, test.want, 20, test.height, 1, map[string]kit.Rect{"N": b.Numbers, "C": b.Chart, "S": b.Sentence})
	}
}

func TestGoldenBig(t *testing.T) {
	d := start(t, 80, 24, 100_000, "lazy-dp-ts", "anytime-lazy-ucb", "ucb1")
	d.Settle(d.driver.Seek(48_210))
	d.SetBig(true)
	for _, size := range [][2]int{{80, 24}, {160, 44}} {
		d.SetSize(size[0], size[1]-1)
		uitest.Golden(t, fmt.Sprintf("big-%dx%d", size[0], size[1]), d.View())
	}
}

// In every kind of scenario, at every size, with and without colors, the view fills the screen,
// and the round is there in digits or as text.
func TestBigScreensOfEveryKind(t *testing.T) {
	for scenario, ids := range map[string][]string{
		"hhmh-1":        {"lazy-dp-ts", "adac-ucb", "ucb1"},
		"ww-det":        {"rnm-ftnl", "ftnl"},
		"chh-synthetic": {"dpucb-mat", "omm"},
		"gaj-switch":    {"sw-klucb-cf"},
		"jzl-20":        {"ts-ldp-b", "ucb-ldp-b"},
	} {
		t.Run(scenario, func(t *testing.T) {
			channel := ""
			if scenario == "jzl-20" {
				channel = "linear"
			}
			config := uitest.On(t, scenario, channel, 3000, ids...)
			for _, profile := range []termenv.Profile{termenv.Ascii, termenv.TrueColor} {
				screen, cmd := New(uitest.Theme(profile), config, Options{Cache: &overlay.Cache{}, Big: true, Place: Place{Round: 1234}})
				d := &driver{person.Use(t, screen, nil, 60, 16), screen}
				for _, size := range [][2]int{{60, 15}, {80, 23}, {120, 35}, {200, 59}} {
					d.SetSize(size[0], size[1])
					d.Settle(cmd)
					cmd = nil
					for range ids {
						if err := uitest.Fills(d.View(), size[0], size[1]); err != nil {
							t.Errorf("%s: %v", scenario, err)
						}
						if !d.showsBig("1,234") {
							t.Errorf("%s, %v: no round 1,234 in\n%s", scenario, size, d.View())
						}
						d.Do("next-learner")
					}
				}
			}
		})
	}
}

// showsBig reports whether a number is on screen, in digits of any size or as text.
func (d *driver) showsBig(number string) bool {
	view := uitest.Words(d.View())
	for _, size := range kit.BigSizes {
		rows := kit.BigNumber(number, size, theme.Blocks)
		if middle := strings.Join(strings.Fields(rows[len(rows)/2]), " "); strings.Contains(view, middle) {
			return true
		}
	}
	return strings.Contains(view, number)
}

// Commands that show panels leave the big screen and do what was asked.
func TestPanelsLeaveTheBigScreen(t *testing.T) {
	for command, want := range map[string]string{"panel-4": "▸ 4 Why", "zoom": "Arms", "panels": "Regret"} {
		t.Run(command, func(t *testing.T) {
			d := start(t, 80, 24, 1000, "lazy-dp-ts")
			d.SetBig(true)
			if strings.Contains(d.View(), "╭") {
				t.Errorf("%s: there are panels in\n%s", command, d.View())
			}
			d.Do("step", command)
			if d.Big() || !strings.Contains(d.View(), want) {
				t.Errorf("%s: no %q in\n%s", command, want, d.View())
			}
		})
	}
}

// Hidden values are not shown in digits either.
func TestBigScreensHide(t *testing.T) {
	d := startOn(t, uitest.On(t, "jzl-20", "linear", 3000, "ts-ldp-b", "ucb-ldp-b"), 80, 24)
	d.Settle(d.driver.Seek(1000))
	d.SetBig(true)
	shown := strings.Join(d.bigNumbers(), "\n")
	if !strings.Contains(d.headline()[0], "has the least regret") {
		t.Error(d.headline())
	}
	d.Do("hide")
	regret := d.figures()[1]
	if now := strings.Join(d.bigNumbers(), "\n"); now == shown || regret.text != "?" || regret.short != "?" || strings.Contains(strings.Join(d.headline(), ""), "regret") {
		t.Errorf("regret is not hidden: %+v, %s\n%s", regret, d.headline(), now)
	}
}

// The headline names the learner with the least regret and its lead.
func TestHeadline(t *testing.T) {
	d := start(t, 80, 24, 100_000, "ucb1", "lazy-dp-ts")
	if got := d.headline()[0]; got != "No rounds played yet." {
		t.Error(got)
	}
	d.Settle(d.driver.Seek(50_000))
	views := d.driver.Snapshot().Learners
	more := kit.Measured(views[1].Regret - views[0].Regret)
	for range 2 { // whichever is in focus
		if got, want := d.headline(), []string{"UCB1 has the least regret; Lazy-DP-TS has " + more + " more.", "UCB1 is ahead by " + more + " regret", "UCB1: " + more + " regret ahead"}; !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
		d.Do("next-learner")
	}
	d = start(t, 80, 24, 1000, "random")
	d.Settle(d.driver.Seek(1000))
	average := kit.Measured(d.driver.Snapshot().Learners[0].Regret / 1000)
	if got, want := d.headline()[0], "Random, average regret per round: "+average; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// The sentence is in large letters if one of its wordings fits, and the chart keeps its rows.
func TestTheSentenceIsLargeWhereItFits(t *testing.T) {
	d := start(t, 100, 30, 100_000, "lazy-dp-ts", "ucb1")
	d.SetBig(true)
	large := func(text string) {
		t.Helper()
		lines := kit.BigSentence(text, d.Width, kit.BigRoom(d.Height), d.theme.Charset, d.theme.Text)
		if lines == nil || !strings.Contains(uitest.Words(d.View()), uitest.Words(strings.Join(lines, "\n"))) {
			t.Errorf("%dx%d: no large %q in\n%s", d.Width, d.Height, text, d.View())
		}
		if chart := d.bigPlaces().Chart.Height; chart < 12 {
			t.Errorf("%d rows of chart", chart)
		}
	}
	large("No rounds played yet.")
	d.Settle(d.driver.Seek(5000))
	for wording, size := range [][2]int{2: {100, 29}, 1: {120, 31}, 0: {200, 59}} {
		d.SetSize(size[0], size[1])
		large(d.headline()[wording])
	}
	d.SetSize(100, 29)
	d.Do("hide")
	large(d.headline()[0])
}

// The run screen with a matroid, with experts, and with local privacy in a changing environment.
// Look at changed files before you commit.
func TestGoldenKinds(t *testing.T) {
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
			config := uitest.On(t, test.ref, "", 10_000, test.ids...)
			config.Channel, config.Epsilon = test.channel, 1
			if err := config.Check(); err != nil {
				t.Fatal(err)
			}
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
			scenario, err := scenarios.Open(ref, "")
			if err != nil {
				t.Fatal(err)
			}
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
		"next-learner", "▸ 4 Why", "panel-5", "there are 4 panels",
	)
}

func TestOverlaysComeWhenTheyAreComputed(t *testing.T) {
	d := start(t, 120, 36, 10_000, "lazy-dp-ts", "ucb1")
	d.Settle(d.driver.Seek(5000))
	d.Do("view")
	cmd := person.Press(d, "o")
	d.Expect("overlay: computing")
	d.Settle(cmd)
	// There is no exact expectation, so the first overlay is the bounds: Lai and Robbins'
	// constant of hhmh-1, and the private one at ε = .5.
	d.Expect("bound", " 7.128", " 10.40", "≥ 7.1283 as t → ∞")
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
