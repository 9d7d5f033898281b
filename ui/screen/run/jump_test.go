package run

import (
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
	d.tell(`E | ~ ] and [ go to the next and the previous release or breakpoint | : events of all kinds
		~ events of all kinds: must be release, change or breakpoint`)
}

func TestGoToARound(t *testing.T) {
	d := start(t, 80, 24, 10_000, "ucb1")
	d.tell(`: go | 1 e 3 | ~ go to round (0 to 10,000, +N, −N, %, e, c): 1e3▏ | : accept | = 1000
		: go | 1 2 3 4 5 backspace | : accept | = 1234
		: go | 9 9 9 9 9 | : accept | ~ 99999 is not a round of this run: must be a whole number from 0 to 10,000
		: go | 5 | : cancel | = 1234 | : go | backspace | : accept`) // nothing to erase, nothing to break
	for line, want := range map[string]string{
		"go 1e4": "10000", "go 1_000": "1000", "go +1e3": "1500", "go -200": "300", "go −200": "300", "go 50%": "5000", "go 0": "0",
		"step 10": "510", "back 10": "490",
	} {
		d.tell("@ 500 | : " + line + " | = " + want)
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
	d.tell("@ 100 | : run-to 50 | ~ round 50 is not after round 100 | : run-to +400 | ~ runs to round 500, then pauses")
	if d.State().Until == 0 {
		t.Error("it does not run to a round")
	}
}

// Tab makes the prompt run to the round instead of jumping there.
func TestThePromptRunsThere(t *testing.T) {
	d := start(t, 120, 36, 1000, "ucb1")
	d.tell(`g 5 0 0 tab | ~ run to round (up to 1,000, +N, %): 500▏ | ~ enter runs · tab goes at once
		enter | ~ runs to round 500, then pauses`)
	if !d.State().Running {
		t.Error("the run does not run")
	}
}

func TestCursor(t *testing.T) {
	config := uitest.On(t, "gaj-tide,length=1000", "", 10_000, "sw-klucb-cf", "kl-ucb-cf")
	d := startOn(t, config, 120, 36)
	d.tell(": cursor | ~ no rounds to look at yet | @ 5000 | : cursor | ~ round 5,000")
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
	d.tell("= 5000 | : cursor-go | = 2001 | right | = 2002") // without a cursor the arrows step, as ever
	if d.chart.Cursor() != 0 {
		t.Errorf("the cursor is at %d", d.chart.Cursor())
	}
	if d.tell(": cursor | esc"); d.chart.Cursor() != 0 {
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
