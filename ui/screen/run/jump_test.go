package run

import (
	"strings"
	"testing"

	"regretscope/noise/number"
	"regretscope/ui/kit/uitest"
)

// The keys go to events of the chosen kind, and each command to its own kind.
func TestKeysGoToTheChosenKind(t *testing.T) {
	config := uitest.On(t, "gaj-switch,K=3,L=3,length=100", "", 400, "sw-klucb-cf")
	d := startOn(t, config, 120, 36)
	for _, test := range []struct{ kind, next, previous, said string }{
		{"release", "next-release", "previous-release", "release or breakpoint"},
		{"change", "next-change", "previous-change", "change of arm"},
		{"breakpoint", "next-breakpoint", "previous-breakpoint", "breakpoint"},
	} {
		for _, way := range []struct{ key, name string }{{"]", test.next}, {"[", test.previous}} {
			d.Do("go 150", way.name)
			want := d.round()
			d.Do("go 150", "events "+test.kind)
			d.Expect("] and [ go to the next and the previous " + test.said)
			d.Types(way.key)
			if got := d.round(); got != want || got == 150 {
				t.Errorf("%s: %s goes from round 150 to %d, %s to %d", test.kind, way.key, got, way.name, want)
			}
		}
	}
	d.Types("E")
	d.Expect("] and [ go to the next and the previous release or breakpoint")
	d.Do("events of all kinds")
	d.Expect("events of all kinds: must be release, change or breakpoint")
}

func TestGoToARound(t *testing.T) {
	d := start(t, 80, 24, 10_000, "ucb1")
	enter := func(text string) {
		d.Do("go")
		d.Types(strings.Split(text, "")...)
	}
	enter("1e3")
	d.Expect("go to round (0 to 10,000, +N, −N, %, e, c): 1e3▏")
	d.Do("accept")
	if d.round() != 1000 {
		t.Errorf("at round %d", d.round())
	}
	enter("12345")
	d.Types("backspace")
	d.Do("accept")
	if d.round() != 1234 {
		t.Errorf("at round %d", d.round())
	}
	enter("99999")
	d.Do("accept")
	d.Expect("99999 is not a round of this run: must be a whole number from 0 to 10,000")
	enter("5")
	d.Do("cancel")
	if d.round() != 1234 {
		t.Errorf("left the prompt, and at round %d", d.round())
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
		if d.Do(c.to); d.round() != c.want {
			t.Errorf("%s from %d leads to %d, want %d", c.to, c.from, d.round(), c.want)
		}
	}
	for _, wrong := range []string{"go -501", "go 101%", "go 1.5", "go ten", "go", "step 0", "step many", "seed -1"} {
		d.Settle(d.Driver().Seek(500))
		if d.Do(wrong); d.round() != 500 || d.Foot(80) == "" {
			t.Errorf("%s leads to %d: %s", wrong, d.round(), d.Foot(80))
		}
		if wrong == "go" {
			d.Do("cancel")
		}
	}
}

func TestRunToARound(t *testing.T) {
	d := start(t, 120, 36, 100_000, "lazy-dp-ts", "ucb1")
	d.Settle(d.Driver().Seek(100))
	d.Do("run-to 50")
	if got := d.Foot(120); !strings.Contains(got, "round 50 is not after round 100") {
		t.Error(got)
	}
	d.Do("run-to +400")
	uitest.Contains(t, d.Foot(120), "runs to round 500, then pauses", "left")
	if d.State().Until == 0 {
		t.Error("it does not run to a round")
	}
}

// Tab makes the prompt run to the round instead of jumping there.
func TestThePromptRunsThere(t *testing.T) {
	d := start(t, 120, 36, 1000, "ucb1")
	d.Types("g", "5", "0", "0", "tab")
	d.Expect("run to round (up to 1,000, +N, %): 500▏", "enter runs · tab goes at once")
	d.Types("enter")
	d.Expect("runs to round 500, then pauses")
	if !d.State().Running {
		t.Error("the run does not run")
	}
}

func TestCursor(t *testing.T) {
	config := uitest.On(t, "gaj-tide,length=1000", "", 10_000, "sw-klucb-cf", "kl-ucb-cf")
	d := startOn(t, config, 120, 36)
	d.Do("cursor")
	d.Expect("no rounds to look at yet")
	d.Settle(d.Driver().Seek(5000))
	d.Do("cursor")
	d.Expect("round 5,000")
	for n := 0; d.chart.Cursor() != 2001; n++ {
		for d.chart.Cursor() > 2001 {
			d.Do("cursor-left")
		}
		for d.chart.Cursor() < 2001 {
			d.Do("cursor-right")
		}
		d.Do("cursor-in")
		if n > 20 {
			t.Fatalf("the cursor does not come to round 2001, but to %d", d.chart.Cursor())
		}
	}
	// Every learner's value belongs to the round itself, not to a nearby sample, and its events are listed.
	d.Expect("round 2,001", "breakpoint")
	for _, v := range uitest.Snapshot(config, 2001).Learners {
		d.Expect(number.Value(v.Regret))
	}
	if d.round() != 5000 {
		t.Errorf("looking moved the run to round %d", d.round())
	}
	d.Do("cursor-go")
	if d.round() != 2001 || d.chart.Cursor() != 0 {
		t.Errorf("at round %d, cursor at %d", d.round(), d.chart.Cursor())
	}
	// Without a cursor the arrows step, as ever.
	d.Types("right")
	if d.round() != 2002 {
		t.Errorf("right goes to round %d", d.round())
	}
	d.Do("cursor")
	d.Types("esc")
	if d.chart.Cursor() != 0 {
		t.Error("esc does not leave the cursor")
	}
}

// A cursor stays within the played rounds, its values belong to the visible learners, and a new run has none.
func TestTheCursorFollowsTheRun(t *testing.T) {
	d := start(t, 120, 36, 10_000, "lazy-dp-ts", "ucb1")
	d.Do("go 5000", "cursor", "go 1000")
	if at := d.chart.Cursor(); at != 1000 {
		t.Errorf("back at round 1,000, the cursor is at %d", at)
	}
	d.Do("cursor-far-left")
	if d.Has("what-if") {
		d.Do("what-if seed=3")
	}
	for _, v := range uitest.Snapshot(d.State().Config, d.chart.Cursor()).Learners {
		d.Expect(number.Value(v.Regret))
	}
	if d.Do("next-seed"); d.chart.Cursor() != 0 {
		t.Errorf("a new run begins with a cursor at round %d", d.chart.Cursor())
	}
}
