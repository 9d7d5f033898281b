package setup

import (
	"testing"

	"regretscope/ui/kit"
	"regretscope/ui/kit/uitest"
)

func TestArrange(t *testing.T) {
	for _, c := range []struct {
		name                string
		width, height, foot int
		active              section
		want                string
	}{
		{"too small", 60, 13, 1, scenarioSection, `
......
......
......
......
......
......
......
......
......
......
......
......
......`},
		{"the scenarios are unfolded", 60, 14, 1, scenarioSection, `
111111
111111
111111
111111
111111
111111
111111
111111
111111
111111
111111
222222
333333
FFFFFF`},
		{"the learners are, above a warning", 80, 14, 3, learnerSection, `
11111111
22222222
22222222
22222222
22222222
22222222
22222222
22222222
22222222
22222222
33333333
FFFFFFFF
FFFFFFFF
FFFFFFFF`},
		{"side by side", 120, 14, 1, learnerSection, `
111122222333
111122222333
111122222333
111122222333
111122222333
111122222333
111122222333
111122222333
111122222333
111122222333
111122222333
111122222333
111122222333
FFFFFFFFFFFF`},
	} {
		l := arrange(c.width, c.height, c.foot, c.active)
		areas := map[string]kit.Rect{"1": l.sections[0], "2": l.sections[1], "3": l.sections[2], "F": l.foot}
		uitest.Arranged(t, c.name, c.want, c.width, c.height, 1, areas)
	}
}
