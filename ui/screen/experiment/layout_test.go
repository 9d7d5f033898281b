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
...... ×6`},
		{"before there is a result", 60, 15, 0, `
CCCCCC ×7
SSSSSS`},
		{"three learners", 80, 23, 3, `
CCCCCCCC ×8
TTTTTTTT ×3
SSSSSSSS`},
		{"sixteen learners: the table scrolls", 60, 31, 16, `
CCCCCC ×10
TTTTTT ×5
SSSSSS`},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := arrange(c.width, c.height, c.rows, 3)
			areas := map[string]kit.Rect{"C": l.chart, "T": l.table, "S": l.status}
			uitest.Arranged(t, c.name, c.want, c.width, c.height, 2, areas)
		})
	}
}
