package model

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"regretscope/learners"
	"regretscope/noise/memlimit"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/scenarios/arm"
)

// Each report costs the channel's exact ε, and k reports of one person kε.
func TestLocalAccounts(t *testing.T) {
	cases := []struct {
		learner, channel string
		epsilon, report  float64
	}{
		{"ts-ldp-b", "", .5, .5},
		{"ts-ldp-b", "exponential", 2, 2},
		{"ts-ldp-b", "none", 1, math.Inf(1)},
		{"ucb-ldp-b", "quadratic,b=3", 1, 1},
		{"ucb-ldp-l", "", .25, .25},
		{"sw-klucb-cf", "", 1, 1},
		{"sw-klucb-cf,epsilon=2", "", 1, 2},
		{"kl-ucb-cf", "rr(0.75,0.75)", 1, math.Log(3)},
		// The larger of ln(.9/.4) and ln(.6/.1).
		{"ts-cf", "rr(0.9,0.6)", 1, math.Log(6)},
		{"d-ucb", "", math.Inf(1), math.Inf(1)},
	}
	for _, c := range cases {
		run := NewRun(opened(t, "jzl-20", c.channel, c.epsilon, c.learner), 0)
		if run.CostliestRound() != 0 || run.AllRounds() != 0 {
			t.Errorf("%s behind %q: ε %v and %v before round 1", c.learner, c.channel, run.CostliestRound(), run.AllRounds())
		}
		for _, k := range []int{1, 2, 50, 700} {
			run.Advance(k - run.Round())
			worst, all := run.CostliestRound(), run.AllRounds()
			if !near(worst, c.report) || !near(all, float64(k)*c.report) {
				t.Errorf("%s behind %q: after %d reports ε %v a report and %v together, want %v and %v",
					c.learner, c.channel, k, worst, all, c.report, float64(k)*c.report)
			}
		}
	}
}

func near(x, y float64) bool { return x == y || math.Abs(x-y) <= 1e-9*math.Abs(y) }

// Different channels for the arms: the costliest report counts, and each arm adds its own.
func TestLocalAccountsOfDifferentChannels(t *testing.T) {
	c := opened(t, "gaj-switch,K=2", "", 1, "kl-ucb-cf")
	c.Scenario.Channels = []string{"rr(0.6,0.6)", "rr(0.2,0.2)"}
	run := NewRun(c, 0)
	run.Advance(500)
	pulls := run.Pulls()
	first, second := math.Log(1.5), math.Log(4)
	want := first*float64(pulls[0]) + second*float64(pulls[1])
	if !near(run.CostliestRound(), second) || !near(run.AllRounds(), want) || pulls[0] == 0 || pulls[1] == 0 {
		t.Errorf("pulls %v: ε %v a report and %v together, want %v and %v", pulls, run.CostliestRound(), run.AllRounds(), second, want)
	}
	if got := c.ChannelName(0); got != "per arm" {
		t.Errorf("channel %q", got)
	}
}

