package audit

import (
	"fmt"
	"testing"

	"regretscope/ui/kit"
	"regretscope/ui/kit/uitest"
)

func TestArrange(t *testing.T) {
	rows := [parts]int{verdicts: 9, worst: 8, beyond: 6, mechanisms: 10, about: 6}
	for _, c := range []struct {
		name          string
		width, height int
		focus         part
		want          string
	}{
		{"too small", 59, 14, worst, `
...... ×7`},
		{"low: the panel alone", 60, 8, worst, `
222222 ×4`},
		{"narrow: the verdicts stay above any panel", 60, 14, about, `
111111 ×4
555555 ×3`},
		{"narrow: the curves have all", 60, 14, curves, `
333333 ×7`},
		{"narrow: verdicts that would be cut have all", 60, 14, verdicts, `
111111 ×7`},
		{"narrow: what the verdicts do not need is the other panel's", 80, 24, verdicts, `
11111111 ×6
22222222 ×6`},
		{"wide: what these numbers mean is in sight", 120, 30, worst, `
111111122222 ×5
111111144444
333333344444 ×3
333333355555 ×6`},
		{"wide: the mechanisms in its place", 120, 30, mechanisms, `
111111122222 ×5
111111144444
333333344444 ×3
333333366666 ×6`},
		{"high: all panels", 120, 40, mechanisms, `
111111122222 ×5
111111144444
333333344444 ×3
333333355555 ×4
333333366666 ×7`},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := arrange(c.width, c.height, c.focus, rows)
			areas := map[string]kit.Rect{}
			for p, r := range l.panels {
				areas[fmt.Sprint(p+1)] = r
			}
			uitest.Arranged(t, c.name, c.want, c.width, c.height, 2, areas)
		})
	}
}

// Whatever the panels would like, they tile the screen.
func TestArrangeTiles(t *testing.T) {
	for _, size := range [][2]int{{60, 8}, {60, 14}, {80, 24}, {110, 28}, {170, 60}} {
		for want := range 80 {
			for focus := range parts {
				l := arrange(size[0], size[1], focus, [parts]int{want, 80 - want, want, 9})
				cells := 0
				for _, r := range l.panels {
					if !r.Empty() {
						cells += r.Width * r.Height
					}
				}
				if cells != size[0]*size[1] {
					t.Fatalf("%v, %d rows: %d cells", size, want, cells)
				}
			}
		}
	}
}
