package command

import (
	"strings"
	"testing"
)

func TestLessonFlags(t *testing.T) {
	for _, c := range []struct {
		line   []string
		status int
		want   string
	}{
		{[]string{"lesson", "--sheet"}, 2, "--check and --sheet: need the name or file of a lesson"},
		{[]string{"lesson", "regret", "--pictures", "x"}, 2, "--answers and --pictures: need --sheet"},
	} {
		p := newTestProgram()
		if status := p.Run(t.Context(), c.line); status != c.status || !strings.Contains(p.out.String()+p.err.String(), c.want) {
			t.Errorf("%q: status %d, %s%s", c.line, status, &p.out, &p.err)
		}
	}
}