// JZL's own arms: beyond b = 1.75(e^ε − 1), the quadratic mechanism ranks the five Beta arms
// above the best one, and a warning appears.
func TestWarningsWhereAChannelMisleads(t *testing.T) {
	all := []string{"ts-ldp-b", "ucb-ldp-b"}
	for _, epsilon := range []float64{.5, 1, 2} {
		for factor, flips := range map[float64]bool{0: false, 1.7499: false, 1.7501: true, 2: true} {
			b := fmt.Sprintf("quadratic,b=%v", factor*math.Expm1(epsilon))
			warnings := opened(t, "jzl-20", b, epsilon, all...).Warnings()
			if !flips && len(warnings) > 0 || flips && len(warnings) != len(all) {
				t.Errorf("ε %v, b = %v(e^ε − 1): warnings %q", epsilon, factor, warnings)
			}
			for _, w := range warnings {
				if !strings.Contains(w, "arm 2") || !strings.Contains(w, "arm 1 ") || !strings.Contains(w, "4 others") {
					t.Errorf("the warning does not name the arms: %q", w)
				}
			}
		}
	}
	if w := opened(t, "gaj-tide", "rr(0.2,0.2)", 1, "ts-ldp-b", "ts-cf", "d-ucb").Warnings(); len(w) != 1 || !strings.Contains(w[0], "phase 1") {
		t.Errorf("a decreasing channel misleads TS-LDP-B alone: %q", w)
	}
	// JZL's arms from round 801 on, and before them Bernoulli arms of the same means.
	s := preset("jzl-20")
	first := s.Phases[0]
	first.Arms = param.Map(first.Means, func(mean float64) arm.Distribution { return param.Must(arm.NewBernoulli(mean)) })
	s.Phases = []scenarios.Phase{first, s.Phases[0]}
	s.Phases[1].From = 801
	for horizon, want := range map[int]string{800: "", 801: "in phase 2"} {
		c := &Config{Scenario: s, Learners: []learners.Spec{choose("ucb-ldp-b")}, Horizon: horizon, Epsilon: 1, Channel: "quadratic,b=3.4"}
		if w := strings.Join(c.Warnings(), " "); (w == "") != (want == "") || !strings.Contains(w, want) {
			t.Errorf("horizon %d: warnings %q, want %q", horizon, w, want)
		}
	}
}

// L_T counts the phases that begin within the horizon; windows and discounts are derived from it.
func TestDefaultsThatFollowFromPhases(t *testing.T) {
	for horizon, want := range map[int]struct {
		phases     int
		parameters string
	}{
		1:      {1, "w=1"},
		4_000:  {1, "w=94"},  // √(4e·4000/5) = 93.3
		4_001:  {2, "w=86"},  // √(4e·4001/6) = 85.2
		20_000: {5, "w=156"}, // √(4e·20000/9) = 155.5
	} {
		c := opened(t, "gaj-switch", "", 1, "sw-klucb-cf")
		c.Horizon = horizon
		if got := c.setting(0).Phases; got != want.phases {
			t.Errorf("horizon %d: L_T = %d, want %d", horizon, got, want.phases)
		}
		if got := c.Parameters(0); got != want.parameters {
			t.Errorf("horizon %d: %s, want %s", horizon, got, want.parameters)
		}
	}
}

// Snapshots show the window's content: the newest w rounds, or for the change detector the
// rounds since its restart, which is an event.
func TestWindowsAndRestartsInSnapshots(t *testing.T) {
	s := NewSession(opened(t, "gaj-tide,length=3000,L=2", "rr", 3, "sw-klucb-cf,w=200", "glr-klucb-cf", "ts-ldp-b"))
	s.Advance(3000)
	views := s.Snapshot().Learners
	if w := views[0].Window; w == nil || w.Size != 200 || w.Counts[0]+w.Counts[1] != 200 {
		t.Errorf("window of sw-klucb-cf: %+v", w)
	}
	if w := views[1].Window; w == nil || w.Size != 0 || w.Counts[0]+w.Counts[1] != 3000 || views[1].Restarted {
		t.Errorf("window of glr-klucb-cf: %+v", w)
	}
	if w := views[2].Window; w != nil {
		t.Errorf("window of ts-ldp-b: %+v", w)
	}
	s.AdvanceTo(Restart, 1, time.Hour)
	view := s.Snapshot().Learners[1]
	if s.Done() || !view.Restarted || view.Window.Counts[0]+view.Window.Counts[1] != 0 || !math.IsNaN(view.Window.Means[0]) {
		t.Errorf("round %d: restarted %v, window %+v", s.Round(), view.Restarted, view.Window)
	}
	if !slices.Contains(view.Events, true) {
		t.Error("the timeline does not show the restart")
	}
	at := s.Round()
	s.Advance(1)
	search := s.SearchBack(Restart, 1)
	search.For(time.Hour)
	if search.Round() != at || s.Snapshot().Learners[1].Restarted {
		t.Errorf("the restart of round %d is found in round %d", at, search.Round())
	}
}

