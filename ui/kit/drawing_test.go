package kit

import (
	"testing"

	"regretscope/ui/kit/outfile"
	"regretscope/ui/kit/uitest"
)

// A screen lists its commands once, and again after one was run.
func TestCommandsAreListedOnce(t *testing.T) {
	var d Drawing
	times := 0
	list := func() []Command {
		times++
		return []Command{{Name: "go", Key: "g", Do: func() {}}}
	}
	for want := 1; want <= 3; want++ {
		c := ForKey(d.List(&d, list), uitest.Key("g"))
		if again := &d.List(&d, list)[0]; c != again || times != want {
			t.Fatalf("listed %d times before run %d", times, want)
		}
		if _, err := c.RunBy(outfile.Rights{}, ""); err != nil {
			t.Fatal(err)
		}
	}
}

// A screen draws itself once, and again after its size or its content has changed.
func TestDrawingDrawsWhatHasChanged(t *testing.T) {
	var d Drawing
	times := 0
	draw := func() Block {
		times++
		return Fit([]string{"x"}, d.Width, d.Height)
	}
	view := func(want int) {
		t.Helper()
		if d.Draw(nil, "", 0, 0, nil, draw); times != want {
			t.Errorf("drawn %d times, want %d", times, want)
		}
	}
	d.SetSize(3, 2)
	view(1)
	view(1)
	d.Changed()
	view(2)
	d.SetSize(4, -1)
	if view(3); d.Width != 4 || d.Height != 0 {
		t.Errorf("%+v", d)
	}
	if OnlyLearner(1) == "" || OnlyLearner(2) != "" {
		t.Error("two learners are one")
	}
}
