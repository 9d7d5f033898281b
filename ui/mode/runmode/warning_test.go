package runmode_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"regretscope/learners"
	"regretscope/model/program"
	"regretscope/model/program/programtest"
	"regretscope/ui/kit/uitest"
	"regretscope/ui/screen/run/runtest"
)

// The test binary plays, in every lane, arm 1, or where it is to be restless one that no seed
// decides.
func TestMain(m *testing.M) {
	programtest.Main(m, func(part string, seeds []uint64, arms int) (string, func(int, []float64) []int) {
		return "{}", func(int, []float64) []int {
			arm := 0
			if part == "restless" {
				arm = rand.IntN(arms)
			}
			return slices.Repeat([]int{arm}, len(seeds))
		}
	})
}

// The first warning is in the foot until a key is pressed, all are behind w, and nothing
// is said of them while something is hidden.
func TestWarnings(t *testing.T) {
	config := uitest.On(t, "jzl-20", "quadratic,b=3.4", 1000, "ts-ldp-b,epsilon=1")
	if len(config.Warnings()) == 0 {
		t.Fatal("no warnings")
	}
	d := runtest.StartOn(t, config, 120, 36)
	d.Expect(", w   ", "|| 30 rounds/s", config.Warnings()[0][:60])
	d.Types("w")
	d.Expect("▸ Warnings", "! ")
	d.Types("esc")
	d.Do("hide", "warnings")
	d.Expect("warnings may reveal hidden values")
	for _, hidden := range []string{", w   ", "▸ Warnings"} {
		d.ExpectNot(hidden)
	}
	none := runtest.Start(t, 120, 36, 100, "ucb1")
	none.Do("warnings")
	none.Expect("no warnings", "▸ 2 Arms")
}

// A program that does not depend on its seed alone is warned of as soon as that is known.
func TestWarningsOfAProgram(t *testing.T) {
	for part, kept := range map[string]bool{"first": true, "restless": false} {
		t.Run(part, func(t *testing.T) {
			config := uitest.On(t, "hhmh-1", "", 100, "ucb1")
			config.Learners, config.Programs = []learners.Spec{programtest.Learner(t, part)}, program.NewHost()
			t.Cleanup(config.Programs.Close)
			d := runtest.StartOn(t, config, 120, 36)
			if kept {
				d.ExpectNot("warning, w")
				return
			}
			d.Expect("! 1 warning, w", "does not depend on its seed alone")
			d.Types("w")
			d.Expect("▸ Warnings", "does not depend on its seed alone")
		})
	}
}

// A copy may need a warning that the comparison did not.
func TestWarningsOfACopy(t *testing.T) {
	d := runtest.StartOn(t, uitest.On(t, "jzl-20", "quadratic,b=3.4", 1000, "ts-ldp-b,epsilon=2"), 120, 36)
	if !d.Has("what-if") {
		t.Skip("there are no copies")
	}
	d.Do("go 100")
	d.ExpectNot("warning, w")
	d.Do("what-if epsilon=1")
	d.Expect("! 1 warning, w")
	d.Do("drop")
	d.ExpectNot("warning, w")
}
