package experiment

import (
	"testing"

	"regretscope/ui/kit"
	"regretscope/ui/kit/uitest"
)

func TestArrange(t *testing.T) {
	for _, c := range []struct {
		name                string
		width, height, rows int
		want                string
	}{
		{"too small", 60, 12, 3, `
......
......
......
......
......
......`},
		{"before there is a result", 60, 15, 0, `
CCCCCC
CCCCCC
CCCCCC
CCCCCC
CCCCCC
CCCCCC
CCCCCC
SSSSSS`},
		{"three learners", 80, 23, 3, `
CCCCCCCC
CCCCCCCC
CCCCCCCC
CCCCCCCC
CCCCCCCC
CCCCCCCC
CCCCCCCC
CCCCCCCC
TTTTTTTT
TTTTTTTT
TTTTTTTT
SSSSSSSS`},
		{"sixteen learners: the table scrolls", 60, 31, 16, `
CCCCCC
CCCCCC
CCCCCC
CCCCCC
CCCCCC
CCCCCC
CCCCCC
CCCCCC
CCCCCC
CCCCCC
TTTTTT
TTTTTT
TTTTTT
TTTTTT
TTTTTT
SSSSSS`},
	} {
		l := arrange(c.width, c.height, c.rows, 3)
		areas := map[string]kit.Rect{"C": l.chart, "T": l.table, "S": l.status}
		uitest.Arranged(t, c.name, c.want, c.width, c.height, 2, areas)
	}
}