// The change detector restarts after changes and only then.
func TestRestartsFollowChanges(t *testing.T) {
	restarts := func(c *Config) (rounds []int) {
		run := NewRun(c, 0)
		for range c.Horizon {
			if run.Advance(1); run.restarted() {
				rounds = append(rounds, run.Round())
			}
		}
		return rounds
	}
	still := opened(t, "gaj-switch,L=1,length=20000", "", 1, "glr-klucb-cf")
	for seed := range uint64(10) { // δ = 1/√20000 an arm
		still.Seed = seed
		if len(restarts(still)) > 0 {
			t.Errorf("seed %d: restarts at %v without a change", seed, restarts(still))
		}
	}
	moving := opened(t, "gaj-switch", "", 2, "glr-klucb-cf")
	points := moving.Scenario.Breakpoints()
	for seed := range uint64(5) {
		moving.Seed = seed
		found := restarts(moving)
		soon := 0
		for _, round := range found {
			if slices.ContainsFunc(points, func(point int) bool { return point <= round && round < point+400 }) {
				soon++
			}
		}
		if soon < len(points)/2 || len(found) > len(points)+1 || found[0] < points[0] {
			t.Errorf("seed %d: changes at %v, restarts at %v", seed, points, found)
		}
	}
}

// A comparison without room for the fewest checkpoints is refused; others have as many as fit.
func TestSessionsFitInMemory(t *testing.T) {
	wide := slices.Repeat([]string{"sw-ucb,w=10000000"}, 16)
	long := config(t, "gaj-tide", 1e5, wide...)
	long.Horizon = 1e9
	for _, c := range []struct {
		name   string
		memory int
		config *Config
		most   int
		want   string
	}{
		{"few", 2 << 30, config(t, "hhmh-1", 1e9, "lazy-dp-ts", "ucb1"), maxCheckpoints, ""},
		{"a thousand arms", 2 << 30, config(t, "ww-det,K=1000", 1e6, slices.Repeat([]string{"rnm-ftnl"}, 8)...), 32, ""},
		{"little memory", 300 << 20, config(t, "ww-det,K=1000", 1e6, "rnm-ftnl", "ftl"), 16, ""},
		{
			"wide windows", 2 << 30, long, 0,
			"learners: 16 learners on 2 arms, with the history to go back, may take 35 GiB of memory, --memory allows 2 GiB",
		},
		{"wide windows of a short run", 2 << 30, config(t, "gaj-tide", 1e5, wide...), maxCheckpoints, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			defer memlimit.Set(memlimit.Set(c.memory))
			err := c.config.Check()
			if (err == nil) != (c.want == "") || err != nil && err.Error() != c.want {
				t.Fatalf("%v, want %q", err, c.want)
			}
			if most := c.config.checkpoints(); err == nil && most != c.most {
				t.Errorf("%d checkpoints, want %d", most, c.most)
			}
		})
	}
}

func TestEveryScenarioHasDefaultLearners(t *testing.T) {
	want := map[string][]string{
		"hhmh-1":        {"lazy-dp-ts", "anytime-lazy-ucb", "ucb1"},
		"ww-det":        {"rnm-ftnl", "ftnl", "hedge"},
		"chh-synthetic": {"dpucb-mat", "dpts-mat", "omm"},
		"jzl-20":        {"ts-ldp-b", "ucb-ldp-b"},
		"gaj-switch":    {"sw-klucb-cf", "kl-ucb-cf", "ts-cf"},
	}
	for _, p := range scenarios.Presets() {
		if p.NeedsData {
			continue
		}
		s := param.Must(p.Make(nil, ""))
		var ids []string
		private := false
		for _, spec := range DefaultLearners(s) {
			ids = append(ids, spec.ID)
			private = private || spec.Privacy == learners.Central || spec.Privacy == learners.Local
			if err := Suits(spec.Declaration, s); err != nil {
				t.Errorf("%s: %s cannot play it: %v", p.Name, spec.ID, err)
			}
		}
		if len(ids) == 0 || len(ids) > 4 || !private {
			t.Errorf("%s: %v", p.Name, ids)
		}
		if w := want[p.Name]; w != nil && !slices.Equal(ids, w) {
			t.Errorf("%s: %v, want %v", p.Name, ids, w)
		}
	}
}
