package setup

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"regretscope/model"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/ui/kit"
	"regretscope/ui/kit/uitest"
)

// The golden screens show their own catalog, so the program's can grow. -update rewrites them;
// look at them before you commit.
func TestGoldenScreens(t *testing.T) {
	screens := []struct {
		name string
		keys []string
	}{
		{"scenario", nil},
		{"learners", []string{"2", "D", "esc", "end", "space"}},
		{"filter", []string{"2", "/", "ucb"}},
		{"parameters", []string{"2", "D", "0.1", "up", "up", "up", "1e"}},
		{"share", []string{"C"}},
		{"lineups", []string{"n", "down"}},
	}
	for _, c := range screens {
		d := &driver{t: t, screen: New(uitest.Theme(termenv.Ascii), smallCatalog(t))}
		uitest.GoldenAt(t, c.name, d.press(c.keys...).screen, [2]int{120, 36}, [2]int{80, 24})
	}
	uitest.GoldenAt(t, "too-small", drive(t).screen, [2]int{40, 10})
}

func TestSharedFileScrolls(t *testing.T) {
	d := drive(t).press("C")
	d.screen.SetSize(80, 14)
	if view := d.screen.View(); !strings.HasSuffix(view, "more lines") || strings.Contains(view, "bernoulli(0.25)") {
		t.Fatalf("what is hidden is not said:\n%s", view)
	}
	for range 12 {
		d.press("down")
	}
	if view := d.screen.View(); !strings.Contains(view, "bernoulli(0.25)") {
		t.Errorf("the end cannot be reached:\n%s", view)
	}
}

// The view has exactly the screen's lines and columns everywhere.
func TestViewFillsItsRoom(t *testing.T) {
	d := drive(t)
	for _, keys := range []string{"1", "2", "3"} {
		t.Run(keys, func(t *testing.T) {
			d.press(keys)
			for width := minWidth; width < 130; width += 3 {
				for height := minHeight; height < 40; height += 5 {
					uitest.FillsAt(t, d.screen, [2]int{width, height})
				}
			}
		})
	}
}

// For any keys at any size, nothing panics, the view fits, and a started run has been checked.
func TestMashingKeys(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	keys := []string{
		"enter", "tab", "shift+tab", "up", "down", "left", "right", "esc", "f4", "home", "end", "backspace", "ctrl+u", "space",
		"C", "D", "g", "G", "h", "j", "k", "l", "1", "2", "3", "0.", "e", "-", "(", ",", "beta(4,1) ", "two.toml", "inf", "ε", "漢", "\n", "x\x1b[2J",
	}
	for run := range 6 {
		d := drive(t)
		var pressed []string
		for range 250 {
			k := keys[random.IntN(len(keys))]
			pressed = append(pressed, k)
			d.press(k)
			if d.start != nil && (d.start.Check() != nil || len(d.start.Learners) > model.MaxLearners) {
				t.Fatalf("run %d: %q started %d learners, %v", run, pressed, len(d.start.Learners), d.start.Check())
			}
			if random.IntN(8) == 0 {
				d.screen.SetSize(random.IntN(140), random.IntN(45))
			}
			lines := strings.Split(d.screen.View(), "\n")
			if len(lines) > max(1, d.screen.Height) {
				t.Fatalf("run %d: after %q %d lines in %dx%d", run, pressed, len(lines), d.screen.Width, d.screen.Height)
			}
			for _, line := range lines {
				if w := ansi.StringWidth(line); w > d.screen.Width || strings.Contains(line, "\x1b") {
					t.Fatalf("run %d: after %q, %dx%d: %q has %d cells or an escape", run, pressed, d.screen.Width, d.screen.Height, line, w)
				}
			}
		}
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
		t.Run(key, func(t *testing.T) {
			d.press(key)
			view := d.screen.View()
			if strings.ContainsAny(view, "\x1b\a") {
				t.Errorf("control characters on screen: %q", view)
			}
			if n := strings.Count(view, "\n"); n != d.screen.Height-1 {
				t.Errorf("%d lines in %d", n+1, d.screen.Height)
			}
		})
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
