package command

import (
	"fmt"
	"strings"
	"testing"

	"regretscope/model/trials"
	"regretscope/noise/param"
)

// The line that a student hands in is a command that says what it means.
func TestLessonResults(t *testing.T) {
	l := param.Must(OpenLesson("regret"))
	result := l.Result(4, 7)
	for _, c := range []struct {
		line   []string
		status int
		want   string
	}{
		{
			[]string{"lesson", "regret", "--result", result},
			0,
			"Lesson regret, version " + trials.Version + fmt.Sprintf(": 4 of %d questions right at the first try, seed 7.\n", l.Questions()),
		},
		{[]string{"lesson", "noise", "--result", result}, 2, "--result " + result + ": has a typing error, or is the result of another lesson"},
		{[]string{"lesson", "--result", result}, 2, "need the name or file of a lesson"},
		{[]string{"lesson", "regret", "--pictures", "x"}, 2, "--answers and --pictures: need --sheet"},
	} {
		p := newTestProgram()
		if status := p.Run(t.Context(), c.line); status != c.status || !strings.Contains(p.out.String()+p.err.String(), c.want) {
			t.Errorf("%q: status %d, %s%s", c.line, status, &p.out, &p.err)
		}
	}
}
