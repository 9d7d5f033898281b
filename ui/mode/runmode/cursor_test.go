package runmode_test

import (
	"testing"

	"regretscope/ui/kit"
	"regretscope/ui/kit/uitest"
	"regretscope/ui/screen/run/runtest"
)

func TestCursor(t *testing.T) {
	config := uitest.On(t, "gaj-tide,length=1000", "", 10_000, "sw-klucb-cf", "kl-ucb-cf")
	d := runtest.StartOn(t, config, 120, 36)
	d.Do("cursor")
	d.Expect("no rounds to look at yet")
	d.Settle(d.Driver().Seek(5000))
	d.Do("cursor")
	d.Expect("round 5,000")
	for n := 0; d.Chart().Cursor() != 2001; n++ {
		for d.Chart().Cursor() > 2001 {
			d.Do("cursor-left")
		}
		for d.Chart().Cursor() < 2001 {
			d.Do("cursor-right")
		}
		d.Do("cursor-in")
		if n > 20 {
			t.Fatalf("the cursor does not come to round 2001, but to %d", d.Chart().Cursor())
		}
	}
	// Every learner's value is that of the round itself, not that of a sample
	// near it, and what happened in it is said.
	d.Expect("round 2,001", "breakpoint")
	for _, v := range uitest.Snapshot(config, 2001).Learners {
		d.Expect(kit.Measured(v.Regret))
	}
	if d.Played() != 5000 {
		t.Errorf("looking moved the run to round %d", d.Played())
	}
	d.Do("cursor-go")
	if d.Played() != 2001 || d.Chart().Cursor() != 0 {
		t.Errorf("at round %d, cursor at %d", d.Played(), d.Chart().Cursor())
	}
	// Without a cursor the arrows step, as ever.
	d.Types("right")
	if d.Played() != 2002 {
		t.Errorf("right goes to round %d", d.Played())
	}
	d.Do("cursor")
	d.Types("esc")
	if d.Chart().Cursor() != 0 {
		t.Error("esc does not leave the cursor")
	}
}

// A cursor stays within the rounds that there are, what stands at it is of the learners
// that are seen, and a new run has none.
func TestTheCursorFollowsTheRun(t *testing.T) {
	d := runtest.Start(t, 120, 36, 10_000, "lazy-dp-ts", "ucb1")
	d.Do("go 5000", "cursor", "go 1000")
	if at := d.Chart().Cursor(); at != 1000 {
		t.Errorf("back at round 1,000, the cursor is at %d", at)
	}
	d.Do("cursor-far-left")
	if d.Has("what-if") {
		d.Do("what-if seed=3")
	}
	for _, v := range uitest.Snapshot(d.Config(), d.Chart().Cursor()).Learners {
		d.Expect(kit.Measured(v.Regret))
	}
	if d.Do("next-seed"); d.Chart().Cursor() != 0 {
		t.Errorf("a new run begins with a cursor at round %d", d.Chart().Cursor())
	}
}
