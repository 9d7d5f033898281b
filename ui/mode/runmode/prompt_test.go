package runmode_test

import (
	"strings"
	"testing"

	"regretscope/ui/screen/run/runtest"
)

func TestGoToARound(t *testing.T) {
	d := runtest.Start(t, 80, 24, 10_000, "ucb1")
	enter := func(text string) {
		d.Do("go")
		d.Types(strings.Split(text, "")...)
	}
	enter("1e3")
	d.Expect("go to round (0 to 10,000, +N, −N, %, e, c): 1e3▏")
	d.Do("accept")
	if d.Played() != 1000 {
		t.Errorf("at round %d", d.Played())
	}
	enter("12345")
	d.Types("backspace")
	d.Do("accept")
	if d.Played() != 1234 {
		t.Errorf("at round %d", d.Played())
	}
	enter("99999")
	d.Do("accept")
	d.Expect("99999 is not a round of this run: must be a whole number from 0 to 10,000")
	enter("5")
	d.Do("cancel")
	if d.Played() != 1234 {
		t.Errorf("left the prompt, and at round %d", d.Played())
	}
	enter("")
	d.Types("backspace") // nothing to erase, nothing to break
	d.Do("accept")
	for _, c := range []struct {
		from int
		to   string
		want int
	}{
		{500, "go 1e4", 10_000},
		{500, "go 1_000", 1000},
		{500, "go +1e3", 1500},
		{500, "go -200", 300},
		{500, "go −200", 300},
		{500, "go 50%", 5000},
		{500, "go 0", 0},
		{500, "step 10", 510},
		{500, "back 10", 490},
	} {
		d.Settle(d.Driver().Seek(c.from))
		if d.Do(c.to); d.Played() != c.want {
			t.Errorf("%s from %d leads to %d, want %d", c.to, c.from, d.Played(), c.want)
		}
	}
	for _, wrong := range []string{"go -501", "go 101%", "go 1.5", "go ten", "go", "step 0", "step many", "seed -1"} {
		d.Settle(d.Driver().Seek(500))
		if d.Do(wrong); d.Played() != 500 || d.Foot(80) == "" {
			t.Errorf("%s leads to %d: %s", wrong, d.Played(), d.Foot(80))
		}
		if wrong == "go" {
			d.Do("cancel")
		}
	}
}

func TestRunToARound(t *testing.T) {
	d := runtest.Start(t, 120, 36, 100_000, "lazy-dp-ts", "ucb1")
	d.Settle(d.Driver().Seek(100))
	d.Do("run-to 50")
	if got := d.Foot(120); !strings.Contains(got, "round 50 is not ahead of round 100") {
		t.Error(got)
	}
	d.Do("run-to +400")
	if got := d.Foot(120); !strings.Contains(got, "runs to round 500, then pauses") || !strings.Contains(got, "left") {
		t.Error(got)
	}
	if _, _, ok := d.Driver().Until(); !ok {
		t.Error("it does not run to a round")
	}
}

// Tab has the prompt run to the round instead of going there at once.
func TestThePromptRunsThere(t *testing.T) {
	d := runtest.Start(t, 120, 36, 1000, "ucb1")
	d.Types("g", "5", "0", "0", "tab")
	d.Expect("run to round (up to 1,000, +N, %): 500▏", "enter runs · tab goes at once")
	d.Types("enter")
	d.Expect("runs to round 500, then pauses")
	if !d.Driver().Running() {
		t.Error("the run does not run")
	}
}
