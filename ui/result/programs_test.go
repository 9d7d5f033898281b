package result

import (
	"slices"
	"strings"
	"testing"

	"regretscope/model/trials"
)

func TestProgramsAreSaid(t *testing.T) {
	no := false
	r := &trials.Result{Rows: []trials.Row{{Learner: "./a", Runs: 9, Repeatable: &no}, {Learner: "ucb1", Runs: 9, Series: 1}}}
	sweep := &trials.Result{Rows: append(r.Rows, r.Rows[0])}
	sweep.Rows[2].Series = 2 // the program at another grid point
	if once, twice := ofPrograms(r), ofPrograms(sweep); !slices.Equal(once, twice) {
		t.Errorf("of a sweep %q, of a point %q", twice, once)
	}
	notes := strings.Join(ofPrograms(r), "\n")
	for _, want := range []string{"./a does not depend on its seed alone"} {
		if !strings.Contains(notes, want) {
			t.Errorf("%q does not say %q", notes, want)
		}
	}
	if strings.Contains(notes, "ucb1") {
		t.Error(notes)
	}
}
