package app

import (
	"strings"
	"testing"

	"regretscope/ui/chart/curves"
	"regretscope/ui/kit/uitest"
	"regretscope/ui/kit/uitest/person"
	"regretscope/ui/manual"
)

// One key explains what is in focus, on every screen that has a focus, and esc
// goes back to where it was pressed.
func TestWhatIsInFocusIsExplained(t *testing.T) {
	for _, c := range []struct {
		keys []string
		want string
	}{
		{nil, "lazy-dp-ts · Lazy-DP-TS · learner"},
		{[]string{"f"}, "ucb1 · UCB1 · learner"},
		{[]string{"1"}, "regret (also pseudo-regret"},
		{[]string{"3"}, "costliest round (also"},
		{[]string{"e"}, "hhmh-1 · five arms · scenario"},
		{[]string{"e", "2"}, "lazy-dp-ts · Lazy-DP-TS · learner"},
		{[]string{"e", "3"}, "ε (also"},
		{[]string{"e", "3", "down"}, "horizon, T"},
		{[]string{"e", "3", "down", "down"}, "seed (also seeds"},
		{[]string{":", "explain user level", "enter"}, "user level (also one person"},
		{[]string{":", "explain risk", "enter"}, "ε = 1          23.2%"},
		{[]string{":", "explain risk", "enter", ">", ">", "<"}, "ε = 1          40.5%"}, // from 20%
	} {
		t.Run(strings.Join(c.keys, " "), func(t *testing.T) {
			r := rootOf(t, Options{Config: uitest.Config(t, 1000, "lazy-dp-ts", "ucb1")})
			press(t, r, c.keys...)
			before := r.shown
			if c.keys == nil || c.keys[0] != ":" {
				press(t, r, "f3")
				expect(t, r, c.want)
				if err := person.CheckCommands(r.Commands()); err != nil {
					t.Error(err)
				}
				for _, size := range [][2]int{{80, 24}, {120, 36}, {60, 16}} {
					r.width, r.height = size[0], size[1]
					r.Resize()
					if err := uitest.Fills(r.View(), size[0], size[1]); err != nil {
						t.Error(err)
					}
				}
				press(t, r, "down", "i", "esc")
				if r.shown != before {
					t.Errorf("%q: not back", c.keys)
				}
				return
			}
			expect(t, r, c.want)
		})
	}
}

// So it is on the further screens, panel by panel.
func TestFurtherScreensExplainWhatIsInFocus(t *testing.T) {
	r := rootOf(t, Options{Config: uitest.Config(t, 100, "lazy-dp-ts", "ucb1")})
	for _, c := range []struct{ keys, want string }{
		{"x", "replication"},
		{"esc a", "neighbours"},
		{"1", "lazy-dp-ts · Lazy-DP-TS · learner"},
		{"3", "Gaussian DP (also"},
		{"4", "ρ (also"},
		{"5", "audit (also claim"},
		{"down 6", "ucb1 · UCB1 · learner"},
		{"esc t", "twin universes"},
	} {
		t.Run(c.keys, func(t *testing.T) {
			press(t, r, strings.Fields(c.keys)...)
			before := r.shown
			press(t, r, "i")
			expect(t, r, c.want)
			press(t, r, "esc")
			if r.shown != before {
				t.Errorf("%q: not back", c.keys)
			}
		})
	}
}

func TestExplainRefusesUnknownWords(t *testing.T) {
	r := rootOf(t, Options{Config: uitest.Config(t, 1000, "ucb1")})
	press(t, r, ":", "explain epsiln", "enter")
	expect(t, r, "no page named \"epsiln\" (did you mean \"epsilon\"?)")
}

// Every view of the chart has a page.
func TestViewsAreExplained(t *testing.T) {
	in := curves.Input{Shot: uitest.Snapshot(uitest.Config(t, 100, "lazy-dp-ts"), 10)}
	first := curves.First()
	for v := first; ; {
		if _, err := manual.Find(v.Title); err != nil {
			t.Errorf("%s: %v", v.Title, err)
		}
		if v = v.Next(in, 1); v == first {
			return
		}
	}
}

// With local privacy the panel of reports is about the channel.
func TestChannelsAreExplained(t *testing.T) {
	r := rootOf(t, Options{Config: uitest.On(t, "jzl-20", "quadratic,b=1", 1000, "ts-ldp-b")})
	press(t, r, "n", "5", "i")
	if expect(t, r, "quadratic · Quadratic"); !strings.Contains(r.View(), "channel") {
		t.Error("it is not the channel's page")
	}
	press(t, r, "esc", "e", "3", "down", "down", "down", "f3")
	expect(t, r, "quadratic · Quadratic")
	press(t, r, "esc", "ctrl+u", "z", "f3")
	expect(t, r, "local privacy (also")
}
