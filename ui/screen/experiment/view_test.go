package experiment

import (
	"fmt"
	"testing"

	"github.com/muesli/termenv"

	"regretscope/ui/kit/theme"
	"regretscope/ui/kit/uitest"
)

// The golden screens show a made-up result; after a wanted change, -update
// writes them again, to be looked at.
func TestGolden(t *testing.T) {
	for _, c := range []struct {
		name          string
		profile       termenv.Profile
		width, height int
		do            []string
	}{
		{"before", termenv.Ascii, 80, 22, nil},
		{"regret", termenv.Ascii, 80, 22, []string{"run"}},
		{"regret", termenv.Ascii, 120, 34, []string{"run"}},
		{"colours", termenv.ANSI256, 120, 34, []string{"run"}},
		{"bounds", termenv.Ascii, 120, 34, []string{"run", "view", "log-rounds", "overlay", "overlay", "next-learner"}},
		{"rates", termenv.Ascii, 80, 22, []string{"run", "band", "overlay", "overlay", "overlay"}},
		{"return", termenv.Ascii, 80, 22, []string{"run", "view", "view", "log-rounds"}},
		{"save", termenv.Ascii, 80, 22, []string{"run", "save"}},
		{"sweep", termenv.Ascii, 80, 22, []string{"sweep 0.5:50:50", "run", "log-rounds", "next-epsilon"}},
		{"sweep", termenv.Ascii, 120, 34, []string{"sweep 0.5:50:50", "run", "band quartiles", "next-epsilon", "next-epsilon", "pairs", "next-learner"}},
		{"sweep-rounds", termenv.Ascii, 80, 22, []string{"sweep 0.5,1,2", "run", "over-rounds", "pairs"}},
		{"too-small", termenv.Ascii, 50, 10, nil},
	} {
		d := sized(t, c.profile, three(t), instant(), c.width, c.height)
		d.Do(c.do...)
		uitest.Golden(t, fmt.Sprintf("%s-%dx%d", c.name, c.width, c.height), d.View())
	}
}

func TestViewIsExactAtAnySize(t *testing.T) {
	for _, profile := range []termenv.Profile{termenv.Ascii, termenv.TrueColor} {
		d := sized(t, profile, three(t), instant(), 80, 24)
		for stage, commands := range [][]string{
			nil, {"run"}, {"sweep 0.5,1,2", "run"}, {"pairs", "band error"}, {"overlay", "overlay", "overlay"}, {"save"},
		} {
			d.Do(commands...)
			for width := 0; width < 140; width += 7 {
				for height := 0; height < 50; height += 3 {
					d.SetSize(width, height)
					if err := uitest.Fills(d.View(), width, height); err != nil {
						t.Fatalf("stage %d: %v", stage, err)
					}
				}
			}
		}
	}
}

func TestSelectionHasAGlyph(t *testing.T) {
	d := open(t, three(t), instant())
	d.Do("run")
	d.Expect(theme.SelectedGlyph + " Lazy-DP-TS 0.5")
	d.Do("next-learner", "next-learner")
	d.Expect(theme.SelectedGlyph + " ══ UCB1")
	d.Do("next-learner")
	d.Expect(theme.SelectedGlyph + " Lazy-DP-TS 0.5")
	d.Do("previous-learner")
	d.Expect(theme.SelectedGlyph + " ══ UCB1")
}
