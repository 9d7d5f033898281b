package setup

import (
	"strings"
	"testing"
)

func TestSpaceChoosesAndTakesAway(t *testing.T) {
	d := drive(t).learner("thompson").press("space").learner("ucb1").press("space")
	if got, want := ids(d.started().Config.Learners), "lazy-dp-ts anytime-lazy-ucb thompson"; got != want {
		t.Errorf("learners %q, want %q", got, want)
	}
	for _, id := range []string{"lazy-dp-ts", "anytime-lazy-ucb", "thompson"} {
		d.learner(id).press("space")
	}
	d.refused("no learner is chosen: space chooses one")
	if d.screen.section != learnerSection {
		t.Error("the focus is not where it can be mended")
	}
}

func TestFifthLearnerIsRefused(t *testing.T) {
	d := drive(t).learner("thompson").press("space").learner("kl-ucb").press("space")
	const why = "4 learners are chosen already, and the run screen shows up to 4 side by side: take one away first"
	d.screen.SetSize(140, 36)
	if !strings.Contains(d.screen.View(), "✗ "+why) {
		t.Errorf("no reason is given:\n%s", d.screen.View())
	}
	if d.learner("ucb1").press("d"); d.screen.refusal != why {
		t.Errorf("a copy is refused with %q", d.screen.refusal)
	}
	if n := len(d.started().Config.Learners); n != MaxLearners {
		t.Errorf("%d learners", n)
	}
	if d.press("down"); d.screen.refusal != "" {
		t.Error("the refusal stays for ever")
	}
}

func TestUnsuitedLearnersSayWhy(t *testing.T) {
	d := drive(t)
	for _, c := range []struct{ id, why string }{
		{"needs-all", "Needs-All cannot play hhmh-1: it needs full information"},
		{"needs-basis", "Needs-Basis cannot play hhmh-1: it needs a matroid"},
	} {
		d.learner(c.id)
		d.sees("not here: " + c.why[strings.Index(c.why, "it needs"):])
		d.press("space")
		d.sees("✗ " + c.why)
		if n := len(d.screen.chosen); n != 3 {
			t.Errorf("%s was chosen", c.id)
		}
	}
}

func TestLearnersAreSetAsideAndComeBack(t *testing.T) {
	full := "arms of your own"
	d := drive(t).scenario(full).press("right", "down", "right")
	d.learner("needs-all").press("space").learner("ucb1").press("space")
	if got, want := ids(d.started().Config.Learners), "lazy-dp-ts anytime-lazy-ucb needs-all"; got != want {
		t.Errorf("learners %q, want %q", got, want)
	}
	d.scenario("hhmh-1").learner("needs-all")
	d.sees("set aside: it needs full information")
	if got, want := ids(d.started().Config.Learners), "lazy-dp-ts anytime-lazy-ucb"; got != want {
		t.Errorf("set aside, learners %q, want %q", got, want)
	}
	if got := ids(d.scenario(full).started().Config.Learners); !strings.Contains(got, "needs-all") {
		t.Errorf("learners %q: needs-all did not come back", got)
	}
	d.learner("lazy-dp-ts").press("space").learner("anytime-lazy-ucb").press("space").scenario("hhmh-1")
	d.refused("none of the chosen learners can play this scenario: choose another")
}

func TestOneLearnerAtSeveralSettings(t *testing.T) {
	d := drive(t).learner("lazy-dp-ts").press("d", "right", "0.1")
	start := d.started()
	if got, want := ids(start.Config.Learners), "lazy-dp-ts anytime-lazy-ucb ucb1 lazy-dp-ts,epsilon=0.1"; got != want {
		t.Fatalf("learners %q, want %q", got, want)
	}
	d.press("clear", "nil").refused("ε nil: must be a positive number or inf")
	// The copy of a copy takes its parameters along.
	d.press("clear", "0.1").learner("ucb1").press("space").learner("lazy-dp-ts").press("down", "d")
	want := "lazy-dp-ts anytime-lazy-ucb lazy-dp-ts,epsilon=0.1 lazy-dp-ts,epsilon=0.1"
	if got := ids(d.started().Config.Learners); got != want {
		t.Errorf("learners %q, want %q", got, want)
	}
	if d.press("esc").learner("lazy-dp-ts").press("down", "down", "space"); len(d.screen.chosen) != 3 {
		t.Error("the copy was not taken away")
	}
}

func TestParametersOfALearner(t *testing.T) {
	d := drive(t).learner("kl-ucb").press("space", "right", "101")
	d.sees("✗ c=101: must be a number from 0 to 100")
	d.refused("KL-UCB: c=101: must be a number from 0 to 100")
	d.press("backspace")
	if got := ids(d.started().Config.Learners); !strings.HasSuffix(got, "kl-ucb,c=10") {
		t.Errorf("learners %q", got)
	}
}

func TestDerivedDefaultsFollowTheSetting(t *testing.T) {
	d := drive(t).learner("derives").press("space", "right")
	d.sees("200000 = T/K")
	d.sees("8 = 4/ε")
	d.press("0.25")
	d.sees("16 = 4/ε")
	d.press("3", "clear", "up", "up", "up", "up", "up", "up", "up", "down", "1000")
	d.sees("200 = T/K")
	if got := ids(d.started().Config.Learners); strings.Contains(got, "w=") || strings.Contains(got, "b=") {
		t.Errorf("defaults that nobody set are said: %q", got)
	}
}
