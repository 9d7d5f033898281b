package run

import (
	"fmt"
	"strings"
	"testing"

	"regretscope/model"
	"regretscope/ui/kit/uitest"
)

func labels(d *driver) string {
	var all []string
	for i := range d.State().Shot.Learners {
		all = append(all, d.State().Shot.Learners[i].Spec.Label())
	}
	return strings.Join(all, ", ")
}

func compares(d *driver, want string) {
	d.Helper()
	if got := labels(d); got != want {
		d.Errorf("compares %s, want %s", got, want)
	}
}

// A copy joins at the current round as if it had played from the start, gets the focus, and can be removed.
func TestACopyJoinsAndLeaves(t *testing.T) {
	d := start(t, 120, 36, 10_000, "lazy-dp-ts", "ucb1")
	d.tell(`: go 5000 | : what-if epsilon=2 | # Lazy-DP-TS, UCB1, Lazy-DP-TS ε=2 | ~ 2 Arms · Lazy-DP-TS ε=2
		~ Lazy-DP-TS ε=2 has joined: regret | ~ times the 511.9 of Lazy-DP-TS`)
	alone := uitest.Config(t, 10_000, "lazy-dp-ts,epsilon=2")
	for _, round := range []int{5000, 100} {
		d.Do(fmt.Sprintf("go %d", round))
		if got, want := d.State().Shot.Learners[2].Regret, uitest.Snapshot(alone, round).Learners[0].Regret; got != want {
			t.Errorf("round %d: regret %v, alone %v", round, got, want)
		}
	}
	d.tell(": drop | # Lazy-DP-TS, UCB1 | ~ 2 Arms · UCB1")
}

// By commands, as in scripts and plain mode. A mistake gives one sentence and changes nothing.
func TestWhatIfByCommand(t *testing.T) {
	for _, test := range []struct {
		scenario, channel, learner string
		values, label, refusal     string
	}{
		{"hhmh-1", "", "lazy-dp-ts", "epsilon=1", "Lazy-DP-TS ε=1", ""},
		{"hhmh-1", "", "lazy-dp-ts", "ε=1 seed=7", "Lazy-DP-TS ε=1 seed=7", ""},
		{"hhmh-1", "", "kl-ucb,c=3", "c=0", "KL-UCB c=0", ""},
		{"hhmh-1", "", "ucb1", "seed=3", "UCB1 seed=3", ""},
		{"ww-det,K=4", "", "rnm-ftnl", "noise=gumbel, scale=1", "RNM-FTNL noise=gumbel scale=1", ""},
		{"chh-synthetic", "", "cts", "prior=beta", "CTS prior=beta", ""},
		{"gaj-tide", "", "sw-ts-cf", "w=500", "SW-TS-CF w=500", ""},
		{"jzl-20", "linear", "ts-ldp-b", "epsilon=3", "TS-LDP-B ε=3", ""},
		{"hhmh-1", "", "lazy-dp-ts", "epsilon=0.5", "", "nothing differs from Lazy-DP-TS"},
		{"hhmh-1", "", "lazy-dp-ts", "epsilon=-1", "", "what-if epsilon=-1: epsilon=-1: must be a positive number or inf"},
		{"hhmh-1", "", "lazy-dp-ts", "eps=1", "", "what-if eps=1: eps: no such parameter"},
		{"hhmh-1", "", "lazy-dp-ts", "epsilon", "", `what-if epsilon: "epsilon": parameters are written key=value`},
		{"gaj-tide", "", "sw-ts-cf", "w=0.5", "", "w=0.5: must be"},
		{"hhmh-1", "", "lazy-dp-ts", "", "", "what-if: write what-if KEY=VALUE,…"},
	} {
		d := startOn(t, uitest.On(t, test.scenario, test.channel, 2000, test.learner), 120, 36)
		d.Do("go 1000")
		before := labels(d)
		if d.Do("what-if " + test.values); test.refusal != "" {
			d.tell("~ " + test.refusal + " | # " + before)
		} else {
			d.tell("# " + before + ", " + test.label + " | ~ " + test.label + " has joined")
		}
	}
}

func TestWhatIfRefusesWhatIsThere(t *testing.T) {
	d := start(t, 120, 36, 1000, "thompson")
	d.Do("go 500", "what-if seed=2", "learner 1", "what-if seed=2")
	d.Expect("Thompson seed=2 is in the comparison already")
	for n := 2; n < model.MaxLearners; n++ {
		d.Do("learner 1", fmt.Sprintf("what-if seed=%d", n+1))
	}
	d.Do("learner 1", "what-if seed=99")
	d.Expect("16 learners are compared already, and a comparison has at most 16: drop removes one")
	if n := len(d.State().Shot.Learners); n != model.MaxLearners {
		t.Errorf("%d learners", n)
	}
}

// During a run, the copy joins at a later round, and the run continues.
func TestWhatIfWhileRunning(t *testing.T) {
	d := start(t, 120, 36, 100_000, "lazy-dp-ts", "ucb1")
	d.tell(": go 1000 | : run | : what-if epsilon=inf | # Lazy-DP-TS, UCB1, Lazy-DP-TS ε=inf")
	if !d.State().Running {
		t.Error("the run has stopped")
	}
	d.tell(": next-seed | # Lazy-DP-TS, UCB1, Lazy-DP-TS ε=inf")
}

// Another learner joins at the current round as if it had played from the start, and leaves again; the focus stays.
func TestLearnersJoinAndLeave(t *testing.T) {
	d := start(t, 120, 36, 10_000, "lazy-dp-ts", "thompson")
	d.tell(": go 5000 | : add ucb1 | # Lazy-DP-TS, Thompson, UCB1 | ~ 2 Arms · UCB1 | ~ UCB1 has joined")
	shot := d.State().Shot
	want := uitest.Snapshot(uitest.Config(t, 10_000, "ucb1"), 5000).Learners[0].Regret
	if got := shot.Learners[2].Regret; shot.Round != 5000 || got != want {
		t.Errorf("round %d: regret %v, alone %v", shot.Round, got, want)
	}
	d.tell(": drop lazy-dp-ts | # Thompson, UCB1 | ~ 2 Arms · UCB1 | ~ Lazy-DP-TS is no longer compared | : drop 1 | # UCB1")
}

func TestWhatCannotJoinOrLeave(t *testing.T) {
	for _, c := range []struct{ learner, line, refusal string }{
		{"thompson", "add nothing", "add nothing: no such learner"},
		{"thompson", "add thompson", "Thompson is in the comparison already"},
		{"thompson", "add ./mine", "add ./mine: "},
		{"thompson", "add ftnl", "ftnl cannot play hhmh-1: it needs full information"},
		{"thompson", "drop ucb1", "drop ucb1: must be a learner of this comparison, by its name or number, 1 to 2"},
		{"thompson", "drop 3", "drop 3: must be a learner"},
		{"ucb1,seed=7", "drop ucb1", "drop ucb1: 2 learners have this name: write drop 1 for the first of them"},
	} {
		d := start(t, 120, 36, 1000, "ucb1", c.learner)
		if c.line == "drop ucb1" && c.learner == "thompson" {
			d.Do("drop 1", "add random")
		}
		d.tell(": " + c.line + " | ~ " + c.refusal + " | # " + labels(d))
	}
	d := start(t, 120, 36, 1000, "ucb1")
	d.tell(": drop ucb1 | ~ there is only one learner")
}
