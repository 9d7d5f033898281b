package experiment

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"regretscope/ui/kit/theme"
	"regretscope/ui/kit/uitest"
)

// The golden screens show a made-up result; after a wanted change, -update
// writes them anew, to be looked at.
func TestGolden(t *testing.T) {
	for _, c := range []struct {
		name          string
		profile       termenv.Profile
		width, height int
		prepare       func(*driver)
	}{
		{"before", termenv.Ascii, 80, 22, func(*driver) {}},
		{"regret", termenv.Ascii, 80, 22, func(d *driver) { d.do("run") }},
		{"regret", termenv.Ascii, 120, 34, func(d *driver) { d.do("run") }},
		{"colours", termenv.ANSI256, 120, 34, func(d *driver) { d.do("run") }},
		{"bounds", termenv.Ascii, 120, 34, func(d *driver) {
			d.do("run", "view", "log-rounds", "overlay", "overlay", "next-learner")
		}},
		{"rates", termenv.Ascii, 80, 22, func(d *driver) {
			d.do("run", "band", "overlay", "overlay", "overlay")
		}},
		{"return", termenv.Ascii, 80, 22, func(d *driver) { d.do("run", "view", "view", "log-rounds") }},
		{"save", termenv.Ascii, 80, 22, func(d *driver) { d.do("run", "save") }},
		{"sweep", termenv.Ascii, 80, 22, func(d *driver) { d.do("sweep 0.5:50:50", "run", "log-rounds", "next-epsilon") }},
		{"sweep", termenv.Ascii, 120, 34, func(d *driver) {
			d.do("sweep 0.5:50:50", "run", "band quartiles", "next-epsilon", "next-epsilon", "pairs", "next-learner")
		}},
		{"sweep-rounds", termenv.Ascii, 80, 22, func(d *driver) { d.do("sweep 0.5,1,2", "run", "over-rounds", "pairs") }},
		{"too-small", termenv.Ascii, 50, 10, func(*driver) {}},
	} {
		d := sized(t, c.profile, three(t), instant(), c.width, c.height)
		c.prepare(d)
		uitest.Golden(t, c.name+"-"+size(c.width, c.height), d.View())
	}
}

func TestViewIsExactAtAnySize(t *testing.T) {
	for _, profile := range []termenv.Profile{termenv.Ascii, termenv.TrueColor} {
		d := sized(t, profile, three(t), instant(), 80, 24)
		for stage, prepare := range []func(){
			func() {}, func() { d.do("run") }, func() { d.do("sweep 0.5,1,2", "run") }, func() { d.do("pairs", "band error") }, func() { d.do("overlay", "overlay", "overlay") }, func() { d.do("save") },
		} {
			prepare()
			for width := 0; width < 140; width += 7 {
				for height := 0; height < 50; height += 3 {
					d.SetSize(width, height)
					lines := strings.Split(d.View(), "\n")
					if len(lines) != max(height, 1) {
						t.Fatalf("stage %d, %s: %d lines", stage, size(width, height), len(lines))
					}
					for _, line := range lines {
						if w := ansi.StringWidth(line); w > width || (height > 0 && w != width) {
							t.Fatalf("stage %d, %s: %q takes %d cells", stage, size(width, height), line, w)
						}
					}
				}
			}
		}
	}
}

func TestSelectionHasAGlyph(t *testing.T) {
	d := open(t, three(t), instant())
	d.do("run")
	d.sees(theme.SelectedGlyph + " ── Lazy-DP-TS ")
	d.do("next-learner", "next-learner")
	d.sees(theme.SelectedGlyph + " ══ UCB1")
	d.do("next-learner")
	d.sees(theme.SelectedGlyph + " ── Lazy-DP-TS ")
	d.do("previous-learner")
	d.sees(theme.SelectedGlyph + " ══ UCB1")
}

func BenchmarkFrame(b *testing.B) {
	for _, dimensions := range [][2]int{{80, 22}, {120, 34}, {200, 58}} {
		b.Run(size(dimensions[0], dimensions[1]), func(b *testing.B) {
			config := uitest.Config(b, 1_000_000, "lazy-dp-ts", "anytime-lazy-ucb", "dp-se", "ucb1")
			s := New(uitest.Theme(termenv.TrueColor), config, instant())
			s.SetSize(dimensions[0], dimensions[1])
			all := func() { uitest.Settle(b, s.Update(keyOf("enter")), nil, s.Update) }
			all()
			for range 3 {
				uitest.Settle(b, s.Update(keyOf("o")), nil, s.Update)
			}
			for b.Loop() {
				s.Changed()
				_ = s.View()
			}
		})
	}
}
