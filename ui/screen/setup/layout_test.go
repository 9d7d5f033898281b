package setup

import (
	"testing"

	"regretscope/ui/kit"
	"regretscope/ui/kit/uitest"
)

func TestArrange(t *testing.T) {
	for _, c := range []struct {
		name                      string
		width, height, hint, foot int
		active                    section
		want                      string
	}{
		{"too small", 60, 13, 0, 1, scenarioSection, `
...... ×13`},
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
