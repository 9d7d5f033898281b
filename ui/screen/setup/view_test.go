package setup

import (
	"strings"
	"testing"

	"regretscope/model"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/ui/kit"
	"regretscope/ui/kit/uitest"
)

// The golden screens show their own catalog, so the program's can grow. -update rewrites them;
// look at them before you commit.
func TestGoldenScreens(t *testing.T) {
	for name, story := range map[string]string{
		"scenario": "", "learners": "2 D esc end space", "filter": "2 / ucb", "parameters": "2 D 0.1 up up up 1e",
		"share": "C", "lineups": "n down",
	} {
		uitest.GoldenAt(t, name, driveWith(t, smallCatalog(t)).tell(story), [2]int{120, 36}, [2]int{80, 24})
	}
	uitest.GoldenAt(t, "too-small", drive(t), [2]int{40, 10})
}

func TestSharedFileScrolls(t *testing.T) {
	d := drive(t).tell("C")
	d.SetSize(80, 14)
	d.Expect("more lines")
	d.ExpectNot("bernoulli(0.25)")
	d.tell("down down down down down down down down down down down down")
	d.Expect("bernoulli(0.25)")
}

// The view has exactly the screen's lines and columns everywhere.
func TestViewFillsItsRoom(t *testing.T) {
	d := drive(t)
	for _, keys := range []string{"1", "2", "3"} {
		t.Run(keys, func(t *testing.T) {
			d.Types(keys)
			for width := minWidth; width < 130; width += 3 {
				for height := minHeight; height < 40; height += 5 {
					uitest.FillsAt(t, d, [2]int{width, height})
				}
			}
		})
	}
}

// Texts from a file are shown without control characters.
func TestNamesFromFilesAreHarmless(t *testing.T) {
	s := param.Must(scenarios.FromArms("evil\x1b[2J\nname", fair(2), scenarios.Bandit))
	s.Labels = []string{"a\x1b]0;title\a", "b\nc"}
	d := driveWith(t, Options{Config: &model.Config{
		Scenario: s, Learners: defaultConfig().Learners, Horizon: 10, Epsilon: 1, Seed: 1,
	}})
	for _, key := range []string{"1", "C"} {
		d.Types(key)
		if view := d.View(); strings.ContainsAny(view, "\x1b\a") || strings.Count(view, "\n") != d.Height-1 {
			t.Errorf("control characters on screen, or not %d lines: %q", d.Height, view)
		}
	}
}

func TestArrange(t *testing.T) {
	for _, c := range []struct {
		name                      string
		width, height, hint, foot int
		active                    section
		want                      string
	}{
		{"too small", 60, 7, 0, 1, scenarioSection, `
...... ×7`},
		{"only the parameters", 60, 9, 0, 1, parameterSection, `
333333 ×8
FFFFFF`},
		{"the scenarios are unfolded, below a hint", 60, 14, 1, 1, scenarioSection, `
HHHHHH
111111 ×10
222222
333333
FFFFFF`},
		{"the learners are, above a warning", 80, 14, 0, 3, learnerSection, `
11111111
22222222 ×9
33333333
FFFFFFFF ×3`},
		{"side by side", 120, 14, 1, 1, learnerSection, `
HHHHHHHHHHHH
111122222333 ×12
FFFFFFFFFFFF`},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := arrange(c.width, c.height, c.hint, c.foot, c.active)
			areas := map[string]kit.Rect{"H": l.hint, "1": l.sections[0], "2": l.sections[1], "3": l.sections[2], "F": l.foot}
			uitest.Arranged(t, c.name, c.want, c.width, c.height, 1, areas)
		})
	}
}
