package warning_test

import (
	"testing"

	"regretscope/ui/kit/uitest"
	"regretscope/ui/screen/run/runtest"
)

// The first warning is in the foot until a key is pressed, all are behind w, and nothing
// is said of them while something is hidden.
func TestWarnings(t *testing.T) {
	config := uitest.On(t, "jzl-20", "quadratic,b=3.4", 1000, "ts-ldp-b,epsilon=1")
	if len(config.Warnings()) == 0 {
		t.Fatal("there is nothing to warn of")
	}
	d := runtest.StartOn(t, config, 120, 36)
	d.Expect(", w   ", "|| 30 rounds/s", config.Warnings()[0][:60])
	d.Types("w")
	d.Expect("▸ Warnings", "! ")
	d.Types("esc")
	d.Do("hide", "warnings")
	d.Expect("a warning may tell what is hidden")
	for _, hidden := range []string{", w   ", "▸ Warnings"} {
		d.ExpectNot(hidden)
	}
	none := runtest.Start(t, 120, 36, 100, "ucb1")
	none.Do("warnings")
	none.Expect("there is nothing to warn of", "▸ 2 Arms")
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
	d.Do("remove-copy")
	d.ExpectNot("warning, w")
}
